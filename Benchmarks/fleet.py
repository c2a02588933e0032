# SPDX-License-Identifier: GPL-2.0-or-later
"""The row `fleet` of scripts/bench: a bundle on many machines, over a cluster of three servers on loopback.

Usage: fleet.py PROGRAMS BASELINES [--quick]. The C program c-fleet does the same chain, in turns with ours.
"""
import json
import os
import re
import signal
import socket
import statistics
import sys
import tempfile
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../Tests/Fleet"))
import checker
import events
from processes import Programs, color, save, write_bundle
from servers import Servers

BUCKET, BASELINE = "fleet", "baseline"


def quantile(values, part):
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(part * len(ordered)))]


class Stream:
    """Messages that end with NUL, from a socket."""

    def __init__(self, path):
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.connect(path)
        self.buffer = b""

    def send(self, call):
        self.socket.sendall(json.dumps(call).encode() + b"\0")

    def next(self, size=None):
        """The next message; of fixed size, or up to a NUL."""
        self.socket.settimeout(30)
        while (len(self.buffer) < size) if size else (b"\0" not in self.buffer):
            data = self.socket.recv(1 << 20)
            assert data, "the stream ended"
            self.buffer += data
        if size:
            message, self.buffer = self.buffer[:size], self.buffer[size:]
        else:
            message, self.buffer = self.buffer.split(b"\0", 1)
        return message


def election(programs, rounds):
    """The leader of a bucket after three killed servers have come back: no program of ours takes part."""
    servers = Servers(programs, "elected", 3)
    with servers.client() as client:
        version = client.information["version"]
        client.api(f"STREAM.CREATE.KV_{BUCKET}", {
            "name": f"KV_{BUCKET}", "subjects": [f"$KV.{BUCKET}.>"], "num_replicas": 3, "max_msgs_per_subject": 1})
    # An orderly end writes a snapshot of the cluster's own state, as a long run does. Without it, two elections follow each other.
    servers.kill_all(signal.SIGTERM)
    servers.start_all(BUCKET)
    times = []
    for _ in range(rounds):
        servers.kill_all()
        times.append(servers.start_all(BUCKET))
    servers.kill_all()
    print(f"nats-server {version} alone: a bucket of three replicas has a leader {statistics.median(times):.1f} s "
          f"({min(times):.1f} to {max(times):.1f}) after the start of three killed servers")


def latency(programs, servers, baselines, rounds, saves):
    """A save on one machine until the delta on another, in turns with the C program."""
    folder = programs.folder
    url = servers.addresses.split(",")[0]
    servers.make_bucket(BUCKET)
    programs.wait_for_end(programs.spawn("baseline-bucket", [baselines + "/c-fleet", "bucket", url, BASELINE, "3"]), 0)
    options = ["--bucket", BUCKET]
    write_bundle(folder + "/theme")
    os.makedirs(folder + "/plain")
    os.makedirs(folder + "/c")
    source = programs.daemon(folder + "/theme", name="source")
    programs.start("publisher", "publish", folder + "/theme", "--to", servers.addresses, "--socket", source, *options)
    programs.wait_for_log("publisher", "published")
    programs.run("mirror", "--once", folder + "/m", "--from", servers.addresses, *options)
    target = programs.daemon(folder + "/m/current", name="target")
    mirror = programs.start("mirror", "mirror", folder + "/m", "--from", servers.addresses, "--socket", target, *options)
    programs.wait_for_log("mirror", "connected")
    for words in [["mirror", url, BASELINE, folder + "/c", folder + "/c.sock"], ["publish", url, BASELINE, folder + "/plain"]]:
        programs.spawn(f"baseline-{words[0]}", [baselines + "/c-fleet", *words])
        programs.wait_for_log(f"baseline-{words[0]}", "ready")
    baseline = Stream(folder + "/c.sock")
    ours = Stream(target)
    ours.send({"method": "io.livery.Theme.Register", "parameters": {}, "more": True})
    ours.next()
    count = 0

    def save_plain():
        with open(folder + "/plain.tmp", "w") as file:
            file.write(color(count) * 14)
        began = time.perf_counter()
        os.rename(folder + "/plain.tmp", folder + "/plain/file")
        baseline.next(200)
        return (time.perf_counter() - began) * 1000

    def save_theme():
        began = time.perf_counter()
        save(folder + "/theme", color(count))
        ours.next()
        return (time.perf_counter() - began) * 1000

    ratios, own, others = [], [], []
    for turn in range(rounds + 1):
        times = ([], [])
        for index, one in enumerate([save_plain, save_theme]):
            for _ in range(saves):
                count += 1
                times[index].append(one())
                # Both wait for the same: the mirror's daemon has answered, and nothing is on its way.
                time.sleep(0.02)
        if turn:
            others += times[0]
            own += times[1]
            ratios.append(statistics.median(times[1]) / statistics.median(times[0]))
    mirror_memory = memory(mirror.pid)
    print(f"save -> delta on another machine, 3 replicas: {statistics.median(own):.2f} ms, C program "
          f"{statistics.median(others):.2f} ms: {statistics.median(ratios):.2f}x ({min(ratios):.2f} to {max(ratios):.2f}), "
          f"goal <= 2.5x")
    print(f"  p99 / p50: {quantile(own, 0.99):.2f} ms / {statistics.median(own):.2f} ms = "
          f"{quantile(own, 0.99) / statistics.median(own):.1f}, goal <= 10 (C program {quantile(others, 0.99):.2f} ms)")
    print(f"  memory of a mirror: {mirror_memory:.1f} MB, goal <= 12")


def memory(pid):
    """Resident megabytes."""
    with open(f"/proc/{pid}/status") as file:
        return int(re.search(r"VmRSS:\s+(\d+)", file.read())[1]) / 1024


def crowd(programs, servers, count, saves, memory_folder):
    """Mirrors on one bucket: a save until all of them serve it. In memory: each machine has a disk of its own."""
    folder = programs.folder
    directories = [f"{memory_folder}/m{index}" for index in range(count)]
    mirrors = [
        programs.start(f"crowd{index}", "mirror", directory, "--from", servers.addresses, "--bucket", BUCKET, "--name",
                       f"m{index}", "--socket", folder + "/none.sock") for index, directory in enumerate(directories)]
    programs.until(lambda: all(map(checker.current, directories)), "all mirrors", *directories, within=120)
    changes = events.Changes(directories)
    slowest, all_times = [], []
    for number in range(saves):
        before = {directory: os.readlink(directory + "/current") for directory in directories}
        began = time.perf_counter()
        save(folder + "/theme", color(0x500000 + number))
        waiting = set(directories)
        while waiting:
            changed = changes.wait(60) & waiting
            now = (time.perf_counter() - began) * 1000
            assert now < 60_000, "a mirror is late"
            done = {one for one in changed if os.readlink(one + "/current") != before[one]}
            all_times += [now] * len(done)
            waiting -= done
        slowest.append(now)
        time.sleep(0.1)
    figures = [memory(mirror.pid) for mirror in mirrors]
    print(f"save -> {count} mirrors serve it: p50 {statistics.median(all_times):.0f} ms, p99 {quantile(all_times, 0.99):.0f} ms, "
          f"goal <= 250; the last one {statistics.median(slowest):.0f} ms; memory of a mirror {max(figures):.1f} MB at most")


def main():
    # Each line comes as soon as its figure is known.
    sys.stdout.reconfigure(line_buffering=True)
    built, baselines = sys.argv[1:3]
    is_quick = "--quick" in sys.argv
    with tempfile.TemporaryDirectory(prefix="livery-bench-fleet.") as folder, Programs(built, folder) as programs:
        try:
            election(programs, 1 if is_quick else 9)
            servers = Servers(programs, "servers", 3)
            latency(programs, servers, baselines, *((2, 5) if is_quick else (9, 15)))
            with tempfile.TemporaryDirectory(prefix="livery-bench-fleet.", dir="/dev/shm") as memory_folder:
                crowd(programs, servers, *((10, 3) if is_quick else (200, 10)), memory_folder)
                programs.stop()
        except BaseException:
            for name in ["publisher", "mirror"]:
                print(f"== {name}\n{programs.log(name)[-1500:]}", file=sys.stderr)
            raise


if __name__ == "__main__":
    main()

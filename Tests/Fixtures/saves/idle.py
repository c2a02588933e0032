# SPDX-License-Identifier: GPL-2.0-or-later
"""What an idle daemon does, what a save costs, and what is left of directories that come and go: idle.py LIVERYD SECONDS"""
import json
import os
import socket
import subprocess
import sys
import tempfile

DIRECTORIES, CONSUMERS, ROUNDS, SAVES, MOST_CALLS = 10_000, 100, 10_000, 20, 20
liveryd, seconds = sys.argv[1], float(sys.argv[2])


class Connection:
    def __init__(self, path):
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.connect(path)
        self.unread = b""

    def call(self, method, more=False, **parameters):
        message = {"method": "io.livery.Theme." + method, "parameters": parameters, "more": more}
        self.socket.sendall(json.dumps(message).encode() + b"\0")
        return self.next()

    def next(self):
        while b"\0" not in self.unread:
            self.unread += self.socket.recv(1 << 16)
        reply, self.unread = self.unread.split(b"\0", 1)
        return json.loads(reply)["parameters"]


def private_kilobytes(process):
    with open(f"/proc/{process}/smaps_rollup") as file:
        lines = (line.split() for line in file)
        return sum(int(line[1]) for line in lines if line[0] in ("Private_Clean:", "Private_Dirty:"))


def traced(process, file, action):
    """The system calls of a process while something is done: lines of strace(1)."""
    tracer = subprocess.Popen(["strace", "-f", "-o", file, "-p", str(process)], stderr=subprocess.PIPE)
    tracer.stderr.readline()
    action(tracer)
    tracer.terminate()
    tracer.wait()
    with open(file) as lines:
        return [line.split(None, 1)[1].rstrip() for line in lines]


def wait(seconds):
    def action(tracer):
        try:
            tracer.wait(seconds)
        except subprocess.TimeoutExpired:
            pass

    return action


def main(folder):
    # Not beside the trace: names that come and go in the directory above are heard of.
    bundle = os.path.join(folder, "served", "bundle")
    for number in range(DIRECTORIES - 101):
        os.makedirs(os.path.join(bundle, str(number % 100), str(number)))
    with open(os.path.join(bundle, "theme.inc.json"), "w") as file:
        file.write('{ "themes": ["theme.json"] }')
    theme = os.path.join(bundle, "theme.json")
    with open(theme, "w") as file:
        file.write('{ "number": 0 }')

    path = os.path.join(folder, "socket")
    environment = dict(os.environ, XDG_STATE_HOME=os.path.join(folder, "state"))
    daemon = subprocess.Popen([liveryd, "--socket", path, bundle], stderr=subprocess.PIPE, env=environment)
    try:
        daemon.stderr.readline()
        control = Connection(path)
        first = Connection(path)
        first.call("Register", more=True)
        saved = 0

        def save():
            nonlocal saved
            saved += 1
            with open(theme, "w") as file:
                file.write('{ "number": %d }' % saved)

        def save_often(tracer):
            for _ in range(SAVES):
                save()
                assert first.next()["event"] == "delta"

        trace = os.path.join(folder, "trace")
        save_often(None)
        calls = traced(daemon.pid, trace, save_often)
        sends = [number for number, call in enumerate(calls) if call.startswith("sendmsg(")]
        each = (sends[-1] - sends[0]) / (len(sends) - 1)
        print(f"{each:.1f} system calls a save, to one consumer")

        consumers = [first] + [Connection(path) for _ in range(CONSUMERS - 1)]
        for consumer in consumers[1:]:
            consumer.call("Register", more=True)
        status = control.call("Status")
        assert status["consumers"] == CONSUMERS and status["watches"] >= DIRECTORIES, status
        print(f"{status['watches']} watched directories, {status['consumers']} consumers")

        # The call in which it was found, and that it was still in it at the end.
        calls = traced(daemon.pid, trace, wait(seconds))
        calls = [call for call in calls if "epoll_wait(" not in call and "detached" not in call]
        print(f"{len(calls)} system calls in {seconds:g} s")
        for call in calls[:20]:
            print("  " + call)

        def rounds(count):
            for number in range(count):
                name = os.path.join(bundle, f"new{number}")
                os.mkdir(name)
                if number % 3 == 0:
                    control.call("Sync")
                os.rmdir(name)
            control.call("Sync")
            return private_kilobytes(daemon.pid)

        before = rounds(1000)
        after = rounds(ROUNDS)
        print(f"private memory: {before} kB before {ROUNDS} rounds of mkdir and rmdir, {after} kB after")
        assert control.call("Status")["watches"] == status["watches"]
        save()
        for consumer in consumers:
            assert consumer.next()["event"] == "delta"
        return 1 if calls or each > MOST_CALLS or after > before * 1.05 + 200 else 0
    finally:
        daemon.terminate()
        daemon.wait()


with tempfile.TemporaryDirectory(dir="/var/tmp") as folder:
    sys.exit(main(folder))

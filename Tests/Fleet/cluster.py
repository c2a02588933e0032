# SPDX-License-Identifier: GPL-2.0-or-later
"""Three servers, a writer, and what happens to servers, publishers and mirrors meanwhile."""
import signal
import threading
import time

import checker
from processes import color, save, saved_color, write_bundle
from servers import Authority, Servers

BUCKET = "kiosks"
MIRRORS = 3
SAVES_PER_SECOND = 20


class Writer(threading.Thread):
    """Saves another colour, many times a second, until it is stopped; at the latest at the end of `with`."""

    def __init__(self, directory):
        super().__init__(daemon=True)
        self.directory, self.count, self.is_over = directory, 0, threading.Event()
        self.saved = threading.Condition()
        self.start()

    def run(self):
        while not self.is_over.wait(1 / SAVES_PER_SECOND):
            save(self.directory, color(self.count + 1))
            with self.saved:
                self.count += 1
                self.saved.notify_all()

    def wait_for(self, saves):
        """Waits for this number of further saves."""
        with self.saved:
            end = self.count + saves
            assert self.saved.wait_for(lambda: self.count >= end, saves), "the writer does not write"

    def finish(self):
        self.is_over.set()
        self.join()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.finish()


class Cluster:
    def __init__(self, programs):
        self.programs, self.folder = programs, programs.folder
        self.servers = Servers(programs, "servers", 3, Authority(self.folder))
        write_bundle(self.folder + "/theme")
        self.servers.make_bucket(BUCKET, "--tls-ca", self.servers.authority.certificate)
        self.daemon = programs.daemon(self.folder + "/theme", name="source")
        self.directories = [f"{self.folder}/m{index}" for index in range(MIRRORS)]
        self.publisher = self.start_publisher()
        self.mirrors = [self.start_mirror(index) for index in range(MIRRORS)]
        self.until(lambda: all(map(checker.current, self.directories)), "first releases")

    def until(self, condition, what):
        self.programs.until(condition, what, *self.directories, within=60)

    def options(self):
        return ["--bucket", BUCKET, "--tls-ca", self.servers.authority.certificate]

    def start_publisher(self):
        return self.programs.start("publisher", "publish", self.folder + "/theme", "--to", self.servers.addresses,
                                   "--socket", self.daemon, *self.options())

    def start_mirror(self, index):
        return self.programs.start(f"mirror{index}", "mirror", self.directories[index], "--from", self.servers.addresses,
                                   "--name", f"m{index}", "--socket", f"{self.folder}/none.sock", *self.options())

    def numbers(self):
        return [checker.current(directory)["number"] for directory in self.directories]

    def wait_for_progress(self):
        """Waits until all mirrors have a newer release."""
        before = self.numbers()
        self.until(lambda: all(new > old for new, old in zip(self.numbers(), before)), "progress")

    def wait_for_replicas(self, index):
        """Waits until a node that is back has what the others have: the cluster survives one failure, not two."""
        self.wait_for_progress()
        with self.servers.client((index + 1) % 3) as client:
            client.subscribe(f"$KV.{BUCKET}.m.*")
            while not client.is_replicated(BUCKET):
                client.next_message()

    # Faults

    def kill_each_node(self):
        for index in range(3):
            self.servers.kill(index)
            self.wait_for_progress()
            self.servers.start(index)
            self.wait_for_replicas(index)

    def pause_each_node(self):
        for index in range(3):
            self.servers.pause(index)
            self.wait_for_progress()
            self.servers.resume(index)
            self.wait_for_replicas(index)

    def kill_programs(self):
        for _ in range(5):
            self.publisher.kill()
            self.publisher.wait()
            self.publisher = self.start_publisher()
            for index, mirror in enumerate(self.mirrors):
                mirror.kill()
                mirror.wait()
                self.mirrors[index] = self.start_mirror(index)
            self.wait_for_progress()

    def set_back(self, writer, saves):
        """The stores of some saves ago come back after all nodes were stopped."""
        self.servers.kill_all(signal.SIGTERM)
        self.servers.save("old")
        # The save that may be under way: a release of the ones behind it is not in the old stores.
        last = writer.count + 1
        self.servers.start_all(BUCKET)
        writer.wait_for(saves)
        self.until(lambda: all(saved_color(directory + "/current") > last for directory in self.directories), "later saves")
        self.servers.kill_all()
        before = max(self.numbers())
        self.servers.put_back("old")
        self.servers.start_all(BUCKET)
        # The numbers in the old stores are below the served ones: the publisher goes on far above them, by its clock.
        self.until(lambda: min(self.numbers()) > before + 100_000, "releases above those of before")

    def finish(self, writer):
        """All nodes end and come back at once; then every mirror serves the last save."""
        self.servers.kill_all()
        writer.finish()
        election = self.servers.start_all(BUCKET)
        leader = time.monotonic()
        digest = self.programs.digest(self.folder + "/theme")
        self.until(lambda: all(checker.current(directory)["digest"] == digest for directory in self.directories),
                   "equal digests")
        print(f"  {writer.count} saves; after the return of all nodes the bucket had a leader within {election:.1f} s, and every "
              f"mirror the last save {time.monotonic() - leader:.1f} s later")


def run(programs, everything):
    cluster = Cluster(programs)
    with Writer(cluster.folder + "/theme") as writer, checker.Checker(cluster.directories) as watching:
        cluster.wait_for_progress()
        cluster.kill_programs()
        cluster.kill_each_node()
        if everything:
            cluster.pause_each_node()
        cluster.set_back(writer, 60 * SAVES_PER_SECOND if everything else SAVES_PER_SECOND)
        cluster.finish(writer)
    print(f"  {watching.looks} looks at whole releases")

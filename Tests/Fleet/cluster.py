# SPDX-License-Identifier: GPL-2.0-or-later
"""Three servers, a writer, and what happens to servers, publishers and mirrors meanwhile."""
import signal
import threading
import time

import checker
from processes import Programs, color, save, until, write_bundle
from servers import Authority, Servers

BUCKET = "kiosks"
MIRRORS = 3
SAVES_PER_SECOND = 20


class Writer(threading.Thread):
    """Saves another colour, many times a second, until it is stopped."""

    def __init__(self, directory):
        super().__init__(daemon=True)
        self.directory, self.count, self.is_over = directory, 0, threading.Event()
        self.start()

    def run(self):
        while not self.is_over.wait(1 / SAVES_PER_SECOND):
            self.count += 1
            save(self.directory, color(self.count))

    def finish(self):
        self.is_over.set()
        self.join()


class Cluster:
    def __init__(self, built, folder):
        self.folder = folder
        self.programs = Programs(built, folder)
        self.servers = Servers(folder + "/servers", 3, Authority(folder))
        write_bundle(folder + "/theme")
        self.make_bucket()
        self.daemon = self.programs.daemon(folder + "/theme", name="source")
        self.directories = [f"{folder}/m{index}" for index in range(MIRRORS)]
        self.publisher = self.start_publisher()
        self.mirrors = [self.start_mirror(index) for index in range(MIRRORS)]
        until(lambda: all(map(checker.current, self.directories)), "first releases", 60)
        self.writer = Writer(folder + "/theme")
        self.checker = checker.Checker(self.directories)

    def make_bucket(self):
        """A cluster needs a moment until it has a leader."""
        words = ["publish", "--create-bucket", "--replicas", "3", "--to", self.servers.addresses, "--bucket", BUCKET,
                 "--tls-ca", self.servers.authority.certificate]

        def made():
            try:
                return self.programs.run(*words)
            except AssertionError:
                return None
        until(made, "bucket", 60)

    def options(self):
        return ["--bucket", BUCKET, "--tls-ca", self.servers.authority.certificate]

    def start_publisher(self):
        return self.programs.start("publisher", "publish", self.folder + "/theme", "--to", self.servers.addresses,
                                   "--socket", self.daemon, *self.options())

    def start_mirror(self, index):
        return self.programs.start(f"mirror{index}", "mirror", self.directories[index], "--from", self.servers.addresses,
                                   "--name", f"m{index}", "--socket", f"{self.folder}/none.sock", *self.options())

    def wait_for_progress(self, within=60):
        """Waits until all mirrors have a release that was saved after this call."""
        numbers = [checker.current(directory)["number"] for directory in self.directories]
        until(lambda: all(checker.current(directory)["number"] > number
                          for directory, number in zip(self.directories, numbers)), "progress", within)

    def are_equal(self):
        """Whether every mirror serves the last save."""
        digest = self.programs.digest(self.folder + "/theme")
        return all(checker.current(directory)["digest"] == digest for directory in self.directories)

    # Faults

    def kill_each_node(self):
        for index in range(3):
            self.servers.kill(index)
            self.wait_for_progress()
            self.servers.start(index)
            self.wait_for_progress()

    def pause_each_node(self):
        for index in range(3):
            self.servers.pause(index)
            self.wait_for_progress()
            self.servers.resume(index)
            self.wait_for_progress()

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

    def set_back(self, age):
        """The stores of some time ago come back after all nodes were stopped."""
        for index in range(3):
            self.servers.kill(index, signal.SIGTERM)
        self.servers.save("old")
        for index in range(3):
            self.servers.start(index)
        self.servers.wait_for_leader(BUCKET)
        before = checker.current(self.directories[0])["number"]
        end = time.monotonic() + age
        until(lambda: time.monotonic() > end, "age of the copy", age + 5)
        self.wait_for_progress()
        for index in range(3):
            self.servers.kill(index)
        self.servers.put_back("old")
        for index in range(3):
            self.servers.start(index)
        # Its numbers are below the served ones: the publisher goes on above them.
        self.servers.wait_for_leader(BUCKET)
        self.wait_for_progress()
        assert checker.current(self.directories[0])["number"] > before + 1_000_000

    def finish(self):
        """All nodes end and come back at once; then every mirror catches up."""
        for index in range(3):
            self.servers.kill(index)
        self.writer.finish()
        for index in range(3):
            self.servers.start(index)
        began = time.monotonic()
        self.servers.wait_for_leader(BUCKET).close()
        leader = time.monotonic()
        until(self.are_equal, "equal digests", 60)
        end = time.monotonic()
        looks = self.checker.finish()
        print(f"  {self.writer.count} saves, {looks} looks at whole releases; after the return of all nodes the bucket had a "
              f"leader within {leader - began:.1f} s, and every mirror the last save {end - leader:.1f} s later")


def run(built, folder, everything):
    cluster = Cluster(built, folder)
    try:
        cluster.wait_for_progress()
        cluster.kill_programs()
        cluster.kill_each_node()
        if everything:
            cluster.pause_each_node()
            cluster.set_back(60)
        else:
            cluster.set_back(1)
        cluster.finish()
    except BaseException:
        for name in ["publisher", "mirror0", "source"]:
            print(f"== {name}\n{cluster.programs.log(name)[-3000:]}")
        raise
    finally:
        cluster.programs.stop()
        cluster.servers.stop()

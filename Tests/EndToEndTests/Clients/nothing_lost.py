# SPDX-License-Identifier: GPL-2.0-or-later
"""Writes files in all the ways in which events get lost, calls Sync, and looks whether every consumer is owed the result.

Usage: nothing_lost.py SOCKET DAEMON BUNDLE, with the daemon's process. Prints the name of each way that nothing was lost in.
"""
import ctypes
import json
import os
import shutil
import signal
import sys

from connection import Connection, Follower, patched

path, daemon, bundle = sys.argv[1], int(sys.argv[2]), sys.argv[3]
asking = Connection(path)
number = 0


def write(name, value, folder=bundle):
    with open(os.path.join(folder, name), "w") as output:
        json.dump(value, output)


def lists(*names):
    write("theme.inc.json", {"themes": list(names)})


def follow(expected):
    for follower in followers:
        while follower.content["constants"] != expected:
            follower.take()


def check(way, expected):
    asking.call("Sync")
    now = asking.call("Resolve")["snapshot"]
    assert now["constants"] == expected, (way, number, str(now["constants"])[:200])
    assert now["diagnostics"] == [], (way, now["diagnostics"])
    follow(expected)
    # All of it is under way when Sync answers: the daemon has seen it for each.
    current = {c["generationSeen"] == c["generationCurrent"] for c in asking.call("ListConsumers")["consumers"]}
    assert current == {True}, (way, current)


def overflow():
    """More events than the kernel keeps, while the daemon is looking elsewhere."""
    rescans = asking.call("Status")["counters"]["rescans"]
    with open("/proc/sys/fs/inotify/max_queued_events") as limit:
        most = int(limit.read())
    os.kill(daemon, signal.SIGSTOP)
    while ") T " not in open("/proc/%d/stat" % daemon).read():
        pass
    for _ in range(most // 2 + 100):
        # Two names in turn: equal events that follow each other are one to the kernel.
        for name in ("x.tmp", "y.tmp"):
            os.close(os.open(os.path.join(bundle, name), os.O_WRONLY | os.O_CREAT))
    write("values.json", {"number": number})
    os.kill(daemon, signal.SIGCONT)
    check("overflow", {"number": number})
    assert asking.call("Status")["counters"]["rescans"] > rescans, "nothing was lost in the first place"


def burst():
    """A thousand files at once."""
    names = ["part-%d.json" % index for index in range(1000)]
    for index, name in enumerate(names):
        write(name, {"key-%d" % index: number})
    lists("values.json", *names)
    write("values.json", {"number": number})
    check("burst", dict({"key-%d" % index: number for index in range(1000)}, number=number))
    for name in names:
        os.remove(os.path.join(bundle, name))
    lists("values.json")
    check("the end of a burst", {"number": number})


def directories():
    """Directories that are made and filled at once, five deep, and gone again."""
    lists("values.json", "a/b/c/d/e/deep.json")
    os.makedirs(os.path.join(bundle, "a/b/c/d/e"))
    write("a/b/c/d/e/deep.json", {"deep": number})
    check("directories", {"number": number - 1, "deep": number})
    # A directory that was filled elsewhere comes as a whole.
    os.rename(os.path.join(bundle, "a"), bundle + ".a")
    write("b/c/d/e/deep.json", {"deep": -number}, bundle + ".a")
    os.rename(bundle + ".a", os.path.join(bundle, "a"))
    check("a directory that comes filled", {"number": number - 1, "deep": -number})
    shutil.rmtree(os.path.join(bundle, "a"))
    lists("values.json")
    write("values.json", {"number": number})
    check("directories that go", {"number": number})


def roots():
    """The bundle as a whole is replaced by another directory."""
    shutil.copytree(bundle, bundle + ".new")
    write("values.json", {"number": number}, bundle + ".new")
    os.rename(bundle, bundle + ".old")
    os.rename(bundle + ".new", bundle)
    check("roots", {"number": number})
    write("values.json", {"number": -number})
    check("a new root is watched", {"number": -number})
    shutil.rmtree(bundle + ".old")
    write("values.json", {"number": number})


def saves():
    """As editors and other programs save."""
    file = os.path.join(bundle, "values.json")

    def rename():
        write("values.json.new", {"number": number})
        os.rename(file + ".new", file)

    def away():
        os.rename(file, file + "~")
        write("values.json", {"number": number})

    def remake():
        os.remove(file)
        write("values.json", {"number": number})

    def link():
        write("linked-%d.json" % (number % 2), {"number": number})
        os.symlink("linked-%d.json" % (number % 2), file + ".link")
        os.rename(file + ".link", file)

    def hard_link():
        write("values.json.hard", {"number": number})
        os.remove(file)
        os.link(file + ".hard", file)
        os.remove(file + ".hard")

    def pieces():
        with open(file, "r+") as output:
            output.truncate(0)
            output.flush()
            for piece in json.dumps({"number": number}):
                output.write(piece)
                output.flush()

    def nameless():
        handle = os.open(bundle, os.O_TMPFILE | os.O_RDWR)
        os.write(handle, json.dumps({"number": number}).encode())
        os.remove(file)
        # linkat(2) with AT_SYMLINK_FOLLOW, which os.link does not pass on.
        source = b"/proc/self/fd/%d" % handle
        assert ctypes.CDLL(None).linkat(-100, source, -100, file.encode(), 0x400) == 0
        os.close(handle)

    global number
    for way in (rename, away, remake, link, rename, hard_link, pieces, nameless, rename):
        number += 1
        way()
        if way in (hard_link, nameless):
            # Nothing tells whether the writer of a file that gets its name by link(2) is done. Sync does not cover it.
            follow({"number": number})
        check(way.__name__, {"number": number})


write("values.json", {"number": 0})
lists("values.json")
asking.call("Sync")
followers = [Follower(path, patched), Follower(path, patched, {"mode": "snapshot"})]
for follower in followers:
    # A message that does not come within this time is a failure.
    follower.socket.settimeout(10)
for way, times in ((overflow, 2), (burst, 2), (directories, 20), (roots, 10), (saves, 5)):
    for _ in range(times):
        number += 1
        way()
        write("values.json", {"number": number})
    print(way.__name__, flush=True)

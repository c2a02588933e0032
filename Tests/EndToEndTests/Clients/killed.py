# SPDX-License-Identifier: GPL-2.0-or-later
"""Kills processes that follow a bundle, and looks at what the daemon keeps of them.

Usage: killed.py SOCKET DAEMON BUNDLE COUNT ROUNDS, with the daemon's process. Prints, for each round, the consumers before
and after, and at the end the descriptors and KiB of memory that are in use more than after the first round.
"""
import os
import signal
import sys

from connection import Connection, Follower, patched

path, daemon, bundle, count, rounds = sys.argv[1], sys.argv[2], sys.argv[3], int(sys.argv[4]), int(sys.argv[5])


def descriptors():
    return len(os.listdir("/proc/%s/fd" % daemon))


def memory():
    with open("/proc/%s/status" % daemon) as status:
        return next(int(line.split()[1]) for line in status if line.startswith("VmRSS"))


def costs():
    """Descriptors and memory, once the daemon has answered a newcomer: it knows by then of all that closed before."""
    connection = Connection(path)
    connection.call("Status")
    answer = descriptors(), memory()
    connection.close()
    return answer


def consumers():
    """As a newcomer sees it."""
    connection = Connection(path)
    answer = len(connection.call("ListConsumers")["consumers"])
    connection.close()
    return answer


def child(ready):
    follower = Follower(path, patched)
    os.write(ready, b".")
    # Every third client reads its messages, the others never do.
    while os.getpid() % 3 == 0:
        follower.take()
    signal.pause()


before = None
for number in range(rounds):
    reading, writing = os.pipe()
    children = []
    for _ in range(count):
        process = os.fork()
        if process == 0:
            try:
                child(writing)
            finally:
                os._exit(1)
        children.append(process)
    os.close(writing)
    ready = b""
    while len(ready) < count:
        more = os.read(reading, count)
        assert more, "a consumer could not register"
        ready += more
    os.close(reading)
    seen = consumers()
    for index, process in enumerate(children):
        if index % 100 == 0:
            with open(bundle + "/palette.json", "w") as output:
                output.write('{ "ink": "#%06x" }' % (number * 1000 + index))
        os.kill(process, signal.SIGKILL)
    for process in children:
        os.waitpid(process, 0)
    print(seen, consumers(), flush=True)
    if before is None:
        before = costs()
after = costs()
print(after[0] - before[0], after[1] - before[1], flush=True)

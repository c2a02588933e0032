# SPDX-License-Identifier: GPL-2.0-or-later
"""Plays systemd, which holds the socket while one daemon takes the place of another, under load.

Usage: restarts.py FOLDER DAEMON ROUNDS. A daemon is ended by SIGTERM or killed, by turns, in the middle of edits and of clients
that connect. Prints a line for each round, and how many clients connected.
"""
import atexit
import os
import signal
import socket
import sys
import threading

from connection import Connection, Follower, Lost, patched

folder, daemon, rounds = sys.argv[1], sys.argv[2], int(sys.argv[3])
path = folder + "/s"
listener = socket.socket(socket.AF_UNIX)
listener.bind(path)
listener.listen(4096)


running = set()


def start():
    child = os.fork()
    if child == 0:
        os.dup2(listener.fileno(), 100)
        os.dup2(100, 3)
        os.closerange(4, 200)
        os.environ.update(LISTEN_PID=str(os.getpid()), LISTEN_FDS="1", LISTEN_FDNAMES="varlink")
        os.execv(daemon, [daemon, "--state-dir", folder + "/state", "--log-level", "error", folder + "/bundle"])
    running.add(child)
    return child


def ended(child):
    running.discard(child)
    return os.waitpid(child, 0)[1]


@atexit.register
def leave_nothing():
    for child in running:
        os.kill(child, signal.SIGKILL)


saves = 0


def edit():
    global saves
    saves += 1
    with open(folder + "/bundle/palette.json", "w") as output:
        output.write('{ "ink": %d }' % saves)


def storm(over):
    while not over.is_set():
        edit()


connected = 0
refused = []


def newcomers(over):
    """Connecting never fails; a call may find that the daemon ends."""
    global connected
    newest = 0
    while not over.is_set():
        try:
            client = Connection(path)
        except OSError as error:
            return refused.append(error)
        connected += 1
        try:
            generation = client.call("Resolve")["snapshot"]["generation"]
            if generation < newest:
                refused.append("generation %d after %d" % (generation, newest))
            newest = generation
        except Lost:
            pass
        client.close()


everything_over = threading.Event()
crowd = threading.Thread(target=newcomers, args=(everything_over,), daemon=True)
crowd.start()
last = None
for number in range(rounds):
    child = start()
    resumed = Follower(path, patched, state=last)
    asking = Connection(path)
    if last:
        assert resumed.generation >= last.generation, "generations never go back"
        if ending == "quiet":
            # The same bundle after a clean end is the same generation, without a message.
            assert resumed.event == "delta" and resumed.generation == last.generation, resumed.event
        else:
            assert resumed.event == "snapshot" and resumed.generation > last.generation, resumed.event
    for _ in range(10):
        edit()
        asking.call("Sync")
        while resumed.content["constants"]["ink"] != saves:
            resumed.take()
    ending = ["quiet", "end", "kill"][number % 3]
    over = threading.Event()
    busy = threading.Thread(target=storm, args=(over,), daemon=True)
    if ending != "quiet":
        busy.start()
        for _ in range(5):
            resumed.take()
    os.kill(child, signal.SIGKILL if ending == "kill" else signal.SIGTERM)
    reason = None
    try:
        while reason is None:
            reason = resumed.take().get("reason")
    except Lost:
        reason = "lost"
    status = ended(child)
    over.set()
    if busy.is_alive():
        busy.join()
    if ending == "kill":
        assert status == signal.SIGKILL and reason == "lost", (status, reason)
    else:
        assert status == 0 and reason == "the daemon was asked to end", (status, reason)
    if ending == "end":
        edit()
    last = resumed
    print(ending, flush=True)
child = start()
Connection(path).call("Status")
everything_over.set()
crowd.join()
os.kill(child, signal.SIGTERM)
assert ended(child) == 0
assert not refused, refused
print("connected" if connected > 3 * rounds else connected, flush=True)

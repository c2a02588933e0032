# SPDX-License-Identifier: GPL-2.0-or-later
"""The rights of users of several kinds; to be run as root.

Usage: rights.py FOLDER DAEMON. The daemon belongs to a user of its own and lets a group change things.
"""
import json
import os
import re
import sys

import users
from connection import Connection, Follower, Refused, patched
from users import as_user, expect

folder, program = sys.argv[1], sys.argv[2]
path = folder + "/run/s"
OWNER, MEMBER, STRANGER, OTHER = 65533, 65532, 65531, 65530
GROUP = 1  # `daemon`, on every Debian

READING = {
    "Register": {}, "Resolve": {}, "Compose": {"element": {}}, "Explain": {"path": "constants/ink"}, "Check": {},
    "Sync": {}, "Status": {}, "ListBundles": {}, "ListConsumers": {}, "ListModifications": {},
    "ListReferences": {}, "ListOverlays": {}, "ListGenerations": {}, "ListUses": {"path": "constants/ink"}, "Diff": {"from": 1, "to": 1}, "ListFiles": {},
}
CHANGING = {
    "ModifyConstant": {"name": "ink", "value": {"value": "#010101"}}, "ModifyStyle": {"style": "RBButton", "keyPath": "x"},
    "SetStyleInheritance": {"style": "RBButton"}, "ResetModifications": {}, "Forget": {}, "UseThemes": {"themes": []},
    "SynchronizeModifications": {}, "Reload": {}, "AddBundle": {"path": folder + "/none"},
    "RemoveBundle": {"name": "none"}, "SetOverlay": {"file": "palette.json", "text": "{}"},
    "ListChangedFiles": {"generation": 1}, "ReadFile": {"generation": 1, "file": "palette.json"},
}
# DropOverlay of other users: strangers.py.
OWN = {"Deregister", "SetContext", "DropOverlay"}


def outcome(method, parameters):
    """`fine`, or the name of the error. What is refused for another reason was let in."""
    connection = Connection(path)
    try:
        connection.send(method, parameters, more=method == "Register")
        connection.receive()
        return "fine"
    except Refused as refusal:
        return refusal.name
    finally:
        connection.close()


def outcomes(methods):
    return lambda: sorted({outcome(method, parameters) for method, parameters in methods.items()})


def start():
    """A daemon of the owner; returns when it listens."""
    arguments = ["--config", folder + "/livery.json", "--socket", path, "--state-dir", folder + "/state"]
    return users.start(program, arguments, user=OWNER, group=OWNER, extra_groups=[GROUP])


# Where the daemon makes the socket, members of the group can connect.
os.makedirs(folder + "/run")
os.chmod(folder, 0o755)
os.chown(folder + "/run", OWNER, OWNER)
os.chmod(folder + "/run", 0o755)
os.makedirs(folder + "/state")
os.chown(folder + "/state", OWNER, OWNER)
with open(folder + "/livery.json", "w") as file:
    json.dump({"bundles": {"bundle": {"path": "bundle"}}, "group": "daemon"}, file)
daemon = start()
status = os.stat(path)
expect((status.st_mode & 0o777, status.st_uid, status.st_gid), (0o660, OWNER, GROUP), "the socket")

description = Connection(path).call("org.varlink.service.GetInterfaceDescription", interface="io.livery.Theme")
methods = set(re.findall(r"^method (\w+)", description["description"], re.M))
expect(methods, set(READING) | set(CHANGING) | OWN, "every method is of one kind or another")

expect(as_user(STRANGER, [], outcomes({"Status": {}})), "PermissionError: [Errno 13] Permission denied", "a stranger")
for user, groups, what in [(OWNER, [], "the daemon's own user"), (0, [], "root"), (MEMBER, [GROUP], "the group")]:
    expect(as_user(user, groups, outcomes(READING)), ["fine"], what + " reads")
    allowed = ["BundleNotFound", "BundleUnreadable", "fine"]
    expect(as_user(user, groups, outcomes(CHANGING)), allowed, what + " changes")

# An administrator lets everybody connect: all can read, and change nothing.
os.chmod(path, 0o666)
expect(as_user(STRANGER, [], outcomes(READING)), ["fine"], "a stranger reads")
expect(as_user(STRANGER, [], outcomes(CHANGING)), ["PermissionDenied"], "a stranger changes")


def about(consumer):
    return outcomes({
        "SetContext": {"consumer": consumer, "context": {"device": "pad"}}, "Deregister": {"consumer": consumer},
    })


def own():
    follower = Follower(path, patched)
    answer = [outcome("SetContext", {"consumer": follower.consumer, "context": {"device": "pad"}})]
    answer.append(outcome("Deregister", {"consumer": follower.consumer}))
    events = [follower.take()["event"], follower.take()["event"]]
    return answer + events


expect(as_user(STRANGER, [], own), ["fine", "fine", "delta", "end"], "one's own consumer")
consumer = Follower(path, patched)
for user, groups in [(STRANGER, []), (MEMBER, [GROUP]), (OWNER, [GROUP])]:
    expect(as_user(user, groups, about(consumer.consumer)), ["PermissionDenied"], "a consumer of root")

reading, writing = os.pipe()
child = os.fork()
if child == 0:
    os.setgroups([])
    os.setresuid(OTHER, OTHER, OTHER)
    follower = Follower(path, patched)
    os.write(writing, follower.consumer.encode())
    os._exit(0 if [follower.take()["event"], follower.take()["event"]] == ["delta", "end"] else 1)
theirs = os.read(reading, 100).decode()
expect(as_user(STRANGER, [], about(theirs)), ["PermissionDenied"], "a consumer of another user")
expect(as_user(0, [], about(theirs)), ["fine"], "root ends whomever")
expect(os.waitpid(child, 0)[1], 0, "the client of the deregistered consumer")
daemon.terminate()
expect(daemon.wait(), 0, "the daemon")

# Without a group the socket is the user's alone.
with open(folder + "/livery.json", "w") as file:
    json.dump({"bundles": {"bundle": {"path": "bundle"}}}, file)
daemon = start()
expect(os.stat(path).st_mode & 0o777, 0o600, "the socket without a group")
expect(as_user(MEMBER, [GROUP], outcomes({"Status": {}})), "PermissionError: [Errno 13] Permission denied", "a member")
os.chmod(path, 0o666)
expect(as_user(MEMBER, [GROUP], outcomes(CHANGING)), ["PermissionDenied"], "a group that nobody named")
daemon.terminate()
expect(daemon.wait(), 0, "the daemon")
print("as promised")

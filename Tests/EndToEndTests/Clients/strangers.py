# SPDX-License-Identifier: GPL-2.0-or-later
"""A user without the right to read a bundle cannot tell it from a missing bundle, and one user leaves contexts to others; to be run as
root.

Usage: strangers.py FOLDER DAEMON.
"""
import json
import os
import sys

from connection import Connection, Follower, Lost, Refused, patched
from users import as_user, expect, start

folder, program = sys.argv[1], sys.argv[2]
path = folder + "/run/s"
READER, STRANGER, OTHER = 2, 65531, 65530  # `bin`, on every Debian

os.chmod(folder, 0o755)
with open(folder + "/livery.json", "w") as file:
    json.dump({
        "bundles": {"open": {"path": "open"}, "secret": {"path": "secret", "read": {"users": ["bin"]}}},
        "limits": {"contexts": 8},
    }, file)
daemon = start(program, ["--config", folder + "/livery.json", "--socket", path, "--state-dir", folder + "/state"])
os.chmod(folder + "/run", 0o755)
os.chmod(path, 0o666)


def answer(method, **parameters):
    """All of an answer; of an error its name and members, in which the names that were asked for are made one."""
    connection = Connection(path)
    try:
        connection.send(method, parameters, more=method == "Register")
        return connection.receive()
    except Refused as refusal:
        asked = [parameters.get("bundle"), parameters.get("consumer"), parameters.get("name")]
        members = {key: "asked" if value in asked else value for key, value in refusal.parameters.items()}
        return [refusal.name, members]
    finally:
        connection.close()


WITH_BUNDLE = {
    "Register": {}, "Resolve": {}, "Compose": {"element": {}}, "Explain": {"path": "constants/good"}, "Check": {},
    "Sync": {}, "ListModifications": {}, "UseThemes": {"themes": []}, "ModifyConstant": {"name": "good"},
    "ModifyStyle": {"style": "s", "keyPath": "x"}, "SetStyleInheritance": {"style": "s"}, "ResetModifications": {},
    "SynchronizeModifications": {}, "Forget": {}, "ListReferences": {}, "ListOverlays": {}, "ListFiles": {},
    "SetOverlay": {"file": "values.json", "text": "{}"}, "ListGenerations": {}, "ListUses": {"path": "constants/good"}, "Diff": {"from": 1, "to": 1},
    "ListChangedFiles": {"generation": 1}, "ReadFile": {"generation": 1, "file": "values.json"},
}


def about(bundle, consumer):
    """What is answered about a bundle and a consumer of it."""
    answers = {method: answer(method, bundle=bundle, **others) for method, others in WITH_BUNDLE.items()}
    answers["RemoveBundle"] = answer("RemoveBundle", name=bundle)
    answers["Deregister"] = answer("Deregister", consumer=consumer)
    answers["SetContext"] = answer("SetContext", consumer=consumer, context={"device": "pad"})
    return answers


def lists():
    status = answer("Status")
    del status["uptime"]
    return [answer("ListBundles"), answer("ListConsumers"), status, answer("Resolve")["snapshot"]["bundle"]]


def reader():
    follower = Follower(path, patched, {"bundle": "secret"})
    return answer("Resolve", bundle="secret")["snapshot"]["bundle"], follower.event


before = as_user(STRANGER, [], lists)
expect((before[0]["bundles"][0]["name"], len(before[0]["bundles"]), before[3]), ("open", 1, "open"), "the bundles")
expect(before[2]["consumers"], 0, "no consumers")
expect(as_user(READER, [], reader), ["secret", "snapshot"], "a reader")

# A save in the bundle that the stranger may not read.
consumer = Follower(path, patched, {"bundle": "secret"})
os.makedirs(folder + "/secret/more")
with open(folder + "/secret/values.json", "w") as file:
    file.write('{ "text": "b" }')
Connection(path).call("Sync", bundle="secret")
expect(consumer.take()["event"], "delta", "an edit")
expect(as_user(STRANGER, [], lists), before, "what a stranger sees")
seen = Connection(path).call("Status")
assert seen["consumers"] == 1 and seen["watches"] > before[2]["watches"], seen
assert seen["counters"]["deltasSent"] > before[2]["counters"]["deltasSent"], seen

# Unsaved texts: a stranger sets none, removes none, and sends no long message.
editor = Connection(path)
editor.call("SetOverlay", bundle="secret", file="values.json", text='{ "text": "c" }')
editor.call("SetOverlay", bundle="open", file="values.json", text='{ "text": "d" }')
expect(consumer.take()["delta"]["unsaved"], True, "an unsaved text")
expect(as_user(STRANGER, [], lambda: answer("DropOverlay", overlay="o1"))[0], "InvalidParameter", "a text that is hidden")
expect(as_user(STRANGER, [], lambda: answer("DropOverlay", overlay="o9"))[0], "InvalidParameter", "a text that is none")
expect(as_user(STRANGER, [], lambda: answer("DropOverlay", overlay="o2"))[0], "PermissionDenied", "a text of another user")
laid = as_user(STRANGER, [], lambda: answer("SetOverlay", bundle="open", file="values.json", text="{}"))
expect(laid[0], "PermissionDenied", "a text of a user who may only read the bundle")


def long_message():
    connection = Connection(path)
    try:
        connection.send("SetOverlay", {"bundle": "open", "file": "values.json", "text": " " * (2 << 20)})
        return connection.receive()
    except (Lost, BrokenPipeError):
        return "the connection has ended"
    finally:
        connection.close()


expect(as_user(STRANGER, [], long_message), "the connection has ended", "a long message of a stranger")
expect("generation" in long_message(), True, "a long message of a user who may change the bundle")
editor.close()
expect("unsaved" in consumer.take()["delta"], False, "the end of the unsaved text")

found = as_user(STRANGER, [], lambda: about("secret", consumer.consumer))
missing = as_user(STRANGER, [], lambda: about("nothing", "c999"))
expect(found, missing, "a bundle that may not be read, and one that is none")
expect(found["Resolve"], ["BundleNotFound", {"bundle": "asked"}], "Resolve")
expect(found["Deregister"], ["NoSuchConsumer", {"consumer": "asked"}], "Deregister")
theirs = Follower(path, patched, {"bundle": "open"})
refused = as_user(STRANGER, [], lambda: answer("Deregister", consumer=theirs.consumer))
expect(refused[0], "PermissionDenied", "a consumer that the stranger may see")


def contexts(languages):
    """What becomes of consumers in these contexts."""
    followers, outcomes = [], []
    for language in languages:
        try:
            followers.append(Follower(path, patched, {"bundle": "open", "context": {"language": language}}))
            outcomes.append("fine")
        except Refused as refusal:
            outcomes.append(refusal.parameters["limit"])
    return outcomes


reading, writing = os.pipe()
going, stay = os.pipe()
child = os.fork()
if child == 0:
    os.setgroups([])
    os.setresuid(STRANGER, STRANGER, STRANGER)
    kept = [Follower(path, patched, {"bundle": "open", "context": {"language": language}}) for language in "ab"]
    outcomes = contexts("c")
    os.write(writing, json.dumps(outcomes).encode())
    os.read(going, 1)
    os._exit(0)
expect(json.loads(os.read(reading, 100)), ["contextsPerUser"], "a third context of one user")
expect(as_user(OTHER, [], lambda: contexts("cd")), ["fine", "fine"], "two of another")
os.write(stay, b"x")
expect(os.waitpid(child, 0)[1], 0, "the stranger")
daemon.terminate()
expect(daemon.wait(), 0, "the daemon")
print("as promised")

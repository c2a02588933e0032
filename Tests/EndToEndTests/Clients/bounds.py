# SPDX-License-Identifier: GPL-2.0-or-later
"""What a caller asks for is bounded, and nobody else notices: each bound is gone past, as any program can.

Usage: bounds.py FOLDER DAEMON.
"""
import json
import sys

from connection import Connection, Follower, Lost, Refused, patched
from users import expect, start

folder, program = sys.argv[1], sys.argv[2]
path = folder + "/s"
with open(folder + "/livery.json", "w") as file:
    json.dump({"bundles": {"open": {"path": "open"}}, "limits": {"contexts": 12, "stalled": 2}}, file)
arguments = ["--config", folder + "/livery.json", "--socket", path, "--state-dir", folder + "/state"]
daemon = start(program, arguments)
witness = Follower(path, patched)


def consumers():
    asking = Connection(path)
    try:
        return len(asking.call("ListConsumers")["consumers"])
    finally:
        asking.close()


def outcome(method, **parameters):
    """`fine`, or the limit that is named. The daemon has forgotten the caller then."""
    before = consumers()
    connection = Connection(path)
    try:
        connection.send(method, parameters, more=method == "Register")
        connection.receive()
        return "fine"
    except Refused as refusal:
        expect(refusal.name, "LimitExceeded", method)
        return refusal.parameters["limit"]
    finally:
        connection.close()
        while consumers() > before:
            pass


def ended(connection):
    """Waits for the end of a connection that is answered nothing."""
    try:
        expect(connection.receive(), None, "an answer")
    except Lost:
        connection.close()


for method in ["Register", "Resolve"]:
    for select, expected in [
        (["**/" * 60 + "nothing"], "fine"), (["**/*/" * 60 + "nothing"], "fine"), (["**/" * 80_000 + "x"], "patternSegments"),
        (["a/" * 128 + "a"], "patternSegments"), (["constants/%d" % number for number in range(1024)], "fine"),
        (["constants/%d" % number for number in range(1025)], "patterns"),
    ]:
        expect(outcome(method, select=select), expected, method)
    for context, expected in [
        ({"language": "x" * 256}, "fine"), ({"language": "x" * 1_000_000}, "contextText"),
        ({"version": "1" * 257}, "contextText"), ({"themes": ["x" * 257]}, "contextText"),
        ({"themes": ["x"] * 64}, "fine"), ({"themes": ["x"] * 65}, "contextThemes"),
        ({"modifiers": {"x" * 256: "y" * 256}}, "fine"), ({"modifiers": {"x" * 257: "y"}}, "contextText"),
        ({"modifiers": {"x": "y" * 257}}, "contextText"), ({"modifiers": {str(n): "x" for n in range(64)}}, "fine"),
        ({"modifiers": {str(n): "x" for n in range(65)}}, "contextModifiers"),
    ]:
        expect(outcome(method, context=context), expected, method)

# The witness is in one of the contexts that this user may hold.
held = [Follower(path, patched, {"context": {"language": language}}) for language in "ab"]
expect(outcome("Register", context={"language": "c"}), "contextsPerUser", "a fourth context")
expect(outcome("Register", context={"language": "a"}), "fine", "a context that is held already")
expect(outcome("Resolve", context={"language": "c"}), "fine", "a question")
for follower in held:
    follower.close()

# An unfinished message, and many of them. The connection above the limit ends at once, the others in time.
half = Connection(path)
half.socket.sendall(b'{"method":')
ended(half)
many = [Connection(path) for _ in range(17)]
for connection in many:
    try:
        connection.socket.sendall(b" " * 1_000_000)
    except OSError:
        pass
for connection in many:
    ended(connection)
expect(outcome("Status"), "fine", "a call after that")

# The witness noticed nothing.
Connection(path).call("ModifyConstant", name="good", value={"value": 2})
expect(witness.take()["delta"]["patch"][0]["path"], "/constants/good", "what the witness is sent")
daemon.terminate()
expect(daemon.wait(), 0, "the daemon")

# A file with more findings than a list has entries.
daemon = start(program, arguments)
witness = Follower(path, patched, {"select": ["constants/good"]})
with open(folder + "/open/values.json", "w") as file:
    file.write("{" + '"a": 1,\n' * 60_000 + '"b": 2}')
Connection(path).call("Sync")
news = witness.take()
lists = [news["diagnostics"], Connection(path).call("Check")["diagnostics"]]
lists.append(Connection(path).call("Resolve", select=["constants/good"])["snapshot"]["diagnostics"])
comer = Connection(path)
comer.send("Register", {"select": ["constants/good"]}, more=True)
lists.append(comer.receive()["diagnostics"])
for diagnostics in lists:
    expect(len(diagnostics), 1000, "entries")
    expect((diagnostics[-1]["code"], diagnostics[-1]["severity"]), ("LV0014", "info"), "the last entry")
    assert diagnostics[-1]["message"].endswith("more findings are not listed"), diagnostics[-1]

daemon.terminate()
expect(daemon.wait(), 0, "the daemon")
print("as promised")

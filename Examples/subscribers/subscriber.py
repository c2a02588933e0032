# SPDX-License-Identifier: MIT
"""Prints every value of a bundle that changes, old and new: subscriber.py SOCKET [BUNDLE]. Needs `pip install varlink`."""
import sys

import varlink


def follow(socket, bundle):
    """Returns why the daemon ends the stream."""
    with varlink.Client("unix:" + socket) as client, client.open("io.livery.Theme") as livery:
        for event in livery.Register(name="subscriber.py", bundle=bundle, _more=True):
            if event["event"] == "snapshot":
                state = event["snapshot"]
                print("following", state["bundle"], flush=True)
            elif event["event"] == "delta":
                for change in event["delta"]["patch"]:
                    apply(change, state)
            elif event["event"] == "end":
                return event["reason"]


def apply(change, state):
    """One operation of a JSON Patch (RFC 6902). Only members of objects are added, removed and replaced."""
    *parents, key = [part.replace("~1", "/").replace("~0", "~") for part in change["path"].split("/")[1:]]
    holder = state
    for parent in parents:
        holder = holder[parent]
    old = holder.pop(key, None)
    if change["op"] != "remove":
        holder[key] = change["value"]
    print(change["path"], old, "->", change.get("value"), flush=True)


if len(sys.argv) not in (2, 3):
    sys.exit("usage: subscriber.py SOCKET [BUNDLE]")
try:
    reason = follow(sys.argv[1], sys.argv[2] if len(sys.argv) > 2 else None)
    print("the end:", reason, file=sys.stderr)
except varlink.VarlinkError as error:
    sys.exit(f"subscriber.py: the daemon refuses: {error.error()} {error.parameters() or ''}")
except (OSError, EOFError) as error:
    sys.exit(f"subscriber.py: no connection to the daemon at {sys.argv[1]}: {error}")
except KeyboardInterrupt:
    pass

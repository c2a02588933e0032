# SPDX-License-Identifier: MIT
"""Prints every value of a bundle that changes, old and new: subscriber.py SOCKET. Needs `pip install varlink`."""
import sys

import varlink

with varlink.Client("unix:" + sys.argv[1]) as client, client.open("io.livery.Theme") as livery:
    for event in livery.Register(name="subscriber.py", _more=True):
        if event["event"] == "snapshot":
            state = event["snapshot"]
            print("following", state["bundle"], flush=True)
        elif event["event"] == "delta":
            # A JSON Patch (RFC 6902). Only members of objects are added, removed and replaced.
            for change in event["delta"]["patch"]:
                *parents, key = [part.replace("~1", "/").replace("~0", "~") for part in change["path"].split("/")[1:]]
                holder = state
                for parent in parents:
                    holder = holder[parent]
                old = holder.pop(key, None)
                if change["op"] != "remove":
                    holder[key] = change["value"]
                print(change["path"], old, "->", change.get("value"), flush=True)

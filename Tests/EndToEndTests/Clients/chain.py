# SPDX-License-Identifier: GPL-2.0-or-later
"""Edits a bundle at random and holds what consumers make of the deltas, with the PyPI package `jsonpatch`, against what
the daemon says.

Usage: chain.py SOCKET BUNDLE SEED ROUNDS. Prints the number of deltas that were applied.
"""
import json
import random
import sys

import jsonpatch
from connection import Connection, Follower

path, bundle, seed, rounds = sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4])
dice = random.Random(seed)
names = ["ink", "paper", "a~b", "c/d", "Button", "Label", "deep"]


def value(depth=0):
    kind = dice.randrange(8 if depth < 2 else 5)
    if kind == 0:
        return "ref://" + dice.choice(names[:2])
    if kind == 1:
        return dice.choice(["#102030", "rgba(1, 2, 3, 0.5)", "plain", "", None])
    if kind < 5:
        return dice.choice([0, 1, -2.5, True, [1, "a"], 1e3])
    keys = ["x", "x_iPad", "highlighted", "y/z", "t~u"] + (["inherits"] if depth == 0 else [])
    chosen = dice.sample(keys, dice.randrange(4))
    return {key: "ref://Button" if key == "inherits" else value(depth + 1) for key in chosen}


def edit():
    """Saves, or lays an unsaved text over the file, or takes it back."""
    for file in dice.sample(["one.json", "two.json"], dice.choice([1, 1, 2])):
        text = json.dumps({name: value() for name in dice.sample(names, dice.randrange(len(names)))})
        # Now and then a text is invalid JSON, and the last good state is served.
        text = text[:-1] if dice.randrange(8) == 0 else text
        way = dice.randrange(4)
        if way == 0:
            editor.call("SetOverlay", file=file, text=text)
        elif way == 1:
            editor.call("SetOverlay", file=file)
        else:
            with open(bundle + "/" + file, "w") as output:
                output.write(text)


asking = Connection(path)
editor = Connection(path)
wanted = [
    {},
    {"context": {"device": "pad"}},
    {"select": ["styles/**"]},
    {"select": ["constants/c~1d", "styles/*/x"], "context": {"device": "phone"}},
]
followers = [Follower(path, jsonpatch.apply_patch, parameters) for parameters in wanted]
for follower in followers:
    # A message that does not come within this time is a failure.
    follower.socket.settimeout(10)
contents = {}
deltas = 0
for number in range(rounds):
    edit()
    if dice.randrange(3) == 0:
        continue
    asking.call("Sync")
    for follower, parameters in zip(followers, wanted):
        now = asking.call("Resolve", **parameters)["snapshot"]
        content = {key: now[key] for key in ("constants", "styles")}
        while follower.content != content:
            deltas += follower.take()["event"] == "delta"
            if "select" not in parameters:
                # The same digest means the same content, on any way to it.
                assert contents.setdefault(follower.digest, follower.content) == follower.content, (number, seed)
        if "select" not in parameters:
            assert contents.setdefault(now["digest"], content) == content, (number, seed)
print(deltas)

# SPDX-License-Identifier: GPL-2.0-or-later
"""Reads what mirrors serve, and compares each file with the list of its release."""
import hashlib
import json
import os
import threading


def fault(directory):
    """What is wrong with the release that `current` leads to; None for a whole one."""
    link = directory + "/current"
    try:
        target = os.readlink(link)
    except FileNotFoundError:
        return None
    # The release stays for a minute after the next one: everything is read by its own name.
    root = os.path.join(directory, target)
    with open(root + ".json") as file:
        release = json.load(file)
    expected = {entry["path"]: (entry["size"], entry["sha256"]) for entry in release["files"]}
    found = {}
    for folder, _, names in os.walk(root):
        for name in names:
            path = os.path.join(folder, name)
            with open(path, "rb") as file:
                data = file.read()
            found[os.path.relpath(path, root)] = (len(data), hashlib.sha256(data).hexdigest())
    if found != expected:
        return f"{target}: {sorted(set(found.items()) ^ set(expected.items()))[:4]}"
    text = "".join(release["manifest"]["list"])
    if not os.path.basename(target).endswith(hashlib.sha256(text.encode()).hexdigest()[:12]):
        return f"{target}: the name is not that of its list"
    return None


class Checker(threading.Thread):
    """Checks directories again and again, until it is stopped. With `with`: it has found nothing then."""

    def __init__(self, directories):
        super().__init__(daemon=True)
        self.directories, self.faults, self.looks, self.is_over = directories, [], 0, threading.Event()
        self.start()

    def run(self):
        # The pause leaves time for the programs.
        while not self.is_over.wait(0.002):
            for directory in self.directories:
                try:
                    found = fault(directory)
                except (OSError, ValueError) as error:
                    found = repr(error)
                if found:
                    self.faults.append(found)
                self.looks += 1

    def __enter__(self):
        return self

    def __exit__(self, kind, *_):
        self.is_over.set()
        self.join()
        if kind is None:
            assert not self.faults, self.faults[:3]
            assert self.looks > 0


def current(directory):
    """The manifest of the release that is served; None without one."""
    try:
        with open(os.path.join(directory, os.readlink(directory + "/current") + ".json")) as file:
            return json.load(file)["manifest"]
    except FileNotFoundError:
        return None

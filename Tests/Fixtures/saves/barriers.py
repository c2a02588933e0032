# SPDX-License-Identifier: GPL-2.0-or-later
"""Writes to a bundle, calls Sync, and looks whether what was written is published: barriers.py SOCKET BUNDLE COUNT"""
import json
import os
import socket
import sys

path, bundle, count = sys.argv[1], sys.argv[2], int(sys.argv[3])
connection = socket.socket(socket.AF_UNIX)
connection.connect(path)
unread = b""


def call(method, **parameters):
    global unread
    message = {"method": "io.livery.Theme." + method, "parameters": parameters}
    connection.sendall(json.dumps(message).encode() + b"\0")
    while b"\0" not in unread:
        unread += connection.recv(1 << 16)
    reply, unread = unread.split(b"\0", 1)
    return json.loads(reply)["parameters"]


def in_place(name, text):
    with open(name, "w") as file:
        file.write(text)


def by_rename(name, text):
    in_place(name + "~", text)
    os.rename(name + "~", name)


def anew(name, text):
    os.remove(name)
    in_place(name, text)


missed = 0
theme = os.path.join(bundle, "theme.json")
for number in range(1, count + 1):
    save = (in_place, by_rename, anew)[number % 3]
    save(theme, '{ "number": %d }' % number)
    generation = call("Sync")["generation"]
    snapshot = call("Resolve")["snapshot"]
    if snapshot["generation"] != generation or snapshot["constants"].get("number") != number:
        missed += 1
print(f"{count} barriers, {missed} missed")

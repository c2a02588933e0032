# SPDX-License-Identifier: GPL-2.0-or-later
"""The protocol as far as the scripts beside this one need it."""
import json
import socket


class Refused(Exception):
    """The answer to a call is an error: `name` is the last part of its name, `parameters` are its members."""

    def __init__(self, message):
        super().__init__(message["error"])
        self.name = message["error"].rsplit(".", 1)[1]
        self.parameters = message.get("parameters", {})


class Lost(Exception):
    """The connection ended."""


class Connection:
    def __init__(self, path):
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.connect(path)
        self.received = b""

    def send(self, method, parameters, **flags):
        call = {"method": method if "." in method else "io.livery.Theme." + method, "parameters": parameters}
        try:
            self.socket.sendall(json.dumps(dict(call, **flags)).encode() + b"\0")
        except OSError:
            raise Lost from None

    def receive(self):
        while b"\0" not in self.received:
            try:
                more = self.socket.recv(1 << 20)
            except OSError:
                more = b""
            if not more:
                raise Lost
            self.received += more
        text, self.received = self.received.split(b"\0", 1)
        message = json.loads(text)
        if "error" in message:
            raise Refused(message)
        return message["parameters"]

    def call(self, method, **parameters):
        self.send(method, parameters)
        return self.receive()

    def close(self):
        self.socket.close()


class Follower(Connection):
    """A consumer that is strict about what it is sent; `patch` applies a JSON Patch."""

    def __init__(self, path, patch, parameters=None, state=None):
        super().__init__(path)
        self.patch, self.parameters = patch, dict(parameters or {})
        self.content, self.generation, self.digest = None, None, None
        if state:
            self.content, self.generation, self.digest = state.content, state.generation, state.digest
            self.parameters["since"] = {"generation": state.generation, "digest": state.digest}
        self.send("Register", self.parameters, more=True)
        self.event = self.take()["event"]

    def take(self):
        reply = self.receive()
        self.consumer = reply["consumer"]
        if reply["event"] == "snapshot":
            snapshot = reply["snapshot"]
            self.content = {key: snapshot[key] for key in ("constants", "styles")}
            self.generation, self.digest = snapshot["generation"], snapshot["digest"]
        elif reply["event"] == "delta":
            delta = reply["delta"]
            assert delta["from"] == self.generation, (delta["from"], self.generation)
            self.content = self.patch(self.content, delta["patch"])
            self.generation, self.digest = delta["to"], delta["digest"]
        return reply


def patched(content, patch):
    """JSON Patch as far as the daemon uses it: `add`, `remove` and `replace` in objects."""
    content = json.loads(json.dumps(content))
    for operation in patch:
        *way, last = [part.replace("~1", "/").replace("~0", "~") for part in operation["path"].split("/")[1:]]
        place = content
        for part in way:
            place = place[part]
        assert operation["op"] == "add" or last in place, operation
        if operation["op"] == "remove":
            del place[last]
        else:
            place[last] = operation["value"]
    return content

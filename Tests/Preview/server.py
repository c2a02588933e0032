# SPDX-License-Identifier: GPL-2.0-or-later
"""A running `livery preview` on a copy of a bundle, and requests to it."""

import http.client
import json
import os
import re
import shutil
import signal
import socket
import subprocess
import tempfile
import threading


class Preview:
    """`livery preview` in directories of its own. `files` are laid over the copy of the bundle. `prepare` is called with this
    object before the program starts."""

    def __init__(self, livery, bundle, files=None, options=(), prepare=None, errors=None):
        self.root = tempfile.mkdtemp(prefix="livery-preview-")
        os.chmod(self.root, 0o711)
        self.bundle = os.path.join(self.root, "theme")
        if bundle:
            shutil.copytree(bundle, self.bundle)
        else:
            os.mkdir(self.bundle)
        for name, text in (files or {}).items():
            self.write(name, text)
        self.environment = {name: value for name, value in os.environ.items() if not name.startswith(("LIVERY_", "XDG_"))}
        for name in ("XDG_RUNTIME_DIR", "XDG_STATE_HOME"):
            self.environment[name] = os.path.join(self.root, name)
            os.mkdir(self.environment[name], 0o700)
        self.livery = livery
        self.options = options
        self.errors = errors
        if prepare:
            prepare(self)
        self.start()

    def start(self):
        self.process = subprocess.Popen(
            [self.livery, "preview", self.bundle, *self.options], stdout=subprocess.PIPE, stderr=self.errors,
            env=self.environment, text=True)
        self.url = self.process.stdout.readline().strip()
        found = re.fullmatch(r"http://127\.0\.0\.1:(\d+)/([0-9a-f]{32})/", self.url)
        assert found, f"no address: {self.url!r}"
        self.port, self.token = int(found[1]), found[2]

    def stop(self, number=signal.SIGTERM):
        self.process.send_signal(number)
        self.process.stdout.read()
        self.process.stdout.close()
        if self.process.stderr:
            self.process.stderr.close()
        return self.process.wait(20)

    def remove(self):
        if self.process.poll() is None:
            self.stop()
        shutil.rmtree(self.root, ignore_errors=True)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.remove()

    def path(self, name):
        return os.path.join(self.bundle, name)

    def read(self, name):
        with open(self.path(name), encoding="utf-8") as file:
            return file.read()

    def write(self, name, text):
        temporary = self.path("." + name.replace("/", "_") + ".new")
        with open(temporary, "w", encoding="utf-8") as file:
            file.write(text)
        os.replace(temporary, self.path(name))

    def ask(self, name="", method="GET", token=None, body=None, path=None, **headers):
        """Status, headers and body of an answer."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=20)
        try:
            connection.putrequest(method, path or f"/{token or self.token}/{name}", skip_host=True)
            headers.setdefault("Host", f"127.0.0.1:{self.port}")
            for key, value in headers.items():
                if value is not None:
                    connection.putheader(key.replace("_", "-"), value)
            if body is not None:
                connection.putheader("Content-Length", str(len(body)))
            connection.endheaders(body)
            answer = connection.getresponse()
            stream = answer.getheader("Content-Type", "").startswith("text/event-stream")
            return answer.status, dict(answer.getheaders()), b"" if stream or method == "HEAD" else answer.read()
        finally:
            connection.close()

    def act(self, action, body, **headers):
        """Status and message of an action that the page itself asks for."""
        headers = {"Origin": f"http://127.0.0.1:{self.port}", "Sec_Fetch_Site": "same-origin",
                   "Content_Type": "application/json", **headers}
        data = body if isinstance(body, bytes) else json.dumps(body).encode()
        status, _, answer = self.ask(action, "POST", body=data, **headers)
        return status, json.loads(answer)["message"] if answer and answer[:1] == b"{" else ""

    def stream(self, **headers):
        """An open stream of events, as a file."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=20)
        connection.request("GET", f"/{self.token}/events", headers=headers)
        answer = connection.getresponse()
        return connection, answer


class Served:
    """A daemon that serves the bundle of a preview. With a relay between both, the preview gets the answers of streams after
    `release` alone."""

    def __init__(self, page, has_relay=False):
        program, self.path = os.path.join(page.root, "liveryd"), os.path.join(page.root, "daemon.sock")
        self.livery, self.environment = page.livery, page.environment
        os.symlink(os.path.abspath(page.livery), program)
        self.process = subprocess.Popen(
            [program, "--socket", self.path, "--state-dir", os.path.join(page.root, "state"), "--log-level", "error", page.bundle])
        while self.sync():
            assert self.process.poll() is None, "the daemon ended"
        self.released = threading.Event()
        relay = os.path.join(page.root, "relay.sock")
        if has_relay:
            self.listener = socket.socket(socket.AF_UNIX)
            self.listener.bind(relay)
            self.listener.listen()
            threading.Thread(target=self.accept, daemon=True).start()
        page.options = ("--socket", relay if has_relay else self.path)
        # The daemon keeps the states of a context that a program follows.
        self.follower = self.connect()
        self.follower.sendall(json.dumps({"method": "io.livery.Theme.Register", "more": True}).encode() + b"\0")
        self.follower.recv(1 << 16)

    def sync(self):
        return subprocess.run([self.livery, "sync", "--socket", self.path], capture_output=True, env=self.environment).returncode

    def connect(self):
        connection = socket.socket(socket.AF_UNIX)
        connection.connect(self.path)
        return connection

    def call(self, connection, method, **parameters):
        """Calls a method and waits for its answer. An error fails the test."""
        connection.sendall(json.dumps({"method": "io.livery.Theme." + method, "parameters": parameters}).encode() + b"\0")
        answer = b""
        while not answer.endswith(b"\0"):
            answer += connection.recv(1 << 16)
        assert b'"error"' not in answer, answer

    def accept(self):
        while True:
            client, daemon, is_stream = self.listener.accept()[0], self.connect(), threading.Event()
            threading.Thread(target=self.forward, args=(client, daemon, is_stream), daemon=True).start()
            threading.Thread(target=self.answer, args=(client, daemon, is_stream), daemon=True).start()

    def forward(self, client, daemon, is_stream):
        while data := client.recv(1 << 16):
            if b"io.livery.Theme.Register" in data:
                is_stream.set()
            daemon.sendall(data)
        daemon.shutdown(socket.SHUT_RDWR)

    def answer(self, client, daemon, is_stream):
        while data := daemon.recv(1 << 16):
            if is_stream.is_set():
                self.released.wait()
            client.sendall(data)
        daemon.close()

    def release(self):
        self.released.set()

    def stop(self):
        self.follower.close()
        self.process.kill()
        self.process.wait()

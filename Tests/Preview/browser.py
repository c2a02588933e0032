# SPDX-License-Identifier: GPL-2.0-or-later
"""Chromium without a window, driven by its debugging protocol over two pipes: no port, no package."""

import base64
import json
import os
import select
import shutil
import struct
import subprocess
import tempfile
import time
import zlib


class Browser:
    """A browser. Calls wait for their answer, at most `timeout` seconds."""

    def __init__(self, *options, timeout=30):
        self.timeout = timeout
        self.profile = tempfile.mkdtemp(prefix="livery-browser-")
        to_browser, self.output = os.pipe()
        self.input, from_browser = os.pipe()

        def place():
            os.dup2(to_browser, 200)
            os.dup2(from_browser, 201)
            os.dup2(200, 3)
            os.dup2(201, 4)

        # The sandbox needs rights that a container lacks. The program must not look at the network, nor ask the desktop.
        self.process = subprocess.Popen(
            ["chromium", "--headless=new", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--no-first-run",
             "--disable-background-networking", "--disable-component-update", "--disable-dev-shm-usage",
             f"--user-data-dir={self.profile}", "--remote-debugging-pipe", *options, "about:blank"],
            pass_fds=(3, 4), preexec_fn=place, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL)
        os.close(to_browser)
        os.close(from_browser)
        self.received = b""
        self.last = 0
        self.events = []

    def close(self):
        try:
            self.call("Browser.close")
        except (OSError, TimeoutError, RuntimeError):
            pass
        os.close(self.output)
        os.close(self.input)
        try:
            self.process.wait(10)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        shutil.rmtree(self.profile, ignore_errors=True)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def call(self, method, parameters=None, session=None):
        self.last += 1
        number = self.last
        message = {"id": number, "method": method, "params": parameters or {}}
        if session:
            message["sessionId"] = session
        data = json.dumps(message).encode() + b"\0"
        while data:
            data = data[os.write(self.output, data):]
        end = time.monotonic() + self.timeout
        while True:
            answer = self._message(end)
            if answer.get("id") == number:
                if "error" in answer:
                    raise RuntimeError(f"{method}: {answer['error']['message']}")
                return answer["result"]
            self.events.append(answer)

    def _message(self, end):
        while b"\0" not in self.received:
            if not select.select([self.input], [], [], max(0, end - time.monotonic()))[0]:
                raise TimeoutError("the browser does not answer")
            chunk = os.read(self.input, 1 << 20)
            if not chunk:
                raise RuntimeError("the browser has ended")
            self.received += chunk
        message, self.received = self.received.split(b"\0", 1)
        return json.loads(message)

    def page(self, url, width=1280, height=900, media=()):
        return Page(self, url, width, height, media)


class Page:
    """A tab."""

    def __init__(self, browser, url, width, height, media):
        self.browser = browser
        self.target = browser.call("Target.createTarget", {"url": "about:blank"})["targetId"]
        self.session = browser.call("Target.attachToTarget", {"targetId": self.target, "flatten": True})["sessionId"]
        self.call("Page.enable")
        self.call("Runtime.enable")
        self.call("Log.enable")
        self.call("Emulation.setDeviceMetricsOverride",
                  {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": False})
        self.call("Emulation.setEmulatedMedia", {"features": [{"name": name, "value": value} for name, value in media]})
        self.call("Page.navigate", {"url": url})

    def call(self, method, parameters=None):
        return self.browser.call(method, parameters, self.session)

    def evaluate(self, expression):
        """The value of an expression of JavaScript; a promise is waited for."""
        answer = self.call("Runtime.evaluate", {"expression": expression, "returnByValue": True, "awaitPromise": True})
        if "exceptionDetails" in answer:
            details = answer["exceptionDetails"]
            raise RuntimeError(details.get("exception", {}).get("description", details["text"]))
        return answer["result"].get("value")

    def wait(self, condition, seconds=20):
        """Waits until an expression is true: the page looks at each of its frames, and after each task."""
        return self.evaluate(f"""new Promise((resolve, reject) => {{
            const end = performance.now() + {seconds * 1000};
            const look = () => {{
                let found; try {{ found = ({condition}); }} catch {{ found = false; }}
                if (found) resolve(found);
                else if (performance.now() > end) reject(new Error('not seen in time: ' + {json.dumps(condition)}));
                else setTimeout(look, 4);
            }};
            look();
        }})""")

    def pixels(self):
        """The picture of the window."""
        data = base64.b64decode(self.call("Page.captureScreenshot", {"format": "png"})["data"])
        return Picture(data)

    def save(self, path):
        with open(path, "wb") as file:
            file.write(base64.b64decode(self.call("Page.captureScreenshot", {"format": "png"})["data"]))

    def messages(self):
        """What the page and the browser complained of."""
        self.evaluate("0")
        found = []
        for event in self.browser.events:
            if event.get("sessionId") != self.session:
                continue
            if event["method"] == "Log.entryAdded":
                found.append(event["params"]["entry"]["text"])
            if event["method"] == "Runtime.exceptionThrown":
                details = event["params"]["exceptionDetails"]
                found.append(details.get("exception", {}).get("description", details["text"]))
            if event["method"] == "Runtime.consoleAPICalled" and event["params"]["type"] == "error":
                found.append("console.error")
        return found

    def close(self):
        self.browser.call("Target.closeTarget", {"targetId": self.target})


class Picture:
    """A PNG of 8 bits with three or four channels, as the browser makes it (RFC 2083)."""

    def __init__(self, data):
        place = 8
        body = b""
        while place < len(data):
            length, kind = struct.unpack_from(">I4s", data, place)
            content = data[place + 8:place + 8 + length]
            if kind == b"IHDR":
                self.width, self.height, depth, color = struct.unpack_from(">IIBB", content)
                assert depth == 8 and color in (2, 6)
                self.channels = 3 if color == 2 else 4
            elif kind == b"IDAT":
                body += content
            place += 12 + length
        self._unfilter(zlib.decompress(body))

    def _unfilter(self, raw):
        size = self.width * self.channels
        step = self.channels
        self.rows = []
        above = bytearray(size)
        for y in range(self.height):
            kind = raw[y * (size + 1)]
            row = bytearray(raw[y * (size + 1) + 1:(y + 1) * (size + 1)])
            if kind == 1:
                for x in range(step, size):
                    row[x] = (row[x] + row[x - step]) & 255
            elif kind == 2:
                row = bytearray((a + b) & 255 for a, b in zip(row, above))
            elif kind == 3:
                for x in range(size):
                    left = row[x - step] if x >= step else 0
                    row[x] = (row[x] + (left + above[x]) // 2) & 255
            elif kind == 4:
                for x in range(size):
                    left = row[x - step] if x >= step else 0
                    corner = above[x - step] if x >= step else 0
                    guess = left + above[x] - corner
                    best = min((left, above[x], corner), key=lambda value: abs(guess - value))
                    row[x] = (row[x] + best) & 255
            self.rows.append(row)
            above = row

    def at(self, x, y):
        place = int(x) * self.channels
        return "#%02x%02x%02x" % tuple(self.rows[int(y)][place:place + 3])

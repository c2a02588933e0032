# SPDX-License-Identifier: GPL-2.0-or-later
"""Runs the programs of this package, and waits for what they do."""
import json
import os
import signal
import subprocess
import time

import checker


def until(condition, what, within=30):
    """Waits until a condition holds. Returns its value."""
    end = time.monotonic() + within
    while True:
        value = condition()
        if value:
            return value
        assert time.monotonic() < end, f"after {within} s there is no: {what}"
        time.sleep(0.01)


class Programs:
    """The programs, in a folder for files, with the options that reach the servers."""

    def __init__(self, built, folder):
        self.built, self.folder = built, folder
        self.running = []
        for name in ["home", "run"]:
            os.makedirs(f"{folder}/{name}", exist_ok=True)
        self.environment = {
            "PATH": os.environ["PATH"], "HOME": folder + "/home", "XDG_RUNTIME_DIR": folder + "/run", "NO_COLOR": "1",
        }

    def run(self, *words, code=0, says=None, environment=None):
        """Runs `livery` to its end. Returns its output."""
        done = subprocess.run([self.built + "/livery", *words], capture_output=True, text=True, timeout=60,
                              env=self.environment | (environment or {}))
        text = done.stdout + done.stderr
        assert done.returncode == code, f"{words}: {done.returncode} in place of {code}: {text}"
        if says is not None:
            assert says in text, f"{words}: {says!r} is not in {text!r}"
        return done.stdout

    def start(self, log, *words, program="livery", environment=None):
        with open(f"{self.folder}/{log}.log", "a") as out:
            process = subprocess.Popen([f"{self.built}/{program}", *words], stdout=out, stderr=out,
                                       stdin=subprocess.DEVNULL, env=self.environment | (environment or {}))
        self.running.append(process)
        return process

    def log(self, name):
        try:
            with open(f"{self.folder}/{name}.log") as file:
                return file.read()
        except FileNotFoundError:
            return ""

    def daemon(self, *bundles, name="daemon"):
        """Starts a daemon. Returns its socket when it listens."""
        path = f"{self.folder}/{name}.sock"
        self.start(name, *bundles, "--socket", path, "--state-dir", f"{self.folder}/{name}-state", program="liveryd")
        until(lambda: "listening" in self.log(name), "daemon that listens")
        return path

    def digest(self, directory):
        """The digest of the files of a directory, by a cold resolve."""
        return json.loads(self.run("resolve", directory, "--compact", "--select", "constants/none"))["digest"]

    def stop(self):
        for process in self.running:
            if process.poll() is None:
                process.send_signal(signal.SIGCONT)
                process.kill()
            process.wait()
        self.running.clear()

    def wait_for(self, process, code, within=30):
        assert process.wait(timeout=within) == code, f"{process.args}: {process.returncode} in place of {code}"


def write_bundle(directory, color="#101010"):
    """A small bundle, of two files."""
    os.makedirs(directory + "/colors", exist_ok=True)
    save(directory, color)
    with open(directory + "/theme.inc.json", "w") as file:
        file.write('{ "themes": ["colors/palette.json"] }')


def save(directory, color):
    """Saves another colour, as an editor does."""
    with open(directory + "/colors/.palette.tmp", "w") as file:
        file.write('{ "ink": { "$type": "color", "value": "%s" }, "paper": "#FFFFFF" }' % color)
    os.rename(directory + "/colors/.palette.tmp", directory + "/colors/palette.json")


def color(number):
    return f"#{number % 0x1000000:06X}"


def serves(directory, number):
    """Whether a mirror serves a manifest."""
    manifest = checker.current(directory)
    return manifest is not None and manifest["number"] == number

# SPDX-License-Identifier: GPL-2.0-or-later
"""Runs the programs of this package, and waits for what they do."""
import json
import os
import signal
import subprocess

import checker
import events


class Programs:
    """The programs, in a folder for files. Used with `with`: in the end every process that was started is ended."""

    def __init__(self, built, folder):
        self.built, self.folder = built, folder
        self.running = []
        for name in ["home", "run"]:
            os.makedirs(f"{folder}/{name}", exist_ok=True)
        self.environment = {
            "PATH": os.environ["PATH"], "HOME": folder + "/home", "XDG_RUNTIME_DIR": folder + "/run", "NO_COLOR": "1",
        }

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.stop()

    def run(self, *words, code=0, says=None, environment=None, within=60):
        """Runs `livery` to its end. Returns its output."""
        done = subprocess.run([self.built + "/livery", *words], capture_output=True, text=True, timeout=within,
                              env=self.environment | (environment or {}))
        text = done.stdout + done.stderr
        assert done.returncode == code, f"{words}: {done.returncode} in place of {code}: {text}"
        if says is not None:
            assert says in text, f"{words}: {says!r} is not in {text!r}"
        return done.stdout

    def start(self, log, *words, program="livery", environment=None):
        """Starts a program, whose output goes to a log."""
        return self.spawn(log, [f"{self.built}/{program}", *words], self.environment | (environment or {}))

    def spawn(self, log, command, environment=None):
        """Starts a command. It ends with this process, even if that is killed."""
        with open(self.log_file(log), "a") as out:
            process = subprocess.Popen(["setpriv", "--pdeathsig", "KILL", *command], stdout=out, stderr=out,
                                       stdin=subprocess.DEVNULL, env=environment)
        self.running.append(process)
        return process

    def log_file(self, name):
        return f"{self.folder}/{name}.log"

    def log(self, name, after=0):
        """The text of a log, after this number of letters."""
        try:
            with open(self.log_file(name)) as file:
                return file.read()[after:]
        except FileNotFoundError:
            return ""

    def until(self, condition, what, *directories, within=30):
        """Waits until a condition holds, over logs and directories. Returns its value."""
        return events.until(condition, what, [self.folder, *directories], within)

    def wait_for_log(self, name, text, after=0, within=30):
        """Waits until a log has a text, after this number of letters."""
        self.until(lambda: text in self.log(name, after), f"{text!r} in {name}.log", within=within)

    def wait_for_release(self, directory, number, within=30):
        """Waits until a mirror serves a manifest."""
        self.until(lambda: serves(directory, number), f"release {number} in {directory}", directory, within=within)

    def wait_for_end(self, process, code, within=30):
        found = events.end_of(process, within)
        assert found == code, f"{process.args}: {found} in place of {code}"

    def daemon(self, *bundles, name="daemon"):
        """Starts a daemon. Returns its socket when it listens."""
        path = f"{self.folder}/{name}.sock"
        self.start(name, *bundles, "--socket", path, "--state-dir", f"{self.folder}/{name}-state", program="liveryd")
        self.wait_for_log(name, "listening")
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


def write_bundle(directory, color="#101010"):
    """A small bundle, of two files."""
    os.makedirs(directory + "/colors", exist_ok=True)
    save(directory, color)
    with open(directory + "/theme.inc.json", "w") as file:
        file.write('{ "themes": ["colors/palette.json"] }')


def replace(path, text):
    """Replaces a file, as an editor does."""
    with open(path + ".tmp", "w") as file:
        file.write(text)
    os.rename(path + ".tmp", path)


def save(directory, color):
    """Saves another colour."""
    replace(directory + "/colors/palette.json",
            '{ "ink": { "$type": "color", "value": "%s" }, "paper": "#FFFFFF" }' % color)


def color(number):
    return f"#{number % 0x1000000:06X}"


def saved_color(directory):
    """The number of the colour that was saved."""
    with open(directory + "/colors/palette.json") as file:
        return int(json.load(file)["ink"]["value"][1:], 16)


def serves(directory, number):
    """Whether a mirror serves a manifest."""
    manifest = checker.current(directory)
    return manifest is not None and manifest["number"] == number

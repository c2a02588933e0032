# SPDX-License-Identifier: GPL-2.0-or-later
"""Other users, for scripts that run as root, and daemons for them to call."""
import atexit
import json
import os
import subprocess


def as_user(user, groups, work):
    """Runs `work` in a process of that user; gives what it says."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            os.setgroups(groups)
            os.setresgid(user, user, user)
            os.setresuid(user, user, user)
            os.write(writing, json.dumps(work()).encode())
            os._exit(0)
        except BaseException as error:
            os.write(writing, json.dumps("%s: %s" % (type(error).__name__, error)).encode())
            os._exit(1)
    os.close(writing)
    with open(reading, "rb") as answers:
        answer = json.loads(answers.read())
    os.waitpid(child, 0)
    return answer


def start(program, arguments, **process):
    """A daemon; returns when it listens."""
    daemon = subprocess.Popen(
        [program] + arguments, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, **process)
    atexit.register(daemon.kill)
    for line in daemon.stderr:
        if b"listening on" in line:
            return daemon
    raise AssertionError("the daemon does not listen")


def expect(answer, expected, what):
    assert answer == expected, "%s: %s, not %s" % (what, answer, expected)

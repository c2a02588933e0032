# SPDX-License-Identifier: GPL-2.0-or-later
"""Waits for events of the kernel: changes of files, and ends of processes."""
import ctypes
import errno
import os
import select
import struct
import time

libc = ctypes.CDLL(None, use_errno=True)
IN_NONBLOCK, IN_CLOEXEC = os.O_NONBLOCK, os.O_CLOEXEC
IN_MODIFY, IN_MOVED_FROM, IN_MOVED_TO, IN_CREATE, IN_DELETE = 0x2, 0x40, 0x80, 0x100, 0x200


class Changes:
    """Changes of the entries of directories, by inotify(7). A missing directory is watched as soon as a change of a watched one,
    such as its parent, is noticed."""

    def __init__(self, directories):
        self.descriptor = libc.inotify_init1(IN_NONBLOCK | IN_CLOEXEC)
        assert self.descriptor >= 0, os.strerror(ctypes.get_errno())
        self.poll = select.poll()
        self.poll.register(self.descriptor, select.POLLIN)
        self.missing = list(directories)
        self.watched = {}
        self.watch()

    def watch(self):
        mask = IN_MODIFY | IN_MOVED_FROM | IN_MOVED_TO | IN_CREATE | IN_DELETE
        missing = []
        for directory in self.missing:
            watch = libc.inotify_add_watch(self.descriptor, os.fsencode(directory), mask)
            if watch < 0:
                assert ctypes.get_errno() == errno.ENOENT, os.strerror(ctypes.get_errno())
                missing.append(directory)
            else:
                self.watched[watch] = directory
        self.missing = missing

    def wait(self, seconds):
        """Waits until something has changed since the last call, at most for a time. Returns the changed directories."""
        self.poll.poll(seconds * 1000)
        changed = set()
        try:
            while True:
                data, place = os.read(self.descriptor, 1 << 16), 0
                while place < len(data):
                    # struct inotify_event
                    watch, _, _, size = struct.unpack_from("iIII", data, place)
                    place += 16 + size
                    if watch in self.watched:
                        changed.add(self.watched[watch])
        except BlockingIOError:
            self.watch()
        return changed

    def close(self):
        os.close(self.descriptor)


def until(condition, what, directories, within=30):
    """Waits until a condition holds, which only changes of entries of these directories make true. Returns its value."""
    changes = Changes(directories)
    try:
        end = time.monotonic() + within
        while True:
            value = condition()
            if value:
                return value
            left = end - time.monotonic()
            assert left > 0, f"after {within} s there is no: {what}"
            changes.wait(left)
    finally:
        changes.close()


def end_of(process, within=30):
    """Waits until a process ends. Returns its exit code."""
    if process.returncode is None:
        descriptor = os.pidfd_open(process.pid)
        try:
            poll = select.poll()
            poll.register(descriptor, select.POLLIN)
            assert poll.poll(within * 1000), f"after {within} s there is no end of {process.args}"
        finally:
            os.close(descriptor)
    return process.wait()

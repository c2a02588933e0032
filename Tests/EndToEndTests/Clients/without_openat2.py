# SPDX-License-Identifier: MIT
"""Runs a program as on a kernel without openat2(2): without_openat2.py ERRNO PROGRAM [ARGUMENT...]

Kernels before 5.6 answer ENOSYS, and some sandboxes EPERM to whatever they do not know. A filter of seccomp(2) does it here.
"""
import ctypes
import os
import struct
import sys

OPENAT2 = 437  # on all architectures
PR_SET_SECCOMP, PR_SET_NO_NEW_PRIVS, SECCOMP_MODE_FILTER = 22, 38, 2
SECCOMP_RET_ALLOW, SECCOMP_RET_ERRNO = 0x7FFF0000, 0x00050000
LOAD, JUMP_IF_EQUAL, RETURN = 0x20, 0x15, 0x06

answer = int(sys.argv[1])
# struct sock_filter: code, jump if true, jump if false, operand; the call's number is the first word of the data.
instructions = [
    (LOAD, 0, 0, 0),
    (JUMP_IF_EQUAL, 0, 1, OPENAT2),
    (RETURN, 0, 0, SECCOMP_RET_ERRNO | answer),
    (RETURN, 0, 0, SECCOMP_RET_ALLOW),
]
code = ctypes.create_string_buffer(b"".join(struct.pack("HBBI", *each) for each in instructions))
program = ctypes.create_string_buffer(struct.pack("HP", len(instructions), ctypes.addressof(code)))
libc = ctypes.CDLL(None, use_errno=True)
if libc.prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) or libc.prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, program, 0, 0):
    sys.exit("prctl: " + os.strerror(ctypes.get_errno()))
if libc.syscall(OPENAT2, -1, None, None, 0) != -1 or ctypes.get_errno() != answer:
    sys.exit("the filter does not work")
os.execv(sys.argv[2], sys.argv[2:])

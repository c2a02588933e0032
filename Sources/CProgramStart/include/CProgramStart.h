// SPDX-License-Identifier: GPL-2.0-or-later
//
// A function of the Swift runtime, in place of the one in libswiftCore.a.
#ifndef CPROGRAMSTART_H
#define CPROGRAMSTART_H

// The source of CommandLine.arguments. The runtime's own (CommandLine.cpp) looks for them on the stack before every main,
// and reads the bounds of the stack out of /proc/self/maps: a twelfth of the instructions and 15 of the system calls of a
// start. Its object file has nothing else in it, so that a linker that finds the function here leaves it out; were there
// more in it some day, the linker would tell of a symbol that is there twice. With a shared runtime this changes nothing.
char **_swift_stdlib_getUnsafeArgvArgc(int *count);

#endif

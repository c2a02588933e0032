// SPDX-License-Identifier: GPL-2.0-or-later
//
// valgrind of Debian 12 does not know openat2(2), which Livery calls by syscall(2): with this library before the C library it is
// an openat(2). scripts/record-start and scripts/record-mirror use it.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <linux/openat2.h>
#include <stdarg.h>
#include <sys/syscall.h>
#include <unistd.h>

long syscall(long number, ...) {
  long (*next)(long, ...) = (long (*)(long, ...))dlsym(RTLD_NEXT, "syscall");
  long words[6];
  va_list list;
  va_start(list, number);
  for (int index = 0; index < 6; index++) words[index] = va_arg(list, long);
  va_end(list);
  if (number != SYS_openat2) return next(number, words[0], words[1], words[2], words[3], words[4], words[5]);
  struct open_how *how = (struct open_how *)words[2];
  return openat((int)words[0], (const char *)words[1], (int)how->flags, (mode_t)how->mode);
}

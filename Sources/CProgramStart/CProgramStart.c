// SPDX-License-Identifier: GPL-2.0-or-later

#include "CProgramStart.h"

static int kept_count;
static char **kept_arguments;

// The C library calls it with the arguments of main.
__attribute__((constructor)) static void keep_arguments(int count, char **arguments) {
  kept_count = count;
  kept_arguments = arguments;
}

char **_swift_stdlib_getUnsafeArgvArgc(int *count) {
  *count = kept_count;
  return kept_arguments;
}

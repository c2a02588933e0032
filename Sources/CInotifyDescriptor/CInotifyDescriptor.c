// SPDX-License-Identifier: GPL-2.0-or-later
// libinotifytools keeps its descriptor to itself and makes it blocking. It asks for it by calling inotify_init
// through the PLT, so this definition, found first, answers with a non-blocking one and remembers it.
#include "CInotifyDescriptor.h"
#include <sys/inotify.h>

static int descriptor = -1;

int inotify_init(void) {
  descriptor = inotify_init1(IN_NONBLOCK | IN_CLOEXEC);
  return descriptor;
}

int livery_inotify_descriptor(void) { return descriptor; }

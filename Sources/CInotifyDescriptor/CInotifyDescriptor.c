// SPDX-License-Identifier: GPL-2.0-or-later
// libinotifytools calls these three functions through the PLT. The linker finds the definitions here before those of the C
// library.
#include "CInotifyDescriptor.h"
#include <errno.h>
#include <stdint.h>
#include <sys/inotify.h>
#include <sys/select.h>
#include <sys/syscall.h>
#include <unistd.h>

static int descriptor = -1;
static int last_watch = -1;
// Failures that tests request: instances, and watches beyond a number.
static int refused_instances = 0;
static int granted_watches = -1;
static int (*interceptor)(enum livery_inotify_call) = NULL;

// Whether a test has this call fail. errno is the reason.
static int fails(enum livery_inotify_call call) {
  int failure = interceptor ? interceptor(call) : 0;
  if (failure != 0) errno = failure;
  return failure != 0;
}

// The library does not expose its descriptor, makes it blocking, and passes it to select(2), which cannot take numbers from
// FD_SETSIZE on: that is ERANGE. ReservedDescriptor reserves a low number for it.
int inotify_init(void) {
  if (refused_instances > 0) {
    refused_instances--;
    errno = EMFILE;
    return -1;
  }
  if (fails(livery_inotify_init)) return -1;
  descriptor = inotify_init1(IN_NONBLOCK | IN_CLOEXEC);
  if (descriptor >= FD_SETSIZE) {
    close(descriptor);
    descriptor = -1;
    errno = ERANGE;
  }
  return descriptor;
}

// The library identifies a new watch by name only, and the name may have belonged to a directory that was moved.
int inotify_add_watch(int fd, const char *path, uint32_t mask) {
  last_watch = -1;
  if (granted_watches == 0) {
    errno = ENOSPC;
    return -1;
  }
  if (fails(livery_inotify_add_watch)) return -1;
  last_watch = (int)syscall(SYS_inotify_add_watch, fd, path, mask);
  if (granted_watches > 0 && last_watch >= 0) granted_watches--;
  return last_watch;
}

// The library leaks a watch whose removal fails. For a removed directory it always fails, because the kernel removed the
// watch. That is not a failure.
int inotify_rm_watch(int fd, int watch) {
  int answer = (int)syscall(SYS_inotify_rm_watch, fd, watch);
  return answer < 0 && errno == EINVAL ? 0 : answer;
}

int livery_inotify_descriptor(void) { return descriptor; }

int livery_inotify_last_watch(void) { return last_watch; }

int livery_inotify_probe(const char *path, uint32_t mask) {
  return (int)syscall(SYS_inotify_add_watch, descriptor, path, mask);
}

int livery_inotify_discard(int watch) { return inotify_rm_watch(descriptor, watch); }

void livery_inotify_refuse_instances(int count) { refused_instances = count; }

void livery_inotify_grant_watches(int count) { granted_watches = count; }

void livery_inotify_intercept(int (*answer)(enum livery_inotify_call)) { interceptor = answer; }

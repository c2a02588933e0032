// SPDX-License-Identifier: GPL-2.0-or-later
// libinotifytools calls these three through the PLT, so that the definitions here, found first, answer in place of
// the C library's.
#include "CInotifyDescriptor.h"
#include <errno.h>
#include <stdint.h>
#include <sys/inotify.h>
#include <sys/select.h>
#include <sys/syscall.h>
#include <unistd.h>

static int descriptor = -1;
static int last_watch = -1;
// What tests have the kernel refuse: instances, and watches beyond a number of them.
static int refused_instances = 0;
static int granted_watches = -1;
static int (*interceptor)(enum livery_inotify_call) = NULL;

// Whether a test has this call fail; errno says how.
static int fails(enum livery_inotify_call call) {
  int failure = interceptor ? interceptor(call) : 0;
  if (failure != 0) errno = failure;
  return failure != 0;
}

// The library keeps its descriptor to itself, makes it blocking, and hands it to select(2), which cannot take a
// number beyond its set: that is ERANGE. ReservedDescriptor keeps a low number for it.
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

// The library finds a new watch only by its name, and a name may have belonged to a directory that has moved on.
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

// The library keeps the memory of a watch whose removal fails, and that of a directory that is gone always fails:
// the kernel has removed it already. That is no failure.
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

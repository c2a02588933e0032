// SPDX-License-Identifier: GPL-2.0-or-later
#ifndef LIVERY_CINOTIFYDESCRIPTOR_H
#define LIVERY_CINOTIFYDESCRIPTOR_H
#include <stdint.h>
#include <sys/inotify.h>

/// The descriptor that libinotifytools reads from, or -1 before its initialisation.
int livery_inotify_descriptor(void);

/// The number of the watch that libinotifytools added last, or -1 after a failure.
int livery_inotify_last_watch(void);

/// Adds a watch without the library. Returns the number of the directory's present watch if it is alive, -1 with errno
/// otherwise.
int livery_inotify_probe(const char *path, uint32_t mask);

/// Removes a watch that the library does not know.
int livery_inotify_discard(int watch);

/// For tests: the next attempts to get an instance fail with EMFILE.
void livery_inotify_refuse_instances(int count);

/// For tests: the number of watches that can still be added before ENOSPC. A negative number means the limit of the system.
void livery_inotify_grant_watches(int count);

/// The calls of libinotifytools that tests intercept.
enum livery_inotify_call { livery_inotify_init, livery_inotify_add_watch };

/// Asks `answer` before each of these calls: an error number makes the call fail, 0 lets it run.
void livery_inotify_intercept(int (*answer)(enum livery_inotify_call call));
#endif

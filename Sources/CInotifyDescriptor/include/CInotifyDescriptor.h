// SPDX-License-Identifier: GPL-2.0-or-later
#ifndef LIVERY_CINOTIFYDESCRIPTOR_H
#define LIVERY_CINOTIFYDESCRIPTOR_H
#include <stdint.h>
#include <sys/inotify.h>

/// The descriptor that libinotifytools reads from, or -1 before it was initialised.
int livery_inotify_descriptor(void);

/// The number of the watch that libinotifytools added last, or -1 when adding it failed.
int livery_inotify_last_watch(void);

/// Adds a watch behind the library's back, which answers the number of the one that the directory has already, if
/// it is alive. -1 with errno set otherwise.
int livery_inotify_probe(const char *path, uint32_t mask);

/// Removes a watch that the library does not know.
int livery_inotify_discard(int watch);

/// For tests: so many attempts to get an instance fail with EMFILE from now on.
void livery_inotify_refuse_instances(int count);

/// For tests: so many watches can be added from now on, then ENOSPC. A negative number: as many as the system allows.
void livery_inotify_grant_watches(int count);

/// What libinotifytools asks of the kernel.
enum livery_inotify_call { livery_inotify_init, livery_inotify_add_watch };

/// Has each attempt to get an instance or to add a watch ask first: an error number is what it fails with, 0 has the kernel
/// asked.
void livery_inotify_intercept(int (*answer)(enum livery_inotify_call call));
#endif

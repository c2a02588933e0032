// SPDX-License-Identifier: MIT
// What Glibc's module map leaves out of Swift's sight.
#ifndef LIVERY_CLINUX_H
#define LIVERY_CLINUX_H
#include <malloc.h>
#include <stdint.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/fsuid.h>
#include <sys/sendfile.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/timerfd.h>
#include <sys/un.h>

struct termios;

/// accept4(2) without the peer's address, which is empty for a Unix client; the new descriptor is non-blocking and
/// closed on exec.
int livery_accept(int listener);

/// SO_PEERCRED of unix(7), which needs a GNU-only structure. 0, or -1 with errno set.
int livery_peer_credentials(int socket, int32_t *pid, uint32_t *uid, uint32_t *gid);

/// The name of an error number, "ENOENT", or a null pointer.
const char *livery_error_name(int number);

/// What an error number means, in English, or a null pointer. The string lives for ever.
const char *livery_error_text(int number);

/// memfd_create(2): a file without a name in any directory, closed on exec. -1 with errno set when there is none.
int livery_memory_file(const char *name);

/// sendmsg(2) of a datagram to an address, with one descriptor beside the bytes (SCM_RIGHTS of unix(7)). The bytes that were
/// sent, or -1 with errno set.
long livery_send_descriptor(
    int socket, const struct sockaddr *address, socklen_t address_length, const void *bytes, unsigned long length,
    int descriptor);

/// pidfd_open(2), closed on exec: readable when the process has ended. -1 with errno set when there is none.
int livery_process_descriptor(int32_t pid);

/// open(2) of a directory with O_PATH, which needs no right to list it; closed on exec. -1 with errno set.
int livery_open_directory(const char *path);

/// openat2(2) of a file for reading, below a directory and nowhere else: absolute links, `..` that leads out and the links of
/// /proc are errors. Never waits, and the descriptor is closed on exec. -1 with errno set, ENOSYS on old kernels.
int livery_open_below(int directory, const char *path);

/// The kind of file system that a path leads to, a number of linux/magic.h, by statfs(2). 0, or -1 with errno set.
int livery_file_system_type(const char *path, uint32_t *type);

/// Has a fatal signal write a text, of at most 64 bytes, that gives a terminal its screen back; then the signal goes its usual
/// way. A descriptor of -1 ends that. Not to be called by two threads at once.
void livery_rescue_screen(int descriptor, const char *text, unsigned long length);

/// The same for what tcsetattr(3) sets.
void livery_rescue_keyboard(int descriptor, const struct termios *attributes);

/// Writes a text and the seconds that have passed, as one line that is written over again and again, at each interval from now
/// on: setitimer(2) and SIGALRM. One at a time. 0, or -1 with errno set.
int livery_begin_progress(int descriptor, const char *text, unsigned long length, unsigned long milliseconds);

/// Ends that and wipes the line out. 1 when there was one, 0 when it went too fast for that, -1 with errno set.
int livery_end_progress(void);

/// On how many processors this process may run: sched_getaffinity(2). 1 where that cannot be told.
int livery_processor_count(void);

/// What this thread keeps with `livery_set_interceptor`, or a null pointer.
void *livery_interceptor(void);
void livery_set_interceptor(void *interceptor);

/// Counts, for this thread, calls that failed for reasons that pass.
void livery_note_passing_failure(void);
unsigned long livery_passing_failures(void);

/// pthread_setname_np(3) for the calling thread: what debuggers and `top -H` call it, at most 15 bytes.
void livery_name_this_thread(const char *name);
#endif

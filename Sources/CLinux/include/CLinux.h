// SPDX-License-Identifier: MIT
// C functions that Glibc's module map does not export to Swift.
#ifndef LIVERY_CLINUX_H
#define LIVERY_CLINUX_H
#include <malloc.h>
#include <spawn.h>
#include <stdint.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/fsuid.h>
#include <sys/inotify.h>
#include <sys/sendfile.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/timerfd.h>
#include <sys/un.h>

struct termios;

/// accept4(2) without the peer's address, which is empty for a Unix client. The new descriptor is non-blocking and
/// close-on-exec.
int livery_accept(int listener);

/// SO_PEERCRED of unix(7), which needs a GNU-only structure. 0, or -1 with errno set.
int livery_peer_credentials(int socket, int32_t *pid, uint32_t *uid, uint32_t *gid);

/// The name of an error number, "ENOENT", or a null pointer.
const char *livery_error_name(int number);

/// The meaning of an error number in English, or a null pointer. The string is static.
const char *livery_error_text(int number);

/// memfd_create(2): a file without a name, close-on-exec. -1 with errno set on failure.
int livery_memory_file(const char *name);

/// sendmsg(2) of a datagram to an address, with one descriptor (SCM_RIGHTS of unix(7)). The number of sent bytes, or -1 with
/// errno set.
long livery_send_descriptor(
    int socket, const struct sockaddr *address, socklen_t address_length, const void *bytes, unsigned long length,
    int descriptor);

/// pidfd_open(2), close-on-exec: readable when the process has ended. -1 with errno set on failure.
int livery_process_descriptor(int32_t pid);

/// posix_spawn_file_actions_addchdir_np(3): the program starts in this directory. 0, or an error number.
int livery_spawn_in_directory(posix_spawn_file_actions_t *actions, const char *path);

/// pidfd_send_signal(2): a signal to the process of a descriptor of pidfd_open(2). 0, or -1 with errno set.
int livery_signal_process(int process, int signal);

/// Whether a descriptor is the side of a pseudoterminal with this number that programs run in. 1 or 0.
int livery_is_pseudoterminal(int descriptor, unsigned number);

/// open(2) of a directory with O_PATH, which needs no right to list it; close-on-exec. -1 with errno set on failure.
int livery_open_directory(const char *path);

/// openat2(2) of a file for reading, below a directory only: absolute links, `..` that leads out, and the links of /proc are
/// errors. Never blocks; close-on-exec. -1 with errno set, ENOSYS on old kernels.
int livery_open_below(int directory, const char *path);

/// openat2(2) of a name below a directory, for reading or making it: every link on the way, also the last one, is an error, and so
/// is a path that leads out; close-on-exec. -1 with errno set, ENOSYS on old kernels.
int livery_open_in_tree(int directory, const char *path, int flags, unsigned mode);

/// The bytes that users without privileges may still write to the file system at a path, by statvfs(2). 0, or -1 with errno set.
int livery_free_bytes(const char *path, uint64_t *bytes);

/// Waits until everything that was written to the file system of a descriptor is on the disk, by syncfs(2). 0, or -1 with errno set.
int livery_sync_file_system(int descriptor);

/// The type of the file system at a path, a number of linux/magic.h, by statfs(2). 0, or -1 with errno set.
int livery_file_system_type(const char *path, uint32_t *type);

/// Exchanges the names of two files in one step, by renameat2(2). Relative names are in a directory, or in the working directory for
/// AT_FDCWD. 0, or -1 with errno set.
int livery_exchange(int directory, const char *first, const char *second);

/// Makes a fatal signal write a text, of at most 64 bytes, that restores the screen of a terminal, before its usual effect. A
/// descriptor of -1 ends this. Not thread-safe.
void livery_rescue_screen(int descriptor, const char *text, unsigned long length);

/// The same for the settings of tcsetattr(3).
void livery_rescue_keyboard(int descriptor, const struct termios *attributes);

/// Writes a text and the elapsed seconds as one line, and updates it at each interval: setitimer(2) and SIGALRM. One line at
/// a time. 0, or -1 with errno set.
int livery_begin_progress(int descriptor, const char *text, unsigned long length, unsigned long milliseconds);

/// Ends the updates and erases the line. 1 if a line was shown, 0 if not, -1 with errno set.
int livery_end_progress(void);

/// The number of processors that this process may use: sched_getaffinity(2). 1 if unknown.
int livery_processor_count(void);

/// The value that this thread stored with `livery_set_interceptor`, or a null pointer.
void *livery_interceptor(void);
void livery_set_interceptor(void *interceptor);

/// Counts the calls of this thread that failed for passing reasons.
void livery_note_passing_failure(void);
unsigned long livery_passing_failures(void);

/// pthread_setname_np(3) for the calling thread: its name in debuggers and `top -H`, at most 15 bytes.
void livery_name_this_thread(const char *name);

/// The user to whom the end with the port `port` of an established TCP connection from 127.0.0.1 to the port `own` of 127.0.0.1
/// belongs: sock_diag(7). 0, or -1 with errno set: ENOENT without such a connection.
int livery_local_connection_owner(uint16_t port, uint16_t own, uint32_t *user);
#endif

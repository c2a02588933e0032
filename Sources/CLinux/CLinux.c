// SPDX-License-Identifier: MIT
#define _GNU_SOURCE
#include "CLinux.h"
#include <fcntl.h>
#include <linux/openat2.h>
#include <pthread.h>
#include <sched.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/syscall.h>
#include <sys/sysmacros.h>
#include <sys/vfs.h>
#include <unistd.h>

int livery_accept(int listener) {
  return accept4(listener, NULL, NULL, SOCK_NONBLOCK | SOCK_CLOEXEC);
}

int livery_peer_credentials(int socket, int32_t *pid, uint32_t *uid, uint32_t *gid) {
  struct ucred credentials;
  socklen_t length = sizeof credentials;
  if (getsockopt(socket, SOL_SOCKET, SO_PEERCRED, &credentials, &length) != 0) return -1;
  *pid = credentials.pid;
  *uid = credentials.uid;
  *gid = credentials.gid;
  return 0;
}

const char *livery_error_name(int number) { return strerrorname_np(number); }

const char *livery_error_text(int number) { return strerrordesc_np(number); }

int livery_memory_file(const char *name) { return memfd_create(name, MFD_CLOEXEC); }

long livery_send_descriptor(
    int socket, const struct sockaddr *address, socklen_t address_length, const void *bytes, unsigned long length,
    int descriptor) {
  union {
    struct cmsghdr header;
    char room[CMSG_SPACE(sizeof(int))];
  } control;
  memset(&control, 0, sizeof control);
  struct iovec vector = {.iov_base = (void *)bytes, .iov_len = length};
  struct msghdr message = {
      .msg_name = (void *)address,
      .msg_namelen = address_length,
      .msg_iov = &vector,
      .msg_iovlen = 1,
      .msg_control = &control,
      .msg_controllen = sizeof control,
  };
  struct cmsghdr *header = CMSG_FIRSTHDR(&message);
  header->cmsg_level = SOL_SOCKET;
  header->cmsg_type = SCM_RIGHTS;
  header->cmsg_len = CMSG_LEN(sizeof descriptor);
  memcpy(CMSG_DATA(header), &descriptor, sizeof descriptor);
  return sendmsg(socket, &message, MSG_NOSIGNAL);
}

int livery_process_descriptor(int32_t pid) { return (int)syscall(SYS_pidfd_open, pid, 0); }

int livery_spawn_in_directory(posix_spawn_file_actions_t *actions, const char *path) {
  return posix_spawn_file_actions_addchdir_np(actions, path);
}

int livery_signal_process(int process, int signal) {
  return (int)syscall(SYS_pidfd_send_signal, process, signal, NULL, 0);
}

int livery_is_pseudoterminal(int descriptor, unsigned number) {
  struct stat status;
  if (fstat(descriptor, &status) != 0 || !S_ISCHR(status.st_mode)) return 0;
  // All pseudoterminals have the major number 136.
  return major(status.st_rdev) == 136 && minor(status.st_rdev) == number;
}

int livery_file_system_type(const char *path, uint32_t *type) {
  struct statfs status;
  if (statfs(path, &status) != 0) return -1;
  *type = (uint32_t)status.f_type;
  return 0;
}

int livery_open_below(int directory, const char *path) {
  struct open_how how = {
      .flags = O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY,
      .resolve = RESOLVE_BENEATH | RESOLVE_NO_MAGICLINKS,
  };
  return (int)syscall(SYS_openat2, directory, path, &how, sizeof how);
}

int livery_open_in_tree(int directory, const char *path, int flags, unsigned mode) {
  struct open_how how = {
      .flags = (unsigned)flags | O_CLOEXEC | O_NOFOLLOW,
      .mode = mode,
      .resolve = RESOLVE_BENEATH | RESOLVE_NO_SYMLINKS | RESOLVE_NO_MAGICLINKS,
  };
  return (int)syscall(SYS_openat2, directory, path, &how, sizeof how);
}

int livery_free_bytes(const char *path, uint64_t *bytes) {
  struct statvfs status;
  if (statvfs(path, &status) < 0) return -1;
  *bytes = (uint64_t)status.f_bavail * status.f_frsize;
  return 0;
}

int livery_open_directory(const char *path) { return open(path, O_PATH | O_DIRECTORY | O_CLOEXEC); }

int livery_processor_count(void) {
  cpu_set_t set;
  return sched_getaffinity(0, sizeof set, &set) == 0 ? CPU_COUNT(&set) : 1;
}

static _Thread_local void *interceptor = NULL;

void *livery_interceptor(void) { return interceptor; }

void livery_set_interceptor(void *new) { interceptor = new; }

static _Thread_local unsigned long passing_failures = 0;

void livery_note_passing_failure(void) { passing_failures++; }

unsigned long livery_passing_failures(void) { return passing_failures; }

void livery_name_this_thread(const char *name) { pthread_setname_np(pthread_self(), name); }

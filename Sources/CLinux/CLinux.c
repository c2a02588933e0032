// SPDX-License-Identifier: MIT
#define _GNU_SOURCE
#include "CLinux.h"
#include <errno.h>
#include <fcntl.h>
#include <linux/inet_diag.h>
#include <linux/netlink.h>
#include <linux/openat2.h>
#include <linux/sock_diag.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
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

int livery_exchange(int directory, const char *first, const char *second) {
  return renameat2(directory, first, directory, second, RENAME_EXCHANGE);
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
  // A file system without a size, as of FUSE, does not count its free blocks.
  *bytes = status.f_blocks == 0 ? UINT64_MAX : (uint64_t)status.f_bavail * status.f_frsize;
  return 0;
}

int livery_sync_file_system(int descriptor) { return syncfs(descriptor); }

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

int livery_local_connection_owner(uint16_t port, uint16_t own, uint32_t *user) {
  struct {
    struct nlmsghdr header;
    struct inet_diag_req_v2 request;
  } question = {
      .header = {.nlmsg_len = sizeof question, .nlmsg_type = SOCK_DIAG_BY_FAMILY, .nlmsg_flags = NLM_F_REQUEST},
      .request = {.sdiag_family = AF_INET, .sdiag_protocol = IPPROTO_TCP, .idiag_states = -1U},
  };
  question.request.id.idiag_sport = htons(port);
  question.request.id.idiag_dport = htons(own);
  question.request.id.idiag_src[0] = question.request.id.idiag_dst[0] = htonl(INADDR_LOOPBACK);
  question.request.id.idiag_cookie[0] = question.request.id.idiag_cookie[1] = INET_DIAG_NOCOOKIE;
  int diagnosis = socket(AF_NETLINK, SOCK_DGRAM | SOCK_CLOEXEC, NETLINK_SOCK_DIAG);
  if (diagnosis < 0) return -1;
  union {
    struct nlmsghdr header;
    char bytes[4096];
  } answer;
  long length = send(diagnosis, &question, sizeof question, 0);
  if (length >= 0) length = recv(diagnosis, &answer, sizeof answer, 0);
  int number = length < 0 ? errno : EPROTO;
  close(diagnosis);
  if (length < 0 || !NLMSG_OK(&answer.header, (unsigned)length)) {
    errno = number;
    return -1;
  }
  if (answer.header.nlmsg_type == NLMSG_ERROR) {
    const struct nlmsgerr *error = NLMSG_DATA(&answer.header);
    errno = answer.header.nlmsg_len >= NLMSG_LENGTH(sizeof *error) && error->error ? -error->error : EPROTO;
    return -1;
  }
  const struct inet_diag_msg *found = NLMSG_DATA(&answer.header);
  if (answer.header.nlmsg_type != SOCK_DIAG_BY_FAMILY || answer.header.nlmsg_len < NLMSG_LENGTH(sizeof *found)) {
    errno = EPROTO;
    return -1;
  }
  /* A socket that waits for its end has lost its owner: the kernel says 0. */
  if (found->idiag_state != TCP_ESTABLISHED) {
    errno = ENOENT;
    return -1;
  }
  *user = found->idiag_uid;
  return 0;
}

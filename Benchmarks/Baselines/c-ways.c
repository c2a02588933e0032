// SPDX-License-Identifier: GPL-2.0-or-later
//
// c-ways WAY DIRECTORY SOCKET COUNT LENGTH: like c-fanout, and sends in one of these ways:
//
//   copy    sendmsg(2) of two pieces to each connection, a header of its own and a shared body
//   ring    io_uring: one system call that sends to all connections, which are registered files
//   pages   vmsplice(2) of both pieces into a pipe, splice(2) from there: sockets refer to pages, and nothing is copied
//   same    tee(2) and splice(2): pages again, without headers, so that all get the same bytes
#define _GNU_SOURCE
#include <fcntl.h>
#include <limits.h>
#include <linux/io_uring.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/inotify.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/un.h>
#include <unistd.h>

enum { beginning = 48, most_at_once = 1024 };

static int count, length, *subscribers;
static char *beginnings, *message, *file;
static int source[2], passage[2];

static long checked(long result, const char *call) {
  if (result >= 0) return result;
  perror(call);
  exit(1);
}

static void *shared_memory(size_t size) {
  void *memory = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS | MAP_POPULATE, -1, 0);
  if (memory == MAP_FAILED) checked(-1, "mmap");
  return memory;
}

static void pieces(struct iovec *vectors, int i) {
  vectors[0] = (struct iovec){.iov_base = beginnings + beginning * i, .iov_len = beginning};
  vectors[1] = (struct iovec){.iov_base = message, .iov_len = length - beginning};
}

static void copy(void) {
  for (int i = 0; i < count; i++) {
    struct iovec vectors[2];
    pieces(vectors, i);
    struct msghdr header = {.msg_iov = vectors, .msg_iovlen = 2};
    if (checked(sendmsg(subscribers[i], &header, MSG_NOSIGNAL), "sendmsg") != length) exit(1);
  }
}

static struct {
  int descriptor;
  unsigned *submitted, *mask, *array, *seen, *completed, *completion_mask;
  struct io_uring_sqe *entries;
  struct io_uring_cqe *completions;
} ring;

static void make_ring(void) {
  struct io_uring_params parameters = {.flags = 0};
  ring.descriptor = checked(syscall(SYS_io_uring_setup, most_at_once, &parameters), "io_uring_setup");
  int use = PROT_READ | PROT_WRITE, kind = MAP_SHARED | MAP_POPULATE;
  char *queue = mmap(NULL, parameters.sq_off.array + parameters.sq_entries * sizeof(unsigned), use, kind, ring.descriptor,
                     IORING_OFF_SQ_RING);
  char *answers = mmap(NULL, parameters.cq_off.cqes + parameters.cq_entries * sizeof *ring.completions, use, kind,
                       ring.descriptor, IORING_OFF_CQ_RING);
  ring.entries = mmap(NULL, parameters.sq_entries * sizeof *ring.entries, use, kind, ring.descriptor, IORING_OFF_SQES);
  if (queue == MAP_FAILED || answers == MAP_FAILED || ring.entries == MAP_FAILED) checked(-1, "mmap");
  ring.submitted = (unsigned *)(queue + parameters.sq_off.tail);
  ring.mask = (unsigned *)(queue + parameters.sq_off.ring_mask);
  ring.array = (unsigned *)(queue + parameters.sq_off.array);
  ring.seen = (unsigned *)(answers + parameters.cq_off.head);
  ring.completed = (unsigned *)(answers + parameters.cq_off.tail);
  ring.completion_mask = (unsigned *)(answers + parameters.cq_off.ring_mask);
  ring.completions = (struct io_uring_cqe *)(answers + parameters.cq_off.cqes);
  checked(syscall(SYS_io_uring_register, ring.descriptor, IORING_REGISTER_FILES, subscribers, count), "register");
}

// Messages are one piece, which costs less than two.
static void send_ring(void) {
  for (int first = 0; first < count; first += most_at_once) {
    int batch = count - first < most_at_once ? count - first : most_at_once;
    for (int i = 0; i < batch; i++) {
      unsigned place = (*ring.submitted + i) & *ring.mask;
      ring.entries[place] = (struct io_uring_sqe){
          .opcode = IORING_OP_SEND, .flags = IOSQE_FIXED_FILE, .fd = first + i, .addr = (unsigned long)message,
          .len = length, .msg_flags = MSG_NOSIGNAL | MSG_DONTWAIT};
      ring.array[place] = place;
    }
    __atomic_store_n(ring.submitted, *ring.submitted + batch, __ATOMIC_RELEASE);
    checked(syscall(SYS_io_uring_enter, ring.descriptor, batch, batch, IORING_ENTER_GETEVENTS, NULL, 0), "enter");
    unsigned end = __atomic_load_n(ring.completed, __ATOMIC_ACQUIRE);
    for (; *ring.seen != end; ++*ring.seen)
      if (ring.completions[*ring.seen & *ring.completion_mask].res != length) exit(1);
  }
}

static void pages(void) {
  for (int i = 0; i < count; i++) {
    struct iovec vectors[2];
    pieces(vectors, i);
    if (checked(vmsplice(passage[1], vectors, 2, 0), "vmsplice") != length) exit(1);
    for (long left = length; left > 0;) left -= checked(splice(passage[0], NULL, subscribers[i], NULL, left, 0), "splice");
  }
}

static void same(void) {
  struct iovec vector = {.iov_base = message, .iov_len = length};
  if (checked(vmsplice(source[1], &vector, 1, 0), "vmsplice") != length) exit(1);
  for (int i = 0; i < count; i++) {
    if (checked(tee(source[0], passage[1], length, 0), "tee") != length) exit(1);
    for (long left = length; left > 0;) left -= checked(splice(passage[0], NULL, subscribers[i], NULL, left, 0), "splice");
  }
  for (long left = length; left > 0;) left -= checked(read(source[0], file, left), "read");
}

int main(int argument_count, char **arguments) {
  if (argument_count != 6 || chdir(arguments[2]) != 0) return 2;
  const char *way = arguments[1];
  void (*send_all)(void) = strcmp(way, "copy") == 0    ? copy
                           : strcmp(way, "ring") == 0  ? send_ring
                           : strcmp(way, "pages") == 0 ? pages
                                                       : same;
  count = atoi(arguments[4]), length = atoi(arguments[5]);
  subscribers = calloc(count, sizeof *subscribers);
  file = malloc(8 << 20);
  if (subscribers == NULL || file == NULL || length <= beginning) return 1;
  beginnings = shared_memory((size_t)beginning * count);
  message = shared_memory(length);
  memset(beginnings, 'b', (size_t)beginning * count);
  // The message ends with a NUL, with a header and without one.
  memset(message, 'x', length);
  message[send_all == copy || send_all == pages ? length - beginning - 1 : length - 1] = 0;
  checked(pipe2(source, O_CLOEXEC), "pipe2");
  checked(pipe2(passage, O_CLOEXEC), "pipe2");

  struct sockaddr_un address = {.sun_family = AF_UNIX};
  strncpy(address.sun_path, arguments[3], sizeof address.sun_path - 1);
  int listener = checked(socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0), "socket");
  checked(bind(listener, (struct sockaddr *)&address, sizeof address), "bind");
  int events = checked(inotify_init1(IN_NONBLOCK | IN_CLOEXEC), "inotify_init1");
  checked(inotify_add_watch(events, ".", IN_CLOSE_WRITE | IN_MOVED_TO), "inotify_add_watch");
  int loop = checked(epoll_create1(EPOLL_CLOEXEC), "epoll_create1");
  struct epoll_event interest = {.events = EPOLLIN};
  checked(epoll_ctl(loop, EPOLL_CTL_ADD, events, &interest), "epoll_ctl");
  checked(listen(listener, 4096), "listen");
  for (int i = 0; i < count; i++) subscribers[i] = checked(accept(listener, NULL, NULL), "accept");
  if (send_all == send_ring) make_ring();

  for (;;) {
    struct epoll_event ready;
    if (epoll_wait(loop, &ready, 1, -1) < 1) continue;
    char batch[16 * (sizeof(struct inotify_event) + NAME_MAX + 1)]
        __attribute__((aligned(__alignof__(struct inotify_event))));
    ssize_t size = read(events, batch, sizeof batch);
    for (char *place = batch; place < batch + size;) {
      const struct inotify_event *event = (const struct inotify_event *)place;
      int saved = open(event->name, O_RDONLY | O_CLOEXEC);
      if (saved >= 0 && read(saved, file, 8 << 20) >= 0) send_all();
      if (saved >= 0) close(saved);
      place += sizeof *event + event->len;
    }
  }
}

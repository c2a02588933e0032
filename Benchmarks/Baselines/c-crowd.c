// SPDX-License-Identifier: GPL-2.0-or-later
//
// c-crowd SOCKET COUNT ENDING [GREETING [WELCOME]]: many readers in one process. Makes COUNT connections, sends GREETING on
// each and waits for an answer that ends with WELCOME. Then reads messages, which end with the bytes ENDING. Takes the time
// when half of the connections, 99 of 100 and all have a whole message. After the last it writes these three times
// (nanoseconds of CLOCK_MONOTONIC) and the length of the last message to standard output.
//
// In ENDING, GREETING and WELCOME `\0`, `\r` and `\n` stand for these bytes.
#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

struct text {
  char *bytes;
  size_t length;
};

static void fail(const char *call) {
  perror(call);
  exit(1);
}

static struct text unescaped(const char *argument) {
  struct text text = {.bytes = malloc(strlen(argument) + 1)};
  if (text.bytes == NULL) fail("malloc");
  for (; *argument; argument++) {
    char byte = *argument;
    if (byte == '\\') {
      argument++;
      byte = *argument == '0' ? 0 : *argument == 'r' ? '\r' : '\n';
    }
    text.bytes[text.length++] = byte;
  }
  return text;
}

static int ends(const char *bytes, size_t length, struct text ending) {
  return length >= ending.length && memcmp(bytes + length - ending.length, ending.bytes, ending.length) == 0;
}

static int connected(const char *path) {
  struct sockaddr_un address = {.sun_family = AF_UNIX};
  strncpy(address.sun_path, path, sizeof address.sun_path - 1);
  int connection = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
  // The program at the other end may have just started.
  for (int attempt = 0; connect(connection, (struct sockaddr *)&address, sizeof address) != 0; attempt++) {
    if ((errno != ENOENT && errno != ECONNREFUSED && errno != EAGAIN) || attempt == 5000) fail("connect");
    nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
  }
  return connection;
}

static int64_t now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec * 1000000000LL + time.tv_nsec;
}

int main(int argument_count, char **arguments) {
  if (argument_count < 4) return 2;
  int count = atoi(arguments[2]);
  struct text ending = unescaped(arguments[3]);
  static char chunk[1 << 18];
  int *connections = calloc(count, sizeof *connections);
  int64_t *lengths = calloc(count, sizeof *lengths);
  // The last bytes of each connection, as many as ENDING has: a message may arrive in pieces of any size.
  char *tails = calloc(count, ending.length);
  int loop = epoll_create1(EPOLL_CLOEXEC);
  for (int i = 0; i < count; i++) {
    connections[i] = connected(arguments[1]);
    if (argument_count > 4) {
      struct text greeting = unescaped(arguments[4]);
      if (write(connections[i], greeting.bytes, greeting.length) != (ssize_t)greeting.length) fail("write");
    }
    if (argument_count > 5) {
      struct text welcome = unescaped(arguments[5]);
      size_t length = 0;
      while (!ends(chunk, length, welcome)) {
        ssize_t size = read(connections[i], chunk + length, sizeof chunk - length);
        if (size <= 0) fail("read");
        length += size;
      }
    }
    struct epoll_event interest = {.events = EPOLLIN, .data.u32 = i};
    if (epoll_ctl(loop, EPOLL_CTL_ADD, connections[i], &interest) != 0) fail("epoll_ctl");
  }

  int64_t report[4];
  int complete = 0;
  for (;;) {
    struct epoll_event ready[256];
    int readiness = epoll_wait(loop, ready, 256, -1);
    for (int event = 0; event < readiness; event++) {
      int i = ready[event].data.u32;
      ssize_t size = read(connections[i], chunk, sizeof chunk);
      if (size <= 0) return 0;
      lengths[i] += size;
      // The next message is sent when all have this one, so that the read bytes end with the message.
      char *tail = tails + i * ending.length;
      size_t fresh = (size_t)size < ending.length ? (size_t)size : ending.length;
      memmove(tail, tail + fresh, ending.length - fresh);
      memcpy(tail + ending.length - fresh, chunk + size - fresh, fresh);
      if (!ends(tail, ending.length, ending)) continue;
      memset(tail, 0xFF, ending.length);
      complete++;
      if (complete == (count + 1) / 2) report[0] = now();
      if (complete == (count * 99 + 99) / 100) report[1] = now();
      if (complete < count) continue;
      report[2] = now();
      report[3] = lengths[i];
      complete = 0;
      memset(lengths, 0, count * sizeof *lengths);
      if (write(STDOUT_FILENO, report, sizeof report) != sizeof report) return 0;
    }
  }
}

// SPDX-License-Identifier: GPL-2.0-or-later
//
// Many clients of a daemon at once, for the load tests.
//
//   crowd SOCKET one N      N consumers in this process
//   crowd SOCKET each N     N consumers, a process each; SIGHUP kills all of them with SIGKILL
//   crowd SOCKET stall N    N consumers that read their first reply and nothing after it
//   crowd SOCKET drop N     N connections that are closed at once, some of them in the middle of a call
//
// Consumers check that deltas chain: each begins where the previous one ended. Standard output gets a line for each step:
// `registered`, `generation G` when all have reached G, `closed`, `killed`, `dropped`.
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

static const char *path;

static void fail(const char *what) {
  printf("failed: %s: %s\n", what, strerror(errno));
  fflush(stdout);
  _exit(1);
}

static void say(const char *line) {
  puts(line);
  fflush(stdout);
}

static int connect_to_daemon(void) {
  struct sockaddr_un address = {.sun_family = AF_UNIX};
  strncpy(address.sun_path, path, sizeof address.sun_path - 1);
  int descriptor = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (descriptor < 0) fail("socket");
  if (connect(descriptor, (struct sockaddr *)&address, sizeof address) != 0) fail("connect");
  return descriptor;
}

// A consumer of the only bundle: the messages that it got, and its generation.
struct consumer {
  int descriptor;
  long generation;
  char *bytes;
  size_t count, room;
};

static void enroll(struct consumer *consumer) {
  static const char call[] = "{\"method\":\"io.livery.Theme.Register\",\"more\":true,\"parameters\":{}}";
  *consumer = (struct consumer){.descriptor = connect_to_daemon()};
  // The NUL that ends the text ends the message.
  if (send(consumer->descriptor, call, sizeof call, MSG_NOSIGNAL) != sizeof call) fail("send");
}

static long number_after(const char *text, const char *key) {
  const char *found = strstr(text, key);
  if (!found) {
    errno = EPROTO;
    printf("unexpected: %.200s\n", text);
    fail(key);
  }
  return strtol(found + strlen(key), NULL, 10);
}

static void take(struct consumer *consumer, const char *message) {
  if (strstr(message, "\"event\":\"snapshot\"")) {
    consumer->generation = number_after(message, "\"generation\":");
  } else if (strstr(message, "\"event\":\"delta\"")) {
    long from = number_after(message, "\"from\":");
    if (from != consumer->generation) {
      printf("a gap: from %ld, and %ld is held\n", from, consumer->generation);
      fail("chain");
    }
    consumer->generation = number_after(message, "\"to\":");
  } else if (!strstr(message, "\"event\":\"diagnostics\"")) {
    number_after(message, "an event");
  }
}

// Reads the available bytes. False at the end of the connection.
static int receive(struct consumer *consumer) {
  if (consumer->room - consumer->count < 4096) {
    consumer->room = consumer->count + 16384;
    consumer->bytes = realloc(consumer->bytes, consumer->room);
    if (!consumer->bytes) fail("realloc");
  }
  ssize_t answer = recv(consumer->descriptor, consumer->bytes + consumer->count, consumer->room - consumer->count, 0);
  if (answer < 0 && errno == EINTR) return 1;
  if (answer <= 0) return 0;
  consumer->count += (size_t)answer;
  char *start = consumer->bytes, *end;
  while ((end = memchr(start, 0, consumer->count - (size_t)(start - consumer->bytes)))) {
    take(consumer, start);
    start = end + 1;
  }
  consumer->count -= (size_t)(start - consumer->bytes);
  memmove(consumer->bytes, start, consumer->count);
  return 1;
}

// Prints the lowest generation of all. 0 while one consumer has none.
static void tell_lowest(const long *generations, int count) {
  static long told = -1;
  long lowest = generations[0];
  for (int index = 1; index < count; index++)
    if (generations[index] < lowest) lowest = generations[index];
  if (lowest == 0 || lowest == told) return;
  if (told < 0) say("registered");
  told = lowest;
  printf("generation %ld\n", lowest);
  fflush(stdout);
}

static void run_one(int count) {
  struct consumer *consumers = calloc((size_t)count, sizeof *consumers);
  long *generations = calloc((size_t)count, sizeof *generations);
  int epoll = epoll_create1(EPOLL_CLOEXEC);
  for (int index = 0; index < count; index++) {
    enroll(&consumers[index]);
    struct epoll_event event = {.events = EPOLLIN, .data.u32 = (uint32_t)index};
    if (epoll_ctl(epoll, EPOLL_CTL_ADD, consumers[index].descriptor, &event) != 0) fail("epoll_ctl");
  }
  struct epoll_event events[256];
  while (1) {
    int ready = epoll_wait(epoll, events, 256, -1);
    for (int index = 0; index < ready; index++) {
      uint32_t number = events[index].data.u32;
      if (!receive(&consumers[number])) return say("closed");
      generations[number] = consumers[number].generation;
    }
    if (ready > 0) tell_lowest(generations, count);
  }
}

struct news {
  int number;
  long generation;
};

static void be_one_of_many(int number, int output) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  struct consumer consumer;
  enroll(&consumer);
  long told = 0;
  while (receive(&consumer)) {
    if (consumer.generation == told) continue;
    told = consumer.generation;
    struct news news = {.number = number, .generation = told};
    if (write(output, &news, sizeof news) != sizeof news) _exit(1);
  }
  _exit(0);
}

static void run_each(int count) {
  pid_t *children = calloc((size_t)count, sizeof *children);
  long *generations = calloc((size_t)count, sizeof *generations);
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) fail("pipe");
  sigset_t hang_up;
  sigemptyset(&hang_up);
  sigaddset(&hang_up, SIGHUP);
  sigprocmask(SIG_BLOCK, &hang_up, NULL);
  for (int index = 0; index < count; index++) {
    children[index] = fork();
    if (children[index] < 0) fail("fork");
    if (children[index] == 0) {
      close(ends[0]);
      be_one_of_many(index, ends[1]);
    }
  }
  close(ends[1]);
  struct pollfd wanted[2] = {
      {.fd = ends[0], .events = POLLIN},
      {.fd = signalfd(-1, &hang_up, SFD_CLOEXEC), .events = POLLIN},
  };
  while (1) {
    if (poll(wanted, 2, -1) < 0 && errno != EINTR) fail("poll");
    if (wanted[1].revents) break;
    struct news news;
    if (read(ends[0], &news, sizeof news) != sizeof news) return say("closed");
    generations[news.number] = news.generation;
    tell_lowest(generations, count);
  }
  for (int index = 0; index < count; index++) kill(children[index], SIGKILL);
  for (int index = 0; index < count; index++) waitpid(children[index], NULL, 0);
  say("killed");
}

static void run_stall(int count) {
  struct pollfd *wanted = calloc((size_t)count, sizeof *wanted);
  for (int index = 0; index < count; index++) {
    struct consumer consumer;
    enroll(&consumer);
    while (consumer.generation == 0 && receive(&consumer)) {}
    wanted[index] = (struct pollfd){.fd = consumer.descriptor, .events = POLLRDHUP};
  }
  say("registered");
  for (int left = count; left > 0;) {
    if (poll(wanted, (nfds_t)count, -1) < 0) continue;
    for (int index = 0; index < count; index++) {
      if (!wanted[index].revents) continue;
      wanted[index].fd = -1;
      left--;
    }
  }
  say("closed");
}

static void run_drop(int count) {
  static const char call[] = "{\"method\":\"io.livery.Theme.Status\"}";
  for (int index = 0; index < count; index++) {
    int descriptor = connect_to_daemon();
    // Half a call, a whole call whose reply is not read, or nothing.
    size_t length = index % 3 == 0 ? 0 : index % 3 == 1 ? sizeof call / 2 : sizeof call;
    if (length > 0) send(descriptor, call, length, MSG_NOSIGNAL);
    close(descriptor);
  }
  say("dropped");
}

int main(int count, char **arguments) {
  static const struct {
    const char *name;
    void (*run)(int);
  } modes[] = {{"one", run_one}, {"each", run_each}, {"stall", run_stall}, {"drop", run_drop}};
  if (count == 4) {
    path = arguments[1];
    for (size_t index = 0; index < sizeof modes / sizeof *modes; index++) {
      if (strcmp(arguments[2], modes[index].name) != 0) continue;
      modes[index].run(atoi(arguments[3]));
      return 0;
    }
  }
  fprintf(stderr, "crowd SOCKET one|each|stall|drop N\n");
  return 2;
}

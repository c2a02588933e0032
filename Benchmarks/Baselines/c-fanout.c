// SPDX-License-Identifier: GPL-2.0-or-later
//
// c-fanout DIRECTORY SOCKET COUNT LENGTH: the minimum of a program that sends a save to many readers. Listens on SOCKET,
// accepts COUNT connections, and for each file that is written in DIRECTORY: epoll, inotify, read the file, write LENGTH
// bytes to each connection in turn, the last of which is NUL.
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/inotify.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

static int checked(int result, const char *call) {
  if (result >= 0) return result;
  perror(call);
  exit(1);
}

int main(int argument_count, char **arguments) {
  if (argument_count != 5 || chdir(arguments[1]) != 0) return 2;
  int count = atoi(arguments[3]), length = atoi(arguments[4]);
  int *subscribers = calloc(count, sizeof *subscribers);
  char *message = malloc(length), *file = malloc(8 << 20);
  if (subscribers == NULL || message == NULL || file == NULL) return 1;
  memset(message, 'x', length - 1);
  message[length - 1] = 0;

  struct sockaddr_un address = {.sun_family = AF_UNIX};
  strncpy(address.sun_path, arguments[2], sizeof address.sun_path - 1);
  int listener = checked(socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0), "socket");
  checked(bind(listener, (struct sockaddr *)&address, sizeof address), "bind");
  int events = checked(inotify_init1(IN_NONBLOCK | IN_CLOEXEC), "inotify_init1");
  checked(inotify_add_watch(events, ".", IN_CLOSE_WRITE | IN_MOVED_TO), "inotify_add_watch");
  int loop = checked(epoll_create1(EPOLL_CLOEXEC), "epoll_create1");
  struct epoll_event interest = {.events = EPOLLIN};
  checked(epoll_ctl(loop, EPOLL_CTL_ADD, events, &interest), "epoll_ctl");
  checked(listen(listener, 4096), "listen");
  for (int i = 0; i < count; i++) subscribers[i] = checked(accept(listener, NULL, NULL), "accept");

  for (;;) {
    struct epoll_event ready;
    if (epoll_wait(loop, &ready, 1, -1) < 1) continue;
    char batch[16 * (sizeof(struct inotify_event) + NAME_MAX + 1)]
        __attribute__((aligned(__alignof__(struct inotify_event))));
    ssize_t size = read(events, batch, sizeof batch);
    for (char *place = batch; place < batch + size;) {
      const struct inotify_event *event = (const struct inotify_event *)place;
      int saved = open(event->name, O_RDONLY | O_CLOEXEC);
      if (saved >= 0 && read(saved, file, 8 << 20) >= 0)
        for (int i = 0; i < count; i++)
          for (int sent = 0; sent < length;)
            sent += checked(write(subscribers[i], message + sent, length - sent), "write");
      if (saved >= 0) close(saved);
      place += sizeof *event + event->len;
    }
  }
}

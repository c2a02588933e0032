// SPDX-License-Identifier: GPL-2.0-or-later
//
// c-floor DIRECTORY SOCKET: the minimum of a program between a save and a message. Listens on SOCKET, accepts one connection,
// and for each file that is written in DIRECTORY or renamed into it: epoll, inotify, read the file, write 200 bytes to the
// connection, the last of which is NUL.
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

int main(int count, char **arguments) {
  if (count != 3 || chdir(arguments[1]) != 0) return 2;
  struct sockaddr_un address = {.sun_family = AF_UNIX};
  strncpy(address.sun_path, arguments[2], sizeof address.sun_path - 1);
  int listener = checked(socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0), "socket");
  checked(bind(listener, (struct sockaddr *)&address, sizeof address), "bind");
  int events = checked(inotify_init1(IN_NONBLOCK | IN_CLOEXEC), "inotify_init1");
  checked(inotify_add_watch(events, ".", IN_CLOSE_WRITE | IN_MOVED_TO), "inotify_add_watch");
  int loop = checked(epoll_create1(EPOLL_CLOEXEC), "epoll_create1");
  struct epoll_event interest = {.events = EPOLLIN};
  checked(epoll_ctl(loop, EPOLL_CTL_ADD, events, &interest), "epoll_ctl");
  checked(listen(listener, 1), "listen");
  int subscriber = checked(accept(listener, NULL, NULL), "accept");

  static char file[1 << 20], message[200];
  memset(message, 'x', sizeof message - 1);
  for (;;) {
    struct epoll_event ready;
    if (epoll_wait(loop, &ready, 1, -1) < 1) continue;
    char batch[16 * (sizeof(struct inotify_event) + NAME_MAX + 1)]
        __attribute__((aligned(__alignof__(struct inotify_event))));
    ssize_t length = read(events, batch, sizeof batch);
    for (char *place = batch; place < batch + length;) {
      const struct inotify_event *event = (const struct inotify_event *)place;
      int saved = open(event->name, O_RDONLY | O_CLOEXEC);
      if (saved >= 0 && read(saved, file, sizeof file) >= 0)
        checked(write(subscriber, message, sizeof message), "write");
      if (saved >= 0) close(saved);
      place += sizeof *event + event->len;
    }
  }
}

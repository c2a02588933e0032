// SPDX-License-Identifier: GPL-2.0-or-later
#include "CServerGreeting.h"
#include <errno.h>
#include <netdb.h>
#include <poll.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

static int connected(const struct addrinfo *address, int milliseconds) {
  int socket_ = socket(address->ai_family, address->ai_socktype | SOCK_NONBLOCK | SOCK_CLOEXEC, address->ai_protocol);
  if (socket_ < 0) return -1;
  if (connect(socket_, address->ai_addr, address->ai_addrlen) == 0) return socket_;
  struct pollfd request = {.fd = socket_, .events = POLLOUT};
  int failure = 0;
  socklen_t length = sizeof failure;
  if (errno == EINPROGRESS && poll(&request, 1, milliseconds) == 1 &&
      getsockopt(socket_, SOL_SOCKET, SO_ERROR, &failure, &length) == 0 && failure == 0)
    return socket_;
  close(socket_);
  return -1;
}

long livery_server_greeting(const char *host, const char *port, int milliseconds, char *line, unsigned long size) {
  struct addrinfo hints = {.ai_socktype = SOCK_STREAM}, *addresses = NULL;
  if (getaddrinfo(host, port, &hints, &addresses) != 0) return -1;
  int socket_ = -1;
  for (const struct addrinfo *address = addresses; address && socket_ < 0; address = address->ai_next)
    socket_ = connected(address, milliseconds);
  freeaddrinfo(addresses);
  if (socket_ < 0) return -1;
  unsigned long count = 0;
  while (count + 1 < size && !memchr(line, '\n', count)) {
    struct pollfd request = {.fd = socket_, .events = POLLIN};
    if (poll(&request, 1, milliseconds) != 1) break;
    ssize_t got = recv(socket_, line + count, size - 1 - count, 0);
    if (got <= 0) break;
    count += (unsigned long)got;
  }
  close(socket_);
  line[count] = 0;
  return memchr(line, '\n', count) ? (long)count : -1;
}

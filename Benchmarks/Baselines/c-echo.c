// SPDX-License-Identifier: GPL-2.0-or-later
//
// c-echo: the minimum of a language server. Reads messages of the base protocol from standard input and writes each back to standard
// output.
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static char message[1 << 24];

int main(void) {
  size_t count = 0;
  for (;;) {
    ssize_t got = read(STDIN_FILENO, message + count, sizeof message - count);
    if (got <= 0) return 0;
    count += (size_t)got;
    for (;;) {
      char *end = memmem(message, count, "\r\n\r\n", 4);
      if (!end) break;
      size_t head = (size_t)(end - message) + 4;
      size_t whole = head + strtoul(message + strlen("Content-Length: "), NULL, 10);
      if (count < whole) break;
      for (size_t sent = 0; sent < whole;) {
        ssize_t part = write(STDOUT_FILENO, message + sent, whole - sent);
        if (part <= 0) return 1;
        sent += (size_t)part;
      }
      count -= whole;
      memmove(message, message + whole, count);
    }
  }
}

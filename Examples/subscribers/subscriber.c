/* SPDX-License-Identifier: MIT
 *
 * Prints each event of a bundle as a line of JSON: subscriber SOCKET. Build: cc -o subscriber subscriber.c
 * A message of Varlink is JSON and a NUL byte; JSON text holds neither NUL nor, as the daemon writes it, a newline.
 */
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

static const char call[] = "{\"method\":\"io.livery.Theme.Register\",\"more\":true,"
                           "\"parameters\":{\"name\":\"subscriber.c\"}}";

int main(int count, char **arguments) {
  struct sockaddr_un address = {.sun_family = AF_UNIX};
  if (count != 2 || strlen(arguments[1]) >= sizeof address.sun_path) {
    fprintf(stderr, "usage: subscriber SOCKET\n");
    return 2;
  }
  strcpy(address.sun_path, arguments[1]);
  int connection = socket(AF_UNIX, SOCK_STREAM, 0);
  if (connection < 0 || connect(connection, (struct sockaddr *)&address, sizeof address) < 0) {
    perror(arguments[1]);
    return 1;
  }
  /* The NUL that ends the text ends the message, too. A call this short is taken whole. */
  if (write(connection, call, sizeof call) != sizeof call) {
    perror("write");
    return 1;
  }
  char buffer[65536];
  ssize_t length;
  while ((length = read(connection, buffer, sizeof buffer)) > 0) {
    for (ssize_t i = 0; i < length; i++) putchar(buffer[i] ? buffer[i] : '\n');
    fflush(stdout);
  }
  return length < 0;
}

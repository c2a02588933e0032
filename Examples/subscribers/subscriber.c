/* SPDX-License-Identifier: MIT
 *
 * Prints each event of a bundle as a line of JSON: subscriber SOCKET [BUNDLE]. Build: cc -o subscriber subscriber.c
 * A message of Varlink is JSON and a NUL byte; JSON text holds neither NUL nor, as the daemon writes it, a newline.
 */
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

int main(int count, char **arguments) {
  struct sockaddr_un address = {.sun_family = AF_UNIX};
  const char *bundle = count > 2 ? arguments[2] : "";
  if (count < 2 || count > 3 || strlen(arguments[1]) >= sizeof address.sun_path || strpbrk(bundle, "\"\\")) {
    fprintf(stderr, "usage: subscriber SOCKET [BUNDLE]\n");
    return 2;
  }
  strcpy(address.sun_path, arguments[1]);
  int connection = socket(AF_UNIX, SOCK_STREAM, 0);
  if (connection < 0 || connect(connection, (struct sockaddr *)&address, sizeof address) < 0) {
    perror(arguments[1]);
    return 1;
  }
  char call[1024];
  int size = snprintf(call, sizeof call,
                      "{\"method\":\"io.livery.Theme.Register\",\"more\":true,"
                      "\"parameters\":{\"name\":\"subscriber.c\"%s%s%s}}",
                      *bundle ? ",\"bundle\":\"" : "", bundle, *bundle ? "\"" : "");
  /* The NUL that ends the text ends the message, too. A call this short is taken whole. */
  if (size >= (int)sizeof call || write(connection, call, size + 1) != size + 1) {
    fprintf(stderr, "subscriber: the call cannot be sent\n");
    return 1;
  }
  /* What a message is about stands at its beginning. */
  char buffer[65536], head[128] = "";
  size_t begun = 0;
  ssize_t length;
  while ((length = read(connection, buffer, sizeof buffer)) > 0) {
    for (ssize_t i = 0; i < length; i++) {
      putchar(buffer[i] ? buffer[i] : '\n');
      if (begun < sizeof head - 1) head[begun] = buffer[i], head[begun + 1] = 0;
      begun = buffer[i] ? begun + 1 : 0;
    }
    fflush(stdout);
    /* Every reply names its event; what has none is an error. */
    if (begun == 0 && !strstr(head, "\"event\":\"")) {
      fprintf(stderr, "subscriber: the daemon refuses\n");
      return 1;
    }
    if (begun == 0 && strstr(head, "\"event\":\"end\"")) return 0;
  }
  fprintf(stderr, "subscriber: the connection to the daemon is lost\n");
  return 1;
}

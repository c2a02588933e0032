// SPDX-License-Identifier: GPL-2.0-or-later
//
// libmicrohttpd for Swift: its enumerations and its functions with a variable number of arguments are not imported.
#include <arpa/inet.h>
#include <errno.h>
#include <microhttpd.h>
#include <netinet/in.h>
#include <stdint.h>
#include <sys/socket.h>

static const int livery_http_yes = MHD_YES;
static const int livery_http_no = MHD_NO;
// A body of unknown length, and the two ends of one.
static const uint64_t livery_http_unknown_size = MHD_SIZE_UNKNOWN;
static const ssize_t livery_http_end_with_error = MHD_CONTENT_READER_END_WITH_ERROR;

typedef int (*livery_http_accept)(void *, const struct sockaddr *, socklen_t);
typedef int (*livery_http_handler)(void *, struct MHD_Connection *, const char *, const char *, const char *, const char *,
                                   size_t *, void **);

// Listens on 127.0.0.1, without a thread: the caller waits for the descriptor of `livery_http_descriptor`.
// MHD_start_daemon(3).
static inline struct MHD_Daemon *livery_http_start(uint16_t port, unsigned int connections, unsigned int memory,
                                                   unsigned int timeout, livery_http_accept accept,
                                                   livery_http_handler handler,
                                                   MHD_RequestCompletedCallback completed, void *context) {
  struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons(port)};
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  return MHD_start_daemon(MHD_USE_EPOLL | MHD_ALLOW_SUSPEND_RESUME, port,
                          (MHD_AcceptPolicyCallback)accept, context, (MHD_AccessHandlerCallback)handler, context,
                          MHD_OPTION_SOCK_ADDR, &address, MHD_OPTION_CONNECTION_LIMIT, connections,
                          MHD_OPTION_CONNECTION_MEMORY_LIMIT, (size_t)memory, MHD_OPTION_CONNECTION_TIMEOUT, timeout,
                          MHD_OPTION_NOTIFY_COMPLETED, completed, context, MHD_OPTION_STRICT_FOR_CLIENT, 1,
                          MHD_OPTION_END);
}

// The port that the daemon listens at.
static inline uint16_t livery_http_port(struct MHD_Daemon *daemon) {
  const union MHD_DaemonInfo *info = MHD_get_daemon_info(daemon, MHD_DAEMON_INFO_BIND_PORT);
  return info ? info->port : 0;
}

// Readable when MHD_run has work.
static inline int livery_http_descriptor(struct MHD_Daemon *daemon) {
  const union MHD_DaemonInfo *info = MHD_get_daemon_info(daemon, MHD_DAEMON_INFO_EPOLL_FD);
  return info ? info->epoll_fd : -1;
}

static inline int livery_http_run(struct MHD_Daemon *daemon) { return (int)MHD_run(daemon); }

// Milliseconds to the next MHD_run, or -1 without one.
static inline long long livery_http_timeout(struct MHD_Daemon *daemon) {
  MHD_UNSIGNED_LONG_LONG timeout = 0;
  return MHD_get_timeout(daemon, &timeout) == MHD_YES ? (long long)timeout : -1;
}

// The value of a header of the request, or a null pointer.
static inline const char *livery_http_header(struct MHD_Connection *connection, const char *name) {
  return MHD_lookup_connection_value(connection, MHD_HEADER_KIND, name);
}

typedef int (*livery_http_visitor)(void *, int, const char *, const char *);

// Visits the arguments of the query, decoded.
static inline void livery_http_arguments(struct MHD_Connection *connection, livery_http_visitor visitor, void *context) {
  MHD_get_connection_values(connection, MHD_GET_ARGUMENT_KIND, (MHD_KeyValueIterator)visitor, context);
}

// The descriptor of the connection, which the library closes.
static inline int livery_http_socket(struct MHD_Connection *connection) {
  const union MHD_ConnectionInfo *info = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
  return info ? info->connect_fd : -1;
}

// Lets a connection be silent for ever.
static inline void livery_http_keep(struct MHD_Connection *connection) {
  MHD_set_connection_option(connection, MHD_CONNECTION_OPTION_TIMEOUT, 0u);
}

// A response with a copy of a body.
static inline struct MHD_Response *livery_http_response(const void *bytes, size_t count) {
  return MHD_create_response_from_buffer(count, (void *)bytes, MHD_RESPMEM_MUST_COPY);
}

static inline int livery_http_queue(struct MHD_Connection *connection, unsigned int status, struct MHD_Response *response) {
  return (int)MHD_queue_response(connection, status, response);
}

static inline int livery_http_error(void) { return errno; }

// 0 when the other end has closed a connection, 1 when it sent bytes that nobody has read, -1 when there is nothing.
static inline int livery_http_peer_state(int descriptor) {
  char byte;
  ssize_t count = recv(descriptor, &byte, 1, MSG_PEEK | MSG_DONTWAIT);
  if (count > 0) return 1;
  return count == 0 || (errno != EAGAIN && errno != EINTR) ? 0 : -1;
}

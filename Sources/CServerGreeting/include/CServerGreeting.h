// SPDX-License-Identifier: GPL-2.0-or-later
#ifndef LIVERY_SERVER_GREETING_H
#define LIVERY_SERVER_GREETING_H

/// Connects to a server of NATS, and reads the line with which it greets every client, also before TLS: `INFO {...}`. Ends with a NUL.
/// The number of bytes, or -1 when none came in time.
long livery_server_greeting(const char *host, const char *port, int milliseconds, char *line, unsigned long size);
#endif

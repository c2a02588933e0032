// SPDX-License-Identifier: MIT
// What Glibc's module map leaves out of Swift's sight.
#ifndef LIVERY_CLINUX_H
#define LIVERY_CLINUX_H
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/timerfd.h>
#include <sys/un.h>
#endif

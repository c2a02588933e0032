// SPDX-License-Identifier: MIT
#define _GNU_SOURCE
#include "CLinux.h"
#include <errno.h>
#include <signal.h>
#include <string.h>
#include <sys/time.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

// The variables of a handler are written while its signals are blocked, or before it is installed. Handlers only call
// functions of signal-safety(7).

// Fatal signals.

static const int fatal_signals[] = {SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGTRAP, SIGABRT, SIGSYS, SIGQUIT};
enum { fatal_count = sizeof fatal_signals / sizeof fatal_signals[0] };

static struct {
  struct sigaction previous[fatal_count];
  volatile sig_atomic_t is_installed;
  volatile sig_atomic_t screen;
  volatile sig_atomic_t keyboard;
  char text[64];
  volatile unsigned long length;
  struct termios attributes;
} rescue = {.screen = -1, .keyboard = -1};

static char rescue_stack[16384];

static void rescue_terminal(int number, siginfo_t *information, void *context) {
  (void)context;
  int error = errno;
  if (rescue.screen >= 0 && write(rescue.screen, rescue.text, rescue.length) < 0) errno = error;
  if (rescue.keyboard >= 0) tcsetattr(rescue.keyboard, TCSANOW, &rescue.attributes);
  // After the handler, a fault occurs again and reaches the previous handler. A sent signal has to be sent again.
  for (int index = 0; index < fatal_count; index++) {
    if (fatal_signals[index] == number) sigaction(number, &rescue.previous[index], NULL);
  }
  if (information->si_code <= 0) raise(number);
  errno = error;
}

static void install_rescue(void) {
  if (rescue.is_installed) return;
  rescue.is_installed = 1;
  // A separate stack, in case the stack of the program is exhausted.
  stack_t stack = {0};
  if (sigaltstack(NULL, &stack) == 0 && (stack.ss_flags & SS_DISABLE)) {
    stack = (stack_t){.ss_sp = rescue_stack, .ss_size = sizeof rescue_stack};
    sigaltstack(&stack, NULL);
  }
  struct sigaction action;
  memset(&action, 0, sizeof action);
  action.sa_sigaction = rescue_terminal;
  action.sa_flags = SA_SIGINFO | SA_ONSTACK;
  sigfillset(&action.sa_mask);
  for (int index = 0; index < fatal_count; index++) {
    struct sigaction *previous = &rescue.previous[index];
    // An ignored signal is not fatal. The shell ignores some for background processes.
    if (sigaction(fatal_signals[index], NULL, previous) != 0 || previous->sa_handler == SIG_IGN) continue;
    sigaction(fatal_signals[index], &action, NULL);
  }
}

void livery_rescue_screen(int descriptor, const char *text, unsigned long length) {
  rescue.screen = -1;
  if (descriptor < 0 || length > sizeof rescue.text) return;
  memcpy(rescue.text, text, length);
  rescue.length = length;
  rescue.screen = descriptor;
  install_rescue();
}

void livery_rescue_keyboard(int descriptor, const struct termios *attributes) {
  rescue.keyboard = -1;
  if (descriptor < 0) return;
  rescue.attributes = *attributes;
  rescue.keyboard = descriptor;
  install_rescue();
}

// The progress line.

static struct {
  struct sigaction previous;
  int descriptor;
  char text[256];
  unsigned long length;
  unsigned long interval;
  volatile sig_atomic_t ticks;
} progress;

static void show_progress(int number) {
  (void)number;
  int error = errno;
  progress.ticks++;
  char line[sizeof progress.text + 32];
  unsigned long length = 0;
  line[length++] = '\r';
  memcpy(line + length, progress.text, progress.length);
  length += progress.length;
  unsigned long tenths = (unsigned long)progress.ticks * progress.interval / 100;
  char digits[20];
  int count = 0;
  unsigned long whole = tenths / 10;
  do digits[count++] = (char)('0' + whole % 10); while ((whole /= 10) > 0);
  line[length++] = ' ';
  while (count > 0) line[length++] = digits[--count];
  line[length++] = '.';
  line[length++] = (char)('0' + tenths % 10);
  memcpy(line + length, " s\x1b[K", 5);
  length += 5;
  if (write(progress.descriptor, line, length) < 0) errno = error;
  errno = error;
}

static int set_interval(unsigned long milliseconds) {
  struct timeval time = {.tv_sec = (time_t)(milliseconds / 1000), .tv_usec = (suseconds_t)(milliseconds % 1000 * 1000)};
  struct itimerval timer = {.it_interval = time, .it_value = time};
  return setitimer(ITIMER_REAL, &timer, NULL);
}

int livery_begin_progress(int descriptor, const char *text, unsigned long length, unsigned long milliseconds) {
  if (length > sizeof progress.text) length = sizeof progress.text;
  memcpy(progress.text, text, length);
  progress.length = length;
  progress.descriptor = descriptor;
  progress.interval = milliseconds;
  progress.ticks = 0;
  struct sigaction action;
  memset(&action, 0, sizeof action);
  action.sa_handler = show_progress;
  action.sa_flags = SA_RESTART;
  if (sigaction(SIGALRM, &action, &progress.previous) != 0) return -1;
  return set_interval(milliseconds);
}

int livery_end_progress(void) {
  set_interval(0);
  // Without a handler, a pending signal would end the program. Ignoring the signal discards it.
  signal(SIGALRM, SIG_IGN);
  sigaction(SIGALRM, &progress.previous, NULL);
  if (progress.ticks == 0) return 0;
  return write(progress.descriptor, "\r\x1b[K", 4) < 0 ? -1 : 1;
}

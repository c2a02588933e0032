// SPDX-License-Identifier: MIT

/// The system calls of this package, by the names of their C functions.
package enum SystemCall: String, Sendable, CaseIterable {
  case accept = "accept4"
  /// open(2) with O_CREAT.
  case create = "open with O_CREAT"
  case bind, chmod, chown, close, connect
  /// renameat2(2) with RENAME_EXCHANGE.
  case exchange = "renameat2"
  case epollControl = "epoll_ctl"
  case epollCreate = "epoll_create1"
  case epollWait = "epoll_wait"
  case eventCreate = "eventfd"
  case fchmod, fchown, fcntl, flock, fstat, fsync, ftruncate, getcwd, getrlimit, getsockopt, link, listen, lseek, lstat
  case memoryFile = "memfd_create"
  case mkdir, open, openat2, opendir
  case processDescriptor = "pidfd_open"
  case pipe, poll, read, readdir, readlink, realpath
  case receive = "recv"
  case rename
  /// send(2), and sendmsg(2), which sends several pieces.
  case send
  case sendFile = "sendfile"
  case sendTo = "sendto"
  case setrlimit, setsockopt, shutdown
  case signalCreate = "signalfd"
  case socket
  case socketDiagnosis = "sock_diag"
  case socketPair = "socketpair"
  case stat, statfs, statvfs, symlink, syncfs
  case terminalAttributes = "tcgetattr"
  case setTerminalAttributes = "tcsetattr"
  case timerCreate = "timerfd_create"
  case timerSet = "timerfd_settime"
  case unlink
  case wait = "waitpid"
  case write
  /// The calls of libinotifytools. `CInotifyDescriptor` intercepts them.
  case inotifyInit = "inotify_init"
  case inotifyAddWatch = "inotify_add_watch"
  case inotifyRead = "inotifytools_next_events"
}

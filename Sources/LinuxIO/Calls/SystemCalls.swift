// SPDX-License-Identifier: MIT

import CLinux
package import Glibc

/// The system calls of this package, one thin function each. Targets for special subjects extend it.
///
/// Each returns the value of the call, or the negated error number. Interrupted calls are repeated here and nowhere else.
/// close(2) is not repeated, since it frees its descriptor even then. Tests make calls fail with `interceptingSystemCalls`.
package enum SystemCalls {
  package static func repeating(_ call: SystemCall, _ body: () -> Int32) -> Int {
    repeating(call, bytes: 1) { _ in Int(body()) }
  }

  /// - Parameters:
  ///   - bytes: the number of bytes to move.
  ///   - body: makes the call for this number of bytes.
  package static func repeating(_ call: SystemCall, bytes: Int, _ body: (Int) -> Int) -> Int {
    while true {
      var maximum = bytes
      switch interception(of: call) {
      case .none: break
      case .atMost(let count): maximum = min(bytes, count)
      case .failure(let failure):
        if failure.rawValue == EINTR { continue }
        return -Int(failure.rawValue)
      }
      let answer = body(maximum)
      if answer >= 0 { return answer }
      if errno != EINTR { return -Int(errno) }
    }
  }

  // MARK: Files

  package static func open(_ path: UnsafePointer<CChar>, _ flags: Int32, _ mode: UInt32 = 0) -> Int {
    repeating(flags & O_CREAT == 0 ? .open : .create) { Glibc.open(path, flags, mode) }
  }

  static func openDirectory(_ path: UnsafePointer<CChar>) -> Int {
    repeating(.open) { livery_open_directory(path) }
  }

  static func openBelow(_ directory: Int32, _ path: UnsafePointer<CChar>) -> Int {
    repeating(.openat2) { livery_open_below(directory, path) }
  }

  package static func close(_ descriptor: Int32) -> Int {
    let answer = Glibc.close(descriptor) == 0 ? 0 : -Int(errno)
    if case .failure(let failure) = interception(of: .close) { return -Int(failure.rawValue) }
    return answer
  }

  package static func read(_ descriptor: Int32, _ buffer: UnsafeMutableRawBufferPointer) -> Int {
    repeating(.read, bytes: buffer.count) { Glibc.read(descriptor, buffer.baseAddress, $0) }
  }

  package static func write(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
    repeating(.write, bytes: bytes.count) { Glibc.write(descriptor, bytes.baseAddress, $0) }
  }

  static func truncate(_ descriptor: Int32, _ size: Int) -> Int {
    repeating(.ftruncate) { Glibc.ftruncate(descriptor, size) }
  }

  package static func pipe(_ ends: inout [Int32]) -> Int {
    repeating(.pipe) { Glibc.pipe(&ends) }
  }

  static func fsync(_ descriptor: Int32) -> Int {
    repeating(.fsync) { Glibc.fsync(descriptor) }
  }

  static func syncFileSystem(_ descriptor: Int32) -> Int {
    repeating(.syncfs) { livery_sync_file_system(descriptor) }
  }

  static func getFlags(_ descriptor: Int32) -> Int {
    repeating(.fcntl) { fcntl(descriptor, F_GETFL) }
  }

  static func setFlags(_ descriptor: Int32, _ flags: Int32) -> Int {
    repeating(.fcntl) { fcntl(descriptor, F_SETFL, flags) }
  }

  /// A copy whose number is at least `lowest`, close-on-exec: F_DUPFD_CLOEXEC.
  package static func duplicate(_ descriptor: Int32, from lowest: Int32) -> Int {
    repeating(.fcntl) { fcntl(descriptor, F_DUPFD_CLOEXEC, lowest) }
  }

  package static func closeOnExec(_ descriptor: Int32) -> Int {
    repeating(.fcntl) { fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
  }

  static func duplicate(_ descriptor: Int32) -> Int {
    repeating(.fcntl) { fcntl(descriptor, F_DUPFD_CLOEXEC, 0) }
  }

  static func lock(_ descriptor: Int32, _ operation: Int32) -> Int {
    repeating(.flock) { flock(descriptor, operation) }
  }

  static func status(of descriptor: Int32, _ status: inout stat) -> Int {
    repeating(.fstat) { fstat(descriptor, &status) }
  }

  static func status(_ path: UnsafePointer<CChar>, _ status: inout stat) -> Int {
    repeating(.stat) { stat(path, &status) }
  }

  static func linkStatus(_ path: UnsafePointer<CChar>, _ status: inout stat) -> Int {
    repeating(.lstat) { lstat(path, &status) }
  }

  static func fileSystemType(_ path: UnsafePointer<CChar>, _ type: inout UInt32) -> Int {
    repeating(.statfs) { livery_file_system_type(path, &type) }
  }

  static func changeMode(_ path: UnsafePointer<CChar>, _ mode: mode_t) -> Int {
    repeating(.chmod) { Glibc.chmod(path, mode) }
  }

  static func changeMode(of descriptor: Int32, _ mode: mode_t) -> Int {
    repeating(.fchmod) { Glibc.fchmod(descriptor, mode) }
  }

  static func changeOwner(of descriptor: Int32, _ user: uid_t, _ group: gid_t) -> Int {
    repeating(.fchown) { Glibc.fchown(descriptor, user, group) }
  }

  static func changeGroup(_ path: UnsafePointer<CChar>, _ group: gid_t) -> Int {
    repeating(.chown) { Glibc.chown(path, uid_t.max, group) }
  }

  static func rename(_ old: UnsafePointer<CChar>, _ new: UnsafePointer<CChar>) -> Int {
    repeating(.rename) { Glibc.rename(old, new) }
  }

  static func exchange(
    in directory: Int32 = AT_FDCWD, _ first: UnsafePointer<CChar>, _ second: UnsafePointer<CChar>
  ) -> Int {
    repeating(.exchange) { livery_exchange(directory, first, second) }
  }

  static func unlink(_ path: UnsafePointer<CChar>) -> Int {
    repeating(.unlink) { Glibc.unlink(path) }
  }

  static func mkdir(_ path: UnsafePointer<CChar>, _ mode: mode_t) -> Int {
    repeating(.mkdir) { Glibc.mkdir(path, mode) }
  }

  static func readlink(_ path: UnsafePointer<CChar>, _ buffer: UnsafeMutableBufferPointer<CChar>) -> Int {
    guard let base = buffer.baseAddress else { return -Int(EINVAL) }
    return repeating(.readlink, bytes: buffer.count) { _ in Glibc.readlink(path, base, buffer.count) }
  }

  // MARK: Files in an open directory

  static func open(in directory: Int32, _ name: UnsafePointer<CChar>, _ flags: Int32, _ mode: UInt32 = 0) -> Int {
    repeating(flags & O_CREAT == 0 ? .open : .create) { Glibc.openat(directory, name, flags, mode) }
  }

  static func linkStatus(in directory: Int32, _ name: UnsafePointer<CChar>, _ status: inout stat) -> Int {
    repeating(.lstat) { fstatat(directory, name, &status, AT_SYMLINK_NOFOLLOW) }
  }

  static func readlink(
    in directory: Int32, _ name: UnsafePointer<CChar>, _ buffer: UnsafeMutableBufferPointer<CChar>
  ) -> Int {
    guard let base = buffer.baseAddress else { return -Int(EINVAL) }
    return repeating(.readlink, bytes: buffer.count) { _ in Glibc.readlinkat(directory, name, base, buffer.count) }
  }

  static func rename(in directory: Int32, _ old: UnsafePointer<CChar>, _ new: UnsafePointer<CChar>) -> Int {
    repeating(.rename) { Glibc.renameat(directory, old, directory, new) }
  }

  static func unlink(in directory: Int32, _ name: UnsafePointer<CChar>) -> Int {
    repeating(.unlink) { Glibc.unlinkat(directory, name, 0) }
  }

  static func mkdir(in directory: Int32, _ name: UnsafePointer<CChar>, _ mode: mode_t) -> Int {
    repeating(.mkdir) { Glibc.mkdirat(directory, name, mode) }
  }

  static func rmdir(in directory: Int32, _ name: UnsafePointer<CChar>) -> Int {
    repeating(.unlink) { Glibc.unlinkat(directory, name, AT_REMOVEDIR) }
  }

  /// Follows no link, and leads out of no directory. Makes a file with O_CREAT.
  static func open(inTree directory: Int32, _ path: UnsafePointer<CChar>, _ flags: Int32, _ mode: UInt32 = 0) -> Int {
    repeating(flags & O_CREAT == 0 ? .openat2 : .create) { livery_open_in_tree(directory, path, flags, mode) }
  }

  static func link(
    in directory: Int32, _ old: UnsafePointer<CChar>, to other: Int32, _ new: UnsafePointer<CChar>
  ) -> Int {
    repeating(.link) { linkat(directory, old, other, new, 0) }
  }

  static func makeLink(in directory: Int32, _ name: UnsafePointer<CChar>, to target: UnsafePointer<CChar>) -> Int {
    repeating(.symlink) { symlinkat(target, directory, name) }
  }

  static func freeBytes(_ path: UnsafePointer<CChar>, _ bytes: inout UInt64) -> Int {
    repeating(.statvfs) { livery_free_bytes(path, &bytes) }
  }

  // MARK: Directories

  static func openDirectoryStream(_ path: UnsafePointer<CChar>, _ stream: inout OpaquePointer?) -> Int {
    repeating(.opendir) {
      stream = opendir(path)
      return stream == nil ? -1 : 0
    }
  }

  /// The next entry, valid until the next call. Nil after the last.
  static func readDirectory(_ stream: OpaquePointer, _ entry: inout UnsafeMutablePointer<dirent>?) -> Int {
    repeating(.readdir) {
      errno = 0
      entry = readdir(stream)
      return entry == nil && errno != 0 ? -1 : 0
    }
  }

  /// The caller frees the result.
  static func realPath(_ path: UnsafePointer<CChar>, _ resolved: inout UnsafeMutablePointer<CChar>?) -> Int {
    repeating(.realpath) {
      resolved = realpath(path, nil)
      return resolved == nil ? -1 : 0
    }
  }

  /// The caller frees the result.
  static func currentDirectory(_ path: inout UnsafeMutablePointer<CChar>?) -> Int {
    repeating(.getcwd) {
      path = getcwd(nil, 0)
      return path == nil ? -1 : 0
    }
  }

  package static func seek(_ descriptor: Int32, to offset: Int) -> Int {
    repeating(.lseek, bytes: 1) { _ in lseek(descriptor, offset, SEEK_SET) }
  }

  package static func memoryFile(_ name: UnsafePointer<CChar>) -> Int {
    repeating(.memoryFile) { livery_memory_file(name) }
  }

  // MARK: Limits

  static func getDescriptorLimit(_ limit: inout rlimit) -> Int {
    repeating(.getrlimit) { getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) }
  }

  static func setDescriptorLimit(_ limit: inout rlimit) -> Int {
    repeating(.setrlimit) { setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) }
  }

  // MARK: Sockets

  static func socket(_ flags: Int32) -> Int {
    repeating(.socket) { Glibc.socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | flags, 0) }
  }

  static func socketPair(_ first: inout Int32, _ second: inout Int32) -> Int {
    var pair: [Int32] = [-1, -1]
    let type = Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)
    let answer = repeating(.socketPair) { socketpair(AF_UNIX, type, 0, &pair) }
    (first, second) = (pair[0], pair[1])
    return answer
  }

  static func bind(_ descriptor: Int32, _ address: UnsafePointer<sockaddr>, _ length: socklen_t) -> Int {
    repeating(.bind) { Glibc.bind(descriptor, address, length) }
  }

  static func connect(_ descriptor: Int32, _ address: UnsafePointer<sockaddr>, _ length: socklen_t) -> Int {
    repeating(.connect) { Glibc.connect(descriptor, address, length) }
  }

  static func listen(_ descriptor: Int32, _ backlog: Int32) -> Int {
    repeating(.listen) { Glibc.listen(descriptor, backlog) }
  }

  static func accept(_ listener: Int32) -> Int {
    repeating(.accept) { livery_accept(listener) }
  }

  package static func send(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
    repeating(.send, bytes: bytes.count) {
      Glibc.send(descriptor, bytes.baseAddress, $0, Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT))
    }
  }

  /// The socket refers to pages of the file where it can. Blocks on a blocking socket, and raises SIGPIPE.
  static func sendFile(_ descriptor: Int32, _ file: Int32, from offset: Int, _ count: Int) -> Int {
    repeating(.sendFile, bytes: count) { count in
      var offset = off_t(offset)
      return sendfile(descriptor, file, &offset, count)
    }
  }

  /// May shorten the vectors of the message.
  static func send(_ descriptor: Int32, _ message: inout msghdr) -> Int {
    let vectors = UnsafeMutableBufferPointer(start: message.msg_iov, count: message.msg_iovlen)
    return repeating(.send, bytes: vectors.reduce(0) { $0 + $1.iov_len }) { count in
      // The caller's vectors live during the call. Without an interceptor they are sent unchanged.
      var rest = count
      for index in vectors.indices {
        vectors[index].iov_len = min(vectors[index].iov_len, rest)
        rest -= vectors[index].iov_len
      }
      return sendmsg(descriptor, &message, Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT))
    }
  }

  static func receive(_ descriptor: Int32, _ buffer: UnsafeMutableRawBufferPointer) -> Int {
    repeating(.receive, bytes: buffer.count) { recv(descriptor, buffer.baseAddress, $0, Int32(MSG_DONTWAIT)) }
  }

  static func shutdown(_ descriptor: Int32, _ how: Int32) -> Int {
    repeating(.shutdown) { Glibc.shutdown(descriptor, how) }
  }

  static func socketOption(_ descriptor: Int32, _ option: Int32, _ number: inout Int32) -> Int {
    var length = socklen_t(MemoryLayout<Int32>.size)
    return repeating(.getsockopt) { getsockopt(descriptor, SOL_SOCKET, option, &number, &length) }
  }

  static func setSocketOption(_ descriptor: Int32, _ option: Int32, to number: Int32) -> Int {
    var number = number
    let length = socklen_t(MemoryLayout<Int32>.size)
    return repeating(.setsockopt) { setsockopt(descriptor, SOL_SOCKET, option, &number, length) }
  }

  /// SO_PEERGROUPS: fills as many groups as fit. Returns the number of groups, or -ERANGE with that number in `count`.
  static func peerGroups(_ descriptor: Int32, _ groups: inout [gid_t], _ count: inout Int) -> Int {
    var length = socklen_t(groups.count * MemoryLayout<gid_t>.size)
    let answer = repeating(.getsockopt) { getsockopt(descriptor, SOL_SOCKET, SO_PEERGROUPS, &groups, &length) }
    count = Int(length) / MemoryLayout<gid_t>.size
    return answer
  }

  static func peerCredentials(_ descriptor: Int32, _ credentials: inout PeerCredentials) -> Int {
    repeating(.getsockopt) {
      livery_peer_credentials(
        descriptor, &credentials.process, &credentials.user, &credentials.group)
    }
  }

  // MARK: Waiting

  static func epollCreate() -> Int {
    repeating(.epollCreate) { epoll_create1(Int32(EPOLL_CLOEXEC)) }
  }

  static func epollControl(_ epoll: Int32, _ operation: Int32, _ descriptor: Int32, _ event: inout epoll_event) -> Int {
    repeating(.epollControl) { epoll_ctl(epoll, operation, descriptor, &event) }
  }

  static func epollWait(_ epoll: Int32, _ events: inout [epoll_event], _ milliseconds: Int32) -> Int {
    let capacity = Int32(events.count)
    return repeating(.epollWait) { epoll_wait(epoll, &events, capacity, milliseconds) }
  }

  package static func poll(_ request: inout pollfd, _ milliseconds: Int32) -> Int {
    repeating(.poll) { Glibc.poll(&request, 1, milliseconds) }
  }

  static func timerCreate() -> Int {
    repeating(.timerCreate) { timerfd_create(CLOCK_MONOTONIC, Int32(TFD_NONBLOCK) | Int32(TFD_CLOEXEC)) }
  }

  static func timerSet(_ timer: Int32, _ time: inout itimerspec) -> Int {
    repeating(.timerSet) { timerfd_settime(timer, Int32(TFD_TIMER_ABSTIME), &time, nil) }
  }

  static func eventCreate() -> Int {
    repeating(.eventCreate) { eventfd(0, Int32(EFD_NONBLOCK) | Int32(EFD_CLOEXEC)) }
  }

  static func watchCreate() -> Int {
    repeating(.inotifyInit) { inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC)) }
  }

  static func watchAdd(_ watch: Int32, _ path: UnsafePointer<CChar>, _ mask: UInt32) -> Int {
    repeating(.inotifyAddWatch) { inotify_add_watch(watch, path, mask) }
  }

  static func signalCreate(_ signals: inout sigset_t) -> Int {
    repeating(.signalCreate) { signalfd(-1, &signals, Int32(SFD_NONBLOCK) | Int32(SFD_CLOEXEC)) }
  }
}

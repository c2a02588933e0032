// SPDX-License-Identifier: GPL-2.0-or-later

import Glibc

/// Unix stream sockets, as a client.
enum UnixSocket {
  /// Nil if no process listens at the path.
  static func connect(_ path: String) -> Int32? {
    let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    guard descriptor >= 0 else { return nil }
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    guard path.utf8.count < MemoryLayout.size(ofValue: address.sun_path) else { return nil }
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    let result = withUnsafeBytes(of: &address) { bytes in
      bytes.withMemoryRebound(to: sockaddr.self) {
        Glibc.connect(descriptor, $0.baseAddress, socklen_t(bytes.count))
      }
    }
    if result == 0 { return descriptor }
    close(descriptor)
    return nil
  }

  /// Sends a Varlink call and waits for the end of its one reply.
  static func call(_ method: String, at path: String) throws {
    guard let connection = connect(path) else { throw BenchmarkError.system("connect \(path)") }
    defer { close(connection) }
    try call(method, on: connection)
  }

  /// The same on an open connection.
  static func call(_ method: String, on connection: Int32) throws {
    try Files.write(Array("{\"method\":\"\(method)\"}\0".utf8), to: connection)
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = read(connection, &chunk, chunk.count)
      guard count > 0 else { throw BenchmarkError("no reply to \(method)") }
      if chunk[count - 1] == 0 { return }
    }
  }

  static func close(_ descriptor: Int32) {
    Glibc.close(descriptor)
  }
}

/// Notices when a process begins to listen at a path. Created before the process starts.
final class ListenerWatch {
  private let path: String
  private let inotify: Int32

  init(_ path: String) throws {
    self.path = path
    inotify = inotify_init1(Int32(IN_CLOEXEC))
    let directory = path.split(separator: "/").dropLast().map { "/\($0)" }.joined()
    guard inotify >= 0, inotify_add_watch(inotify, directory, UInt32(IN_CREATE | IN_MOVED_TO)) >= 0 else {
      throw BenchmarkError.system("inotify \(directory)")
    }
  }

  deinit {
    close(inotify)
  }

  /// Connects as soon as possible: sleeps until the socket exists, then tries without pause. At most 30 s.
  ///
  /// Yields the processor between two attempts: the process that bound the socket and is about to listen may need it.
  func connect() throws -> Int32 {
    let deadline = now() + 30_000_000_000
    while now() < deadline {
      if let connection = UnixSocket.connect(path) { return connection }
      if Files.exists(path) {
        sched_yield()
        continue
      }
      var poll = pollfd(fd: inotify, events: Int16(POLLIN), revents: 0)
      guard Glibc.poll(&poll, 1, 30_000) > 0 else { break }
      var events = [UInt8](repeating: 0, count: 4096)
      _ = read(inotify, &events, events.count)
    }
    throw BenchmarkError("no process listens at \(path) after 30 s")
  }
}

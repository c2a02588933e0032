// SPDX-License-Identifier: GPL-2.0-or-later

import Glibc

/// Many consumers in one process, c-crowd. It reports when a message has reached them.
final class Crowd {
  /// How the members subscribe, and how a message ends.
  enum Speech {
    /// They register with the daemon.
    case varlink
    /// They only read.
    case plain
    /// They subscribe to the channel `theme` of a redis-server.
    case redis

    var arguments: [String] {
      switch self {
      case .varlink:
        ["\\0", String(decoding: Subscriber.registration(selecting: "").dropLast(), as: UTF8.self) + "\\0"]
      case .plain: ["\\0"]
      case .redis: ["\\0\\r\\n", "SUBSCRIBE theme\\r\\n", ":1\\r\\n"]
      }
    }
  }

  /// The arrival of a message as sent over the pipe: nanoseconds of CLOCK_MONOTONIC.
  struct Gathering {
    /// When half of them had it.
    var half = 0
    /// When 99 of 100 had it.
    var most = 0
    var all = 0
    /// The length of the last message in bytes.
    var length = 0
  }

  private let child: Child
  private let pipe: Int32

  init(socket: String, count: Int, _ speech: Speech, _ bench: Bench) throws {
    var ends: [Int32] = [0, 0]
    guard Glibc.pipe(&ends) == 0 else { throw BenchmarkError.system("pipe") }
    defer { close(ends[1]) }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    pipe = ends[0]
    child = try Child(
      [bench.baseline("c-crowd"), socket, "\(count)"] + speech.arguments, output: .descriptor(ends[1]),
      log: "\(bench.directory)/crowd.log")
  }

  var pid: pid_t { child.pid }

  /// The next message that all have received. Fails after 120 s without one.
  func next() throws -> Gathering {
    var gathering = Gathering()
    var poll = pollfd(fd: pipe, events: Int16(POLLIN), revents: 0)
    guard Glibc.poll(&poll, 1, 120_000) > 0 else { throw child.failure("got no message within 120 s") }
    let size = MemoryLayout<Gathering>.size
    guard withUnsafeMutableBytes(of: &gathering, { read(pipe, $0.baseAddress, size) }) == size else {
      throw child.failure("lost its connections")
    }
    return gathering
  }

  func stop() {
    child.stop()
    close(pipe)
  }
}

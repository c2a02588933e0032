// SPDX-License-Identifier: GPL-2.0-or-later

import Glibc

/// A consumer in a process of its own: `livery-bench subscriber SOCKET [varlink PATTERN]`.
///
/// It reads messages that end with NUL and takes the time after the last byte of each. Only then it writes an `Arrival` to
/// its standard output, for the program that saves the files.
enum Subscriber {
  /// A message and the time of its arrival, as sent over the pipe.
  struct Arrival {
    /// Nanoseconds of CLOCK_MONOTONIC.
    var time: Int
    var length: Int
    /// 1 for a delta, or a message of the floor.
    var isChange: Int
  }

  /// The call that registers for deltas. An empty pattern selects everything.
  static func registration(selecting pattern: String) -> [UInt8] {
    let select = pattern.isEmpty ? "" : ",\"select\":[\"\(pattern)\"]"
    return Array(
      "{\"method\":\"io.livery.Theme.Register\",\"more\":true,\"parameters\":{\"mode\":\"delta\"\(select)}}\0".utf8)
  }

  static func run(_ arguments: [String]) throws -> Never {
    let connection = try ListenerWatch(arguments[0]).connect()
    let isVarlink = arguments.count > 1
    if isVarlink {
      try Files.write(registration(selecting: arguments[2]), to: connection)
    }
    var chunk = [UInt8](repeating: 0, count: 1 << 20)
    var message: [UInt8] = []
    while true {
      let count = read(connection, &chunk, chunk.count)
      let time = now()
      guard count > 0 else { exit(0) }
      for byte in chunk[..<count] {
        if byte != 0 {
          message.append(byte)
          continue
        }
        let head = String(decoding: message.prefix(200), as: UTF8.self)
        let isChange = !isVarlink || head.contains("\"event\":\"delta\"")
        var arrival = Arrival(time: time, length: message.count + 1, isChange: isChange ? 1 : 0)
        message.removeAll(keepingCapacity: true)
        try Files.write(withUnsafeBytes(of: &arrival) { Array($0) }, to: STDOUT_FILENO)
      }
    }
  }
}

/// The process of the subscriber, from the view of the program that saves the files.
final class SubscriberProcess {
  private let child: Child
  private let pipe: Int32

  /// With `pattern`, the first message is the whole snapshot: read it by `next`. An empty pattern selects everything. Without
  /// a pattern the connection does not use Varlink.
  init(socket: String, pattern: String?, _ bench: Bench) throws {
    var ends: [Int32] = [0, 0]
    guard Glibc.pipe(&ends) == 0 else { throw BenchmarkError.system("pipe") }
    defer { close(ends[1]) }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    pipe = ends[0]
    var arguments = [bench.ownProgram, "subscriber", socket]
    if let pattern { arguments += ["varlink", pattern] }
    child = try Child(arguments, output: .descriptor(ends[1]), log: "\(bench.directory)/subscriber.log")
  }

  /// The next message; fails after 120 s without one.
  func next() throws -> Subscriber.Arrival {
    var arrival = Subscriber.Arrival(time: 0, length: 0, isChange: 0)
    var poll = pollfd(fd: pipe, events: Int16(POLLIN), revents: 0)
    guard Glibc.poll(&poll, 1, 120_000) > 0 else { throw BenchmarkError("no message within 120 s") }
    let size = MemoryLayout<Subscriber.Arrival>.size
    guard withUnsafeMutableBytes(of: &arrival, { read(pipe, $0.baseAddress, size) }) == size else {
      throw child.failure("lost its connection")
    }
    return arrival
  }

  func stop() {
    child.stop()
    close(pipe)
  }
}

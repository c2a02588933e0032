// SPDX-License-Identifier: GPL-2.0-or-later

import Glibc

/// A program that sends a message to many connected subscribers.
final class FanOutContestant {
  private let child: Child
  private let crowd: Crowd
  /// Triggers a message. Returns the time directly before.
  private let cause: (Int) throws -> Int
  /// The connection that triggers it, if it is not a file.
  private let connection: Int32?
  private var count = 0

  private init(_ child: Child, _ crowd: Crowd, over connection: Int32? = nil, _ cause: @escaping (Int) throws -> Int) {
    self.child = child
    self.crowd = crowd
    self.connection = connection
    self.cause = cause
  }

  /// A theme whose only constant is a text, so that each save is a delta of about that size.
  static func daemon(
    size: Int, _ subscribers: Int, _ bench: Bench, bundle name: String = "fanout"
  ) throws -> FanOutContestant {
    let bundle = try bench.newBundle("\(name)-\(size)")
    try Files.write("{ \"themes\": [\"text.json\"] }\n", to: "\(bundle)/theme.inc.json")
    let padding = Self.padding(size)
    let save = { (count: Int) in try Self.save("\(bundle)/text.json", text(count, padding)) }
    _ = try save(0)
    let socket = try bench.newSocket()
    let watch = try ListenerWatch(socket)
    let child = try bench.daemon(bundle, socket: socket)
    UnixSocket.close(try watch.connect())
    let crowd = try Crowd(socket: socket, count: subscribers, .varlink, bench)
    _ = try crowd.next()
    let contestant = FanOutContestant(child, crowd, save)
    contestant.socket = socket
    return contestant
  }

  /// A program without a theme: c-fanout, or c-ways with its way of sending.
  static func floor(
    _ program: String = "c-fanout", way: String? = nil, size: Int, length: Int, _ subscribers: Int, _ bench: Bench
  ) throws -> FanOutContestant {
    let folder = "\(bench.directory)/\(program)-\(way ?? "")\(size)"
    try Files.makeDirectory(folder)
    let socket = try bench.newSocket()
    let way = way.map { [$0] } ?? []
    let child = try Child(
      [bench.builtBaseline(program)] + way + [folder, socket, "\(subscribers)", "\(length)"],
      log: "\(bench.directory)/\(program).log")
    let crowd = try Crowd(socket: socket, count: subscribers, .plain, bench)
    let padding = Self.padding(size)
    return FanOutContestant(child, crowd) { try save("\(folder)/text.json", text($0, padding)) }
  }

  /// An own redis-server. Messages are published over an open connection.
  static func redis(length: Int, _ subscribers: Int, _ bench: Bench) throws -> FanOutContestant {
    let socket = try bench.newSocket()
    let watch = try ListenerWatch(socket)
    let child = try Child(
      [
        bench.installed("redis-server"), "--port", "0", "--unixsocket", socket, "--save", "", "--appendonly", "no",
        "--maxclients", "\(subscribers + 100)", "--client-output-buffer-limit", "pubsub 0 0 0", "--dir",
        bench.directory,
      ], log: "\(bench.directory)/redis.log")
    let connection = try watch.connect()
    let crowd = try Crowd(socket: socket, count: subscribers, .redis, bench)
    // The count shows that all have subscribed.
    while try ask(connection, "PUBSUB NUMSUB theme\r\n", endingWith: ":\(subscribers)\r\n") == false {}
    let text = [UInt8](repeating: UInt8(ascii: "x"), count: length - 1) + [0]
    let call = Array("*3\r\n$7\r\nPUBLISH\r\n$5\r\ntheme\r\n$\(length)\r\n".utf8) + text + Array("\r\n".utf8)
    return FanOutContestant(child, crowd, over: connection) { _ in
      let time = now()
      try Files.write(call, to: connection)
      return time
    }
  }

  /// The socket of the daemon.
  private(set) var socket = ""
  var pid: pid_t { child.pid }

  /// Processor time in nanoseconds.
  func runTimes() throws -> (sender: Int, readers: Int) {
    (try ProcessFigures(child.pid).runTime, try ProcessFigures(crowd.pid).runTime)
  }

  /// The bytes of a message.
  func length() throws -> Int { try sample().length }

  /// Nanoseconds until a message reached half of the subscribers, most of them, and all.
  func sample() throws -> Crowd.Gathering {
    count += 1
    let begin = try cause(count)
    var gathering = try crowd.next()
    guard gathering.all > begin else { throw BenchmarkError("a message that does not answer its cause") }
    gathering.half -= begin
    gathering.most -= begin
    gathering.all -= begin
    return gathering
  }

  func stop() {
    if let connection { UnixSocket.close(connection) }
    crowd.stop()
    child.stop()
  }

  /// The length of a text that makes a delta of about this size.
  private static func padding(_ size: Int) -> Int { max(size - 286, 8) }

  private static func text(_ count: Int, _ padding: Int) -> [UInt8] {
    let digits = String(1_000_000 + count)
    return Array("{ \"text\": \"\(digits)\(String(repeating: "x", count: padding - min(padding, 7)))\" }\n".utf8)
  }

  /// Returns the time directly before the file is closed.
  private static func save(_ path: String, _ text: [UInt8]) throws -> Int {
    let descriptor = try Files.openForWriting(path)
    try Files.write(text, to: descriptor)
    let time = now()
    close(descriptor)
    return time
  }

  private static func ask(_ connection: Int32, _ call: String, endingWith ending: String) throws -> Bool {
    try Files.write(Array(call.utf8), to: connection)
    var answer = [UInt8](repeating: 0, count: 4096)
    let count = read(connection, &answer, answer.count)
    guard count > 0 else { throw BenchmarkError("redis does not answer") }
    return answer[..<count].suffix(ending.utf8.count).elementsEqual(ending.utf8)
  }
}

// SPDX-License-Identifier: GPL-2.0-or-later

import Glibc

/// watchman on a bundle: from a save until a subscriber gets the name of the file.
final class Watchman: Competitor {
  let notes: [String] = []
  private let child: Child
  private let connection: Int32
  private let file: SavedFile
  private let name: String
  private var saves = 0
  private var unread: [UInt8] = []

  init(_ bundle: String, edited name: String, _ bench: Bench) throws {
    self.name = name
    let path = "\(bundle)/\(name)"
    file = try SavedFile(path, text: Files.read(path), staging: "\(bench.directory)/staged")
    let socket = try bench.newSocket()
    let watch = try ListenerWatch(socket)
    child = try Child(
      [
        bench.installed("watchman"), "--foreground", "--no-save-state", "--sockname", socket, "--statefile",
        "\(socket).state", "--pidfile", "\(socket).pid", "--logfile", "\(socket).log",
      ], log: "\(bench.directory)/watchman.log")
    connection = try watch.connect()
    try send("[\"watch\",\"\(bundle)\"]")
    _ = try line()
    // The answer comes after the first scan. Earlier saves are not reported.
    try send("[\"clock\",\"\(bundle)\",{\"sync_timeout\":60000}]")
    guard try line().contains("\"clock\"") else { throw BenchmarkError("watchman does not watch \(bundle)") }
    try send("[\"subscribe\",\"\(bundle)\",\"s\",{\"fields\":[\"name\"],\"empty_on_fresh_instance\":true}]")
    while try !line().contains("\"subscribe\"") {}
  }

  func sample() throws -> Double {
    saves += 1
    let begin = try file.save(.inPlace, saves)
    while true {
      let text = try line()
      let time = now()
      if text.contains(name) { return Double(time - begin) / 1e6 }
    }
  }

  func stop() {
    UnixSocket.close(connection)
    child.stop()
  }

  private func send(_ call: String) throws {
    try Files.write(Array("\(call)\n".utf8), to: connection)
  }

  private func line() throws -> String {
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      if let end = unread.firstIndex(of: UInt8(ascii: "\n")) {
        defer { unread.removeSubrange(...end) }
        return String(decoding: unread[..<end], as: UTF8.self)
      }
      var poll = pollfd(fd: connection, events: Int16(POLLIN), revents: 0)
      guard Glibc.poll(&poll, 1, 60_000) > 0 else { throw child.failure("tells nothing within 60 s") }
      let count = read(connection, &chunk, chunk.count)
      guard count > 0 else { throw child.failure("ended") }
      unread += chunk[..<count]
    }
  }
}

// SPDX-License-Identifier: GPL-2.0-or-later

import Foundation
import JSONText
import LiveryConnection
import TestSupport
import Testing

/// A `liveryd` that serves one bundle of a constant, and one client that asks it.
final class DaemonProcess {
  enum LogReader: String {
    /// Its lines are the program's output.
    case test = #"exec "$@" 2>&1"#
    /// As with `test`; and the process may have few files open.
    case testOfFewDescriptors = #"ulimit -n 96; exec "$@" 2>&1"#
    /// Nobody reads it after the line that says that the daemon listens.
    case nobody = #"exec "$@" 2> >(sed -u '/listening on/q'; cat > /dev/null)"#
  }

  /// Its resources: descriptors, and kilobytes of private memory.
  struct Holdings {
    var descriptors: Int
    var memory: Int
    /// The most that was resident, files included.
    var peak: Int
  }

  let folder: ScratchDirectory
  let program: Program
  /// Of the log, up to the one that says that it listens.
  private(set) var firstLines: [String] = []
  /// It stays open, so that each count includes it.
  private let connection: VarlinkConnection

  var socket: String { folder("socket") }

  init(logTo reader: LogReader) throws {
    folder = try ScratchDirectory()
    try folder.write("bundle/theme.inc.json", #"{ "themes": ["values.json"] }"#)
    try Self.save(folder, 0, bytes: 0)
    try Self.configure(folder, stalled: 3600)
    // The log has a line when the daemon listens.
    program = try Program(
      "/bin/bash",
      [
        "-c", reader.rawValue, "bash", Program.built("liveryd"), "--socket", folder("socket"), "--config",
        folder("livery.json"), "--state-dir", folder("state"),
      ])
    while true {
      let line = try program.line()
      firstLines.append(line)
      if line.contains("listening on") { break }
    }
    connection = try VarlinkConnection(path: folder("socket"))
  }

  deinit {
    program.interrupt()
    _ = program.end()
  }

  /// Saves a new value, and a text of `bytes` bytes beside it.
  func save(_ number: Int, bytes: Int) throws { try Self.save(folder, number, bytes: bytes) }

  /// Saves half a text, which the daemon holds back, and a whole one after it.
  func saveHalf() throws {
    try folder.write("bundle/values.json", "{")
    _ = try generation()
    try save(0, bytes: 0)
    _ = try generation()
  }

  private static func save(_ folder: ScratchDirectory, _ number: Int, bytes: Int) throws {
    let filler = String(repeating: "x", count: bytes)
    try folder.write("bundle/values.json", #"{ "gap": \#(number), "filler": "\#(filler) \#(number)" }"#)
  }

  /// - Parameter stalled: the seconds that clients after the next reload have to read their messages.
  func configure(stalled: Int) throws { try Self.configure(folder, stalled: stalled) }

  private static func configure(_ folder: ScratchDirectory, stalled: Int) throws {
    try folder.write(
      "livery.json",
      #"{ "bundles": { "app": { "path": "bundle" } }, "limits": { "resume": 2, "stalled": \#(stalled) } }"#)
  }

  func call(_ method: String) throws -> JSONValue {
    .object(try connection.call("io.livery.Theme.\(method)"))
  }

  func generation() throws -> Int { Int(try #require(try call("Sync")["generation"]?.number)) }

  func consumers() throws -> [JSONValue] { try #require(try call("ListConsumers")["consumers"]?.array) }

  func holdings() throws -> Holdings {
    let process = "/proc/\(program.identifier)"
    let status = try String(contentsOfFile: "\(process)/status", encoding: .utf8)
    func kilobytes(_ name: String) throws -> Int {
      let line = try #require(status.split(separator: "\n").first { $0.hasPrefix("\(name):") })
      return try #require(Int(line.split(separator: " ").dropFirst().first ?? ""))
    }
    return try Holdings(
      descriptors: try FileManager.default.contentsOfDirectory(atPath: "\(process)/fd").count,
      memory: kilobytes("RssAnon"), peak: kilobytes("VmHWM"))
  }
}

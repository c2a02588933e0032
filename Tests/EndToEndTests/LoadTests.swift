// SPDX-License-Identifier: GPL-2.0-or-later

import Foundation
import JSONText
import LiveryClient
import TestSupport
import Testing

/// A daemon with many clients, of which some stall, vanish or die: the others notice nothing, and nothing of it stays behind.
@Suite(.serialized, .timeLimit(.minutes(5))) final class LoadTests {
  private let folder: ScratchDirectory
  private let daemon: Program
  /// The one that asks. It stays, so that it is counted always.
  private let connection: VarlinkConnection

  /// Consumers of one test. There may be 1,024 connections of one user.
  private static let many = 1000

  init() throws {
    folder = try ScratchDirectory()
    try folder.write("bundle/theme.inc.json", #"{ "themes": ["values.json"] }"#)
    try Self.write(folder, 0, bytes: 0)
    try Self.configure(folder, stalled: 3600)
    // The log is what says that the daemon listens.
    daemon = try Program(
      "/bin/bash",
      [
        "-c", #"exec "$@" 2>&1"#, "bash", Program.built("liveryd"), "--socket", folder("socket"), "--config",
        folder("livery.json"),
      ])
    let line = try daemon.line()
    try #require(line.contains("listening on"), "\(line)")
    connection = try VarlinkConnection(path: folder("socket"))
  }

  deinit {
    daemon.interrupt()
    _ = daemon.end()
  }

  // MARK: Tools

  /// - Parameter stalled: seconds that a client that comes from then on has to take what it was sent.
  private static func configure(_ folder: ScratchDirectory, stalled: Int) throws {
    try folder.write(
      "livery.json",
      #"{ "bundles": { "app": { "path": "bundle" } }, "limits": { "resume": 2, "stalled": \#(stalled) } }"#)
  }

  /// A save of a value that was never there before, with a text of so many bytes besides.
  private static func write(_ folder: ScratchDirectory, _ number: Int, bytes: Int) throws {
    let filler = String(repeating: "x", count: bytes)
    try folder.write("bundle/values.json", #"{ "gap": \#(number), "filler": "\#(filler) \#(number)" }"#)
  }

  private func crowd(_ mode: String, _ count: Int) throws -> Program {
    try Program(Program.built("crowd"), [folder("socket"), mode, "\(count)"])
  }

  private func call(_ method: String) throws -> JSONValue {
    .object(try connection.call("io.livery.Theme.\(method)"))
  }

  private func generation() throws -> Int { Int(try #require(try call("Sync")["generation"]?.number)) }

  private func consumers() throws -> [JSONValue] { try #require(try call("ListConsumers")["consumers"]?.array) }

  /// Saves so often, and waits each time until every consumer of the crowd has the one delta of it.
  private func save(_ times: Int, bytes: Int, heardBy crowd: Program, after first: Int) throws {
    for number in 1...times {
      try Self.write(folder, first + number, bytes: bytes)
      #expect(try crowd.line() == "generation \(first + number)")
    }
  }

  /// What the daemon holds: descriptors, and kilobytes of memory that are its own.
  private struct Holdings {
    var descriptors: Int
    var memory: Int
  }

  private func holdings() throws -> Holdings {
    let process = "/proc/\(daemon.identifier)"
    let status = try String(contentsOfFile: "\(process)/status", encoding: .utf8)
    let line = try #require(status.split(separator: "\n").first { $0.hasPrefix("RssAnon:") })
    return Holdings(
      descriptors: try FileManager.default.contentsOfDirectory(atPath: "\(process)/fd").count,
      memory: try #require(Int(line.split(separator: " ").dropFirst().first ?? "")))
  }

  // MARK: Tests

  @Test(arguments: ["one", "each"]) func everyOneOfAThousandGetsEachDelta(_ mode: String) throws {
    let crowd = try crowd(mode, Self.many)
    #expect(try crowd.line() == "registered")
    let first = try generation()
    #expect(try crowd.line() == "generation \(first)")
    try save(10, bytes: 200, heardBy: crowd, after: first)
    #expect(try consumers().count == Self.many)
    crowd.kill()
  }

  /// Besides the message that is under way to it, which all share, a stalled consumer costs nothing; and not for ever.
  @Test func oneThatStallsIsNoBurdenToTheOthers() throws {
    let size = 10_000
    let others = try crowd("one", Self.many - 1)
    #expect(try others.line() == "registered")
    let patient = try crowd("stall", 1)
    #expect(try patient.line() == "registered")
    try Self.configure(folder, stalled: 1)
    _ = try call("Reload")
    while try !daemon.line().contains("read again") {}
    let stalled = try crowd("stall", 1)
    #expect(try stalled.line() == "registered")
    let first = try generation()
    #expect(try others.line() == "generation \(first)")

    // What the kernel takes for one that does not read is bounded; the rest is owed.
    try save(40, bytes: size, heardBy: others, after: first)
    let line = try daemon.line()
    #expect(line.contains("does not read"), "\(line)")
    #expect(try stalled.line() == "closed")
    let consumers = try consumers()
    #expect(consumers.count == Self.many, "the one with more time is still there")
    let queued = consumers.compactMap { $0["queuedBytes"]?.number }.filter { $0 > 0 }
    // The delta holds the text, a number and some words.
    #expect(queued.count == 1 && queued[0] < Double(size + 1024), "one message, however many came after it: \(queued)")
    try save(1, bytes: size, heardBy: others, after: first + 40)
    others.kill()
    patient.kill()
  }

  /// Ten thousand connections that leave a hundred bytes each would be a megabyte.
  @Test func connectionsThatAreDroppedLeaveNothing() throws {
    _ = try generation()
    let before = try holdings()
    func drop() throws -> Holdings {
      #expect(try crowd("drop", 10_000).line() == "dropped")
      // Those that still wait to be let in are let in turn by turn, and those who ask have turns as well.
      for _ in 0..<1000 where try holdings().descriptors != before.descriptors { _ = try call("ListBundles") }
      return try holdings()
    }
    // The first time fills what the C library and the kernel keep for the next.
    let once = try drop()
    let twice = try drop()
    #expect(once.descriptors == before.descriptors)
    #expect(twice.descriptors == before.descriptors)
    #expect(twice.memory < once.memory + 1024)
  }

  @Test func consumersThatAreKilledInAStormLeaveNothing() throws {
    var number = 0
    func storm() throws -> Holdings {
      let witness = try crowd("one", 1)
      #expect(try witness.line() == "registered")
      let crowd = try crowd("each", 500)
      #expect(try crowd.line() == "registered")
      for step in 0..<100 {
        number += 1
        try Self.write(folder, number, bytes: 2000)
        if step == 50 { crowd.hangUp() }
      }
      while try crowd.line() != "killed" {}
      #expect(try consumers().count == 1, "the dead are gone at once")
      let last = try generation()
      while try witness.line() != "generation \(last)" {}
      witness.kill()
      _ = witness.end()
      #expect(try consumers().isEmpty)
      return try holdings()
    }
    _ = try generation()
    let before = try holdings()
    let once = try storm()
    let twice = try storm()
    #expect(once.descriptors == before.descriptors)
    #expect(twice.descriptors == before.descriptors)
    // Two kilobytes for each of the dead would be a megabyte.
    #expect(twice.memory < once.memory + 1024)
  }
}

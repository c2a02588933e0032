// SPDX-License-Identifier: GPL-2.0-or-later

import Foundation
import JSONText
import LiveryConnection
import TestSupport
import Testing
import Varlink

/// A daemon with many clients, some of which stall, vanish or die: the others notice nothing, and all resources are freed.
@Suite(.serialized, .hangLimit) struct CrowdTests {
  private let daemon: DaemonProcess

  /// Consumers of one test. There may be 1,024 connections of one user.
  private static let many = 1000

  init() throws { daemon = try DaemonProcess(logTo: .test) }

  private func crowd(_ mode: String, _ count: Int) throws -> Program {
    try Program(Program.built("crowd"), [daemon.socket, mode, "\(count)"])
  }

  /// Saves a number of times, and waits each time until every consumer of the crowd has the delta.
  private func save(_ times: Int, bytes: Int, heardBy crowd: Program, after first: Int) throws {
    for number in 1...times {
      try daemon.save(first + number, bytes: bytes)
      #expect(try crowd.line() == "generation \(first + number)")
    }
  }

  @Test(arguments: ["one", "each"]) func everyOneOfAThousandGetsEachDelta(_ mode: String) throws {
    let crowd = try crowd(mode, Self.many)
    #expect(try crowd.line() == "registered")
    let first = try daemon.generation()
    #expect(try crowd.line() == "generation \(first)")
    try save(10, bytes: 200, heardBy: crowd, after: first)
    #expect(try daemon.consumers().count == Self.many)
    crowd.kill()
  }

  /// A stalled consumer costs only its message in flight, which all share, and for a limited time.
  @Test func oneThatStallsIsNoBurdenToTheOthers() throws {
    let size = 10_000
    let others = try crowd("one", Self.many - 1)
    #expect(try others.line() == "registered")
    let patient = try crowd("stall", 1)
    #expect(try patient.line() == "registered")
    try daemon.configure(stalled: 1)
    _ = try daemon.call("Reload")
    while try !daemon.program.line().contains("read again") {}
    let stalled = try crowd("stall", 1)
    #expect(try stalled.line() == "registered")
    let first = try daemon.generation()
    #expect(try others.line() == "generation \(first)")

    // The kernel buffers a bounded part for a consumer that does not read; the daemon keeps the rest.
    try save(40, bytes: size, heardBy: others, after: first)
    let line = try daemon.program.line()
    #expect(line.contains("does not read"), "\(line)")
    #expect(try stalled.line() == "closed")
    let consumers = try daemon.consumers()
    #expect(consumers.count == Self.many, "the one with more time is still there")
    let queued = consumers.compactMap { $0["queuedBytes"]?.number }.filter { $0 > 0 }
    // The delta holds the text, a number and some words.
    #expect(queued.count == 1 && queued[0] < Double(size + 1024), "one message, however many came after it: \(queued)")
    try save(1, bytes: size, heardBy: others, after: first + 40)
    others.kill()
    patient.kill()
  }

  /// Connections never take the descriptors that files are read with.
  @Test func someDescriptorsAreKeptForFiles() throws {
    let daemon = try DaemonProcess(logTo: .testOfFewDescriptors)
    #expect(daemon.firstLines.contains { $0.contains("the process may open 96 files") })
    let refusal = ClientError.refused(
      CallError("io.livery.Theme.LimitExceeded", JSONObject([("limit", "connections"), ("value", 32)])))
    var clients: [VarlinkConnection] = []
    // The caller is the thirty-second connection.
    for _ in 0..<31 {
      clients.append(try VarlinkConnection(path: daemon.socket))
      _ = try clients.last?.call("io.livery.Theme.ListConsumers")
    }
    for _ in 0..<100 {
      let client = try VarlinkConnection(path: daemon.socket)
      #expect(throws: refusal) { try client.call("io.livery.Theme.ListConsumers") }
      clients.append(client)
    }
    let before = try daemon.generation()
    try daemon.save(7, bytes: 0)
    #expect(try daemon.generation() == before + 1)
    let snapshot = try #require(try daemon.call("Resolve")["snapshot"])
    #expect(snapshot["constants"]?["gap"] == 7)
    #expect(snapshot["diagnostics"] == [])
  }

  private func start(files limit: Int, in folder: ScratchDirectory) throws -> Program {
    try folder.write("bundle/theme.inc.json", #"{ "themes": ["values.json"] }"#)
    try folder.write("bundle/values.json", #"{ "gap": 1 }"#)
    return try Program(
      "/bin/bash",
      [
        "-c", #"ulimit -n "$0"; exec "$@" 2>&1"#, "\(limit)", Program.built("liveryd"), "--socket", folder("socket"),
        "--state-dir", folder("state"), folder("bundle"),
      ])
  }

  @Test(arguments: [(16, 2), (24, 3), (32, 4), (48, 6)]) func fewFilesServeFewConnections(files: Int, room: Int) throws
  {
    let folder = try ScratchDirectory()
    let daemon = try start(files: files, in: folder)
    defer { daemon.kill() }
    let warning = try daemon.line()
    #expect(warning.contains("\(room) connections have room, fewer than the limit `connections`, 4096"), "\(warning)")
    #expect(try daemon.line().contains("listening on"))
    let clients = try (0..<room).map { _ in try VarlinkConnection(path: folder("socket")) }
    for client in clients { _ = try client.call("io.livery.Theme.Sync") }
    #expect(throws: ClientError.self) { try VarlinkConnection(path: folder("socket")).call("io.livery.Theme.Sync") }
    try folder.write("bundle/values.json", #"{ "gap": 2 }"#)
    _ = try clients[0].call("io.livery.Theme.Sync")
    let snapshot = try JSONValue.object(clients[0].call("io.livery.Theme.Resolve"))["snapshot"]
    #expect(snapshot?["constants"]?["gap"] == 2)
  }

  @Test(arguments: [10, 12]) func tooFewFilesEndTheStart(files: Int) throws {
    let folder = try ScratchDirectory()
    let daemon = try start(files: files, in: folder)
    let line = try daemon.line()
    #expect(line.contains("the process may open \(files) files, too few to serve anybody"), "\(line)")
    #expect(daemon.end().code == 5)
  }

  /// Ten thousand connections that leave a hundred bytes each would be a megabyte.
  @Test func connectionsThatAreDroppedLeaveNothing() throws {
    _ = try daemon.generation()
    let before = try daemon.holdings()
    func drop() throws -> DaemonProcess.Holdings {
      #expect(try crowd("drop", 10_000).line() == "dropped")
      // Waiting connections are accepted in turns, between the turns of callers.
      for _ in 0..<1000 where try daemon.holdings().descriptors != before.descriptors {
        _ = try daemon.call("ListBundles")
      }
      return try daemon.holdings()
    }
    // The first round fills caches of the C library and of the kernel.
    let once = try drop()
    let twice = try drop()
    #expect(once.descriptors == before.descriptors)
    #expect(twice.descriptors == before.descriptors)
    #expect(twice.memory < once.memory + 1024)
  }

  @Test func consumersThatAreKilledInAStormLeaveNothing() throws {
    var number = 0
    func storm() throws -> DaemonProcess.Holdings {
      let witness = try crowd("one", 1)
      #expect(try witness.line() == "registered")
      let crowd = try crowd("each", 500)
      #expect(try crowd.line() == "registered")
      for step in 0..<100 {
        number += 1
        try daemon.save(number, bytes: 2000)
        if step == 50 { crowd.hangUp() }
      }
      while try crowd.line() != "killed" {}
      #expect(try daemon.consumers().count == 1, "the dead are gone at once")
      let last = try daemon.generation()
      while try witness.line() != "generation \(last)" {}
      witness.kill()
      _ = witness.end()
      #expect(try daemon.consumers().isEmpty)
      return try daemon.holdings()
    }
    // Under load the daemon may read half a save. From the first one on it keeps a file open, for the next held state.
    try daemon.saveHalf()
    let before = try daemon.holdings()
    let once = try storm()
    let twice = try storm()
    #expect(once.descriptors == before.descriptors)
    #expect(twice.descriptors == before.descriptors)
    // Two kilobytes for each of the dead would be a megabyte.
    #expect(twice.memory < once.memory + 1024)
  }
}

// SPDX-License-Identifier: GPL-2.0-or-later

import JSONText
import LinuxIO
import LiveryConnection
import LiveryProtocol
import TestSupport
import Testing
import Varlink

@testable import LiveryConfiguration
@testable import LiveryService

/// Each limit holds, can be set, and its error names it.
@Suite(.serialized) struct LimitTests {
  private let directory: ScratchDirectory
  private let log = Lines()

  init() throws {
    directory = try ScratchDirectory()
    try directory.write("aurora/theme.inc.json", #"{ "themes": ["values.json"] }"#)
    try directory.write("other/theme.inc.json", "{}")
    try save("short")
  }

  private func save(_ text: String) throws { try directory.write("aurora/values.json", "{ \"text\": \"\(text)\" }") }

  private func daemon(_ key: Limits.Key, _ value: Int) throws -> RunningDaemon {
    var configuration = DaemonConfiguration.inTest(directory, bundles: ["aurora"])
    configuration.limits[keyPath: key.member] = value
    let log = log
    configuration.log = Log(level: .info) { log.append($0) }
    return try RunningDaemon(configuration)
  }

  /// The limit that LimitExceeded names.
  private func refusal(_ body: () throws -> Void) throws -> String {
    do {
      try body()
    } catch ClientError.refused(let error) where error.name == "io.livery.Theme.LimitExceeded" {
      return error.parameters["limit"]?.string ?? ""
    }
    return "nothing"
  }

  /// The line of the log about a closed connection.
  private func closing(_ daemon: RunningDaemon, _ message: String) throws -> String {
    let stream = try UnixStream(connectingTo: daemon.socket)
    let loop = try EventLoop()
    try loop.register(stream.descriptor, token: 1, for: .reading)
    _ = try stream.send(Array(message.utf8))
    var answer: [UInt8] = []
    repeat { _ = try loop.wait() } while (try? stream.read(into: &answer)) == .wouldBlock
    #expect(answer.isEmpty)
    return closed
  }

  private var closed: String { log.all.first { $0.contains("is closed: ") } ?? "not closed" }

  /// Has a consumer that does not read until `isOver`.
  private func stall(_ daemon: RunningDaemon, until isOver: (Follower) throws -> Bool) throws -> Follower {
    let slow = try Follower(daemon)
    for number in 1...1000 {
      try save(String(repeating: "\(number % 10)", count: 100_000))
      _ = try daemon.call("Sync")
      if try isOver(slow) { return slow }
    }
    throw CallError("nothing stalls it")
  }

  private func queued(_ daemon: RunningDaemon) throws -> Double {
    try daemon.call("ListConsumers")["consumers"]?.array?.first?["queuedBytes"]?.number ?? 0
  }

  private func reach(_ key: Limits.Key) throws -> String {
    switch key {
    case .request: return try closing(try daemon(key, 5000), String(repeating: " ", count: 5001))
    case .depth:
      let nested = String(repeating: "[", count: 9) + String(repeating: "]", count: 9)
      return try closing(try daemon(key, 8), "{\"method\":\"a.b.C\",\"parameters\":\(nested)}\0")
    case .message:
      let daemon = try daemon(key, 5000)
      let follower = try Follower(daemon)
      try save(String(repeating: "x", count: 5000))
      #expect(try follower.take() == "end")
      #expect(follower.reason?.contains("the limit `message` is reached") == true)
      #expect(try refusal { _ = try daemon.call("Resolve") } == "message")
      return try refusal { _ = try Follower(daemon) }
    case .queue:
      let daemon = try daemon(key, 50_000)
      let slow = try stall(daemon) { _ in try queued(daemon) > 0 }
      for text in ["a", "b"] {
        try save(String(repeating: text, count: 100_000))
        _ = try daemon.call("Sync")
      }
      while try slow.take() != "end" {}
      return slow.reason ?? ""
    case .unsent:
      let daemon = try daemon(key, 5000)
      try save(String(repeating: "x", count: 1_000_000))
      let slow = try daemon.connect()
      _ = try slow.call("io.livery.Theme.Sync")
      let call = Call("io.livery.Theme.Resolve").message
      #expect(try slow.messages.socket.send(call) == .sent(call.count))
      _ = try daemon.call("Sync")
      return try refusal { _ = try daemon.call("Resolve") }
    case .connections, .connectionsPerUser:
      let daemon = try daemon(key, 1)
      let only = try daemon.connect()
      _ = try only.call("io.livery.Theme.Status")
      return try refusal { _ = try daemon.call("Status") }
    case .stalled:
      let daemon = try daemon(key, 0)
      _ = try stall(daemon) { _ in try daemon.call("Status")["consumers"] == 0 }
      return closed
    case .bundles:
      let daemon = try daemon(key, 1)
      return try refusal { _ = try daemon.call("AddBundle", ["path": .string(directory("other"))]) }
    case .contexts:
      let daemon = try daemon(key, 1)
      let only = try Follower(daemon, ["context": ["device": "pad"]])
      defer { withExtendedLifetime(only) {} }
      return try refusal { _ = try daemon.call("Resolve") }
    case .resume:
      let daemon = try daemon(key, 1)
      let follower = try Follower(daemon)
      let since = ["generation": .number(Double(follower.generation)), "digest": .string(follower.digest)] as JSONValue
      #expect(try daemon.register(["since": since]).next()?["event"] == "delta")
      try save("other")
      try follower.take()
      // That is no error: a consumer that resumes too late is sent the snapshot.
      #expect(try daemon.register(["since": since]).next()?["event"] == "snapshot")
      return try daemon.call("Status")["limits"]?["resume"] == 1 ? "resume" : ""
    case .consumerName:
      let daemon = try daemon(key, 3)
      _ = try Follower(daemon, ["name": "abc"])
      // Bytes are counted.
      return try refusal { _ = try Follower(daemon, ["name": "ab\u{e9}"]) }
    case .file:
      let daemon = try daemon(key, 5000)
      let follower = try Follower(daemon)
      try save(String(repeating: "x", count: 5000))
      #expect(try follower.take() == "diagnostics")
      #expect(follower.codes == ["LV0009"])
      let message = follower.diagnostics.first?["message"]?.string ?? ""
      return message == "`values.json` has more than 5000 bytes" ? "file" : message
    case .modifications:
      let daemon = try daemon(key, 100)
      let limit = try refusal {
        let value = String(repeating: "x", count: 100)
        _ = try daemon.call("ModifyConstant", ["name": "text", "value": ["value": .string(value)]])
      }
      // Nothing waits to be published: milliseconds would be counted from the refused call.
      let end = MonotonicClock.system.now() + 3_000_000
      var unpublished: Double?
      repeat {
        unpublished = try daemon.call("ListBundles")["bundles"]?.array?.first?["unpublished"]?.number
      } while MonotonicClock.system.now() < end
      #expect(unpublished == 0)
      return limit
    case .overlays:
      let daemon = try daemon(key, 0)
      return try refusal { _ = try daemon.call("SetOverlay", ["file": "values.json", "text": "{}"]) }
    case .overlayBytes:
      let daemon = try daemon(key, 10)
      return try refusal { _ = try daemon.call("SetOverlay", ["file": "values.json", "text": "{          }"]) }
    case .history: return try historyIsShort(key, 2) { _ = try $0.call("Resolve", ["generation": .number($1)]) }
    case .historyBytes:
      return try historyIsShort(key, 0) { _ = try $0.call("ListChangedFiles", ["generation": .number($1)]) }
    }
  }

  /// The limit that refuses a question about the generation before the last but one; `nothing` for an answer.
  private func historyIsShort(
    _ key: Limits.Key, _ value: Int, _ ask: (RunningDaemon, _ generation: Double) throws -> Void
  ) throws -> String {
    let daemon = try daemon(key, value)
    let first = try #require(daemon.call("Sync")["generation"]?.number)
    for text in ["longer", "longest"] {
      try save(text)
      _ = try daemon.call("Sync")
    }
    try ask(daemon, first + 2)
    do {
      try ask(daemon, first)
    } catch ClientError.refused(let error) where error.name == "io.livery.Theme.NoSuchGeneration" {
      return key.rawValue
    }
    return "nothing"
  }

  @Test(arguments: Limits.Key.allCases) func check(_ key: Limits.Key) throws {
    let said = try reach(key)
    #expect(said == key.rawValue || said.contains("the limit `\(key.rawValue)` "), "\(said)")
  }

  @Test func eachCanBeSetAndIsTold() throws {
    for key in Limits.Key.allCases {
      let text = #"{ "limits": { "\#(key.rawValue)": \#(key.range.upperBound) } }"#
      let limits = try ConfigurationReader.read(Array(text.utf8), path: "livery.json", home: nil).limits
      #expect(limits.listed.object[key.rawValue] == .number(Double(key.range.upperBound)))
    }
    let fixed = [
      "consumersPerConnection", "contextsPerUser", "contextText", "contextThemes", "contextModifiers", "patterns",
      "patternSegments", "unfinished", "diagnostics", "diagnosticsBytes", "overlayRequest",
    ]
    let reported = Set(Limits().listed.object.members.map(\.key))
    #expect(reported == Set(Limits.Key.allCases.map(\.rawValue)).union(fixed))
  }

  /// A delta that is longer than a message may lead to a short state.
  @Test func aShortStateReplacesALongDelta() throws {
    let names = (100..<200).map { "\"the constant with the number \($0)\": 1" }
    try directory.write("aurora/values.json", "{ \(names.joined(separator: ", ")) }")
    let daemon = try daemon(.message, 5000)
    let follower = try Follower(daemon)
    let since = ["generation": .number(Double(follower.generation)), "digest": .string(follower.digest)] as JSONValue
    try save("short")
    #expect(try follower.take() == "snapshot")
    #expect(try daemon.register(["since": since]).next()?["event"] == "snapshot")
  }

  /// A stream occupies its connection: a second consumer on it waits for the end of the first.
  @Test func aConnectionHasOneConsumer() throws {
    let daemon = try daemon(.stalled, 30)
    let follower = try Follower(daemon)
    let message = Call("io.livery.Theme.Register", more: true).message
    #expect(try follower.connection.messages.socket.send(message) == .sent(message.count))
    #expect(try daemon.call("Status")["consumers"] == 1)
    _ = try daemon.call("Deregister", ["consumer": .string(follower.consumer)])
    #expect(try follower.take() == "end")
    #expect(try daemon.call("Status")["consumers"] == 1)
    #expect(try daemon.call("Status")["limits"]?["consumersPerConnection"] == 1)
  }
}

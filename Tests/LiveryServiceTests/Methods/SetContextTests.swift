// SPDX-License-Identifier: GPL-2.0-or-later

import JSONText
import LinuxIO
import LiveryConfiguration
import LiveryConnection
import TestSupport
import Testing
import Varlink

@testable import LiveryService

/// Consumers that move to a different context.
@Suite(.serialized) struct SetContextTests {
  private let directory: ScratchDirectory

  init() throws {
    directory = try ScratchDirectory()
    try directory.write("aurora/theme.inc.json", #"{ "themes": ["values.json"] }"#)
    try save(phone: "1", pad: "2")
  }

  private func save(phone: String, pad: String) throws {
    try directory.write(
      "aurora/values.json",
      #"{ "box": { "same": true, "width": "\#(phone)", "width_iPad": "\#(pad)", "only_iPad": 1 }, "line": { "x": 1 } }"#
    )
  }

  private func daemon(_ change: (inout DaemonConfiguration) -> Void = { _ in }) throws -> RunningDaemon {
    var configuration = DaemonConfiguration.inTest(directory, bundles: ["aurora"])
    change(&configuration)
    return try RunningDaemon(configuration)
  }

  private func move(_ follower: Follower, to device: JSONValue, _ daemon: RunningDaemon) throws {
    _ = try daemon.call("SetContext", ["consumer": .string(follower.consumer), "context": ["device": device]])
  }

  /// Compares the state of a consumer with that of Resolve for its context.
  private func check(
    _ follower: Follower, is device: JSONValue, _ daemon: RunningDaemon, _ location: SourceLocation = #_sourceLocation
  ) throws {
    let snapshot = try #require(try daemon.call("Resolve", ["context": ["device": device]])["snapshot"])
    #expect(follower.values["styles"] == snapshot["styles"], sourceLocation: location)
    #expect(follower.digest == snapshot["digest"]?.string, sourceLocation: location)
    #expect(JSONValue.number(Double(follower.generation)) == snapshot["generation"], sourceLocation: location)
  }

  private func entry(_ follower: Follower, _ daemon: RunningDaemon) throws -> JSONValue {
    let entries = try daemon.call("ListConsumers")["consumers"]?.array ?? []
    return try #require(entries.first { $0["consumer"]?.string == follower.consumer })
  }

  @Test func sendsTheWayToTheOtherContext() throws {
    let daemon = try daemon()
    let follower = try Follower(daemon, ["context": ["device": "phone"]])
    try move(follower, to: "pad", daemon)
    #expect(try follower.take() == "delta")
    #expect(
      follower.delta["patch"]?.array?.map(\.text).sorted() == [
        #"{"op":"add","path":"/styles/box/only","value":1}"#,
        #"{"op":"replace","path":"/styles/box/width","value":"2"}"#,
      ])
    #expect(follower.delta["context"] == ["device": "pad", "themes": []])
    #expect(follower.delta["from"] == follower.delta["to"], "no file has changed")
    #expect(follower.delta["cause"] == [])
    try check(follower, is: "pad", daemon)
    #expect(try entry(follower, daemon)["context"] == ["device": "pad", "themes": []])

    // A different choice of modifiers is a different context, in which this bundle has the same values.
    let context: JSONValue = ["device": "pad", "themes": [], "modifiers": ["size": "compact"]]
    _ = try daemon.call("SetContext", ["consumer": .string(follower.consumer), "context": context])
    #expect(try follower.take() == "delta")
    #expect(follower.delta["context"] == context && follower.delta["patch"] == [])
    #expect(try entry(follower, daemon)["context"] == context)
    try move(follower, to: "pad", daemon)
    #expect(try follower.take() == "delta")
    #expect(try entry(follower, daemon)["context"] == ["device": "pad", "themes": []])

    // It follows that context from now on, and resumes there.
    try save(phone: "8", pad: "9")
    _ = try daemon.call("Sync")
    #expect(try follower.take() == "delta")
    try check(follower, is: "pad", daemon)
    try move(follower, to: "phone", daemon)
    #expect(try follower.take() == "delta")
    try check(follower, is: "phone", daemon)
  }

  @Test func sendsInTheModeAndTheSelectionOfTheConsumer() throws {
    let daemon = try daemon()
    let whole = try Follower(daemon, ["context": ["device": "phone"], "mode": "snapshot"])
    try move(whole, to: "pad", daemon)
    #expect(try whole.take() == "snapshot")
    try check(whole, is: "pad", daemon)

    let part = try Follower(daemon, ["context": ["device": "phone"], "select": ["styles/line"]])
    try move(part, to: "pad", daemon)
    #expect(try part.take() == "delta")
    #expect(part.delta["patch"] == [], "the new context is sent even when nothing else differs")
    #expect(part.delta["context"]?["device"] == "pad")
    #expect(part.value("styles", "line", "x") == 1)

    // A move to its present context sends nothing: the next message is of the edit.
    try move(part, to: "pad", daemon)
    try directory.write("aurora/values.json", #"{ "line": { "x": 2 } }"#)
    _ = try daemon.call("Sync")
    #expect(try part.take() == "delta")
    #expect(part.value("styles", "line", "x") == 2)
  }

  /// Each comes its own way, though both were sent the same generation.
  @Test func meetsOthersInAContext() throws {
    let daemon = try daemon()
    let phone = try Follower(daemon, ["context": ["device": "phone"]])
    let pad = try Follower(daemon, ["context": ["device": "pad"]])
    for follower in [phone, pad] {
      try move(follower, to: nil, daemon)
      #expect(try follower.take() == "delta")
      try check(follower, is: nil, daemon)
    }
    #expect(phone.delta["patch"] == [])
    #expect(pad.delta["patch"]?.array?.count == 2)
    try save(phone: "8", pad: "9")
    for follower in [phone, pad] {
      #expect(try follower.take() == "delta")
      try check(follower, is: nil, daemon)
    }
  }

  @Test func resumesInTheNewContext() throws {
    let daemon = try daemon()
    let follower = try Follower(daemon, ["context": ["device": "phone"]])
    try move(follower, to: "pad", daemon)
    try follower.take()
    let resumed = try daemon.register([
      "context": ["device": "pad"],
      "since": ["generation": .number(Double(follower.generation)), "digest": .string(follower.digest)],
    ])
    let reply = try #require(try resumed.next())
    #expect(reply["event"] == "delta")
    #expect(reply["delta"]?["patch"] == [])
  }

  /// A consumer that does not read gets one message for all changes, from its last state.
  @Test func conflatesMovesOfASlowReader() throws {
    let daemon = try daemon()
    let slow = try Follower(daemon, ["context": ["device": "phone"]])
    var saves = 0
    while try entry(slow, daemon)["queuedBytes"] == 0 {
      saves += 1
      try #require(saves < 1000)
      try save(phone: String(repeating: "\(saves % 10)", count: 100_000), pad: "\(saves)")
      _ = try daemon.call("Sync")
    }
    try move(slow, to: "pad", daemon)
    try save(phone: "p", pad: "q")
    _ = try daemon.call("Sync")
    try move(slow, to: nil, daemon)
    try move(slow, to: "phone", daemon)
    try move(slow, to: "pad", daemon)
    let waiting = try entry(slow, daemon)
    #expect(waiting["generationSeen"] != waiting["generationCurrent"])

    for _ in 0..<saves { #expect(try slow.take() == "delta") }
    #expect(slow.value("styles", "box", "only") == nil)
    #expect(try slow.take() == "delta")
    try check(slow, is: "pad", daemon)
    #expect(slow.value("styles", "box", "width") == "q")
    #expect(try daemon.call("Status")["counters"]?["deltasSent"] == .number(Double(saves + 1)))
  }

  @Test func countsTheContextThatItLeaves() throws {
    let daemon = try daemon { $0.limits.contexts = 8 }
    let phone = try Follower(daemon, ["context": ["device": "phone"]])
    let pad = try Follower(daemon, ["context": ["device": "pad"]])
    try move(phone, to: nil, daemon)
    #expect(try phone.take() == "delta")
    let second = try Follower(daemon, ["context": ["device": "pad"]])
    #expect(throws: ClientError.refused(.limitExceeded("contextsPerUser", 2))) { try move(pad, to: "phone", daemon) }
    // It stays where it is.
    try save(phone: "8", pad: "9")
    _ = try daemon.call("Sync")
    for follower in [pad, second] {
      #expect(try follower.take() == "delta")
      try check(follower, is: "pad", daemon)
    }
  }

  @Test func refusesWhatIsNoContext() throws {
    let daemon = try daemon()
    let follower = try Follower(daemon)
    #expect(throws: ClientError.refused(.invalidParameter("context.device"))) {
      try move(follower, to: "watch", daemon)
    }
    #expect(throws: ClientError.refused(.invalidParameter("context"))) {
      try daemon.call("SetContext", ["consumer": .string(follower.consumer)])
    }
    _ = try daemon.call("Deregister", ["consumer": .string(follower.consumer)])
    #expect(throws: ClientError.refused(.noSuchConsumer(follower.consumer))) {
      try move(follower, to: "pad", daemon)
    }
  }
}

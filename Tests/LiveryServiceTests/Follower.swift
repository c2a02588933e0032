// SPDX-License-Identifier: GPL-2.0-or-later

import JSONText
import LinuxIO
import LiveryConnection
import LiveryProtocol
import TestSupport
import Testing
import Varlink

/// A consumer as a program would write it: keeps a state, applies each message, and rejects invalid ones.
final class Follower {
  let connection: VarlinkConnection
  /// The name in the daemon.
  private(set) var consumer = ""
  private(set) var generation = 0
  private(set) var digest = ""
  /// `constants` and `styles`.
  private(set) var values: JSONValue = [:]
  private(set) var diagnostics: [JSONValue] = []
  /// Whether the state has unsaved texts in it, as the last message says.
  private(set) var isUnsaved = false
  /// The last delta, as it came.
  private(set) var delta: JSONValue = [:]
  /// Set after the end.
  private(set) var reason: String?

  /// Registers and takes the first reply.
  init(_ daemon: RunningDaemon, _ parameters: JSONValue = [:]) throws {
    connection = try daemon.register(parameters)
    try take()
  }

  /// Registers with a state that an earlier consumer has left.
  init(_ daemon: RunningDaemon, resuming other: Follower, bundle: String? = nil) throws {
    values = other.values
    generation = other.generation
    var parameters = JSONObject([
      ("since", ["generation": .number(Double(other.generation)), "digest": .string(other.digest)])
    ])
    parameters["bundle"] = bundle.map(JSONValue.string)
    connection = try daemon.register(.object(parameters))
    try take()
  }

  /// Ends the connection also while a process that another test starts has a copy of its descriptor.
  deinit { connection.messages.socket.hangUp() }

  /// The codes of the diagnostics.
  var codes: [String] { diagnostics.compactMap { $0["code"]?.string } }

  /// The value of the snapshot at a path of keys.
  func value(_ keys: String...) -> JSONValue? {
    keys.reduce(values) { value, key in value?[key] }
  }

  /// Waits for the next reply, checks it by the description, and applies it. Returns the event.
  @discardableResult
  func take(_ location: SourceLocation = #_sourceLocation) throws -> String {
    let reply = try #require(try connection.next(), sourceLocation: location)
    let fields = try #require(Interface.theme.methods["Register"]).reply
    #expect(Interface.theme.firstMismatch(in: reply, with: fields) == nil, sourceLocation: location)
    let name = try #require(reply["consumer"]?.string)
    #expect(consumer.isEmpty || consumer == name, sourceLocation: location)
    consumer = name
    if let list = reply["diagnostics"]?.array { diagnostics = list }
    let event = try #require(reply["event"]?.string)
    switch event {
    case "snapshot":
      try take(snapshot: try #require(reply["snapshot"]))
      isUnsaved = reply["snapshot"]?["unsaved"] == true
    case "delta":
      try take(delta: try #require(reply["delta"]), location)
      isUnsaved = reply["delta"]?["unsaved"] == true
    case "diagnostics": isUnsaved = reply["unsaved"] == true
    case "end": reason = try #require(reply["reason"]?.string)
    default: Issue.record("unknown event \(event)", sourceLocation: location)
    }
    return event
  }

  /// Takes replies until the state is this one.
  func take(until digest: String) throws {
    while self.digest != digest { try take() }
  }

  private func take(snapshot: JSONValue) throws {
    generation = Int(try #require(snapshot["generation"]?.number))
    digest = try #require(snapshot["digest"]?.string)
    values = ["constants": try #require(snapshot["constants"]), "styles": try #require(snapshot["styles"])]
    if let list = snapshot["diagnostics"]?.array { diagnostics = list }
  }

  private func take(delta: JSONValue, _ location: SourceLocation) throws {
    self.delta = delta
    #expect(delta["from"]?.number == Double(generation), "the chain has a gap", sourceLocation: location)
    generation = Int(try #require(delta["to"]?.number))
    digest = try #require(delta["digest"]?.string)
    values = try values.patched(by: try #require(delta["patch"]))
    if let list = delta["diagnostics"]?.array { diagnostics = list }
  }
}

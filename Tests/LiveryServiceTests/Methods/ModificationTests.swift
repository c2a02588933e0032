// SPDX-License-Identifier: GPL-2.0-or-later

import Foundation
import JSONText
import LinuxIO
import LiveryConfiguration
import LiveryConnection
import TestSupport
import Testing
import ThemeEngine
import Varlink

@testable import LiveryService

/// Values that are set over the socket: their way to consumers, their duration, and refusals.
@Suite(.serialized) struct ModificationTests {
  private let directory: ScratchDirectory

  init() throws {
    directory = try ScratchDirectory()
    try directory.write("aurora/theme.inc.json", #"{ "themes": ["palette.json", "button.json"] }"#)
    try directory.write("aurora/palette.json", #"{ "accent": "red", "base": "grey" }"#)
    try directory.write(
      "aurora/button.json",
      #"{ "button": { "color": "ref://accent", "width": 1, "width_iPad": 2 }, "label": { "x": 1 } }"#)
  }

  private func daemon(_ change: (inout DaemonConfiguration) -> Void = { _ in }) throws -> RunningDaemon {
    var configuration = DaemonConfiguration.inTest(directory, bundles: ["aurora"])
    change(&configuration)
    return try RunningDaemon(configuration)
  }

  private func daemonWithState() throws -> RunningDaemon { try daemon { $0.stateDirectory = directory("state") } }

  private var kept: String { directory("state/aurora.modifications.json") }

  /// Takes the next message, which is a delta with these operations.
  private func check(
    _ follower: Follower, _ operations: [String], cause: JSONValue = [], _ location: SourceLocation = #_sourceLocation
  ) throws {
    #expect(try follower.take(location) == "delta", sourceLocation: location)
    let patch = follower.delta["patch"]?.array ?? []
    #expect(patch.map(\.text).sorted() == operations.sorted(), sourceLocation: location)
    #expect(follower.delta["cause"] == cause, sourceLocation: location)
  }

  private func replace(_ path: String, _ value: JSONValue) -> String {
    #"{"op":"replace","path":"\#(path)","value":\#(value.text)}"#
  }

  private func set(_ daemon: RunningDaemon, accent: JSONValue) throws -> Double? {
    try daemon.call("ModifyConstant", ["name": "accent", "value": ["value": accent]])["generation"]?.number
  }

  /// Everything that a daemon of this bundle answers without a consumer.
  private func snapshot(_ daemon: RunningDaemon) throws -> JSONValue {
    try #require(try daemon.call("Resolve")["snapshot"])
  }

  // MARK: From a call to the consumers

  @Test func reachesExactlyThoseWhomItConcerns() throws {
    let daemon = try daemon()
    let phone = try Follower(daemon, ["context": ["device": "phone"]])
    let pad = try Follower(daemon, ["context": ["device": "pad"]])
    let label = try Follower(daemon, ["select": ["styles/label"]])
    let start = phone.generation

    #expect(try set(daemon, accent: "blue") == Double(start + 1))
    for follower in [phone, pad] {
      try check(follower, [replace("/constants/accent", "blue"), replace("/styles/button/color", "blue")])
      #expect(follower.generation == start + 1)
    }
    // On one device alone.
    _ = try daemon.call("ModifyStyle", ["style": "button", "keyPath": "width_iPad", "value": ["value": 9]])
    try check(pad, [replace("/styles/button/width", 9)])
    // A path that no file has.
    _ = try daemon.call(
      "ModifyStyle", ["style": "label", "keyPath": "deep/in~1side", "value": ["value": ["y": nil, "z": true]]])
    let added = #"{"op":"add","path":"/styles/label/deep","value":{"in/side":{"z":true}}}"#
    for follower in [phone, pad, label] { try check(follower, [added]) }
    #expect(phone.generation == start + 3)
    #expect(label.generation == start + 3)

    // Back again, one and then all.
    _ = try daemon.call("ModifyConstant", ["name": "accent"])
    for follower in [phone, pad] {
      try check(follower, [replace("/constants/accent", "red"), replace("/styles/button/color", "red")])
    }
    _ = try daemon.call("ResetModifications")
    let removed = #"{"op":"remove","path":"/styles/label/deep"}"#
    try check(phone, [removed])
    try check(pad, [removed, replace("/styles/button/width", 2)])
    try check(label, [removed])
    #expect(try set(daemon, accent: "red") == Double(start + 5), "what says nothing new is no generation")
  }

  @Test func readsValuesAsTheDialectDoes() throws {
    let daemon = try daemon()
    let follower = try Follower(daemon, ["select": ["styles/button/color"]])
    _ = try set(daemon, accent: "#0000ff")
    try follower.take()
    #expect(follower.value("styles", "button", "color", "$value", "hex") == "#0000ff")
    _ = try set(daemon, accent: "ref://base")
    try follower.take()
    #expect(follower.value("styles", "button", "color") == "grey")
  }

  @Test func aStyleInheritsAsIsSaid() throws {
    let daemon = try daemon()
    let follower = try Follower(daemon, ["select": ["styles/button"]])
    _ = try daemon.call("ModifyStyle", ["style": "button", "keyPath": "width", "value": ["value": 5]])
    try check(follower, [replace("/styles/button/width", 5)])
    _ = try daemon.call("SetStyleInheritance", ["style": "button", "inherits": false])
    try check(follower, [#"{"op":"remove","path":"/styles/button/color"}"#])
    _ = try daemon.call("SetStyleInheritance", ["style": "button"])
    try check(follower, [#"{"op":"add","path":"/styles/button/color","value":"red"}"#])
  }

  /// Files that were written before the call come first, as a generation that names their places.
  @Test func comesAfterWhatWasWrittenBefore() throws {
    let daemon = try daemon()
    let follower = try Follower(daemon, ["select": ["constants"]])
    try directory.write("aurora/palette.json", #"{ "accent": "red", "base": "grey", "late": 1 }"#)
    _ = try daemon.call("ModifyConstant", ["name": "late", "value": ["value": 2]])
    #expect(try follower.take() == "delta")
    #expect(follower.delta["cause"]?.array?.first?["file"] == "palette.json")
    #expect(follower.value("constants", "late") == 1)
    try check(follower, [replace("/constants/late", 2)])

    // Edits of the file are followed under the value that lies over it.
    try directory.write("aurora/palette.json", #"{ "accent": "green", "base": "grey", "late": 3 }"#)
    _ = try daemon.call("Sync")
    #expect(try follower.take() == "delta")
    #expect(follower.value("constants", "accent") == "green")
    #expect(follower.value("constants", "late") == 2)
  }

  // MARK: Refusals

  /// The call is answered with this error, and nothing changes.
  private func check(
    _ daemon: RunningDaemon, _ method: String, _ parameters: JSONValue, _ expected: CallError,
    _ location: SourceLocation = #_sourceLocation
  ) throws {
    let before = try snapshot(daemon)
    #expect(throws: ClientError.refused(expected), sourceLocation: location) { try daemon.call(method, parameters) }
    #expect(try snapshot(daemon) == before, sourceLocation: location)
  }

  @Test func refusesWhatCannotBeMeant() throws {
    let daemon = try daemon()
    let value: JSONValue = ["value": 1]
    try check(
      daemon, "ModifyConstant", ["name": "acent", "value": value], .init(.unknownConstant("acent", meant: "accent")))
    try check(
      daemon, "ModifyConstant", ["name": "button", "value": value], .init(.unknownConstant("button", meant: nil)))
    try check(
      daemon, "ModifyStyle", ["style": "buton", "keyPath": "a", "value": value],
      .init(.unknownStyle("buton", meant: "button")))
    try check(
      daemon, "SetStyleInheritance", ["style": "accent", "inherits": true], .init(.unknownStyle("accent", meant: nil)))
    try check(daemon, "UseThemes", ["themes": ["night"]], .init(.unknownTheme("night", themes: [])))
    for keyPath in ["", "a//b", Array(repeating: "a", count: 33).joined(separator: "/")] {
      #expect {
        try daemon.call("ModifyStyle", ["style": "button", "keyPath": .string(keyPath), "value": value])
      } throws: { error in
        guard case ClientError.refused(let refusal)? = error as? ClientError else { return false }
        return refusal.name == "io.livery.Theme.BadValue" && refusal.parameters["message"]?.string?.isEmpty == false
      }
    }
    for (object, path) in [(["v": 1], "value.v"), (["value": 1, "w": 2], "value.w"), ([:], "value.value")]
      as [(JSONValue, String)]
    {
      try check(daemon, "ModifyConstant", ["name": "accent", "value": object], .invalidParameter(path))
    }
    try check(daemon, "ModifyConstant", ["name": "accent", "value": "blue"], .invalidParameter("value"))
    try check(daemon, "UseThemes", ["bundle": "x", "themes": []], .bundleNotFound("x"))
    try check(daemon, "SetContext", ["consumer": "c9", "context": [:]], .noSuchConsumer("c9"))
    _ = try daemon.call("UseThemes", ["themes": []])
  }

  @Test func limitsWhatIsSet() throws {
    let daemon = try daemon { $0.limits.modifications = 1_000 }
    let text = JSONValue.string(String(repeating: "x", count: 900))
    #expect(try set(daemon, accent: text) != nil)
    try check(
      daemon, "ModifyConstant", ["name": "base", "value": ["value": text]], .limitExceeded("modifications", 1_000))
    _ = try set(daemon, accent: nil)
    _ = try daemon.call("ModifyConstant", ["name": "base", "value": ["value": text]])
    #expect(try snapshot(daemon)["constants"]?["base"] == text)
  }

  // MARK: Lasting

  @Test func lastsAsLongAsTheDaemonUnlessItIsKept() throws {
    var daemon = try daemonWithState()
    let follower = try Follower(daemon)
    _ = try set(daemon, accent: "blue")
    try follower.take()
    _ = try daemon.call("SynchronizeModifications")
    daemon.stop()
    daemon = try daemonWithState()
    // The state is that of the end.
    #expect(try Follower(daemon, resuming: follower).generation == follower.generation)
    #expect(try snapshot(daemon)["styles"]?["button"]?["color"] == "blue")

    // Values that are not kept are gone after a restart, which is a new generation.
    _ = try set(daemon, accent: "green")
    let last = try Follower(daemon)
    daemon.stop()
    daemon = try daemonWithState()
    let next = try Follower(daemon, resuming: last)
    #expect(next.generation > last.generation)
    #expect(next.value("styles", "button", "color") == "blue")

    // A reset is not saved by itself.
    _ = try daemon.call("ResetModifications")
    #expect(try snapshot(daemon)["constants"]?["accent"] == "red")
    #expect(try fileStatus(kept).kind == .regular)
    _ = try daemon.call("SynchronizeModifications")
    #expect(throws: SystemError.self) { try fileStatus(kept) }
    daemon.stop()
    #expect(try snapshot(daemonWithState())["constants"]?["accent"] == "red")
  }

  @Test func keepsNothingWhenAllIsTakenBack() throws {
    let daemon = try daemonWithState()
    _ = try set(daemon, accent: "blue")
    _ = try daemon.call("ModifyStyle", ["style": "button", "keyPath": "a/b", "value": ["value": 5]])
    _ = try daemon.call("SynchronizeModifications")
    #expect(try fileStatus(kept).kind == .regular)
    _ = try set(daemon, accent: nil)
    _ = try daemon.call("ModifyStyle", ["style": "button", "keyPath": "a/b", "value": nil])
    _ = try daemon.call("SynchronizeModifications")
    #expect(throws: SystemError.self) { try fileStatus(kept) }
  }

  @Test func waitsForAnIdThatIsGone() throws {
    var daemon = try daemonWithState()
    _ = try set(daemon, accent: "blue")
    _ = try daemon.call("SynchronizeModifications")
    daemon.stop()
    try directory.write("aurora/palette.json", "{")
    daemon = try daemonWithState()
    let follower = try Follower(daemon)
    try directory.write("aurora/palette.json", #"{ "accent": "red" }"#)
    _ = try daemon.call("Sync")
    try follower.take()
    #expect(follower.value("constants", "accent") == "blue")
  }

  /// Expects the error NotSaved with this text in its reason. The values stay set.
  private func checkNotSaved(
    _ daemon: RunningDaemon, _ reason: String, _ location: SourceLocation = #_sourceLocation
  ) throws {
    _ = try set(daemon, accent: "blue")
    #expect(sourceLocation: location) {
      try daemon.call("SynchronizeModifications")
    } throws: { error in
      guard case ClientError.refused(let refusal)? = error as? ClientError else { return false }
      return refusal.name == "io.livery.Theme.NotSaved"
        && refusal.parameters["reason"]?.string?.contains(reason) == true
    }
    #expect(try snapshot(daemon)["constants"]?["accent"] == "blue", sourceLocation: location)
  }

  @Test func saysWhyNothingIsKept() throws {
    var daemon = try daemon()
    try checkNotSaved(daemon, "no state directory")
    daemon.stop()
    daemon = try daemonWithState()
    try directory.remove("state")
    try checkNotSaved(daemon, "No such file or directory")
    // It is written as soon as that is possible.
    try makeDirectory(directory("state"), mode: 0o700)
    _ = try daemon.call("SynchronizeModifications")
    #expect(try fileStatus(kept).kind == .regular)
  }

  @Test func startsWhateverIsInTheStateDirectory() throws {
    try directory.write("state/aurora.modifications.json", "not JSON")
    let daemon = try daemonWithState()
    #expect(try snapshot(daemon)["constants"]?["accent"] == "red")
    #expect(try directory.text("state/aurora.modifications.json.aside-1") == "not JSON")
  }
}

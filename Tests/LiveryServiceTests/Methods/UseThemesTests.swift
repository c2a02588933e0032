// SPDX-License-Identifier: GPL-2.0-or-later

import JSONText
import LiveryConfiguration
import LiveryConnection
import Synchronization
import TestSupport
import Testing
import ThemeEngine
import Varlink

@testable import LiveryService

/// Bundles with alternative themes: the themes in use, for each consumer and over restarts.
@Suite(.serialized) struct UseThemesTests {
  private let directory: ScratchDirectory

  init() throws {
    directory = try ScratchDirectory()
    try write(
      "theme_default", constants: #""WIDTH": 1, "GAP": 2"#,
      styles: #""Button": { "width": "WIDTH", "gap": "GAP" }, "Label": { "gap": "GAP", "lines": 1 }"#)
    try write("brand", constants: #""WIDTH": 10"#, styles: #""Label": { "alpha": 0.5 }"#)
    try write("night", constants: #""WIDTH": 20, "GAP": 30"#, styles: "")
  }

  private func write(_ theme: String, constants: String, styles: String) throws {
    try directory.write(
      "app/\(theme).json", #"{ "formatVersion": 2, "Constants": { \#(constants) }, "Styles": { \#(styles) } }"#)
  }

  private func daemon(_ log: @escaping @Sendable (String) -> Void = { _ in }) throws -> RunningDaemon {
    var configuration = DaemonConfiguration.inTest(directory, bundles: ["app"])
    configuration.stateDirectory = directory("state")
    configuration.log = Log(level: .warning, write: log)
    return try RunningDaemon(configuration)
  }

  private func use(_ themes: JSONValue, _ daemon: RunningDaemon) throws {
    _ = try daemon.call("UseThemes", ["themes": themes])
  }

  /// Takes the next message, a delta with these operations that nothing on disk caused: `replace /constants/GAP 2`.
  private func check(
    _ follower: Follower, _ operations: [String], _ location: SourceLocation = #_sourceLocation
  ) throws {
    #expect(try follower.take(location) == "delta", sourceLocation: location)
    let patch = (follower.delta["patch"]?.array ?? []).map { operation in
      let value = operation["value"].map { " \($0.text)" } ?? ""
      return "\(operation["op"]?.string ?? "") \(operation["path"]?.string ?? "")\(value)"
    }
    #expect(patch.sorted() == operations.sorted(), sourceLocation: location)
    #expect(follower.delta["cause"] == [], sourceLocation: location)
  }

  @Test func sendsWhatChangedToThoseWhoNameNone() throws {
    let daemon = try daemon()
    let plain = try Follower(daemon)
    let night = try Follower(daemon, ["context": ["themes": ["night"]]])
    #expect(night.value("constants", "WIDTH") == 20)

    try use(["brand"], daemon)
    try check(
      plain,
      [
        "replace /constants/WIDTH 10", "replace /styles/Button/width 10", "remove /styles/Label/gap",
        "remove /styles/Label/lines", "add /styles/Label/alpha 0.5",
      ])
    try use(["brand", "night"], daemon)
    try check(plain, ["replace /constants/GAP 30", "replace /styles/Button/gap 30"])
    try use(["night", "brand"], daemon)
    try check(plain, ["replace /constants/WIDTH 20", "replace /styles/Button/width 20"])
    try use([], daemon)
    try check(
      plain,
      [
        "replace /constants/WIDTH 1", "replace /styles/Button/width 1", "replace /constants/GAP 2",
        "replace /styles/Button/gap 2", "add /styles/Label/gap 2", "add /styles/Label/lines 1",
        "remove /styles/Label/alpha",
      ])

    // The consumer that named themes got no message, and gets one about its own.
    _ = try daemon.call(
      "SetContext", ["consumer": .string(night.consumer), "context": ["themes": ["brand", "night"]]])
    try check(
      night,
      [
        "replace /constants/WIDTH 10", "replace /styles/Button/width 10", "remove /styles/Label/gap",
        "remove /styles/Label/lines", "add /styles/Label/alpha 0.5",
      ])
    #expect(night.delta["context"]?["themes"] == ["brand", "night"])
  }

  @Test func refusesWhatTheBundleDoesNotKnow() throws {
    let daemon = try daemon()
    let refusal = CallError(.unknownTheme("nigth", themes: ["brand", "night", "theme_default"]))
    #expect(throws: ClientError.refused(refusal)) { try use(["brand", "nigth"], daemon) }
    // Nor a value that the dialect cannot read.
    #expect {
      try daemon.call("ModifyConstant", ["name": "WIDTH", "value": ["value": "color:#zz"]])
    } throws: { error in
      guard case ClientError.refused(let refusal)? = error as? ClientError else { return false }
      return refusal.name == "io.livery.Theme.BadValue" && refusal.parameters["message"]?.string != nil
    }
    #expect(try daemon.call("Resolve")["snapshot"]?["constants"]?["WIDTH"] == 1)
  }

  @Test func aModifiedStyleTakesThePlaceOfTheWhole() throws {
    let daemon = try daemon()
    let follower = try Follower(daemon)
    _ = try daemon.call("ModifyStyle", ["style": "Label", "keyPath": "gap", "value": ["value": "WIDTH"]])
    try check(follower, ["replace /styles/Label/gap 1", "remove /styles/Label/lines"])
    _ = try daemon.call("SetStyleInheritance", ["style": "Label", "inherits": true])
    try check(follower, ["add /styles/Label/lines 1"])
    // It lies over all themes in use, and so do constants.
    _ = try daemon.call("ModifyConstant", ["name": "WIDTH", "value": ["value": 7]])
    try check(
      follower, ["replace /constants/WIDTH 7", "replace /styles/Button/width 7", "replace /styles/Label/gap 7"])
    try use(["brand"], daemon)
    try check(follower, ["remove /styles/Label/lines", "add /styles/Label/alpha 0.5"])
    // Back to the value of the theme in use.
    _ = try daemon.call("ResetModifications")
    try check(
      follower, ["replace /constants/WIDTH 10", "replace /styles/Button/width 10", "remove /styles/Label/gap"])
  }

  /// An unused theme is read when a value of it is modified: that is no edit.
  @Test func aConstantOfAThemeThatNobodyUsesIsModified() throws {
    let daemon = try daemon()
    let follower = try Follower(daemon)
    try write("dawn", constants: #""STAR": 5"#, styles: "")
    _ = try daemon.call("Sync")
    _ = try daemon.call("ModifyConstant", ["name": "STAR", "value": ["value": 6]])
    try check(follower, ["add /constants/STAR 6"])
    try use(["dawn"], daemon)
    _ = try daemon.call("ModifyConstant", ["name": "STAR"])
    try check(follower, ["replace /constants/STAR 5"])
  }

  @Test func keepsTheChoice() throws {
    var daemon = try daemon()
    try use(["brand", "night"], daemon)
    _ = try daemon.call("SynchronizeModifications")
    try use([], daemon)
    daemon.stop()
    daemon = try self.daemon()
    let follower = try Follower(daemon)
    #expect(follower.value("constants") == ["WIDTH": 10, "GAP": 30])
    // Values are reset; the choice is not among them.
    _ = try daemon.call("ResetModifications")
    _ = try daemon.call("SynchronizeModifications")
    daemon.stop()

    // A theme that is gone by the next start is left out, and the log says so.
    try directory.remove("app/brand.json")
    let log = LogLines()
    daemon = try self.daemon { line in log.lines.withLock { $0.append(line) } }
    #expect(try daemon.call("Resolve")["snapshot"]?["constants"] == ["WIDTH": 20, "GAP": 30])
    #expect(log.lines.withLock { $0 } == ["<4>app: the theme `brand`, which was in use, is gone\n"])
    try use([], daemon)
    _ = try daemon.call("SynchronizeModifications")
    #expect(try directory.names(in: "state") == ["app.generation.json"])
  }
}

/// The log of a daemon.
final class LogLines: Sendable {
  let lines = Mutex<[String]>([])
}

// SPDX-License-Identifier: GPL-2.0-or-later

import Foundation
import JSONText
import LiveryConfiguration
import LiveryConnection
import TestSupport
import Testing
import ThemeEngine
import ThemeModel
import Varlink

@testable import LiveryService

/// Unsaved texts over files: the messages for consumers and the lifetime of a text.
@Suite(.serialized) struct OverlayTests {
  private let directory: ScratchDirectory

  init() throws {
    directory = try ScratchDirectory()
    try directory.write("bundle/theme.inc.json", #"{ "themes": ["a.json", "b.json"] }"#)
    try directory.write("bundle/a.json", #"{ "a": 1 }"#)
    try directory.write("bundle/b.json", #"{ "b": 1 }"#)
  }

  private func daemon(_ change: (inout DaemonConfiguration) -> Void = { _ in }) throws -> RunningDaemon {
    var configuration = DaemonConfiguration.inTest(directory, bundles: ["bundle"])
    change(&configuration)
    return try RunningDaemon(configuration)
  }

  /// Takes the next message: its event, whether it is unsaved, and the value of the constant `a`.
  private func check(
    _ follower: Follower, _ event: String, unsaved: Bool, a: JSONValue?, _ location: SourceLocation = #_sourceLocation
  ) throws {
    #expect(try follower.take(location) == event, sourceLocation: location)
    #expect(follower.isUnsaved == unsaved, sourceLocation: location)
    #expect(follower.value("constants", "a") == a, sourceLocation: location)
  }

  private func overlays(_ daemon: RunningDaemon) throws -> [String] {
    try (daemon.call("ListOverlays")["overlays"]?.array ?? []).map { overlay in
      let isChanged = overlay["fileChanged"] == true ? " changed" : ""
      return "\(overlay["overlay"]?.string ?? "") \(overlay["file"]?.string ?? "")\(isChanged)"
    }
  }

  @Test func consumersFollowWhatIsTyped() throws {
    let daemon = try daemon()
    let follower = try Follower(daemon)
    let start = follower.generation
    let editor = try daemon.connect()
    #expect(try editor.setOverlay("a.json", #"{ "a": 2 }"#) == start + 1)
    try check(follower, "delta", unsaved: true, a: 2)
    #expect(follower.delta["cause"]?.array?.first?["file"] == "a.json")
    #expect(try directory.text("bundle/a.json") == #"{ "a": 1 }"#)
    // Questions see it, and so do later consumers.
    #expect(try daemon.call("Resolve")["snapshot"]?["unsaved"] == true)
    #expect(try Follower(daemon).isUnsaved)
    // Edits of the text, one after the other.
    try editor.editOverlay("a.json", [(7, 1, "30"), (8, 1, "5")])
    try check(follower, "delta", unsaved: true, a: 35)
    // A text with the same values makes no generation.
    #expect(try editor.setOverlay("a.json", #"{ "a":   35 }"#) == start + 2)
    // A broken text holds the last good state.
    try editor.editOverlay("a.json", [(0, 1, "")])
    try check(follower, "diagnostics", unsaved: true, a: 35)
    #expect(follower.codes.contains("LV0004") || !follower.codes.isEmpty)
    #expect(follower.diagnostics.contains { $0["heldBack"] == true })
    // The text is removed: the file counts again.
    try editor.setOverlay("a.json", nil)
    try check(follower, "delta", unsaved: false, a: 1)
    #expect(follower.codes.isEmpty)
    #expect(try daemon.call("Resolve")["snapshot"]?["unsaved"] == nil)
  }

  @Test func aSaveOfTheSameTextEndsIt() throws {
    let daemon = try daemon()
    let follower = try Follower(daemon)
    let other = try Follower(daemon, ["select": ["constants/b"]])
    let whole = try Follower(daemon, ["mode": "snapshot"])
    let editor = try daemon.connect()
    try editor.setOverlay("a.json", "{\n \"a\": 2 }")
    try check(follower, "delta", unsaved: true, a: 2)
    try check(whole, "snapshot", unsaved: true, a: 2)
    let generation = follower.generation
    // Line ends and the byte order mark of an editor for a different system.
    try directory.write("bundle/a.json", "\u{feff}{\r\n \"a\": 2 }")
    _ = try daemon.call("Sync")
    try check(follower, "delta", unsaved: false, a: 2)
    #expect(follower.delta["patch"] == [])
    #expect(follower.generation == generation)
    try check(whole, "snapshot", unsaved: false, a: 2)
    #expect(try overlays(daemon) == [])
    // A consumer that selects nothing of the file gets no message.
    try directory.write("bundle/b.json", #"{ "b": 2 }"#)
    #expect(try other.take() == "delta")
    #expect(!other.isUnsaved)
    #expect(other.value("constants", "b") == 2)
    try check(follower, "delta", unsaved: false, a: 2)
    // The end of an overlay without changes is reported too, to consumers that saw it in their first reply.
    try editor.setOverlay("b.json", #"{ "b": 3 }"#)
    let late = try Follower(daemon, ["select": ["constants/a"]])
    #expect(late.isUnsaved)
    try editor.setOverlay("b.json", nil)
    try check(late, "delta", unsaved: false, a: 2)
  }

  /// It is reported by an event, and so is its save.
  @Test func aSaveOfATextThatCannotBeParsedEndsIt() throws {
    let daemon = try daemon()
    let follower = try Follower(daemon)
    let editor = try daemon.connect()
    try editor.setOverlay("a.json", #"{ "a": "#)
    try check(follower, "diagnostics", unsaved: true, a: 1)
    try directory.write("bundle/a.json", #"{ "a": "#)
    _ = try daemon.call("Sync")
    try check(follower, "diagnostics", unsaved: false, a: 1)
  }

  @Test func aSaveOfAnotherTextLeavesIt() throws {
    let daemon = try daemon()
    let follower = try Follower(daemon)
    let editor = try daemon.connect()
    try editor.setOverlay("a.json", #"{ "a": 2 }"#)
    try check(follower, "delta", unsaved: true, a: 2)
    // New settings read all files again, of which none was changed.
    try directory.write("bundle/livery.json", #"{ "limits": { "fileSize": 1000 } }"#)
    _ = try daemon.call("Sync")
    #expect(try overlays(daemon) == ["o1 a.json"])
    try directory.write("bundle/a.json", #"{ "a": 3 }"#)
    _ = try daemon.call("Sync")
    #expect(try overlays(daemon) == ["o1 a.json changed"])
    let problems = try daemon.call("Status")["problems"]?.array?.compactMap(\.string) ?? []
    #expect(
      problems == ["a.json of the bundle `bundle` was changed on disk, but the unsaved text o1 lies over it"])
    #expect(try daemon.call("Resolve")["snapshot"]?["constants"]?["a"] == 2)
    try directory.remove("bundle/a.json")
    _ = try daemon.call("Sync")
    #expect(try daemon.call("Resolve")["snapshot"]?["constants"]?["a"] == 2)
    try directory.write("bundle/a.json", #"{ "a": 4 }"#)
    try editor.setOverlay("a.json", nil)
    try check(follower, "delta", unsaved: false, a: 4)
  }

  /// The text below the one that a save ends lies over a changed file from then on.
  @Test func aSaveOfOneOfSeveralChangesTheFileUnderTheOthers() throws {
    let daemon = try daemon()
    let editors = try [daemon.connect(), daemon.connect()]
    try editors[0].setOverlay("a.json", #"{ "a": 2 }"#)
    try editors[1].setOverlay("a.json", #"{ "a": 3 }"#)
    try directory.write("bundle/a.json", #"{ "a": 3 }"#)
    _ = try daemon.call("Sync")
    #expect(try overlays(daemon) == ["o1 a.json changed"])
    #expect(try daemon.call("Resolve")["snapshot"]?["constants"]?["a"] == 2)
  }

  @Test func theLastOfSeveralIsInForce() throws {
    let daemon = try daemon()
    let follower = try Follower(daemon)
    let first = try daemon.connect()
    var second: VarlinkConnection? = try daemon.connect()
    try first.setOverlay("a.json", #"{ "a": 2 }"#)
    try check(follower, "delta", unsaved: true, a: 2)
    try #require(second).setOverlay("a.json", #"{ "a": 3 }"#)
    try check(follower, "delta", unsaved: true, a: 3)
    #expect(try overlays(daemon) == ["o1 a.json", "o2 a.json"])
    // The connection ends without a call.
    second = nil
    try check(follower, "delta", unsaved: true, a: 2)
    #expect(try overlays(daemon) == ["o1 a.json"])
    _ = try daemon.call("DropOverlay", ["overlay": "o1"])
    try check(follower, "delta", unsaved: false, a: 1)
    #expect(throws: ClientError.refused(.invalidParameter("overlay"))) {
      try daemon.call("DropOverlay", ["overlay": "o1"])
    }
  }

  /// A file that exists as an unsaved text alone, named by a second text.
  @Test func filesThatMayCome() throws {
    let daemon = try daemon()
    let follower = try Follower(daemon)
    let editor = try daemon.connect()
    try editor.setOverlay("new/c.json", #"{ "c": 1 }"#)
    try editor.setOverlay("theme.inc.json", #"{ "themes": ["a.json", "new/c.json"] }"#)
    #expect(try follower.take() == "delta")
    #expect(follower.value("constants", "c") == 1)
    #expect(follower.value("constants", "b") == nil)
    try editor.setOverlay("theme.inc.json", nil)
    #expect(try follower.take() == "delta")
    #expect(follower.value("constants", "b") == 1)
    #expect(try directory.names(in: "bundle") == ["a.json", "b.json", "theme.inc.json"])
  }

  /// While a text is typed, no state is lost that a consumer may resume from.
  @Test func typingDropsNoStateToResumeFrom() throws {
    let daemon = try daemon { $0.limits.resume = 4 }
    let follower = try Follower(daemon)
    let saved = try Follower(daemon)
    let editor = try daemon.connect()
    for number in 2..<50 { try editor.setOverlay("a.json", "{ \"a\": \(number) }") }
    let resumed = try Follower(daemon, resuming: saved)
    #expect(resumed.delta["from"]?.number == Double(saved.generation))
    #expect(resumed.value("constants", "a") == 49)
    #expect(resumed.isUnsaved)
    try follower.take(until: resumed.digest)
  }

  /// Unsaved texts end with a restart, whose generation is a new one.
  @Test func aRestartEndsThem() throws {
    var configuration = DaemonConfiguration.inTest(directory, bundles: ["bundle"])
    configuration.stateDirectory = directory("state")
    var daemon = try RunningDaemon(configuration)
    let follower = try Follower(daemon)
    let editor = try daemon.connect()
    try editor.setOverlay("a.json", #"{ "a": 2 }"#)
    try editor.setOverlay("b.json", "{")
    while !follower.diagnostics.contains(where: { $0["heldBack"] == true }) { try follower.take() }
    let held = try directory.names(in: "state")
    #expect(!held.contains { $0.hasSuffix(".held.json") }, "\(held)")
    daemon.stop()
    daemon = try RunningDaemon(configuration)
    let resumed = try Follower(daemon, resuming: follower)
    #expect(resumed.value("constants", "a") == 1)
    #expect(resumed.codes.isEmpty)
    #expect(!resumed.isUnsaved)
    #expect(resumed.generation > follower.generation)
  }

  /// Saves, texts, edits and ends of connections in any order: consumers have the state of an engine that gets, one after the other,
  /// the contents in force.
  @Test(arguments: 1...8) func anySeries(seed: UInt64) throws {
    let daemon = try daemon()
    let follower = try Follower(daemon)
    let files = ["a.json", "b.json"]
    var disk = ["a.json": #"{ "a": 1 }"#, "b.json": #"{ "b": 1 }"#]
    /// The files at each publication without unsaved texts, which leave no trace.
    var saves = [
      [FileChange(path: "theme.inc.json", content: .bytes(Array(#"{ "themes": ["a.json", "b.json"] }"#.utf8)))]
        + disk.map { FileChange(path: $0.key, content: .bytes(Array($0.value.utf8))) }
    ]
    func engine() -> ThemeEngine {
      let engine = ThemeEngine(bundle: "bundle")
      for changes in saves {
        engine.apply(changes)
        engine.publish()
        _ = engine.open(Context())
      }
      return engine
    }
    var twin = engine()
    var wasUnsaved = false
    var random = SplitMix(seed: seed)
    var editors: [(number: Int, connection: VarlinkConnection)] = []
    /// The texts over each file, the last one in force.
    var stacks: [String: [(editor: Int, text: String)]] = [:]
    func lay(_ text: String?, over file: String, by editor: Int) {
      stacks[file]?.removeAll { $0.editor == editor }
      if let text { stacks[file, default: []].append((editor, text)) }
    }
    for step in 0..<60 {
      let file = random.one(of: files)
      let letter = file.prefix(1)
      // A good text, a text with a reference that may fail, and a broken text.
      let value = "{ \"\(letter)\": \(Int.random(in: 0..<4, using: &random))"
      let text = random.one(of: [value + " }", value + " }", value + ", \"x\": \"ref://a\" }", value])
      let index = editors.isEmpty ? nil : Int.random(in: editors.indices, using: &random)
      switch (Int.random(in: 0..<6, using: &random), index) {
      case (0, _):
        disk[file] = text
        try directory.write("bundle/\(file)", text)
        // A save of the text that is in force ends it.
        if stacks[file]?.last?.text == text { stacks[file]?.removeLast() }
      case (1, _) where editors.count < 3: editors.append((step, try daemon.connect()))
      case (2, let index?):
        let number = editors.remove(at: index).number
        for file in files { lay(nil, over: file, by: number) }
      case (3, let index?):
        try editors[index].connection.setOverlay(file, nil)
        lay(nil, over: file, by: editors[index].number)
      case (4, let index?):
        // The same as with a text, by an edit of the whole.
        guard let old = stacks[file]?.first(where: { $0.editor == editors[index].number }) else { break }
        try editors[index].connection.editOverlay(file, [(0, old.text.utf8.count, text)])
        lay(text, over: file, by: editors[index].number)
      case (_, let index?):
        try editors[index].connection.setOverlay(file, text)
        lay(text, over: file, by: editors[index].number)
      case (_, nil): break
      }
      _ = try daemon.call("Sync")
      let contents = files.map { file in
        FileChange(path: file, content: .bytes(Array((stacks[file]?.last?.text ?? disk[file] ?? "").utf8)))
      }
      let isUnsaved = stacks.values.contains { !$0.isEmpty }
      if !isUnsaved {
        saves.append(contents)
        if wasUnsaved { twin = engine() }
      }
      wasUnsaved = isUnsaved
      twin.apply(contents)
      twin.publish()
      let wanted = twin.open(Context())
      let found = try daemon.call("Resolve")["snapshot"]
      #expect(found?["digest"]?.string == wanted.digest, "seed \(seed), step \(step)")
      #expect(
        found?["diagnostics"]?.array?.map { $0["message"] } == wanted.diagnostics.map { .string($0.message) },
        "seed \(seed), step \(step)")
      #expect((found?["unsaved"] == true) == isUnsaved, "seed \(seed), step \(step)")
    }
    editors = []
    for file in files { try directory.write("bundle/\(file)", #"{ "\#(file.prefix(1))": 7 }"#) }
    _ = try daemon.call("Sync")
    let end = try #require(try daemon.call("Resolve")["snapshot"])
    while follower.digest != end["digest"]?.string || follower.isUnsaved { try follower.take() }
    #expect(follower.value("constants", "a") == 7)
  }
}

// SPDX-License-Identifier: GPL-2.0-or-later

import Foundation
import JSONText
import LiveryConnection
import TestSupport
import Testing

/// Unsaved texts as their users meet them: an editor that types, consumers, and the commands of an operator.
@Suite(.serialized) final class OverlayCommandTests {
  private let folder: ScratchDirectory
  private let livery = Program.built("livery")
  private let daemon: Program

  init() throws {
    folder = try ScratchDirectory()
    try folder.write("aurora/theme.inc.json", #"{ "themes": ["colors.json"] }"#)
    try folder.write("aurora/colors.json", ##"{ "accent": "#ff0000" }"##)
    daemon = try Program(
      Program.built("liveryd"),
      ["--socket", folder("s"), "--state-dir", folder("state"), "--log-level", "info", folder("aurora")])
    let first = try Program(livery, ["subscribe", "--socket", folder("s"), "--reconnect", "--count", "1"])
    #expect(try first.event()["event"] == "snapshot")
  }

  deinit { daemon.kill() }

  private func output(_ arguments: String..., code: Int32 = 0) throws -> String {
    let program = try Program(livery, arguments + ["--socket", folder("s")])
    let (output, end) = program.outputAndEnd()
    #expect(end.code == code, "\(arguments): \(end.errors)")
    return output + end.errors
  }

  private func type(_ text: String, _ editor: VarlinkConnection) throws {
    _ = try editor.call(
      "io.livery.Theme.SetOverlay", JSONObject([("file", "colors.json"), ("text", .string(text))]))
  }

  private func accent(_ event: JSONValue) -> JSONValue? {
    event["snapshot"]?["constants"]?["accent"]?["$value"]?["hex"]
      ?? event["delta"]?["patch"]?.array?.first?["value"]?["$value"]?["hex"]
  }

  @Test func aProgramFollowsWhatIsTypedAndTheFileStays() throws {
    let before = try fileBytes("aurora/colors.json")
    let subscriber = try Program(livery, ["subscribe", "--socket", folder("s")])
    #expect(try accent(subscriber.event()) == "#ff0000")
    var editor: VarlinkConnection? = try VarlinkConnection(path: folder("s"))
    try type(##"{ "accent": "#00ff00" }"##, #require(editor))
    let typed = try subscriber.event()
    #expect(accent(typed) == "#00ff00")
    #expect(typed["delta"]?["unsaved"] == true)
    // An operator sees why.
    #expect(try output("status").contains("unsaved texts are served: o1 over colors.json of aurora"))
    #expect(try output("overlays").contains("o1       aurora  colors.json"))
    #expect(try output("get", "constants/accent").contains("#00ff00"))
    #expect(try output("why", "constants/accent").contains("colors.json"))
    // The editor is killed.
    editor = nil
    let back = try subscriber.event()
    #expect(accent(back) == "#ff0000")
    #expect(back["delta"]?["unsaved"] == nil)
    #expect(try output("overlays").contains("no unsaved texts"))
    #expect(try fileBytes("aurora/colors.json") == before)
    // Or an operator ends it.
    let other = try VarlinkConnection(path: folder("s"))
    try type(##"{ "accent": "#0000ff" }"##, other)
    #expect(try accent(subscriber.event()) == "#0000ff")
    #expect(try output("overlays", "--drop", "o2").isEmpty)
    #expect(try accent(subscriber.event()) == "#ff0000")
    _ = try output("overlays", "--drop", "o2", code: 1)
    #expect(try JSONValue(parsing: Array(output("overlays", "--format", "json").utf8))["overlays"] == [])
  }

  private func fileBytes(_ name: String) throws -> Data { try Data(contentsOf: URL(filePath: folder(name))) }

  /// Files of other programs are written at the save, unless their output has `unsaved`.
  @Test func outputsWaitForTheSave() throws {
    try folder.write("out/.keep", "")
    try folder.write(
      "outputs.json",
      """
      { "outputs": [
        { "name": "saved", "format": "css", "file": "\(folder("out/saved.css"))" },
        { "name": "typed", "format": "css", "file": "\(folder("out/typed.css"))", "unsaved": true }
      ] }
      """)
    let apply = try Program(
      livery, ["apply", "--config", folder("outputs.json"), "--socket", folder("s"), "--format", "ndjson"],
      environment: ["XDG_STATE_HOME": folder("state"), "XDG_RUNTIME_DIR": folder.path, "HOME": folder.path])
    func next(_ output: String, _ location: SourceLocation = #_sourceLocation) throws {
      let event = try apply.event()
      #expect(event["event"] == "written", sourceLocation: location)
      #expect(event["output"] == .string(output), sourceLocation: location)
    }
    try next("saved")
    try next("typed")
    let editor = try VarlinkConnection(path: folder("s"))
    try type(##"{ "accent": "#00ff00" }"##, editor)
    try next("typed")
    #expect(try folder.text("out/typed.css").contains("--accent: #00ff00"))
    #expect(try folder.text("out/saved.css").contains("--accent: #ff0000"))
    // The save makes no generation, and the file follows all the same.
    try folder.write("aurora/colors.json", ##"{ "accent": "#00ff00" }"##)
    try next("saved")
    #expect(try folder.text("out/saved.css").contains("--accent: #00ff00"))
    apply.interrupt()
    #expect(apply.end().code == 0)
  }
}

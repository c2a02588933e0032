// SPDX-License-Identifier: GPL-2.0-or-later

import Foundation
import JSONText
import TestSupport
import Testing

/// The language server in real editors.
@Suite(.serialized) final class EditorTests {
  private let folder: ScratchDirectory
  private let livery = Program.built("livery")

  init() throws {
    folder = try ScratchDirectory()
    try folder.write("bundle/theme.inc.json", #"{ "themes": ["colors.json", "button.json"] }"#)
    try folder.write("bundle/colors.json", ##"{ "accent": "#ff0000", "gap": 4 }"##)
    try folder.write("bundle/button.json", #"{ "b": { "c":"ref://accent", "margin": "ref://gap" } }"#)
  }

  private func client(_ name: String) -> String {
    URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Clients/\(name)").path
  }

  /// Neovim types into a buffer: a running program follows before any save, and is as before when the editor leaves without one.
  @Test func neovimShowsWhatIsTyped() throws {
    let daemon = try Program(
      Program.built("liveryd"),
      ["--socket", folder("s"), "--state-dir", folder("state"), "--log-level", "error", folder("bundle")])
    let follower = try Program(
      livery, ["subscribe", "--socket", folder("s"), "--reconnect", "--select", "constants/accent"])
    #expect(try follower.event()["event"] == "snapshot")
    let before = try folder.text("bundle/colors.json")
    let editor = try Program(
      "/usr/bin/env",
      [
        "-C", folder("bundle"), "LIVERY=\(livery)", "LIVERY_SOCKET=\(folder("s"))", "nvim", "--clean", "--headless",
        "-n",
      ]
        + ["-c", "luafile \(client("lsp.lua"))", "button.json"])
    #expect(try editor.line().contains("#ff0000"))
    #expect(try editor.line() == "declared colors.json:0")
    #expect(try editor.line().contains("did you mean `accent`"))
    #expect(try editor.line() == "typed")
    func accent() throws -> (JSONValue?, unsaved: Bool) {
      while true {
        let delta = try follower.event()["delta"]
        let color = delta?["patch"]?.array?.first?["value"]?["$value"]?["hex"]
        if color != nil { return (color, delta?["unsaved"] == true) }
      }
    }
    let typed = try accent()
    #expect(typed.0 == "#00ff00" && typed.unsaved)
    #expect(try folder.text("bundle/colors.json") == before)
    try folder.write("go", "")
    let left = try accent()
    #expect(left.0 == "#ff0000" && !left.unsaved)
    #expect(editor.end().code == 0)
    #expect(try folder.text("bundle/colors.json") == before)
    daemon.interrupt()
    #expect(daemon.end().code == 0)
  }

  /// Seven editors as pytest-lsp knows them: what they can read, how they count characters, who asks for findings.
  @Test func profilesOfEditors() throws {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let editors = try Program(
      root.appending(path: ".build/python/bin/python3").path,
      [root.appending(path: "Tests/Editors/profiles.py").path, livery, folder("bundle")])
    let (output, end) = editors.outputAndEnd()
    #expect(output.hasSuffix("as promised\n"), "\(output)\(end.errors)")
  }

  @Test func emacsFindsAndExplains() throws {
    try folder.write("bundle/button.json", #"{ "b": { "c":"ref://accnt", "margin": "ref://gap" } }"#)
    let editor = try Program(
      "/usr/bin/env",
      [
        "-C", folder("bundle"), "LIVERY=\(livery)", "HOME=\(folder.path)", "emacs", "--batch", "-Q", "-l",
        client("lsp.el"),
      ])
    let errors = editor.end().errors
    #expect(errors.contains("LV1001") && errors.contains("did you mean `accent`"), "\(errors)")
    #expect(errors.contains("hover constants/gap: 4"), "\(errors)")
    #expect(errors.hasSuffix("ended\n"), "\(errors)")
  }
}

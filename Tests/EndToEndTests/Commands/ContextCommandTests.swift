// SPDX-License-Identifier: GPL-2.0-or-later

import JSONText
import TestSupport
import Testing

/// The options for a context, from the command line of a consumer to the list of consumers.
@Suite(.serialized) final class ContextCommandTests {
  private let folder: ScratchDirectory
  private let livery = Program.built("livery")

  init() throws {
    folder = try ScratchDirectory()
    try folder.write("one/theme.inc.json", #"{ "themes": ["values.json"] }"#)
    try folder.write("one/values.json", #"{ "gap": 4 }"#)
  }

  /// Two consumers that differ in their modifiers alone.
  @Test func modifiersReachTheListOfConsumers() throws {
    let daemon = try Program(
      Program.built("liveryd"),
      ["--socket", folder("s"), "--state-dir", folder("state"), "--log-level", "error", folder("one")])
    func subscribe(_ name: String, _ options: String...) throws -> Program {
      try Program(livery, ["subscribe", "--socket", folder("s"), "--reconnect", "--name", name] + options)
    }
    let small = try subscribe(
      "small", "--modifier", "size=wide", "--modifier=mood=dark", "--modifier", "size=compact", "--theme", "night")
    let chosen: JSONValue = ["themes": ["night"], "modifiers": ["mood": "dark", "size": "compact"]]
    #expect(try small.event()["snapshot"]?["context"] == chosen)
    let wide = try subscribe("wide", "--theme", "night", "--modifier", "size=wide")
    #expect(try wide.event()["snapshot"]?["context"] == ["themes": ["night"], "modifiers": ["size": "wide"]])

    let list = try Program(livery, ["consumers", "--socket", folder("s"), "--format", "json"]).outputAndEnd()
    #expect(list.end.code == 0)
    let consumers = try #require(JSONValue(parsing: Array(list.output.utf8), maximumDepth: 16)["consumers"]?.array)
    #expect(consumers.map { $0["name"] } == ["small", "wide"])
    #expect(consumers.map { $0["context"] } == [chosen, ["themes": ["night"], "modifiers": ["size": "wide"]]])
    let table = try Program(livery, ["consumers", "--socket", folder("s")]).outputAndEnd().output
    #expect(table.contains(" night mood=dark size=compact ") && table.contains(" night size=wide "), "\(table)")

    // A dialect without modifiers has no finding about them.
    let resolved = try Program(
      livery, ["resolve", folder("one"), "--modifier", "size=compact", "--select", "constants/gap", "--compact"]
    ).outputAndEnd()
    #expect(resolved.end.code == 0 && resolved.end.errors.isEmpty)
    let snapshot = try JSONValue(parsing: Array(resolved.output.utf8), maximumDepth: 16)
    #expect(snapshot["context"] == ["themes": [], "modifiers": ["size": "compact"]])
    #expect(snapshot["constants"] == ["gap": 4] && snapshot["diagnostics"] == [])

    let mistake = try Program(livery, ["subscribe", "--socket", folder("s"), "--modifier", "size"]).end()
    #expect(mistake.code == 2)
    #expect(mistake.errors.hasPrefix("livery: `--modifier size` is not valid: write NAME=CONTEXT\n"))

    for program in [small, wide, daemon] {
      program.interrupt()
      #expect(program.end().code == 0)
    }
  }
}

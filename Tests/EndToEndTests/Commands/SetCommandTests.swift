// SPDX-License-Identifier: GPL-2.0-or-later

import Foundation
import JSONText
import TestSupport
import Testing

/// The refusals of `livery set` as people see them, and the choice of missing themes.
@Suite(.serialized) final class SetCommandTests {
  private let folder: ScratchDirectory
  private let livery = Program.built("livery")
  private let daemon: Program

  init() throws {
    folder = try ScratchDirectory()
    try folder.write("box/theme.inc.json", #"{ "themes": ["colors.json", "button.json"] }"#)
    try folder.write("box/colors.json", ##"{ "color-accent": "#ff0000", "gap": 4 }"##)
    try folder.write(
      "box/button.json",
      ##"{ "button": { "titleColor": "ref://color-accent", "icon": "glyph://star/color-accent", "margin": "ref://gap" } }"##
    )
    daemon = try Program(
      Program.built("liveryd"),
      ["--socket", folder("s"), "--state-dir", folder("state"), "--log-level", "error", folder("box")])
    let first = try Program(livery, ["subscribe", "--socket", folder("s"), "--reconnect", "--count", "1"])
    #expect(try first.event()["event"] == "snapshot")
  }

  deinit { daemon.kill() }

  private func run(_ arguments: String..., code: Int32) throws -> (output: String, errors: String) {
    let program = try Program(livery, arguments + ["--socket", folder("s")])
    let (output, end) = program.outputAndEnd()
    #expect(end.code == code, "\(arguments): \(output)\(end.errors)")
    return (output, end.errors)
  }

  private func accent() throws -> String? {
    let text = try run("get", "constants/color-accent", code: 0).output
    return try JSONValue(parsing: Array(text.utf8))["$value"]?["hex"]?.string
  }

  @Test(arguments: ["#12", "red", "ref://nowhere", "12"]) func aValueThatBreaksSomethingIsRefused(value: String) throws
  {
    let refusal = try run("set", "constant", "color-accent", value, code: 1)
    #expect(refusal.output.isEmpty)
    #expect(refusal.errors.hasPrefix("livery: "), "\(refusal.errors)")
    #expect(try accent() == "#ff0000")
    #expect(try !run("get", "styles/button/titleColor", code: 0).errors.contains("error"))
  }

  /// An error of a file is refused, at any place in the value.
  @Test(arguments: [
    "titleColor ref://nowhere", "icon glyph://star/nowhere", "inherits ref://nowhere", "inherits ref://button",
    "part/titleColor ref://nowhere", "parts [\"ref://nowhere\"]", "part {\"titleColor\":\"ref://nowhere\"}",
  ])
  func aReferenceThatLeadsNowhereIsRefused(property: String) throws {
    let words = property.split(separator: " ", maxSplits: 1).map(String.init)
    let before = try run("get", "styles/button", code: 0).output
    let refusal = try run("set", "style", "button", words[0], words[1], code: 1)
    #expect(refusal.output.isEmpty)
    #expect(refusal.errors.contains("unknown reference `nowhere`") || refusal.errors.contains("inherits from itself"))
    #expect(try run("get", "styles/button", code: 0).output == before)
    #expect(try !run("modifications", code: 0).output.contains("nowhere"))
  }

  @Test func aGoodValueIsSetAndNamed() throws {
    _ = try run("set", "constant", "color-accent", "#2196f3", code: 0)
    #expect(try accent() == "#2196f3")
    #expect(try run("why", "constants/color-accent", code: 0).output.contains("setAtRunTime"))
    // A file that needs a different kind of value refers to a value set at run time.
    try folder.write(
      "box/colors.json",
      ##"{ "color-accent": "#ff0000", "gap": "ref://color-accent", "x": { "inherits": "ref://color-accent" } }"##)
    _ = try run("sync", code: 0)
    let errors = try run("get", "constants/color-accent", code: 0).errors
    #expect(errors.contains("box has 1 error: "), "\(errors)")
  }

  @Test(arguments: ["get constants/gap", "why constants/gap"]) func aThemeThatNobodyHasIsAnError(command: String) throws
  {
    let words = command.split(separator: " ").map(String.init)
    let answer = try run(words[0], words[1], "--theme", "nope", code: 1)
    #expect(answer.errors.contains("the bundle has no theme `nope`"), "\(answer.errors)")
  }
}

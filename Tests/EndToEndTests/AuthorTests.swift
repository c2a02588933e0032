// SPDX-License-Identifier: GPL-2.0-or-later

import Foundation
import TestSupport
import Testing

/// The first finding that an author sees after a slip in `Examples/aurora`.
@Suite struct AuthorTests {
  private let folder: ScratchDirectory
  private let livery = Program.built("livery")

  init() throws {
    folder = try ScratchDirectory()
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    try FileManager.default.copyItem(atPath: root.appending(path: "Examples/aurora").path, toPath: folder("aurora"))
  }

  /// A slip of an author, and the first finding for it.
  struct Slip: CustomTestStringConvertible {
    var file = "controls/buttons/text-buttons.theme.json"
    /// Empty where the new text takes the place of the whole file.
    var old = "\"ref://inset/field\","
    var new = ""
    var first: String
    var code: Int32 = 1

    var testDescription: String { "\(old) -> \(new)" }
  }

  static let slips = [
    Slip(
      new: "\"ref://inset/field\"",
      first: "controls/buttons/text-buttons.theme.json:6:39: error[LV0006] expected `,` between this value and the next"
    ),
    Slip(
      file: "core/colors.json", old: "ref://palette-orange-500", new: "#12345",
      first: "core/colors.json:7:19: error[LV2001] `#12345` is not a valid colour"),
    Slip(
      file: "core/colors.json", old: "ref://palette-orange-500", new: "ref://pallete-orange-500",
      first: "core/colors.json:7:19: error[LV1001] unknown reference `pallete-orange-500`"),
    Slip(
      old: "", new: "[]\n",
      first: "controls/buttons/text-buttons.theme.json:1:1: error[LV1014] a theme file must be an object"),
    Slip(
      file: "palette/palette.inc.json", old: "night.json", new: "nights.json",
      first: "palette/palette.inc.json:7:5: error[LV1006] the bundle has no file `nights.json`"),
    Slip(
      new: "'ref://inset/field',",
      first: "controls/buttons/text-buttons.theme.json:6:20: error[LV0001] this string has single quotation marks"),
    Slip(
      new: "True,",
      first: "controls/buttons/text-buttons.theme.json:6:20: error[LV0001] expected a value, found `True`"),
    Slip(
      new: "\"ref://inset/field\";",
      first: "controls/buttons/text-buttons.theme.json:6:39: error[LV0001] expected `,` after this value, found `;`"),
    Slip(
      old: " \"ref://inset/field\",", new: "\u{A0}\"ref://inset/field\",",
      first:
        "controls/buttons/text-buttons.theme.json:6:19: error[LV0001] a no-break space (U+00A0) stands here, which is "
        + "not a space in JSON"),
    Slip(
      old: "  \"text-button-danger\": {", new: "<<<<<<< HEAD\n=======\n  \"text-button-danger\": {\n>>>>>>> theirs",
      first:
        "controls/buttons/text-buttons.theme.json:19:1: error[LV0001] this file contains an unresolved merge conflict"),
    Slip(
      old: "ref://base-button", new: "ref://text-button",
      first: "controls/buttons/text-buttons.theme.json:4:17: error[LV1002] `text-button` inherits from itself"),
    Slip(
      file: "core/colors.json", old: "{", new: "{ \"blue\": { \"$type\": \"color\", \"$value\": \"#00f\" },",
      first:
        "core/colors.json:2:3: error[LV1014] this is a file of design tokens (`$value`), and no theme file of Redbeard"),
    Slip(
      old: "\"titleColor\": \"ref://color-link\"", new: "\"titleColor\": \"red\"",
      first:
        "controls/buttons/text-buttons.theme.json:7:19: warning[LV2001] `red` is not a valid colour here, so it stays a text",
      code: 0),
    Slip(
      old: "\"titleColor\": \"ref://color-link\"", new: "\"titleColor\": \" ref://color-link\"",
      first:
        "controls/buttons/text-buttons.theme.json:7:19: warning[LV2008] ` ref://color-link` looks like a reference, but is only a text here",
      code: 0),
    Slip(
      file: "controls/rating.theme.json", old: "glyph://star/color-accent/44", new: "Glyph://star/color-accent/44",
      first:
        "controls/rating.theme.json:7:20: warning[LV2008] `Glyph://star/color-accent/44` looks like a glyph, but is only a text here",
      code: 0),
    Slip(
      old: "titleMargin", new: "titleMragin",
      first:
        "controls/buttons/text-buttons.theme.json:6:5: warning[LV1018] `titleMragin` may be a misspelling of `titleMargin`",
      code: 0),
    Slip(
      old: "\"underlined\": true", new: "\"underlined\": \"true\"",
      first: "controls/buttons/text-buttons.theme.json:33:19: warning[LV1004] `true` is a text here, not a boolean",
      code: 0),
    Slip(
      file: "controls/buttons/filled-buttons.theme.json", old: "\"height\": 52", new: "\"height\": \"52px\"",
      first: "controls/buttons/filled-buttons.theme.json:27:15: warning[LV2010] `52px` is a text here, not a number",
      code: 0),
    Slip(
      old: "\"titleColor\": \"ref://color-link\"", new: "\"titleColor\": 16750592",
      first:
        "controls/buttons/text-buttons.theme.json:7:19: warning[LV2001] this number is not a valid colour, so it stays a number",
      code: 0),
    Slip(
      file: "core/base-controls.theme.json", old: "\"theme\": \"button\"", new: "\"theme\": \"buton\"",
      first: "core/base-controls.theme.json:5:14: warning[LV1001] `theme` names `buton`, which is not a style", code: 0),
    Slip(
      file: "livery.json", old: "\"device\": \"pad\"", new: "\"device\": \"watch\"",
      first: "livery.json:5:24: error[LV0013] a device is one of: phone, pad"),
  ]

  @Test(arguments: slips) func whatIsReportedFirstIsTheSlip(_ slip: Slip) throws {
    if slip.old.isEmpty {
      try folder.write("aurora/\(slip.file)", slip.new)
    } else {
      try edit(slip.file, slip.old, slip.new)
    }
    let lines = try check(code: slip.code)
    #expect(lines.first == slip.first)
    // All others are consequences, or were reported before the slip.
    #expect(lines.count { $0.contains(": error[") } <= 2)
    #expect(!lines.contains { $0.contains("LV9001") })
  }

  private func edit(_ file: String, _ old: String, _ new: String) throws {
    let text = try String(contentsOfFile: folder("aurora/\(file)"), encoding: .utf8)
    let range = try #require(text.range(of: old), "\(file) has `\(old)`")
    try folder.write("aurora/\(file)", text.replacingCharacters(in: range, with: new))
  }

  /// All that `livery check` prints, one finding a line.
  private func check(code: Int32 = 1) throws -> [String] {
    let program = try Program(livery, ["check", "--format", "concise", folder("aurora")])
    let (output, end) = program.outputAndEnd()
    #expect(end.code == code, "\(end.errors)")
    return output.split(separator: "\n").map { line in
      line.replacingOccurrences(of: folder("aurora") + "/", with: "")
    }
  }

  /// The theme file of a bundle alone would be read as a theme of any dialect.
  @Test(arguments: ["check", "resolve", "watch"]) func theDirectoryIsNamedForAThemeFile(_ command: String) throws {
    let file = folder("aurora/palette/night.json")
    let (output, end) = try Program(livery, [command, file]).outputAndEnd()
    #expect(end.code == 3 && output.isEmpty)
    #expect(end.errors.contains("`\(file)` is not a root file, but a theme file of the bundle `"), "\(end.errors)")
    #expect(try Program(livery, ["resolve", folder("aurora/theme_pad.inc.json")]).outputAndEnd().end.code == 0)
  }

  /// A slip in the only file of a bundle without a manifest.
  @Test func theSyntaxErrorIsReportedWhileTheDialectIsUnknown() throws {
    try folder.write("scheme/a.yaml", "scheme: \"S\"\nauthor \"x\"\nbase00: \"000000\"\n")
    let (output, end) = try Program(livery, ["check", "--format", "concise", folder("scheme")]).outputAndEnd()
    #expect(end.code == 3, "\(end.errors)")
    #expect(output.contains("LV0012") && output.contains("scheme/a.yaml:2:1: error[LV0001]"), "\(output)")
  }

  /// A finding from before the slip, which stays true, is not called unused.
  @Test func aMissingCommaIsAllThatIsReported() throws {
    try edit("controls/buttons/text-buttons.theme.json", "\"ref://inset/field\",", "\"ref://inset/field\"")
    #expect(
      try check() == [
        "controls/buttons/text-buttons.theme.json:6:39: error[LV0006] expected `,` between this value and the next"
      ])
  }
}

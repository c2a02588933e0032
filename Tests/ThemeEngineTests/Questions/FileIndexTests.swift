// SPDX-License-Identifier: GPL-2.0-or-later

import TestSupport
import Testing
import ThemeEngine
import ThemeModel

@Suite struct FileIndexTests {
  /// Prints an index: each id with its key, each reference, colour and link, as they are written.
  private func text(_ files: [String: String], _ path: String) throws -> String {
    let engine = ThemeEngine(bundle: "b")
    engine.apply(
      files.sorted { $0.key < $1.key }.map { FileChange(path: $0.key, content: .bytes(Array($0.value.utf8))) })
    engine.publish()
    _ = engine.open(Context())
    let index = try #require(engine.index(of: path))
    let bytes = Array(files[path, default: ""].utf8)
    func part(_ range: ByteRange) -> String {
      String(decoding: bytes[Int(range.start)..<Int(range.end)], as: UTF8.self).filter { $0 != "\n" }
    }
    var lines: [String] = []
    for entry in index.entries {
      lines.append("\(entry.name.space) \(entry.name.text): \(part(entry.keyRange)) = \(part(entry.range))")
      for member in entry.members { lines.append("  \(member.keys): \(part(member.keyRange))") }
    }
    for reference in index.references {
      lines.append(
        "\(reference.source.text) -> \(reference.name.space) \(reference.name.text): \(part(reference.range))")
    }
    for color in index.colors { lines.append("color \(part(color.range))") }
    for link in index.links { lines.append("link \(link.target): \(part(link.range))") }
    return lines.joined(separator: "\n")
  }

  /// - Parameter expected: the lines that `text` prints.
  private func check(
    _ content: String, _ path: String, _ expected: String, _ location: SourceLocation = #_sourceLocation
  ) throws {
    let found = try text([path: content], path)
    #expect(found == expected, sourceLocation: location)
  }

  @Test func redbeard() throws {
    let files = [
      "theme.inc.json": #"{ "themes": ["a.json"] }"#,
      "a.json":
        ##"{ "accent": "#ff0000", "b": { "inherits": "ref://c", "d": { "x": "ref://accent" } }, "c": {"z": 1} }"##,
    ]
    #expect(
      try text(files, "a.json") == ##"""
        shared accent: "accent" = "#ff0000"
        shared b: "b" = { "inherits": "ref://c", "d": { "x": "ref://accent" } }
          ["inherits"]: "inherits"
          ["d"]: "d"
          ["d", "x"]: "x"
        shared c: "c" = {"z": 1}
          ["z"]: "z"
        b -> shared c: "ref://c"
        b -> shared accent: "ref://accent"
        color "#ff0000"
        """##)
    #expect(try text(files, "theme.inc.json") == #"link a.json: "a.json""#)
  }

  @Test func tokens() throws {
    try check(
      ##"{ "color": { "$type": "color", "red": { "$value": "#ff0000" }, "acc": { "$value": "{color.red}" } }, "p": { "$ref": "#/color/red" } }"##,
      "all.tokens.json",
      ##"""
      constants color: "color" = { "$type": "color", "red": { "$value": "#ff0000" }, "acc": { "$value": "{color.red}" } }
      constants color.red: "red" = { "$value": "#ff0000" }
      constants color.acc: "acc" = { "$value": "{color.red}" }
      constants p: "p" = { "$ref": "#/color/red" }
      color.acc -> constants color.red: "{color.red}"
      p -> constants color.red: "#/color/red"
      """##)
  }

  @Test func giotto() throws {
    try check(
      ##"{ "formatVersion": 2, "Constants": { "INK": "color:ff0000" }, "Styles": { "Button": { "_superstyle": "Label", "color": "INK" }, "Label": { "a": 1 } } }"##,
      "theme_default.json",
      ##"""
      constants INK: "INK" = "color:ff0000"
      styles Button: "Button" = { "_superstyle": "Label", "color": "INK" }
        ["_superstyle"]: "_superstyle"
        ["color"]: "color"
      styles Label: "Label" = { "a": 1 }
        ["a"]: "a"
      Button -> styles Label: "Label"
      Button -> constants INK: "INK"
      color "color:ff0000"
      """##)
  }
}

// SPDX-License-Identifier: GPL-2.0-or-later

import JSONText
import TestSupport
import Testing
import ThemeEngine
import ThemeModel

/// A snapshot that is written in pieces is the one that is written at once.
@Suite struct PiecesTests {
  /// A bundle of as many constants and as many styles, and one more that refers to both.
  private func check(
    _ count: Int, selecting patterns: [String] = [], sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let engine = ThemeEngine(bundle: "pieces", workers: BackwardWorkers())
    let members = (0..<count).flatMap { number in
      [
        "\"c\(number)\": \"#0000\(number % 90 + 10)\"",
        "\"s\(number)\": { \"aColor\": \"ref://c\(number)\", \"b\": { \"c\": \(number) } }",
      ]
    }
    engine.apply([
      FileChange(path: "theme.inc.json", content: .bytes(Array(#"{"themes":["a.theme.json"]}"#.utf8))),
      FileChange(path: "a.theme.json", content: .bytes(Array("{\(members.joined(separator: ","))}".utf8))),
    ])
    let snapshot = engine.open(Context())
    for layout in [JSONWriter.Layout.compact, .indented] {
      var writer = JSONWriter(layout)
      snapshot.write(to: &writer, selecting: try Selection(patterns))
      writer.endLine()
      var pieces: [[UInt8]] = []
      engine.write(snapshot, layout, selecting: try Selection(patterns)) { pieces.append($0) }
      #expect(
        String(decoding: pieces.joined(), as: UTF8.self) == String(decoding: writer.bytes, as: UTF8.self),
        sourceLocation: sourceLocation)
    }
  }

  @Test func sizes() throws {
    for count in [0, 1, 63, 64, 65, 300] { try check(count) }
  }

  @Test func selections() throws {
    try check(300, selecting: ["styles/s299"])
    try check(300, selecting: ["constants/c70", "constants/c200", "styles/*/aColor"])
    try check(300, selecting: ["styles/nothing"])
  }
}

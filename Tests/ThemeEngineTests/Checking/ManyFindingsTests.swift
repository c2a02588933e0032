// SPDX-License-Identifier: GPL-2.0-or-later

import TestSupport
import Testing
import TextComparison
import ThemeModel

@testable import ThemeEngine

/// Files with thousands of findings, on one line or on many, with names in both of Unicode's normal forms.
@Suite struct ManyFindingsTests {
  /// Each finding has its place, and an engine that begins with the kept record finds and serves the same.
  @Test(arguments: seeds(1, 2, 3)) func eachHasItsPlace(seed: UInt64) throws {
    var random = SplitMix(seed: seed)
    let engine = engine(generation: 0)
    for step in 0..<3 {
      let note: Comment = "seed \(seed), step \(step)"
      let text = file(lines: step, &random)
      engine.apply([change("a.json", text)])
      engine.publish()
      let snapshot = engine.open(Context())
      #expect(snapshot.diagnostics.count > 500, note)
      let positions = positions(in: Array(text.utf8))
      for range in snapshot.diagnostics.lazy.compactMap(\.range) {
        for place in [range.start, range.end] where place != positions[place.offset] {
          Issue.record("seed \(seed), step \(step): \(place) is \(positions[place.offset])")
          return
        }
      }
      let restarted = self.engine(generation: engine.generation)
      if let record = engine.heldRecord { restarted.restore(record) }
      restarted.apply([change("a.json", text)])
      let again = restarted.open(Context())
      #expect(try again.content == snapshot.content, note)
      #expect(again.diagnostics.map(\.range) == snapshot.diagnostics.map(\.range), note)
      #expect(Bytewise(again.diagnostics.map(\.message)) == Bytewise(snapshot.diagnostics.map(\.message)), note)
    }
  }

  /// A token whose elements are all wrong is parsed once for the places of its findings.
  @Test(arguments: ["json", "yaml"]) func wrongPartsHaveTheirPlaces(format: String) {
    let engine = ThemeEngine(bundle: "random")
    let count = 100
    func token(_ name: String) -> String {
      let layers = (0..<count).map {
        let zero = #"{"value": 0, "unit": "px"}"#
        return #"{"color": \#($0), "offsetX": \#(zero), "offsetY": \#(zero), "blur": \#(zero), "spread": \#(zero)}"#
      }
      return #""\#(name)": {"$type": "shadow", "$value": [\#(layers.joined(separator: ", "))]}"#
    }
    let text = "{\(token("a")), \(token("b"))}"
    engine.apply([change("x.tokens.\(format)", text)])
    let found = engine.report(on: .all).diagnostics
    let places = found.compactMap { finding in
      finding.range.map { String(decoding: Array(text.utf8)[$0.start.offset..<$0.end.offset], as: UTF8.self) }
    }
    #expect(places == (0..<2).flatMap { _ in (0..<count).map(String.init) })
    #expect(engine.locator.parsedForParts == (format == "json" ? 2 : 1))
  }

  /// A check keeps no table of lines, and the next one finds the same places.
  @Test func linesAreForgotten() {
    let engine = self.engine(generation: 0)
    engine.apply([change("a.json", "{\n\"x\": \"ref://nothing\",\n\"y\": \"ref://nowhere\"}")])
    let first = engine.checkEverywhere()
    #expect(first.map { $0.range?.start.line } == [2, 3])
    #expect(engine.locator.lineTableCount == 0)
    #expect(engine.checkEverywhere() == first)
  }

  private func engine(generation: Int) -> ThemeEngine {
    let engine = ThemeEngine(bundle: "random", generation: generation)
    engine.apply([change("theme.inc.json", #"{"themes": ["a.json"]}"#), change("a.json", #"{"x": 1}"#)])
    return engine
  }

  private func change(_ path: String, _ text: String) -> FileChange {
    FileChange(path: path, content: .bytes(Array(text.utf8)))
  }

  /// - Parameter lines: 0 for one line; else a line ends after about as many members.
  private func file(lines: Int, _ random: inout SplitMix) -> String {
    let names = ["a", "é", "e\u{301}", "a😀", "b"]
    var text = "{"
    for number in 0..<2000 {
      let name = random.one(of: names)
      let key = random.happens(onceIn: 2) ? name : "\(name)\(number)"
      let value = random.one(of: ["1", "\"ref://\(name)\"", "\"ref://\(name)x\(number)\"", "[\"ref://gone\", \"é\"]"])
      text += "\"\(key)\": \(value),"
      if lines > 0, random.happens(onceIn: lines) { text += "\n" }
    }
    return text + "\"end\": 1}"
  }

  /// The position of each byte, counted from the beginning of the text.
  private func positions(in text: [UInt8]) -> [SourcePosition] {
    var positions: [SourcePosition] = []
    var line = 1
    var column = 0
    for (offset, byte) in text.enumerated() {
      if byte & 0xC0 != 0x80 { column += 1 }
      positions.append(SourcePosition(line: line, column: column, offset: offset))
      if byte == UInt8(ascii: "\n") { (line, column) = (line + 1, 0) }
    }
    return positions + [SourcePosition(line: line, column: column + 1, offset: text.count)]
  }
}

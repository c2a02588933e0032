// SPDX-License-Identifier: GPL-2.0-or-later

import FindingSamples
import StyledText
import TestSupport
import Testing
import ThemeModel

@testable import Reporting

@Suite struct CodeFrameTests {
  private func check(_ sample: Sample, _ diagnostic: Diagnostic, width: Int = 100, _ expected: String) {
    let lines = CodeFrame(findings: sample.findings([diagnostic]), width: width).lines(for: diagnostic)
    let text = lines.map { $0.text(for: .plain) }.joined(separator: "\n")
    #expect(text == expected, "\n\(text)\n")
  }

  @Test func onePlace() {
    let sample = Sample(files: [
      "Button.json": String(repeating: "\n", count: 13) + "  \"titleColor\": \"ref://color-acent\"\n"
    ])
    let range = sample.range(of: "ref://color-acent", in: "Button.json")
    check(
      sample,
      sample.diagnostic(
        .unknownReference, "unknown reference `color-acent`", file: "Button.json", at: "ref://color-acent",
        related: [.init(message: "defined nowhere in 41 files", file: "Button.json", range: range)],
        help: "did you mean `color-accent`?"),
      """
      error[LV1001] unknown reference `color-acent`
        ┌ Button.json:14:18
      14│   "titleColor": "ref://color-acent"
        │                  ^^^^^^^^^^^^^^^^^ defined nowhere in 41 files
        └ help: did you mean `color-accent`?
      """)
  }

  @Test func tabsAndWideCharacters() {
    let sample = Sample(files: ["a.json": "\t\"色\u{301}🎨\":\t\"bad\",\u{1B}[2J"])
    check(
      sample, sample.diagnostic(.badColor, "no colour", file: "a.json", at: "bad"),
      """
      error[LV2001] no colour
       ┌ a.json:1:10
      1│     "色\u{301}🎨": "bad",␛[2J
       │              ^^^
      """)
  }

  @Test func byteOrderMarkIsNoColumn() {
    let sample = Sample(files: ["a.json": "\u{FEFF}{ x }"])
    check(
      sample, sample.diagnostic(.syntax, "a key is needed", file: "a.json", at: "x"),
      """
      error[LV0001] a key is needed
       ┌ a.json:1:3
      1│ { x }
       │   ^
      """)
  }

  @Test func endOfTheFile() {
    let sample = Sample(files: ["a.json": "{\n"])
    let end = SourcePosition(line: 2, column: 1, offset: 2)
    var diagnostic = sample.diagnostic(.syntax, "the object is not closed", file: "a.json")
    diagnostic.range = SourceRange(start: end, end: end)
    check(
      sample, diagnostic,
      """
      error[LV0001] the object is not closed
       ┌ a.json:2:1
      2│ 
       │ ^
      """)
  }

  @Test func severalLines() {
    let sample = Sample(files: ["a.json": "{\n  \"a\": {\n    \"b\": 1,\n    \"c\": 2\n  }\n}\n"])
    check(
      sample,
      sample.diagnostic(
        .shape, "an object where a number is needed", file: "a.json", at: "{\n    \"b\": 1,\n    \"c\": 2\n  }"),
      """
      error[LV1014] an object where a number is needed
       ┌ a.json:2:8
      2│   "a": {
       │        ^
       ⋮
      5│   }
       │   ^
      """)
  }

  @Test func relatedPlaces() {
    let sample = Sample(files: [
      "a.json": "{ \"a\": \"ref://b\" }\n\n\n{ \"c\": \"ref://a\" }\n", "sub/b.json": "{\n\t\"b\": \"ref://c\" }\n",
    ])
    check(
      sample,
      sample.diagnostic(
        .cycle, "`a` leads back to itself", file: "a.json", at: "ref://b",
        related: [
          sample.related("`b` leads on to `c`", file: "sub/b.json", at: "ref://c"),
          sample.related("and `c` to `a`", file: "a.json", at: "ref://a"),
          .init(message: "met while reading", file: "theme.json", range: nil),
        ]),
      """
      error[LV1002] `a` leads back to itself
       ┌ a.json:1:9
      1│ { "a": "ref://b" }
       │         ^^^^^^^
       ⋮
      4│ { "c": "ref://a" }
       │         ------- and `c` to `a`
       ├ sub/b.json:2:8
      2│     "b": "ref://c" }
       │           ------- `b` leads on to `c`
       = met while reading: theme.json
      """)
  }

  @Test func noPlace() {
    let sample = Sample(files: [:])
    check(
      sample,
      sample.diagnostic(.noRoot, "no root file", file: "", help: "make one of theme.json, aurora.theme.json"),
      """
      error[LV1010] no root file
       └ help: make one of theme.json, aurora.theme.json
      """)
    check(
      sample, sample.diagnostic(.unreadable, "permission denied", file: "a.json", heldBackSince: 7),
      """
      error[LV0010] permission denied
       ┌ a.json
       = programs keep the value of generation 7 until it is fixed
      """)
  }

  @Test func longLinesAreCutAroundThePlace() {
    let sample = Sample(files: [
      "a.json": String(repeating: "x", count: 300) + "bad" + String(repeating: "y", count: 300)
    ])
    check(
      sample, sample.diagnostic(.badColor, "no colour", file: "a.json", at: "bad"), width: 33,
      """
      error[LV2001] no colour
       ┌ a.json:1:301
      1│ …xxxxxxxxxbadyyyyyyyyyyyyyyyy…
       │           ^^^
      """)
    check(
      sample, sample.diagnostic(.badColor, "no colour", file: "a.json", at: sample.files["a.json"]), width: 23,
      """
      error[LV2001] no colour
       ┌ a.json:1:1
      1│ xxxxxxxxxxxxxxxxxxx…
       │ ^^^^^^^^^^^^^^^^^^^^
      """)
  }

  @Test func labelsThatDoNotFitStandBelow() {
    let text = String(repeating: " ", count: 20) + "bad"
    let sample = Sample(files: ["a.json": text])
    check(
      sample,
      sample.diagnostic(
        .badColor, "no colour", file: "a.json", at: "bad",
        related: [.init(message: "it is read here", file: "a.json", range: sample.range(of: "bad", in: "a.json"))]),
      width: 33,
      """
      error[LV2001] no colour
       ┌ a.json:1:21
      1│                     bad
       │                     ^^^
       │                it is read here
      """)
  }

  @Test func colorsInTheHelpHaveSwatches() {
    let sample = Sample(files: [:])
    let diagnostic = sample.diagnostic(
      .unknownReference, "unknown", file: "", help: "`accent`  #2196f3  palette.json:7")
    let line = CodeFrame(findings: sample.findings([diagnostic]), width: 80).lines(for: diagnostic).last
    #expect(
      line?.text(for: StreamStyle(depth: .full, showsLinks: false))
        == "\u{1B}[34m └ \u{1B}[0m\u{1B}[32mhelp: \u{1B}[0m`accent`  \u{1B}[38;2;33;150;243m██ \u{1B}[0m#2196f3  palette.json:7"
    )
  }

  /// Only the part of a long line near the mark is read. It shows the same as the whole line, at any place of the mark.
  @Test(arguments: [1, 2, 3, 4], [true, false]) func aPartOfALongLineShowsWhatTheWholeDoes(
    seed: UInt64, isMostlyASCII: Bool
  ) {
    var random = SplitMix(seed: seed)
    let pieces = isMostlyASCII ? ["x", " ", "ab", "1"] : ["x", "é", "色", "\u{301}", "🎨", "\u{1B}", " ", "ab", "1"]
    let middle = (0..<8_000).map { _ in pieces.randomElement(using: &random) ?? "" }.joined()
    // Because of one end no whole line is read as ASCII; a part at the other end is.
    let line = seed.isMultiple(of: 2) ? "é\(middle)" : "\(middle)é"
    let sample = Sample(files: ["a.json": "\u{FEFF}{\n" + line + "\n}"])
    let columns = line.unicodeScalars.count
    for _ in 0..<50 {
      let start = Int.random(in: 1...columns, using: &random)
      let end = min(start + Int.random(in: 0...20, using: &random), columns + 1)
      let range = SourceRange(
        start: SourcePosition(line: 2, column: start, offset: 0), end: SourcePosition(line: 2, column: end, offset: 0))
      let diagnostic = Diagnostic(
        code: .badColor, severity: .error, message: "not a colour", file: "a.json", range: range)
      let width = Int.random(in: 20...200, using: &random)
      let part = CodeFrame(findings: sample.findings([diagnostic]), width: width)
      var whole = part
      whole.maximumLine = .max
      let lines = { (frame: CodeFrame) in frame.lines(for: diagnostic).map { $0.text(for: .plain) } }
      #expect(lines(part) == lines(whole), "seed \(seed), column \(start), width \(width)")
    }
  }
}

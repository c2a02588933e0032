// SPDX-License-Identifier: GPL-2.0-or-later

import TestSupport
import Testing
import ThemeModel
import ThemeSyntax

/// For any bytes there is a tree, and findings lie within the file.
@Suite struct YAMLFuzzTests {
  private static let sample = """
    %YAML 1.2
    --- # a scheme
    système: &s "base16"
    name: 'It''s é\u{1F3A8}'
    text: |-
      # not a comment
      second line
    folded: >
      a
      b
    palette:
      base00: 000000
      base01: 123e45 # six digits
      list: [1, .5, ~, true, {a: *s, "b\\n": !!str 12}]
    elements:
    - a
    -   - b
        - ? c
          : d
    """

  private func parse(_ bytes: [UInt8], _ comment: @autoclosure () -> String) {
    let (tree, findings) = parseYAML(bytes)
    func isWithin(_ range: ByteRange) -> Bool { range.start <= range.end && range.end <= bytes.count }
    #expect(findings.allSatisfy { $0.range.map(isWithin) ?? true }, "\(comment())")
    var isWhole = true
    visit(tree) { isWhole = isWhole && isWithin($0) }
    #expect(isWhole, "\(comment())")
    #expect(findings.count { $0.code.holdsBack } <= 1, "\(comment())")
    let comments = SourceComment.all(in: bytes, .yaml)
    #expect(comments.allSatisfy { $0.whole.upperBound <= bytes.count }, "\(comment())")
  }

  @Test func truncatedAtEveryByte() {
    let bytes = Array(Self.sample.utf8)
    #expect(parseYAML(bytes).findings.isEmpty)
    for count in 0..<bytes.count { parse(Array(bytes.prefix(count)), "\(count) bytes") }
  }

  @Test(arguments: [UInt64.random(in: 0 ... .max), 1])
  func mutations(seed: UInt64) {
    var random = SplitMix(seed: seed)
    for turn in 0..<4_000 {
      var bytes = Array(Self.sample.utf8)
      for _ in 0...Int.random(in: 0...4, using: &random) {
        let at = Int.random(in: 0..<bytes.count, using: &random)
        switch Int.random(in: 0..<4, using: &random) {
        case 0: bytes[at] = UInt8.random(in: 0 ... .max, using: &random)
        case 1: bytes[at] ^= 1 << UInt8.random(in: 0..<8, using: &random)
        case 2: bytes.remove(at: at)
        default: bytes.insert(bytes[Int.random(in: 0..<bytes.count, using: &random)], at: at)
        }
      }
      parse(bytes, "seed \(seed), turn \(turn)")
    }
  }

  @Test(arguments: [UInt64.random(in: 0 ... .max), 1])
  func pieces(seed: UInt64) {
    var random = SplitMix(seed: seed)
    let pieces = [
      "a", ": ", "- ", "? ", "\n", "\n  ", "\n    ", "\t", " ", "[", "]", "{", "}", ", ", "&a ", "*a", "!!str ", "! ",
      "'",
      "\"", "|", ">-", "#", " # b", "---\n", "...\n", "%YAML 1.1\n", "%TAG ! b\n", "<<: ", "1", ".5", "~", "é",
      "\u{85}",
      "\u{2028}", "\u{FEFF}", "\r", "\\", "@", "`", "\0",
    ]
    for turn in 0..<8_000 {
      let count = Int.random(in: 0..<30, using: &random)
      parse((0..<count).flatMap { _ in Array(random.one(of: pieces).utf8) }, "seed \(seed), turn \(turn)")
    }
  }
}

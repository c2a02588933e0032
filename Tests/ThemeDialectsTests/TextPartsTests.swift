// SPDX-License-Identifier: GPL-2.0-or-later

import TestSupport
import Testing

@testable import ThemeDialects

/// What is found byte by byte is what the slower functions of the standard library find.
@Suite struct TextPartsTests {
  private static let pieces = [
    " ", "\t", "\n", "\r\n", "\u{B}", "\u{1F}", "\u{7F}", "\u{A0}", "\u{2003}", "\u{301}", "é", "a", "@float:", "x",
    "0", "1", "7", "9",
    "00", "12345678901", ".", "-", "+", "e", "E5", ",",
  ]

  /// The number as `Double.init` reads it.
  private static func expectedNumber(_ text: String) -> Double? {
    guard text.utf8.allSatisfy({ "0123456789+-.eE".utf8.contains($0) }), let number = Double(text), number.isFinite
    else {
      return nil
    }
    let isWhole = !text.utf8.contains { ".eE".utf8.contains($0) }
    return !isWhole || abs(number) <= 0x1p53 ? number == 0 ? 0 : number : nil
  }

  private static func expectedTrimmed(_ text: String) -> String {
    let start = text.drop { $0.isWhitespace }
    return start.lastIndex { !$0.isWhitespace }.map { String(start[...$0]) } ?? ""
  }

  @Test(arguments: seeds(1, 2, 3)) func random(seed: UInt64) {
    var random = SplitMix(seed: seed)
    var numberCount = 0
    for _ in 0..<20_000 {
      let pieces = random.happens(onceIn: 2) ? Self.pieces : Array(Self.pieces.suffix(12))
      let text = (0..<Int.random(in: 0..<8, using: &random)).map { _ in random.one(of: pieces) }.joined()
      let trimmed = Self.expectedTrimmed(text)
      #expect(Array(text.trimmingBlanks.utf8) == Array(trimmed.utf8), "\(text.debugDescription)")
      let words = text.split(whereSeparator: \.isWhitespace)
      #expect(text[...].words.map { Array($0.utf8) } == words.map { Array($0.utf8) }, "\(text.debugDescription)")
      let number = number(in: text)
      #expect(number == Self.expectedNumber(trimmed), "\(text.debugDescription)")
      #expect(number?.sign != .minus || number != 0)
      if number != nil { numberCount += 1 }
    }
    #expect(numberCount > 1_000)
  }

  @Test(arguments: seeds(1, 2, 3)) func randomNames(seed: UInt64) {
    let pieces = [
      "a", "Z", "q", "_", "0", "9", "-", "@", "[", "`", "{", "é", "É", "\u{301}", "\u{A0}", " ", "\u{7F}", "٣",
    ]
    var random = SplitMix(seed: seed)
    var counts = (identifiers: 0, camelCase: 0)
    for _ in 0..<20_000 {
      let name = (0..<Int.random(in: 0..<5, using: &random)).map { _ in random.one(of: pieces) }.joined()
      let isIdentifier =
        name.first.map { $0.isLetter || $0 == "_" } ?? false
        && name.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" }
      #expect(StyleSelector.isIdentifier(name[...]) == isIdentifier, "\(name.debugDescription)")
      let isCamelCase =
        name.first.map { $0.isLetter && !$0.isUppercase } ?? false
        && !name.contains { $0.isWhitespace } && !name.utf8.contains { "_-".utf8.contains($0) }
      #expect(OracleFile.isCamelCase(name) == isCamelCase, "\(name.debugDescription)")
      if isIdentifier { counts.identifiers += 1 }
      if isCamelCase { counts.camelCase += 1 }
    }
    #expect(counts.identifiers > 1_000 && counts.camelCase > 1_000)
  }

  @Test func parts() {
    #expect("".parts(between: ",") == [""])
    #expect(",a,,b ".parts(between: ",") == ["", "a", "", "b "])
    // A separator and a combining mark behind it are one character, and two parts.
    #expect("a,\u{301}b".parts(between: ",").map { Array($0.utf8) } == [[0x61], [0xCC, 0x81, 0x62]])
  }
}

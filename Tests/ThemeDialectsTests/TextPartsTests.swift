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

  @Test func parts() {
    #expect("".parts(between: ",") == [""])
    #expect(",a,,b ".parts(between: ",") == ["", "a", "", "b "])
    // A separator and a combining mark behind it are one character, and two parts.
    #expect("a,\u{301}b".parts(between: ",").map { Array($0.utf8) } == [[0x61], [0xCC, 0x81, 0x62]])
  }
}

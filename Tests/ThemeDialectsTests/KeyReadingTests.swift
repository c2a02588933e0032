// SPDX-License-Identifier: GPL-2.0-or-later

import TestSupport
import Testing
import ThemeModel

@testable import ThemeDialects

/// Questions about keys that are answered from a few bytes agree with those that read the whole key.
@Suite struct KeyReadingTests {
  @Test func keysWithASuffixHaveItsLastByte() {
    var random = SplitMix(seed: 7)
    func text(_ lengths: ClosedRange<Int>) -> String {
      (0..<Int.random(in: lengths, using: &random)).map { _ in
        random.one(of: ["a", "A", "b", "B", "_", "@", "`", "é", "É", "ǅ", "ß"])
      }.joined()
    }
    var found = 0
    for _ in 0..<300 {
      let list = (0..<random.one(of: [0, 1, 2, 5])).map { _ in text(1...3) }
      let suffixes = KeySuffixes(list)
      for _ in 0..<30 {
        let key = text(1...4)
        guard suffixes.without(key) != key || suffixes.corrected(key) != nil else { continue }
        found += 1
        #expect(suffixes.lastBytes.contains(KeyEnds(key).last), "\(key) \(list)")
      }
    }
    #expect(found > 100)
    let none = (0...255).filter { KeySuffixes.none.lastBytes.contains($0) }
    #expect(none.isEmpty)
  }

  @Test func bytesOfASet() {
    let bytes: [UInt8] = [0, 1, 63, 64, 127, 128, 200, 255]
    let set = ByteSet(bytes)
    #expect((0...255).filter { set.contains($0) } == bytes)
  }

  /// Every way to misspell a word in one byte, and other texts.
  @Test func misspeltWords() {
    let words = ["inherits", "clearPreviousThemingValues", "highlighted", "selected", "disabled", "focused"]
    let known = KnownWords(words)
    var keys = words + ["", "i", "fo", "highlight", "highlited", "highghted", "clearPreviousThemValues", "\0\0"]
    for word in words {
      let bytes = Array(word.utf8)
      for place in bytes.indices {
        for length in 1...3 where place + length <= bytes.count {
          keys.append(String(decoding: bytes[..<place] + bytes[(place + length)...], as: UTF8.self))
        }
        for byte in [UInt8(ascii: "x"), bytes[place] ^ 0x20] {
          keys.append(String(decoding: bytes[..<place] + [byte] + bytes[(place + 1)...], as: UTF8.self))
          keys.append(String(decoding: bytes[..<place] + [byte] + bytes[place...], as: UTF8.self))
        }
      }
    }
    keys.append(String(repeating: "i", count: 264))
    for key in keys { #expect(known.misspelt(key, KeyEnds(key)) == misspelt(key, words), "\(key)") }
  }

  private func misspelt(_ key: String, _ words: [String]) -> String? {
    let bytes = Array(key.utf8)
    guard bytes.count > 1 else { return nil }
    func hasAnEnd(_ word: [UInt8]) -> Bool { word.first == bytes.first || word.last == bytes.last }
    if let word = words.first(where: { hasAnEnd(Array($0.utf8)) && key.isOneSlip(from: $0) }) { return word }
    return words.first { word in
      let word = Array(word.utf8)
      guard word.count >= 10, word.count == bytes.count + 2 else { return false }
      return (1..<word.count - 2).contains { Array(word[..<$0] + word[($0 + 2)...]) == bytes }
    }
  }
}

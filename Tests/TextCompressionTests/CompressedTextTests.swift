// SPDX-License-Identifier: GPL-2.0-or-later

import TestSupport
import Testing
import TextCompression

@Suite struct CompressedTextTests {
  struct Sample: CustomTestStringConvertible {
    let testDescription: String
    let texts: [[UInt8]]
    /// What the compressed texts take at most, as a share of all texts; nil if none can be compressed, unless the dictionary has it.
    var share: Double?
  }

  private static let samples = [
    Sample(testDescription: "an empty text", texts: [[]]),
    Sample(testDescription: "one byte", texts: [[7]]),
    Sample(testDescription: "a text without enough to save", texts: [[UInt8](repeating: 7, count: 64)]),
    Sample(testDescription: "random bytes", texts: [random(10_000, seed: 1), random(90_000, seed: 2)]),
    Sample(testDescription: "one byte again and again", texts: [[UInt8](repeating: 7, count: 100_000)], share: 0.01),
    // Longer than what LZ4 refers back to.
    Sample(
      testDescription: "five megabytes", texts: [Array(repeatElement(theme(100_000, seed: 3), count: 52).joined())],
      share: 0.5),
    Sample(testDescription: "many small texts", texts: (10..<200).map { theme(2000, seed: $0) }, share: 0.4),
    Sample(
      testDescription: "texts of all sizes", texts: (0..<64).map { theme(1 << ($0 % 16), seed: UInt64($0)) }, share: 0.5
    ),
  ]

  @Test(arguments: samples) func staysWhatItIs(_ sample: Sample) {
    check(sample.texts, TextDictionary(sampling: sample.texts), sample.share ?? 1.1, "\(sample)")
    // A dictionary of other texts, and one that is empty.
    let share = sample.share.map { $0 * 2 }
    check(sample.texts, TextDictionary(sampling: [Self.random(9_000, seed: 4)]), share, "\(sample)")
    check(sample.texts, TextDictionary(sampling: []), share, "\(sample)")
  }

  private func check(_ texts: [[UInt8]], _ dictionary: TextDictionary, _ share: Double?, _ note: Comment) {
    var compressor = TextCompressor(dictionary)
    let compressed = texts.map { compressor.compress($0) }
    var byteCount = 0
    for (text, compressed) in zip(texts, compressed) {
      byteCount += compressed?.compressedCount ?? text.count
      guard let compressed else { continue }
      #expect(compressed.count == text.count, note)
      #expect(compressed.bytes == text, note)
      #expect(compressed.compressedCount < text.count - 32, note)
    }
    if let share {
      #expect(Double(byteCount) <= share * Double(texts.reduce(0) { $0 + $1.count }), note)
    } else {
      #expect(compressed.allSatisfy { $0 == nil }, note)
    }
  }

  /// What small texts have in common is in none of them alone.
  @Test func theDictionaryHasWhatTextsHaveInCommon() {
    let texts = (10..<200).map { Self.theme(2000, seed: $0) }
    func size(_ dictionary: TextDictionary) -> Int {
      var compressor = TextCompressor(dictionary)
      return texts.reduce(0) { $0 + (compressor.compress($1)?.compressedCount ?? $1.count) }
    }
    #expect(size(TextDictionary(sampling: texts)) * 5 < size(TextDictionary(sampling: [])) * 4)
  }

  @Test func theDictionaryLivesAsLongAsATextOfIt() {
    let text = Self.theme(2000, seed: 1)
    weak var dictionary: TextDictionary?
    var compressed: CompressedText?
    do {
      let strong = TextDictionary(sampling: [text])
      dictionary = strong
      var compressor = TextCompressor(strong)
      compressed = compressor.compress(text)
    }
    #expect(dictionary != nil)
    #expect(compressed?.bytes == text)
    compressed = nil
    #expect(dictionary == nil)
  }

  @Test func copiesAreOne() {
    var compressor = TextCompressor(TextDictionary(sampling: []))
    let text = Self.theme(2000, seed: 1)
    let (first, second) = (compressor.compress(text), compressor.compress(text))
    let copy = first
    #expect(first != nil && copy?.address == first?.address && first?.address != second?.address)
  }

  // MARK: Texts

  private static func random(_ count: Int, seed: UInt64) -> [UInt8] {
    var random = SplitMix(seed: seed)
    return (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) }
  }

  /// A text like that of a theme file.
  private static func theme(_ count: Int, seed: UInt64) -> [UInt8] {
    var random = SplitMix(seed: seed)
    var text: [UInt8] = []
    while text.count < count {
      let key = random.one(of: ["titleColor", "backgroundColor", "borderWidth", "cornerRadius", "shadowOpacity"])
      let value = random.one(of: [#""ref://palette-\#(random.next() % 200)""#, "\(random.next() % 1000)", "true"])
      text += "  \"\(key)\(random.next() % 50)\": \(value),\n".utf8
    }
    return Array(text.prefix(count))
  }
}

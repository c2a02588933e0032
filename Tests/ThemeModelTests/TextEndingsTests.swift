// SPDX-License-Identifier: MIT

import TestSupport
import Testing

@testable import ThemeModel

@Suite struct TextEndingsTests {
  /// The answers of the index are those of a comparison with each ending of the list.
  @Test(arguments: seeds(1, 2, 3))
  func findsWhatASearchFinds(seed: UInt64) {
    var random = SplitMix(seed: seed)
    /// Few letters, in both cases, and signs that are 32 apart as the cases of letters are.
    func text(_ lengths: ClosedRange<Int>) -> String {
      let length = Int.random(in: lengths, using: &random)
      return (0..<length).map { _ in random.one(of: ["a", "A", "b", "B", "_", "@", "`", "é", "É"]) }.joined()
    }
    for _ in 0..<300 {
      let endings = (0..<random.one(of: [0, 1, 2, 5, 20])).map { _ in text(0...4) }
      let index = TextEndings(endings)
      for _ in 0..<30 {
        let text = text(0...6)
        let matching = endings.indices.filter { !endings[$0].isEmpty && text.without(ending: endings[$0]) != nil }
        #expect(index.first(of: text) == matching.first, "\(text) \(endings)")
        let folded = endings.indices.filter {
          let ending = endings[$0]
          return !ending.isEmpty && text.without(ending: ending) == nil
            && lowercased(text).without(ending: lowercased(ending)) != nil
        }
        #expect(index.firstInOtherCase(of: text) == folded.first, "\(text) \(endings)")
      }
    }
  }

  /// With the capital letters of ASCII in lower case.
  private func lowercased(_ text: String) -> String {
    String(decoding: text.utf8.map { (0x41...0x5a).contains($0) ? $0 | 0x20 : $0 }, as: UTF8.self)
  }

  @Test func thousandsOfEndingsAreDifferent() {
    let endings = (0..<5_000).map { "_p\($0)" }
    let index = TextEndings(endings + endings)
    for (number, ending) in endings.enumerated() {
      #expect(index.first(of: "height" + ending) == number)
      #expect(index.firstInOtherCase(of: "height_P\(number)") == number)
    }
    #expect(index.first(of: "_p7") == nil)
  }
}

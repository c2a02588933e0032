// SPDX-License-Identifier: MIT

import TestSupport
import Testing
import ThemeModel

@Suite struct NameSuggesterTests {
  @Test(
    arguments: [
      (["accent", "accents"], "acent", "did you mean `accent`?"), (["ab", "aa"], "ac", "did you mean `aa`?"),
      (["accent"], "ground", nil), ([], "accent", nil),
    ] as [([String], String, String?)])
  func nearestName(_ names: [String], _ name: String, _ expected: String?) {
    var suggester = NameSuggester()
    for _ in 0..<2 { #expect(suggester.didYouMean(name, among: { names }) == expected) }
    #expect(expected == Suggestion.didYouMean(name, among: names))
  }

  @Test func theNumberOfSearchesIsLimited() {
    var random = SplitMix(seed: 1)
    let names = (0..<5_000).map { _ in
      String(decoding: (0..<12).map { _ in UInt8.random(in: 97...122, using: &random) }, as: UTF8.self)
    }
    var suggester = NameSuggester()
    var calls = 0
    let found = names.count { name in
      suggester.didYouMean(
        "\(name)x",
        among: {
          calls += 1
          return names
        }) != nil
    }
    #expect(found == 800)
    #expect(calls == 1)
  }
}

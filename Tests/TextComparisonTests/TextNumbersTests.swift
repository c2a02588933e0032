// SPDX-License-Identifier: GPL-2.0-or-later

import Testing
import TextComparison

@Suite struct TextNumbersTests {
  /// Numbers as a plain search gives them, below and above the count for which a table is made.
  @Test(arguments: [1, 5, 6, 7, 8, 40]) func numbersAreThoseOfASearch(distinct: Int) {
    let texts = (0..<distinct).map { "part-\($0)" } + ["caf\u{E9}", "cafe\u{301}"]
    var numbers = TextNumbers()
    var known: [String] = []
    for index in 0..<400 {
      let text = texts[index * 13 % texts.count]
      let place = known.firstIndex { $0.utf8.elementsEqual(text.utf8) } ?? known.count
      if place == known.count { known.append(text) }
      #expect(numbers.number(of: text) == place)
      #expect(numbers.number(of: text) == place, "the last text again")
    }
    #expect(known.count == texts.count, "each text occurs")
    #expect(numbers.texts.map { Array($0.utf8) } == known.map { Array($0.utf8) })
  }
}

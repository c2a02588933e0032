// SPDX-License-Identifier: MIT

/// Numbers texts by their UTF-8 bytes: from 0, in the order in which they come.
package struct TextNumbers {
  package private(set) var texts: [String] = []
  /// Empty up to `maximumCompared` texts.
  private var numbers: BytewiseDictionary<Int> = [:]
  private var last = 0

  /// Up to this number of texts, a text is compared with each; beyond it, a table is used.
  private static let maximumCompared = 8

  package init() {}

  /// The number of a text, for a new one the next number. The text of the call before costs one comparison.
  package mutating func number(of text: String) -> Int {
    if last < texts.count, Bytewise(texts[last]) == Bytewise(text) { return last }
    last = known(text) ?? texts.count
    if last == texts.count {
      texts.append(text)
      if texts.count == Self.maximumCompared + 1 {
        for (number, text) in texts.enumerated() { numbers[text] = number }
      } else if texts.count > Self.maximumCompared {
        numbers[text] = last
      }
    }
    return last
  }

  private func known(_ text: String) -> Int? {
    texts.count > Self.maximumCompared ? numbers[text] : texts.firstIndex { Bytewise($0) == Bytewise(text) }
  }
}

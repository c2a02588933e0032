// SPDX-License-Identifier: MIT

/// Numbers texts by their UTF-8 bytes: from 0, in the order in which they come.
package struct TextNumbers {
  package private(set) var texts: [String] = []
  /// Empty for few texts.
  private var numbers: BytewiseDictionary<Int> = [:]
  private var last = 0

  /// The number of texts that are compared one by one, in place of a table.
  private static let few = 8

  package init() {}

  /// The number of a text, for a new one the next number. The text of the call before costs one comparison.
  package mutating func number(of text: String) -> Int {
    if last < texts.count, Bytewise(texts[last]) == Bytewise(text) { return last }
    last = known(text) ?? texts.count
    if last == texts.count {
      texts.append(text)
      if texts.count > Self.few {
        for number in numbers.isEmpty ? texts.indices : last..<texts.count { numbers[texts[number]] = number }
      }
    }
    return last
  }

  private func known(_ text: String) -> Int? {
    texts.count > Self.few ? numbers[text] : texts.firstIndex { Bytewise($0) == Bytewise(text) }
  }
}

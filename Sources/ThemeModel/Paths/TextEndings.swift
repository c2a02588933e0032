// SPDX-License-Identifier: MIT

/// A list of endings, such as the device suffixes of keys, and which of them a text has.
///
/// The endings stand in two trees from their last bytes on, so that a look-up costs the length of the longest ending, however many
/// there are.
package struct TextEndings: Sendable {
  package let endings: [String]
  /// The last bytes of the endings, with ASCII letters in both cases. Most texts end in another one.
  package let lastBytes: ByteSet
  private var exact = Tree()
  /// The endings with ASCII letters in lower case.
  private var folded = Tree()

  package init(_ endings: [String]) {
    self.endings = endings
    // The bit 0x20 distinguishes the cases of ASCII letters.
    lastBytes = ByteSet(endings.compactMap { $0.utf8.last }.flatMap { [$0 | 0x20, $0 & ~0x20] })
    for (number, ending) in endings.enumerated() {
      let node = exact.insert(ending.utf8.reversed())
      // A repeated ending adds nothing.
      guard exact.add(number, at: node, maximum: 1) else { continue }
      // At most one spelling is the one at the end of a text, so that two are enough.
      _ = folded.add(number, at: folded.insert(ending.utf8.reversed().lazy.map(lowercased)), maximum: 2)
    }
  }

  /// The first ending of the list that a text has, with more before it.
  package func first(of text: String) -> Int? {
    guard let last = text.utf8.last, lastBytes.contains(last) else { return nil }
    return exact.first(of: text.utf8.dropFirst().reversed())
  }

  /// The first ending of the list that a text has in another case, with more before it.
  package func firstInOtherCase(of text: String) -> Int? {
    folded.first(of: text.utf8.dropFirst().reversed().lazy.map(lowercased)) {
      let ending = endings[$0].utf8
      return !text.utf8.suffix(ending.count).elementsEqual(ending)
    }
  }
}

/// A byte, as a small letter if it is a capital one of ASCII.
private func lowercased(_ byte: UInt8) -> UInt8 { (0x41...0x5a).contains(byte) ? byte | 0x20 : byte }

/// Numbers at the ends of texts, by their bytes.
private struct Tree: Sendable {
  private struct Step: Hashable {
    var node: UInt32
    var byte: UInt8
  }

  private var children: [Step: UInt32] = [:]
  /// By node.
  private var numbers: [[Int]] = [[]]

  /// The node of a text, made if it is missing.
  mutating func insert(_ bytes: some Sequence<UInt8>) -> UInt32 {
    bytes.reduce(0) { node, byte in
      if let known = children[Step(node: node, byte: byte)] { return known }
      children[Step(node: node, byte: byte)] = UInt32(numbers.count)
      numbers.append([])
      return UInt32(numbers.count - 1)
    }
  }

  /// Adds a number at a node, unless the node has `maximum` numbers. Returns whether it was added.
  mutating func add(_ number: Int, at node: UInt32, maximum: Int) -> Bool {
    guard numbers[Int(node)].count < maximum else { return false }
    numbers[Int(node)].append(number)
    return true
  }

  /// The lowest accepted number on the way of a text.
  func first(of bytes: some Sequence<UInt8>, where isAccepted: (Int) -> Bool = { _ in true }) -> Int? {
    var node: UInt32 = 0
    var lowest: Int?
    for byte in bytes {
      guard let next = children[Step(node: node, byte: byte)] else { break }
      node = next
      for number in numbers[Int(node)] where number < lowest ?? .max && isAccepted(number) { lowest = number }
    }
    return lowest
  }
}

// SPDX-License-Identifier: MIT

/// A set of texts that are told apart by their UTF-8 bytes, see `Bytewise`.
package struct BytewiseSet: Sendable, Hashable {
  private var texts: Set<Bytewise<String>> = []

  package init() {}

  package init(_ texts: some Sequence<String>) { self.texts = Set(texts.lazy.map { Bytewise($0) }) }

  package var count: Int { texts.count }

  package var isEmpty: Bool { texts.isEmpty }

  package func contains(_ text: String) -> Bool { texts.contains(Bytewise(text)) }

  /// Adds a text. Returns whether it was not there before.
  @discardableResult package mutating func insert(_ text: String) -> Bool { texts.insert(Bytewise(text)).inserted }

  /// Takes a text out. Returns whether it was there.
  @discardableResult package mutating func remove(_ text: String) -> Bool { texts.remove(Bytewise(text)) != nil }

  package mutating func removeAll() { texts.removeAll() }

  package mutating func formUnion(_ others: some Sequence<String>) {
    for text in others { insert(text) }
  }

  package mutating func formUnion(_ other: BytewiseSet) { texts.formUnion(other.texts) }

  package mutating func subtract(_ other: BytewiseSet) { texts.subtract(other.texts) }

  package func union(_ other: BytewiseSet) -> BytewiseSet {
    var union = self
    union.formUnion(other)
    return union
  }

  package func subtracting(_ other: BytewiseSet) -> BytewiseSet {
    var difference = self
    difference.subtract(other)
    return difference
  }

  package func isSubset(of other: BytewiseSet) -> Bool { texts.isSubset(of: other.texts) }

  package func filter(_ isIncluded: (String) -> Bool) -> BytewiseSet {
    var set = BytewiseSet()
    set.texts = texts.filter { isIncluded($0.wrappedValue) }
    return set
  }

  /// The texts in the order of their bytes.
  package func sorted() -> [String] { sortedBytewise() }
}

extension BytewiseSet: Sequence {
  package func makeIterator() -> LazyMapSequence<Set<Bytewise<String>>, String>.Iterator {
    texts.lazy.map(\.wrappedValue).makeIterator()
  }

  package var underestimatedCount: Int { texts.count }
}

extension BytewiseSet: ExpressibleByArrayLiteral {
  package init(arrayLiteral texts: String...) { self.init(texts) }
}

// SPDX-License-Identifier: MIT

/// A set of texts that compare by their UTF-8 bytes, see `Bytewise`.
@usableFromInline package struct BytewiseSet: Sendable, Hashable {
  // The members are inlinable, so that other modules use specialized code.
  @usableFromInline var texts: Set<Bytewise<String>> = []

  @inlinable package init() {}

  @inlinable package init(_ texts: some Sequence<String>) { self.texts = Set(texts.lazy.map { Bytewise($0) }) }

  @inlinable package var count: Int { texts.count }

  @inlinable package var isEmpty: Bool { texts.isEmpty }

  @inlinable package func contains(_ text: String) -> Bool { texts.contains(Bytewise(text)) }

  /// Adds a text. Returns false if the set has it already.
  @discardableResult @inlinable package mutating func insert(_ text: String) -> Bool {
    texts.insert(Bytewise(text)).inserted
  }

  /// Removes a text. Returns whether the set had it.
  @discardableResult @inlinable package mutating func remove(_ text: String) -> Bool {
    texts.remove(Bytewise(text)) != nil
  }

  @inlinable package mutating func removeAll() { texts.removeAll() }

  @inlinable package mutating func formUnion(_ others: some Sequence<String>) {
    for text in others { insert(text) }
  }

  @inlinable package mutating func formUnion(_ other: BytewiseSet) { texts.formUnion(other.texts) }

  @inlinable package mutating func subtract(_ other: BytewiseSet) { texts.subtract(other.texts) }

  @inlinable package func union(_ other: BytewiseSet) -> BytewiseSet {
    var union = self
    union.formUnion(other)
    return union
  }

  @inlinable package func subtracting(_ other: BytewiseSet) -> BytewiseSet {
    var difference = self
    difference.subtract(other)
    return difference
  }

  @inlinable package func isSubset(of other: BytewiseSet) -> Bool { texts.isSubset(of: other.texts) }

  @inlinable package func filter(_ isIncluded: (String) -> Bool) -> BytewiseSet {
    var set = BytewiseSet()
    set.texts = texts.filter { isIncluded($0.wrappedValue) }
    return set
  }

  /// The texts in the order of their bytes.
  @inlinable package func sorted() -> [String] { sortedBytewise() }
}

extension BytewiseSet: Sequence {
  @inlinable package func makeIterator() -> LazyMapSequence<Set<Bytewise<String>>, String>.Iterator {
    texts.lazy.map(\.wrappedValue).makeIterator()
  }

  @inlinable package var underestimatedCount: Int { texts.count }
}

extension BytewiseSet: ExpressibleByArrayLiteral {
  @inlinable package init(arrayLiteral texts: String...) { self.init(texts) }
}

// SPDX-License-Identifier: MIT

/// A text that compares by its UTF-8 bytes. Hashes and orders use the bytes as well.
///
/// `String` compares by canonical equivalence (Unicode, UAX #15): `é` as one scalar equals `e` with a combining accent. File
/// systems, JSON and programs that read a snapshot distinguish the two. So texts from files, paths and callers are compared
/// as `Bytewise(left) == Bytewise(right)`, and properties of types with synthesized `==` and `hash(into:)` are `@Bytewise`.
@propertyWrapper
@usableFromInline package struct Bytewise<Text: BytewiseComparable> {
  @usableFromInline package var wrappedValue: Text

  @inlinable package init(wrappedValue: Text) { self.wrappedValue = wrappedValue }

  @inlinable package init(_ text: Text) { wrappedValue = text }
}

extension Bytewise: Sendable where Text: Sendable {}

extension Bytewise: Hashable {
  @inlinable package static func == (left: Self, right: Self) -> Bool {
    left.wrappedValue.isBytewiseEqual(to: right.wrappedValue)
  }

  @inlinable package func hash(into hasher: inout Hasher) { wrappedValue.hashBytes(into: &hasher) }
}

extension Bytewise: Comparable where Text == String {
  @inlinable package static func < (left: Self, right: Self) -> Bool {
    left.wrappedValue.precedesBytewise(right.wrappedValue)
  }
}

/// A text, or a type made of texts.
@usableFromInline package protocol BytewiseComparable {
  func isBytewiseEqual(to other: Self) -> Bool
  func hashBytes(into hasher: inout Hasher)
}

extension String: BytewiseComparable {
  @usableFromInline package func isBytewiseEqual(to other: String) -> Bool {
    guard utf8.count == other.utf8.count else { return false }
    // Strings made by Swift have contiguous storage, which is read in place. `withUTF8` would copy each string.
    let isEqual = utf8.withContiguousStorageIfAvailable { left in
      other.utf8.withContiguousStorageIfAvailable { right in areEqual(.init(left), .init(right)) }
    }
    return (isEqual ?? nil) ?? utf8.elementsEqual(other.utf8)
  }

  @usableFromInline package func precedesBytewise(_ other: String) -> Bool {
    let precedes = utf8.withContiguousStorageIfAvailable { left in
      other.utf8.withContiguousStorageIfAvailable { right in firstPrecedes(.init(left), .init(right)) }
    }
    return (precedes ?? nil) ?? utf8.lexicographicallyPrecedes(other.utf8)
  }

  @usableFromInline package func hashBytes(into hasher: inout Hasher) {
    let isHashed: Void? = utf8.withContiguousStorageIfAvailable { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    if isHashed == nil {
      var text = self
      text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    }
    // A byte that occurs in no text marks the end.
    hasher.combine(0xFF as UInt8)
  }
}

/// Compares eight bytes at a time. Each occurrence of a name in a file costs one comparison.
///
/// - Precondition: both have the same length.
private func areEqual(_ left: UnsafeRawBufferPointer, _ right: UnsafeRawBufferPointer) -> Bool {
  // Copies of a text share its bytes.
  if left.baseAddress == right.baseAddress { return true }
  var at = 0
  // Each load lies within both buffers.
  while at + 8 <= left.count {
    let word = left.loadUnaligned(fromByteOffset: at, as: UInt64.self)
    guard word == right.loadUnaligned(fromByteOffset: at, as: UInt64.self) else { return false }
    at += 8
  }
  while at < left.count {
    guard left[at] == right[at] else { return false }
    at += 1
  }
  return true
}

/// Whether the first text precedes the second in byte order. Compares eight bytes at a time.
private func firstPrecedes(_ left: UnsafeRawBufferPointer, _ right: UnsafeRawBufferPointer) -> Bool {
  let common = min(left.count, right.count)
  var at = 0
  // Each load lies within both buffers.
  while at + 8 <= common {
    let (word, other) = (
      left.loadUnaligned(fromByteOffset: at, as: UInt64.self), right.loadUnaligned(fromByteOffset: at, as: UInt64.self)
    )
    if word != other { return word.bigEndian < other.bigEndian }
    at += 8
  }
  while at < common {
    if left[at] != right[at] { return left[at] < right[at] }
    at += 1
  }
  return left.count < right.count
}

extension Optional: BytewiseComparable where Wrapped: BytewiseComparable {
  @inlinable package func isBytewiseEqual(to other: Self) -> Bool {
    switch (self, other) {
    case (nil, nil): true
    case (let left?, let right?): left.isBytewiseEqual(to: right)
    case (nil, _?), (_?, nil): false
    }
  }

  @inlinable package func hashBytes(into hasher: inout Hasher) {
    hasher.combine(self == nil)
    self?.hashBytes(into: &hasher)
  }
}

extension Array: BytewiseComparable where Element: BytewiseComparable {
  @inlinable package func isBytewiseEqual(to other: Self) -> Bool {
    guard count == other.count else { return false }
    for index in indices where !self[index].isBytewiseEqual(to: other[index]) { return false }
    return true
  }

  @inlinable package func hashBytes(into hasher: inout Hasher) {
    hasher.combine(count)
    for element in self { element.hashBytes(into: &hasher) }
  }
}

/// Keys compare by their own `==`: they are no texts.
extension Dictionary: BytewiseComparable where Value: BytewiseComparable {
  @inlinable package func isBytewiseEqual(to other: Self) -> Bool {
    count == other.count && allSatisfy { key, value in other[key].map(value.isBytewiseEqual(to:)) ?? false }
  }

  @inlinable package func hashBytes(into hasher: inout Hasher) {
    hasher.combine(count)
    // The order of a dictionary means nothing.
    hasher.combine(
      reduce(0) { sum, member in
        var hasher = Hasher()
        hasher.combine(member.key)
        member.value.hashBytes(into: &hasher)
        return sum &+ hasher.finalize()
      })
  }
}

extension Sequence<String> {
  /// The texts in the order of their UTF-8 bytes, which is the order of their scalars.
  @inlinable package func sortedBytewise() -> [String] { sorted { $0.precedesBytewise($1) } }

  /// Whether a text of the sequence has the same bytes.
  @inlinable package func containsBytewise(_ text: String) -> Bool { contains { $0.isBytewiseEqual(to: text) } }
}

extension [String] {
  /// Orders lists of texts by their first difference.
  @inlinable package func precedesBytewise(_ other: [String]) -> Bool {
    lexicographicallyPrecedes(other) { $0.precedesBytewise($1) }
  }
}

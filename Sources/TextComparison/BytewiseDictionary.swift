// SPDX-License-Identifier: MIT

/// A dictionary whose keys compare by their UTF-8 bytes, see `Bytewise`.
@usableFromInline package struct BytewiseDictionary<Value> {
  @usableFromInline var members: [Bytewise<String>: Value]

  @inlinable package init() { members = [:] }

  @inlinable package init(
    _ members: some Sequence<(String, Value)>, uniquingKeysWith combine: (_ first: Value, _ second: Value) -> Value
  ) {
    self.members = Dictionary(members.lazy.map { (Bytewise($0.0), $0.1) }, uniquingKeysWith: combine)
  }

  @inlinable package var count: Int { members.count }

  @inlinable package var isEmpty: Bool { members.isEmpty }

  @inlinable package subscript(key: String) -> Value? {
    get { members[Bytewise(key)] }
    _modify { yield &members[Bytewise(key)] }
  }

  @inlinable package subscript(key: String, default value: @autoclosure () -> Value) -> Value {
    get { members[Bytewise(key), default: value()] }
    _modify { yield &members[Bytewise(key), default: value()] }
  }

  @discardableResult
  @inlinable package mutating func removeValue(forKey key: String) -> Value? {
    members.removeValue(forKey: Bytewise(key))
  }

  @inlinable package mutating func removeAll() { members.removeAll() }

  @inlinable package func mapValues<New>(_ transform: (Value) throws -> New) rethrows -> BytewiseDictionary<New> {
    var result = BytewiseDictionary<New>()
    result.members = try members.mapValues(transform)
    return result
  }

  /// The keys, in no particular order.
  @inlinable package var keys: [String] {
    var keys: [String] = []
    keys.reserveCapacity(members.count)
    for (key, _) in members { keys.append(key.wrappedValue) }
    return keys
  }

  /// The members in the order of their keys' bytes.
  @inlinable package var sortedMembers: [Element] { sorted { $0.key.precedesBytewise($1.key) } }

  @inlinable package var values: Dictionary<Bytewise<String>, Value>.Values { members.values }

  @inlinable package func filter(_ isIncluded: (Element) throws -> Bool) rethrows -> Self {
    var result = Self()
    result.members = try members.filter { try isIncluded(($0.key.wrappedValue, $0.value)) }
    return result
  }
}

extension BytewiseDictionary: Sequence {
  @usableFromInline package typealias Element = (key: String, value: Value)

  @usableFromInline package struct Iterator: IteratorProtocol {
    @usableFromInline var members: Dictionary<Bytewise<String>, Value>.Iterator

    @inlinable init(_ members: Dictionary<Bytewise<String>, Value>.Iterator) { self.members = members }

    @inlinable package mutating func next() -> Element? { members.next().map { ($0.key.wrappedValue, $0.value) } }
  }

  @inlinable package func makeIterator() -> Iterator { Iterator(members.makeIterator()) }

  @inlinable package var underestimatedCount: Int { members.count }
}

extension BytewiseDictionary: ExpressibleByDictionaryLiteral {
  @inlinable package init(dictionaryLiteral members: (String, Value)...) {
    self.init()
    for (key, value) in members { self[key] = value }
  }
}

extension BytewiseDictionary: Sendable where Value: Sendable {}

extension BytewiseDictionary: BytewiseComparable where Value: BytewiseComparable {
  @inlinable package func isBytewiseEqual(to other: Self) -> Bool { members.isBytewiseEqual(to: other.members) }

  @inlinable package func hashBytes(into hasher: inout Hasher) { members.hashBytes(into: &hasher) }
}

extension BytewiseDictionary: Equatable where Value: Equatable {}

extension BytewiseDictionary: Hashable where Value: Hashable {}

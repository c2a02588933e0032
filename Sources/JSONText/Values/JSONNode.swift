// SPDX-License-Identifier: MIT

/// A parsed JSON value that can be read without a copy: a `JSONValue`, or a place in a tape.
package protocol JSONNode {
  var isNull: Bool { get }
  var isObject: Bool { get }
  var bool: Bool? { get }
  var number: Double? { get }
  var string: String? { get }
  /// The elements of an array; nil for other values.
  var elements: [Self]? { get }
  /// The members of an object in the order of the text, repetitions included; nil for other values.
  var members: [(key: String, value: Self)]? { get }
  /// The number of members of an object, repetitions included; 0 for other values.
  var memberCount: Int { get }
  /// The member of that key, which may be null; of several the last counts. Nil for other values than objects.
  func member(_ key: StaticString) -> Self?
}

extension JSONNode {
  /// A number without a fraction that fits.
  package var integer: Int? { number.flatMap { Int(exactly: $0) } }
}

extension JSONValue: JSONNode {
  package var isObject: Bool { if case .object = self { true } else { false } }
  package var elements: [JSONValue]? { array }
  package var members: [(key: String, value: JSONValue)]? { object?.members }
  package var memberCount: Int { object?.members.count ?? 0 }
  package func member(_ key: StaticString) -> JSONValue? { self["\(key)"] }
}

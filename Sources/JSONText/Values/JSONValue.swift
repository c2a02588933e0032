// SPDX-License-Identifier: MIT

import TextComparison

/// A JSON value of RFC 8259: the content of messages on the socket and of printed snapshots.
package enum JSONValue: Sendable {
  case null
  case bool(Bool)
  /// A double: the only numbers that all JSON readers agree on.
  case number(Double)
  case string(String)
  case array([JSONValue])
  case object(JSONObject)
}

/// The members of a JSON object in the order of the text.
///
/// Look-up by key is linear, since objects on the socket have few members. Keys compare by their bytes, see `Bytewise`. Of
/// two members with the same key the last one counts.
package struct JSONObject: Sendable {
  package var members: [(key: String, value: JSONValue)]

  package init(_ members: [(key: String, value: JSONValue)] = []) {
    self.members = members
  }

  package subscript(key: String) -> JSONValue? {
    get { place(of: key).map { members[$0].value } }
    set {
      switch (place(of: key), newValue) {
      case (let place?, let value?): members[place].value = value
      case (let place?, nil): members.remove(at: place)
      case (nil, let value?): members.append((key, value))
      case (nil, nil): break
      }
    }
  }

  /// The index of the last member with a key. A closure over members would copy each value.
  private func place(of key: String) -> Int? {
    members.indices.reversed().first { Bytewise(members[$0].key) == Bytewise(key) }
  }
}

extension JSONValue: Equatable {
  /// Equality of JSON values: the order of members has no meaning.
  package static func == (left: JSONValue, right: JSONValue) -> Bool {
    switch (left, right) {
    case (.null, .null): true
    case (.bool(let left), .bool(let right)): left == right
    case (.number(let left), .number(let right)): left == right
    case (.string(let left), .string(let right)): Bytewise(left) == Bytewise(right)
    case (.array(let left), .array(let right)): left == right
    case (.object(let left), .object(let right)): left == right
    default: false
    }
  }
}

extension JSONObject: Equatable {
  /// Compares the members that count.
  package static func == (left: JSONObject, right: JSONObject) -> Bool { left.effective == right.effective }

  private var effective: BytewiseDictionary<JSONValue> {
    BytewiseDictionary(members.map { ($0.key, $0.value) }, uniquingKeysWith: { $1 })
  }
}

extension JSONValue: ExpressibleByStringLiteral, ExpressibleByBooleanLiteral, ExpressibleByFloatLiteral,
  ExpressibleByIntegerLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral, ExpressibleByNilLiteral
{
  package init(stringLiteral value: String) { self = .string(value) }
  package init(booleanLiteral value: Bool) { self = .bool(value) }
  package init(floatLiteral value: Double) { self = .number(value) }
  package init(integerLiteral value: Int) { self = .number(Double(value)) }
  package init(arrayLiteral elements: JSONValue...) { self = .array(elements) }
  package init(dictionaryLiteral elements: (String, JSONValue)...) {
    self = .object(JSONObject(elements.map { (key: $0.0, value: $0.1) }))
  }
  package init(nilLiteral: ()) { self = .null }
}

extension JSONValue {
  /// The member with this key. Nil if there is none, or the value is not an object.
  package subscript(key: String) -> JSONValue? {
    if case .object(let object) = self { object[key] } else { nil }
  }

  /// Whether a double holds each number in it, so that it can be written; see `init(parsing:maximumDepth:outOfRange:)`.
  package var isFinite: Bool {
    switch self {
    case .number(let number): number.isFinite
    case .array(let elements): elements.allSatisfy(\.isFinite)
    case .object(let object): object.members.allSatisfy(\.value.isFinite)
    case .null, .bool, .string: true
    }
  }

  package var isNull: Bool { if case .null = self { true } else { false } }
  package var string: String? { if case .string(let value) = self { value } else { nil } }
  package var number: Double? { if case .number(let value) = self { value } else { nil } }
  package var bool: Bool? { if case .bool(let value) = self { value } else { nil } }
  package var array: [JSONValue]? { if case .array(let value) = self { value } else { nil } }
  package var object: JSONObject? { if case .object(let value) = self { value } else { nil } }
}

// SPDX-License-Identifier: MIT

import JSONText

extension Theme {
  /// A value as a theme file of the bundle's dialect writes it: a text may be a colour or a reference: `"#ff8800"`,
  /// `"ref://color-accent"`, `12`.
  public enum Literal: Sendable {
    case bool(Bool)
    /// Finite: a call with another number throws a ``Theme/ModificationFailure``.
    case number(Double)
    case string(String)
    case array([Literal])
    /// Of members with one key, the last counts.
    case object([(key: String, value: Literal)])
  }
}

extension Theme.Literal: ExpressibleByBooleanLiteral {
  /// `true`, `false`.
  public init(booleanLiteral value: Bool) { self = .bool(value) }
}

extension Theme.Literal: ExpressibleByIntegerLiteral {
  /// `12`.
  public init(integerLiteral value: Int) { self = .number(Double(value)) }
}

extension Theme.Literal: ExpressibleByFloatLiteral {
  /// `0.5`.
  public init(floatLiteral value: Double) { self = .number(value) }
}

extension Theme.Literal: ExpressibleByStringLiteral {
  /// A text, a colour or a reference, as the dialect reads it.
  public init(stringLiteral value: String) { self = .string(value) }
}

extension Theme.Literal: ExpressibleByArrayLiteral {
  /// `[10, 0, 10, 0]`.
  public init(arrayLiteral elements: Theme.Literal...) { self = .array(elements) }
}

extension Theme.Literal: ExpressibleByDictionaryLiteral {
  /// `["x": 1]`.
  public init(dictionaryLiteral elements: (String, Theme.Literal)...) {
    self = .object(elements.map { (key: $0, value: $1) })
  }
}

extension Theme.Literal {
  /// Whether JSON can express all numbers in it.
  var isFinite: Bool {
    switch self {
    case .bool, .string: true
    case .number(let value): value.isFinite
    case .array(let elements): elements.allSatisfy(\.isFinite)
    case .object(let members): members.allSatisfy { $0.value.isFinite }
    }
  }

  /// The value as it is sent.
  var json: JSONValue {
    switch self {
    case .bool(let value): .bool(value)
    case .number(let value): .number(value)
    case .string(let value): .string(value)
    case .array(let elements): .array(elements.map(\.json))
    case .object(let members): .object(JSONObject(members.map { ($0.key, $0.value.json) }))
    }
  }
}

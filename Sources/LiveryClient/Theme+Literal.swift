// SPDX-License-Identifier: MIT

import JSONText
import TextComparison

extension Theme {
  /// A value as a theme file of the bundle's dialect has it, so that a text may be a colour or a reference: `"#ff8800"`,
  /// `"ref://color-accent"`, `12`.
  public enum Literal: Sendable, Hashable {
    case bool(Bool)
    /// Finite.
    case number(Double)
    case string(String)
    case array([Literal])
    case object([String: Literal])
  }
}

extension Theme.Literal: ExpressibleByBooleanLiteral {
  public init(booleanLiteral value: Bool) { self = .bool(value) }
}

extension Theme.Literal: ExpressibleByIntegerLiteral {
  public init(integerLiteral value: Int) { self = .number(Double(value)) }
}

extension Theme.Literal: ExpressibleByFloatLiteral {
  public init(floatLiteral value: Double) { self = .number(value) }
}

extension Theme.Literal: ExpressibleByStringLiteral {
  public init(stringLiteral value: String) { self = .string(value) }
}

extension Theme.Literal: ExpressibleByArrayLiteral {
  public init(arrayLiteral elements: Theme.Literal...) { self = .array(elements) }
}

extension Theme.Literal: ExpressibleByDictionaryLiteral {
  /// Of a key that is given twice the later value counts.
  public init(dictionaryLiteral elements: (String, Theme.Literal)...) {
    self = .object(Dictionary(elements, uniquingKeysWith: { $1 }))
  }
}

extension Theme.Literal {
  /// The value as it is sent.
  var json: JSONValue {
    switch self {
    case .bool(let value): .bool(value)
    case .number(let value): .number(value)
    case .string(let value): .string(value)
    case .array(let elements): .array(elements.map(\.json))
    case .object(let members):
      .object(JSONObject(members.keys.sortedBytewise().compactMap { key in members[key].map { (key, $0.json) } }))
    }
  }
}

// SPDX-License-Identifier: MIT

import TextComparison

/// A value of a design token with its type, after the Design Tokens format 2025.10.
public struct TypedValue: Sendable {
  /// The name of the type: `dimension`, or an unknown one.
  public let type: String
  /// The value in the form of a snapshot: the content of `$value`.
  public let value: Value
  /// The value as its author wrote it, references resolved; nil where it is the same.
  package let written: Value?

  /// A value of a type.
  public init(type: String, value: Value) { self.init(type: type, value: value, written: nil) }

  package init(type: String, value: Value, written: Value?) {
    self.type = type
    self.value = value
    self.written = written
  }

  /// The object that prints as this value.
  package var object: Value {
    .object([.init(key: "$type", value: .string(type)), .init(key: "$value", value: value)])
  }
}

extension TypedValue {
  /// The value with parts of an earlier value in place of failed ones. Nil if the earlier value has none of them, or has a
  /// different type.
  ///
  /// - Parameters:
  ///   - keys: the parts that failed.
  ///   - earlier: a value of a token, or the object that prints as one.
  package func keeping(_ keys: [String], of earlier: Value) -> TypedValue? {
    let object: Value = if case .typed(let token) = earlier { token.object } else { earlier }
    guard case .object(let outer) = object, outer.count == 2, outer[0].value == .string(type),
      case .object(let old) = outer[1].value, case .object(let new) = value
    else { return nil }
    let kept = old.filter { keys.containsBytewise($0.key) }
    if kept.isEmpty { return nil }
    let order = (TokenType(rawValue: type)?.parts.map(\.key) ?? []) + ["dashArray", "lineCap"]
    let all = new.filter { member in !kept.contains { Bytewise($0.key) == Bytewise(member.key) } } + kept
    let sorted = all.sorted { (order.firstIndex(of: $0.key) ?? 0) < (order.firstIndex(of: $1.key) ?? 0) }
    return TypedValue(type: type, value: .object(sorted), written: written ?? value)
  }
}

extension Value {
  /// The value as one of a design token, also where it is the object that a token prints as: that is what comes over a connection.
  /// Nil for other values, such as colours and numbers.
  package var token: TypedValue? {
    if case .typed(let token) = self { return token }
    guard case .object(let members) = self, members.count == 2,
      let type = members.first(where: { Bytewise($0.key) == Bytewise("$type") }), case .string(let name) = type.value,
      let content = members.first(where: { Bytewise($0.key) == Bytewise("$value") })
    else { return nil }
    return TypedValue(type: name, value: content.value)
  }

  /// The type of a design token that has this value.
  package var tokenType: String { typeName }

  /// The content of `$value` in a snapshot; a number is its own content.
  package var tokenContent: Value {
    switch self {
    case .typed(let token): token.value
    case .color(let color): Value(json: ColorInSpace(color).json)
    case .colorInSpace(let color): Value(json: color.json)
    case .null, .bool, .number, .string, .array, .object, .colorReference, .font, .image, .glyph, .point, .size, .rect,
      .edgeInsets, .calls:
      self
    }
  }

  /// The written content of `$value` with resolved references: the target of references to parts.
  package var writtenContent: Value {
    switch self {
    case .typed(let token): return token.written ?? token.value
    case .colorInSpace(let color):
      let left: [String]
      switch color.form {
      case .whole: left = []
      case .withoutAlpha: left = ["alpha"]
      case .withoutHex: left = ["hex"]
      case .withoutBoth: left = ["alpha", "hex"]
      case .text: return .string(color.hex)
      }
      return .object(tokenContent.members.filter { !left.contains($0.key) })
    case .color: return tokenContent
    case .null, .bool, .number, .string, .array, .object, .colorReference, .font, .image, .glyph, .point, .size, .rect,
      .edgeInsets, .calls:
      return self
    }
  }

  /// Whether two equal values were also written alike, so that they are interchangeable.
  package func isWritten(as other: Value) -> Bool {
    switch (self, other) {
    case (.typed(let left), .typed(let right)): left.written == right.written
    case (.colorInSpace(let left), .colorInSpace(let right)): left.form == right.form
    case (.typed, _), (_, .typed), (.colorInSpace, _), (_, .colorInSpace): false
    case (_, _): true
    }
  }
}

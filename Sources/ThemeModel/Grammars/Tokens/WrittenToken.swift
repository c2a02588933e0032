// SPDX-License-Identifier: MIT

/// The written value of a design token, with references replaced by their targets.
package enum WrittenToken: Sendable {
  /// A value without references.
  case literal(Value)
  /// The target of a reference to a part of a token's value.
  case part(Value)
  /// The value of a referenced token.
  case token(Value)
  case list([WrittenToken])
  case members([(key: String, value: WrittenToken)])
  /// A reference without a value. A finding at the reference, or at its target, gives the reason.
  case unresolved

  /// The members of an object; nil for other values.
  var object: [(key: String, value: WrittenToken)]? {
    switch self {
    case .members(let members): members
    case .literal(.object(let members)): members.map { ($0.key, .literal($0.value)) }
    case .part(.object(let members)): members.map { ($0.key, .part($0.value)) }
    case .literal, .part, .token, .list, .unresolved: nil
    }
  }

  /// The key of an object that consists of this key alone: in YAML, the path in a reference without quotation marks.
  var unquotedReference: String? {
    guard let object, object.count == 1, case .null? = object[0].value.scalar else { return nil }
    return object[0].key
  }

  /// The elements of an array; nil for other values.
  var elements: [WrittenToken]? {
    switch self {
    case .list(let elements): elements
    case .literal(.array(let elements)): elements.map { .literal($0) }
    case .part(.array(let elements)): elements.map { .part($0) }
    case .literal, .part, .token, .members, .unresolved: nil
    }
  }

  /// A value without parts; nil for other values.
  var scalar: Value? {
    switch self {
    case .literal(let value), .part(let value):
      switch value {
      case .null, .bool, .number, .string: value
      case .array, .object, .color, .colorInSpace, .colorReference, .font, .image, .glyph, .point, .size, .rect,
        .edgeInsets, .calls, .typed:
        nil
      }
    case .token, .list, .members, .unresolved: nil
    }
  }

  var number: Double? { if case .number(let number)? = scalar { number } else { nil } }

  var string: String? { if case .string(let text)? = scalar { text } else { nil } }

  var isUnresolved: Bool { if case .unresolved = self { true } else { false } }

  /// Whether it contains an unresolved reference.
  var hasUnresolved: Bool {
    switch self {
    case .unresolved: true
    case .literal, .part, .token: false
    case .list(let elements): elements.contains(where: \.hasUnresolved)
    case .members(let members): members.contains { $0.value.hasUnresolved }
    }
  }

  /// Whether it has no reference.
  var isLiteral: Bool {
    switch self {
    case .literal: true
    case .part, .token, .unresolved: false
    case .list(let elements): elements.allSatisfy(\.isLiteral)
    case .members(let members): members.allSatisfy(\.value.isLiteral)
    }
  }

  /// The value with resolved references, in the written forms of the tokens. Unresolved parts are left out.
  var written: Value {
    switch self {
    case .literal(let value), .part(let value): value
    case .token(let value): value.writtenContent
    case .list(let elements): .array(elements.filter { !$0.isUnresolved }.map(\.written))
    case .members(let members):
      .object(members.filter { !$0.value.isUnresolved }.map { Value.Member(key: $0.key, value: $0.value.written) })
    case .unresolved: .null
    }
  }

  /// The value with resolved references, in the form of a snapshot.
  var content: Value {
    switch self {
    case .literal(let value), .part(let value): value
    case .token(let value): value.tokenContent
    case .list(let elements): .array(elements.map(\.content))
    case .members(let members): .object(members.map { Value.Member(key: $0.key, value: $0.value.content) })
    case .unresolved: .null
    }
  }

  /// The kind of the value in words.
  var words: String {
    switch self {
    case .token(let value): "a reference to a token of type \(value.tokenType)"
    case .list: "an array"
    case .members: "an object"
    case .unresolved: "nothing"
    case .literal(let value), .part(let value):
      switch value {
      case .null: "null"
      case .bool: "a boolean"
      case .number: "a number"
      case .string: "a text"
      case .array, .calls: "an array"
      case .object, .color, .colorInSpace, .colorReference, .font, .image, .glyph, .point, .size, .rect, .edgeInsets,
        .typed:
        "an object"
      }
    }
  }
}

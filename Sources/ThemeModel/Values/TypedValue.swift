// SPDX-License-Identifier: MIT

/// A value of a design token with its type, after the Design Tokens format 2025.10.
public struct TypedValue: Sendable {
  /// The name of the type: `dimension`, or one that the format does not know.
  public let type: String
  /// The value in the form of a snapshot: what stands under `$value`.
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

extension Value {
  /// The type of a design token that has this value.
  package var tokenType: String { typeName }

  /// What stands under `$value` in a snapshot, as a value: a number is its own.
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

  /// What the author of a design token wrote under `$value`, references resolved: what references to parts of it look into.
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

  /// Whether two equal values were also written alike, so that one may stand for the other.
  package func isWritten(as other: Value) -> Bool {
    switch (self, other) {
    case (.typed(let left), .typed(let right)): left.written == right.written
    case (.colorInSpace(let left), .colorInSpace(let right)): left.form == right.form
    case (.typed, _), (_, .typed), (.colorInSpace, _), (_, .colorInSpace): false
    default: true
    }
  }
}

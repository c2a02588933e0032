// SPDX-License-Identifier: MIT

import TextComparison

/// Values are equal when a snapshot shows them alike: texts and keys by their bytes, see `Bytewise`.
extension Value: Hashable {
  /// Whether both print alike.
  public static func == (left: Value, right: Value) -> Bool {
    switch left {
    case .null: if case .null = right { true } else { false }
    case .bool(let left): if case .bool(let right) = right { left == right } else { false }
    case .number(let left): if case .number(let right) = right { left == right } else { false }
    case .string(let left): if case .string(let right) = right { Bytewise(left) == Bytewise(right) } else { false }
    case .array(let left): if case .array(let right) = right { left == right } else { false }
    case .object(let members):
      switch right {
      case .object(let right): members == right
      case .typed(let right): left == right.object
      default: false
      }
    case .color(let color):
      switch right {
      case .color(let right): color == right
      case .colorInSpace(let right): color == right.plain
      default: false
      }
    case .colorInSpace(let color):
      switch right {
      case .colorInSpace(let right): color == right
      case .color(let right): color.plain == right
      default: false
      }
    case .colorReference(let left): if case .colorReference(let right) = right { left == right } else { false }
    case .font(let left): if case .font(let right) = right { left == right } else { false }
    case .image(let left): if case .image(let right) = right { Bytewise(left) == Bytewise(right) } else { false }
    case .glyph(let left): if case .glyph(let right) = right { left == right } else { false }
    case .point(let left): if case .point(let right) = right { left == right } else { false }
    case .size(let left): if case .size(let right) = right { left == right } else { false }
    case .rect(let left): if case .rect(let right) = right { left == right } else { false }
    case .edgeInsets(let left): if case .edgeInsets(let right) = right { left == right } else { false }
    case .typed(let token):
      switch right {
      case .typed(let right): Bytewise(token.type) == Bytewise(right.type) && token.value == right.value
      case .object: token.object == right
      default: false
      }
    case .calls(let left): if case .calls(let right) = right { left == right } else { false }
    }
  }

  /// Same as `==`, but looks at `left` values at most and counts them down; at 0 the result is unknown. Values may share their parts,
  /// so that small ones in memory have millions.
  package func isEqual(to other: Value, _ left: inout Int) -> Bool {
    left -= 1
    guard left > 0 else { return false }
    switch (self, other) {
    case (.array(let one), .array(let other)): return Self.areEqual(one, other, &left)
    case (.object(let one), .object(let other)):
      guard one.count == other.count else { return false }
      for (one, other) in zip(one, other) {
        guard Bytewise(one.key) == Bytewise(other.key), one.value.isEqual(to: other.value, &left) else { return false }
      }
      return true
    case (.typed(let one), .typed(let other)):
      return Bytewise(one.type) == Bytewise(other.type) && one.value.isEqual(to: other.value, &left)
    case (.typed(let token), .object): return token.object.isEqual(to: other, &left)
    case (.object, .typed(let token)): return isEqual(to: token.object, &left)
    case (.calls(let one), .calls(let other)):
      guard one.count == other.count else { return false }
      for (one, other) in zip(one, other) {
        guard Self.areEqual(one, other, &left) else { return false }
      }
      return true
    default: return self == other
    }
  }

  private static func areEqual(_ one: [Value], _ other: [Value], _ left: inout Int) -> Bool {
    guard one.count == other.count else { return false }
    for (one, other) in zip(one, other) {
      guard one.isEqual(to: other, &left) else { return false }
    }
    return true
  }

  /// Adds the value to a hash; values of two cases may add the same.
  public func hash(into hasher: inout Hasher) {
    switch self {
    case .null: hasher.combine(0)
    case .bool(let value): hasher.combine(value)
    case .number(let value): hasher.combine(value)
    case .string(let text), .image(let text): hasher.combine(Bytewise(text))
    case .array(let elements): hasher.combine(elements)
    case .object(let members): hasher.combine(members)
    case .color(let color), .colorReference(let color): hasher.combine(color)
    case .colorInSpace(let color):
      if let plain = color.plain { hasher.combine(plain) } else { hasher.combine(color) }
    case .font(let font): hasher.combine(font)
    case .glyph(let glyph): hasher.combine(glyph)
    case .point(let point): hasher.combine(point)
    case .size(let size): hasher.combine(size)
    case .rect(let rect): hasher.combine(rect)
    case .edgeInsets(let edges): hasher.combine(edges)
    case .calls(let calls): hasher.combine(calls)
    case .typed(let token): hasher.combine(token.object.members)
    }
  }
}

extension Value.Member: Hashable {
  /// Whether both have the same key and value.
  public static func == (left: Self, right: Self) -> Bool {
    Bytewise(left.key) == Bytewise(right.key) && left.value == right.value
  }

  /// Adds the member to a hash.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(Bytewise(key))
    hasher.combine(value)
  }
}

extension Font: Hashable {
  /// Whether both ask for the same.
  public static func == (left: Font, right: Font) -> Bool {
    Bytewise(left.name) == Bytewise(right.name) && Bytewise(left.textStyle) == Bytewise(right.textStyle)
      && left.system == right.system && left.size == right.size
  }

  /// Adds the font to a hash.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(Bytewise(name))
    hasher.combine(Bytewise(textStyle))
    hasher.combine(system)
    hasher.combine(size)
  }
}

extension Glyph: Hashable {
  /// Whether both are the same icon, in one colour and height.
  public static func == (left: Glyph, right: Glyph) -> Bool {
    Bytewise(left.name) == Bytewise(right.name) && left.color == right.color && left.height == right.height
  }

  /// Adds the icon to a hash.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(Bytewise(name))
    hasher.combine(color)
    hasher.combine(height)
  }
}

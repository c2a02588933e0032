// SPDX-License-Identifier: MIT

import TextComparison

/// What a theme says is equal when its texts have the same bytes, see `Bytewise`.
extension Theme.Value: Equatable {
  /// Whether a theme writes both alike, apart from the order of members.
  public static func == (left: Self, right: Self) -> Bool {
    switch left {
    case .null: if case .null = right { true } else { false }
    case .bool(let left): if case .bool(let right) = right { left == right } else { false }
    case .number(let left): if case .number(let right) = right { left == right } else { false }
    case .string(let left): if case .string(let right) = right { Bytewise(left) == Bytewise(right) } else { false }
    case .array(let left): if case .array(let right) = right { left == right } else { false }
    case .object(let left): if case .object(let right) = right { left == right } else { false }
    case .color(let left): if case .color(let right) = right { left == right } else { false }
    case .colorReference(let left): if case .colorReference(let right) = right { left == right } else { false }
    case .font(let left): if case .font(let right) = right { left == right } else { false }
    case .image(let left): if case .image(let right) = right { Bytewise(left) == Bytewise(right) } else { false }
    case .glyph(let left): if case .glyph(let right) = right { left == right } else { false }
    case .point(let left): if case .point(let right) = right { left == right } else { false }
    case .size(let left): if case .size(let right) = right { left == right } else { false }
    case .rect(let left): if case .rect(let right) = right { left == right } else { false }
    case .edgeInsets(let left): if case .edgeInsets(let right) = right { left == right } else { false }
    case .calls(let left): if case .calls(let right) = right { left == right } else { false }
    }
  }
}

extension Theme.Font: Hashable {
  /// Whether both ask for the same.
  public static func == (left: Self, right: Self) -> Bool {
    Bytewise([left.name, left.textStyle]) == Bytewise([right.name, right.textStyle]) && left.system == right.system
      && left.size == right.size
  }

  /// Adds the font to a hash.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(Bytewise([name, textStyle]))
    hasher.combine(system)
    hasher.combine(size)
  }
}

extension Theme.Glyph: Hashable {
  /// Whether both are the same icon, in one colour and height.
  public static func == (left: Self, right: Self) -> Bool {
    Bytewise(left.name) == Bytewise(right.name) && left.color == right.color && left.height == right.height
  }

  /// Adds the icon to a hash.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(Bytewise(name))
    hasher.combine(color)
    hasher.combine(height)
  }
}

extension Theme.Diagnostic: Hashable {
  /// Whether both say the same of the same place.
  public static func == (left: Self, right: Self) -> Bool {
    Bytewise(left.texts) == Bytewise(right.texts) && left.severity == right.severity && left.line == right.line
      && left.column == right.column
  }

  /// Adds the diagnostic to a hash.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(Bytewise(texts))
    hasher.combine(severity)
    hasher.combine(line)
    hasher.combine(column)
  }

  private var texts: [String?] { [code, message, file, help] }
}

extension Theme.Context: Hashable {
  /// Whether both say the same.
  public static func == (left: Self, right: Self) -> Bool { Bytewise(left.texts) == Bytewise(right.texts) }

  /// Adds the context to a hash.
  public func hash(into hasher: inout Hasher) { hasher.combine(Bytewise(texts)) }

  private var texts: [String?] { [device, version, language] + themes }
}

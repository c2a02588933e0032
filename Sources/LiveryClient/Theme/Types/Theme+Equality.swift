// SPDX-License-Identifier: MIT

import TextComparison

// Texts are equal when their bytes are, see `Bytewise`.

extension Theme.Diagnostic: Hashable {
  /// Whether both are equal.
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
  /// Whether both are equal.
  public static func == (left: Self, right: Self) -> Bool { Bytewise(left.texts) == Bytewise(right.texts) }

  /// Adds the context to a hash.
  public func hash(into hasher: inout Hasher) { hasher.combine(Bytewise(texts)) }

  /// A nil separates the themes from the modifiers.
  private var texts: [String?] {
    let modifiers = modifiers.sorted { $0.key.precedesBytewise($1.key) }.flatMap { [$0.key, $0.value] }
    return [device, version, language] + themes + [nil] + modifiers
  }
}

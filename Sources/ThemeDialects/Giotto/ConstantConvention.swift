// SPDX-License-Identifier: GPL-2.0-or-later

import ThemeModel

/// The kind of value that a constant's name announces: "By convention the keys have the following prefixes: font names: key starts
/// with FONT_; color codes: key starts with COLOR_; dimensions (integer o float): key starts with DIMENSION_".
enum ConstantConvention: String, CaseIterable {
  case font = "FONT_"
  case color = "COLOR_"
  case dimension = "DIMENSION_"

  /// The difference of a value from the kind that its name announces.
  struct Departure {
    var code: DiagnosticCode
    var severity: Severity
    var message: String
    var help: String
  }

  /// Nil if the name and the value agree, or if the value was reported already.
  static func departure(_ name: String, _ content: GiottoItem.Content) -> Departure? {
    guard let kind = Kind(content) else { return nil }
    guard let convention = allCases.first(where: { name.hasPrefix($0.rawValue) }) else {
      guard let convention = kind.convention else { return nil }
      return Departure(
        code: .unknownKey, severity: .info,
        message: name.isEmpty
          ? "this constant has no name"
          : "`\(name)` is \(kind.rawValue), but its name does not begin with `\(convention.rawValue)`",
        help: name.isEmpty
          ? "give it a name that begins with `\(convention.rawValue)`"
          : "rename it to `\(convention.name(for: name))`, as Giotto's convention says")
    }
    if convention.admits(kind) { return nil }
    var help = convention.help
    if convention == .color, case .literal(.string(let text)) = content, Color(hash: text) != nil {
      help = "write color:\(text.dropFirst()), or rename the constant"
    }
    return Departure(
      code: .typeMismatch, severity: .warning,
      message: "`\(name)` has the name of \(convention.meaning), but its value is \(kind.rawValue)",
      help: help)
  }

  /// The name by this convention: with the prefix before it, or in place of a misspelt one.
  private func name(for name: String) -> String {
    guard let end = name.firstIndex(of: "_"), name[end...].utf8.count > 1,
      nearest(to: String(name[...end]), among: CollectionOfOne(rawValue)) != nil
    else { return rawValue + name }
    return rawValue + name[end...].dropFirst()
  }

  private enum Kind: String {
    case text = "a text"
    case font = "a font"
    case color = "a colour"
    case number = "a number"
    case boolean = "a boolean"
    case geometry = "a point, size, rectangle or insets"

    init?(_ content: GiottoItem.Content) {
      switch content {
      case .font: self = .font
      case .literal(.string): self = .text
      case .literal(.color), .literal(.colorInSpace), .literal(.colorReference): self = .color
      case .literal(.number): self = .number
      case .literal(.bool): self = .boolean
      case .literal(.point), .literal(.size), .literal(.rect), .literal(.edgeInsets): self = .geometry
      case .literal(.null), .literal(.array), .literal(.object), .literal(.font), .literal(.image), .literal(.glyph),
        .literal(.calls), .literal(.typed), .faulty, .lookup, .array, .object, .invalid:
        return nil
      }
    }

    /// The convention for names of such values; nil without one.
    var convention: ConstantConvention? {
      switch self {
      case .font: .font
      case .color: .color
      case .text, .number, .boolean, .geometry: nil
      }
    }
  }

  private func admits(_ kind: Kind) -> Bool {
    switch (self, kind) {
    case (.font, .text), (.font, .font), (.color, .color), (.dimension, .number), (.dimension, .geometry): true
    case (.font, .color), (.font, .number), (.font, .boolean), (.font, .geometry), (.color, .text), (.color, .font),
      (.color, .number), (.color, .boolean), (.color, .geometry), (.dimension, .text), (.dimension, .font),
      (.dimension, .color), (.dimension, .boolean):
      false
    }
  }

  private var meaning: String {
    switch self {
    case .font: "a font"
    case .color: "a colour"
    case .dimension: "a dimension"
    }
  }

  private var help: String {
    switch self {
    case .font: "write the name of a font or font:NAME,SIZE, or rename the constant"
    case .color: "write color:RRGGBB, or rename the constant"
    case .dimension: "write a number, or rename the constant"
    }
  }
}

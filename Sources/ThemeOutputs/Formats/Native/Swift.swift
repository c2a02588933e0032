// SPDX-License-Identifier: GPL-2.0-or-later

import TextComparison
import ThemeModel

extension OutputFormat {
  static let swift = OutputFormat(
    name: "swift", group: .native, comment: .init("// "),
    summary: "Typed keys for the library LiveryClient: `theme[.colorBrand]`", options: [.typeName("ThemeKey")],
    policy:
      "Colours are in sRGB. A value without a type of its own in the client library is a `Theme.Value`, null in the file.",
    takeover: "a build of the program; running programs follow the daemon by themselves"
  ) { (request, choices) throws(OutputProblem) in
    let type = choices["type"] ?? ""
    var lines = [
      "import LiveryClient", "import ThemeModel", "",
      "/// The path of a value, its type, and the value that it had when this file was written.",
      "public struct \(type)<Value: ThemeConvertible>: Sendable {", "  public let path: Theme.Path",
      "  public let usual: Value", "}", "", "extension ThemeReadable {",
      "  /// The value of a key; the one of this file while the theme has none.",
      "  public subscript<Value>(key: \(type)<Value>) -> Value { value(key.path, default: key.usual) }", "}", "",
    ]
    var byType: [(type: String, lines: [String])] = []
    for (name, entry) in try request.swiftNames() {
      guard let literal = try SwiftLiteral(entry) else { continue }
      let path = entry.path.prefix { $0 != "/" } == "styles" ? ["styles"] + entry.keys : ["constants"] + entry.keys
      let segments = try path.map { segment throws(OutputProblem) in try SwiftLiteral.text(segment, at: entry.path) }
      let line =
        "  public static var \(name): Self { Self(path: Theme.Path(segments: [\(segments.joined(separator: ", "))]), "
        + "usual: \(literal.text)) }"
      if let index = byType.firstIndex(where: { $0.type == literal.type }) {
        byType[index].lines.append(line)
      } else {
        byType.append((literal.type, [line]))
      }
    }
    for (value, members) in byType.sorted(by: { $0.type.precedesBytewise($1.type) }) {
      lines += ["extension \(type) where Value == \(value) {"] + members + ["}", ""]
    }
    return lines.joined(separator: "\n")
  }

  static let swiftui = OutputFormat(
    name: "swiftui", group: .native, comment: .init("// "),
    summary: "Colours and lengths as constants for SwiftUI: `ThemeValues.colorBrand`",
    options: [.typeName("ThemeValues")],
    policy:
      "Values other than colours, lengths and numbers are left out. Colours of Display P3 stay, those of other spaces are in sRGB.",
    takeover: "a build of the program"
  ) { (request, choices) throws(OutputProblem) in
    var lines = ["import SwiftUI", "", "public enum \(choices["type"] ?? "") {"]
    for (name, entry) in try request.swiftNames() {
      if let color = entry.value.colorInSpace {
        lines.append("  public static let \(name) = \(color.swiftUI)")
      } else if let length = entry.value.points {
        lines.append("  public static let \(name): CGFloat = \(numberText(length))")
      }
    }
    return (lines + ["}", ""]).joined(separator: "\n")
  }
}

extension OutputFormat.Option {
  fileprivate static func typeName(_ usual: String) -> OutputFormat.Option {
    OutputFormat.Option(name: "type", text: usual, summary: "the name of the type in the file") {
      name throws(OutputProblem) in
      guard let first = name.utf8.first, (0x41...0x5A).contains(first), name.utf8.allSatisfy(\.isSwiftName) else {
        throw OutputProblem(
          "`\(name)` is not the name of a type", help: "write a letter of A to Z, then letters and digits")
      }
    }
  }
}

extension OutputRequest {
  /// The selected values by their names in Swift: words of the id without separators, each but the first with a capital.
  fileprivate func swiftNames() throws(OutputProblem) -> [(name: String, entry: OutputTheme.Entry)] {
    var names: [(name: String, entry: OutputTheme.Entry)] = []
    for entry in entries() {
      guard let name = Self.swiftName(try OutputName.css(entry)) else {
        throw OutputProblem(
          "`\(entry.path)` has no letter or digit that a name in Swift could have",
          help: "rename it, or leave it out with `select`")
      }
      names.append((name, entry))
    }
    try OutputName.checkUnique(names.map { ($0.name, $0.entry.path) }) { $0 }
    return names
  }

  /// Nil for a name of separators alone.
  private static func swiftName(_ name: String) -> String? {
    let words = name.split { $0 == "-" || $0 == "_" }
    let rest = words.dropFirst().map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
    let first = words.first.map { $0.prefix(1).lowercased() + $0.dropFirst() } ?? ""
    let joined = first + rest
    if joined.isEmpty { return nil }
    if joined.first?.isNumber == true { return "_\(joined)" }
    return keywords.containsBytewise(joined) ? "`\(joined)`" : joined
  }

  /// Words that are no names of members.
  private static let keywords = [
    "as", "associatedtype", "break", "case", "catch", "class", "continue", "default", "defer", "deinit", "do", "else",
    "enum", "extension", "fallthrough", "false", "fileprivate", "for", "func", "guard", "if", "import", "in", "init",
    "inout", "internal", "is", "let", "nil", "operator", "precedencegroup", "private", "protocol", "public", "repeat",
    "rethrows", "return", "self", "static", "struct", "subscript", "super", "switch", "throw", "throws", "true", "try",
    "typealias", "var", "where", "while", "Type", "Protocol", "Self",
  ]
}

extension UInt8 {
  fileprivate var isSwiftName: Bool {
    (0x41...0x5A).contains(self) || (0x61...0x7A).contains(self) || (0x30...0x39).contains(self)
  }
}

/// A value as source of Swift, with its type in the client library.
private struct SwiftLiteral {
  let type: String
  let text: String

  /// Nil for values that programs read as `Theme.Value` alone.
  init?(_ entry: OutputTheme.Entry) throws(OutputProblem) {
    switch entry.value {
    case .bool(let value): (type, text) = ("Bool", "\(value)")
    case .number(let number): (type, text) = ("Double", "\(number)")
    case .string(let string): (type, text) = ("String", try Self.text(string, at: entry.path))
    case .color, .colorInSpace, .colorReference:
      guard let color = entry.value.srgbColor else { return nil }
      let parts = "red: \(color.red), green: \(color.green), blue: \(color.blue), alpha: \(color.alpha)"
      (type, text) = ("Theme.Color", "Theme.Color(\(parts))")
    case .point(let point): (type, text) = ("Theme.Point", "Theme.Point(x: \(point.x), y: \(point.y))")
    case .size(let size): (type, text) = ("Theme.Size", "Theme.Size(width: \(size.width), height: \(size.height))")
    case .null, .array, .object, .font, .image, .glyph, .rect, .edgeInsets, .calls, .typed:
      (type, text) = ("Theme.Value", ".null")
    }
  }

  /// A string literal that has no interpolation.
  static func text(_ text: String, at path: String) throws(OutputProblem) -> String {
    var literal = "\""
    for scalar in try printable(text, at: path).unicodeScalars {
      switch scalar {
      case "\"", "\\": literal += "\\\(scalar)"
      default: literal.unicodeScalars.append(scalar)
      }
    }
    return literal + "\""
  }
}

extension ColorInSpace {
  fileprivate var swiftUI: String {
    // SwiftUI has colours of Display P3 beside those of sRGB.
    let components = components.map { $0 ?? 0 }
    let (space, parts) =
      self.space == .displayP3 ? (".displayP3", components) : (".sRGB", [srgb.red, srgb.green, srgb.blue])
    return "Color(\(space), red: \(parts[0]), green: \(parts[1]), blue: \(parts[2]), opacity: \(alpha))"
  }
}

extension Value {
  /// A length in points: a number, or a dimension in pixels or rem.
  var points: Double? {
    switch self {
    case .number(let number): return number
    case .typed(let token):
      guard let type = TokenType(rawValue: token.type), type == .dimension,
        case .number(let number) = token.value.members.first(where: { $0.key.isBytewiseEqual(to: "value") })?.value,
        case .string(let unit) = token.value.members.first(where: { $0.key.isBytewiseEqual(to: "unit") })?.value
      else { return nil }
      return unit == "rem" ? number * CSSValues.pixelsOfRem : number
    case .null, .bool, .string, .array, .object, .color, .colorInSpace, .colorReference, .font, .image, .glyph, .point,
      .size, .rect, .edgeInsets, .calls:
      return nil
    }
  }
}

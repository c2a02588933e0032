// SPDX-License-Identifier: GPL-2.0-or-later

import ThemeModel

/// A text that Redbeard reads as a plain text, and that its author probably meant as a colour, a reference, a number or a
/// boolean.
struct TextSlip {
  let code: DiagnosticCode
  let message: String
  let help: String
  /// The value that was probably meant, as JSON.
  var replacement: String?

  /// Nil for any other text.
  ///
  /// - Parameters:
  ///   - key: of the text, without a device suffix; the id for the value of an id; nil for elements of arrays.
  ///   - isColor: whether a colour is expected here.
  init?(_ text: String, key: String?, isColor: Bool) {
    // Outside of the keys of colours, a text may have blanks around it.
    let bare = isColor ? text.trimmingBlanks : text
    let lower = bare.lowercased()
    if let id = Self.reference(bare, lower, isColor: isColor) {
      code = .looksLikeConstant
      message = "`\(text)` looks like a reference, but is only a text here"
      help = "write \"ref://\(id)\""
    } else if let glyph = Self.glyph(bare) {
      code = .looksLikeConstant
      message = "`\(text)` looks like a glyph, but is only a text here"
      help = "write \"\(RedbeardText.glyphPrefix)\(glyph)\""
    } else if isColor, let way = ColorSlip.help(for: bare, lower) {
      code = .badColor
      message =
        bare.isEmpty
        ? "an empty text is not a valid colour, so it stays a text"
        : "`\(text)` is not a valid colour here, so it stays a text"
      help = way
    } else if let key, let number = Self.number(text, key: key) {
      code = .numberInString
      message = "`\(text)` is a text here, not a number"
      help = "write \(number)"
      replacement = number
    } else if let key, let word = Self.boolean(text), !Self.isForPeople(key) {
      code = .typeMismatch
      message = "`\(text)` is a text here, not a boolean"
      help = "write \(word) without quotation marks"
      replacement = word
    } else {
      return nil
    }
  }

  /// Endings of keys whose values are texts for people or names.
  private static let textKeys = [
    "text", "title", "label", "caption", "description", "format", "message", "placeholder", "name", "style", "string",
    "identifier", "image",
  ]

  /// Endings of keys whose values are numbers.
  private static let numberKeys = [
    "height", "width", "margin", "radius", "spacing", "padding", "alpha", "opacity", "inset", "size", "offset", "gap",
  ]

  private static func isForPeople(_ key: String) -> Bool {
    let key = key.lowercased()
    return textKeys.contains(where: key.hasSuffix)
  }

  /// The number in a text such as `44px`, or in `44` if the key is for a number.
  private static func number(_ text: String, key: String) -> String? {
    guard let first = text.utf8.first, first &- 0x30 < 10 || "-.".utf8.contains(first), !isForPeople(key) else {
      return nil
    }
    let lower = text.lowercased()
    let unit = ["px", "pt", "dp", "sp"].first(where: lower.hasSuffix) ?? ""
    let digits = String(text.dropLast(unit.count)).trimmingBlanks
    guard digits.utf8.allSatisfy({ $0 &- 0x30 < 10 || "-.".utf8.contains($0) }),
      let value = ThemeDialects.number(in: digits)
    else { return nil }
    let key = key.lowercased()
    guard !unit.isEmpty || numberKeys.contains(where: key.hasSuffix) else { return nil }
    return Int(exactly: value).map(String.init) ?? "\(value)"
  }

  static func boolean(_ text: String) -> String? {
    switch text {
    case "true", "True", "TRUE": "true"
    case "false", "False", "FALSE": "false"
    default: nil
    }
  }

  /// The id that a text seems to refer to.
  private static func reference(_ text: String, _ lower: String, isColor: Bool) -> String? {
    if lower.hasPrefix("ref:") {
      return String(text.dropFirst("ref:".count).drop { $0 == "/" })
    }
    if lower.hasPrefix("var(--"), text.hasSuffix(")") { return String(text.dropFirst("var(--".count).dropLast()) }
    guard isColor else { return nil }
    if text.hasPrefix("{"), text.hasSuffix("}") { return word(text.dropFirst().dropLast()) }
    if text.hasPrefix("$") || text.hasPrefix("@") { return word(text.dropFirst()) }
    return nil
  }

  /// The part of a glyph after its scheme, when the scheme is misspelt or its slashes are wrong.
  private static func glyph(_ text: String) -> String? {
    // Few texts begin with this letter.
    guard text.utf8.first == UInt8(ascii: "g") || text.utf8.first == UInt8(ascii: "G"),
      let colon = text.utf8.prefix("glyphs:".utf8.count).firstIndex(of: UInt8(ascii: ":"))
    else { return nil }
    let scheme = text[..<colon].lowercased()
    let rest = Substring(text.utf8[colon...].dropFirst())
    let glyph = rest.drop { $0 == "/" }
    guard !glyph.isEmpty, !glyph.contains(" ") else { return nil }
    return scheme == "glyph" || scheme.isOneSlip(from: "glyph") && rest.hasPrefix("/") ? String(glyph) : nil
  }

  /// The text when it may be an id.
  private static func word(_ text: Substring) -> String? {
    let isWord = text.utf8.allSatisfy { byte in
      byte | 0x20 &- UInt8(ascii: "a") < 26 || byte &- 0x30 < 10 || "-_./".utf8.contains(byte)
    }
    return isWord && !text.isEmpty ? String(text) : nil
  }
}

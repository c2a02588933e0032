// SPDX-License-Identifier: GPL-2.0-or-later

import ThemeModel

/// A text that begins without `@`, and that its author probably meant as a value.
struct UntypedText {
  let code: DiagnosticCode
  let message: String
  /// The text that was probably meant.
  let meant: String

  /// Nil for any other text. Only under the keys of colours and fonts, and in resources, a text is rarely meant as a text.
  ///
  /// - Parameters:
  ///   - key: of the text, or the name of its resource; nil for elements of arrays.
  ///   - isName: whether a resource has a name.
  init?(_ text: String, under key: String?, isResource: Bool, isName: (String) -> Bool) {
    guard let key else { return nil }
    let isColor = KeyEnds(key).areOfColor
    let isFont = key.utf8.last.map { $0 | 0x20 == UInt8(ascii: "t") } ?? false && key.lowercased().hasSuffix("font")
    let needsType = isColor || isFont
    guard needsType || isResource else { return nil }
    var isNamed = false
    let bare = text.trimmingBlanks
    if let typed = Self.typed(bare), needsType || Self.isUnmistakable(typed) {
      meant = typed
    } else if isColor, let color = Self.color(bare) {
      meant = color
    } else if isFont, TypedText("@font:\(bare)").problem == nil {
      meant = "@font:\(bare)"
    } else if needsType, isName(bare) {
      meant = "@resource:\(bare)"
      isNamed = true
    } else {
      return nil
    }
    if case .literal(.color) = TypedText(meant).meaning {
      code = .badColor
      message = "`\(text)` is not a valid colour here, so it stays a text"
    } else {
      code = .looksLikeConstant
      message = "`\(text)` \(isNamed ? "is a resource" : "looks like a value"), but is only a text here"
    }
  }

  /// The typed text without blanks around it and with its `@`.
  private static func typed(_ text: String) -> String? {
    guard text.utf8.contains(UInt8(ascii: ":")) else { return nil }
    let meant = text.utf8.first == UInt8(ascii: "@") ? text : "@\(text)"
    return TypedText(meant).problem == nil ? meant : nil
  }

  /// Whether a typed text has a form that texts for people do not have.
  private static func isUnmistakable(_ text: String) -> Bool {
    switch TypedText(text).meaning {
    case .literal(.color), .literal(.colorReference), .literal(.font), .literal(.edgeInsets): true
    default: false
    }
  }

  /// The typed text of a colour that has no type, or another notation.
  private static func color(_ text: String) -> String? {
    if let color = Color(hash: text) {
      let components = [color.red, color.green, color.blue, color.alpha].map(number)
      return "@color:\(components.joined(separator: " "))"
    }
    return TypedText("@color:\(text)").problem == nil ? "@color:\(text)" : nil
  }

  /// A component with three decimals at most, which distinguish all 256 steps.
  private static func number(_ component: Double) -> String {
    let rounded = (component * 1_000).rounded() / 1_000
    return Int(exactly: rounded).map(String.init) ?? "\(rounded)"
  }
}

// SPDX-License-Identifier: GPL-2.0-or-later

import ThemeModel
import ThemeSyntax

/// Colours as schemes write them: six hexadecimal digits of either case, with or without `#`.
enum SchemeColor {
  static let help = "write six digits 0-9 and A-F, with or without `#`"
  static let emptyHelp = "write six digits 0-9 and A-F in quotation marks: without them, a `#` begins a comment in YAML"

  /// Nil unless the whole text is a colour.
  static func parse(_ text: String) -> Color? {
    let bytes = Array(text.utf8)
    let digits = bytes.first == UInt8(ascii: "#") ? bytes[1...] : bytes[...]
    return digits.count == 6 ? Color(hexadecimal: digits) : nil
  }
}

extension DeclarationReader {
  /// The colour of a slot. Nil for an invalid value, which is reported.
  mutating func color(_ node: SourceTree.Node, _ slot: String) -> Color? {
    let text = tree.kind(of: node) == .null ? nil : tree.writtenText(of: node)
    if let color = text.flatMap(SchemeColor.parse) { return color }
    if tree.kind(of: node) == .null || text?.isEmpty ?? false {
      report(.badColor, "`\(slot)` is empty", node, id: slot, help: SchemeColor.emptyHelp)
      return nil
    }
    let shown = text.map { "is `\(String($0.prefix(40)))`, which is not a colour" }
    let respelling = text.flatMap(Finding.Respelling.init(threeDigitColor:))
    report(
      .badColor, "`\(slot)` \(shown ?? "is not a colour")", node, id: slot,
      help: respelling.map { "write \($0.meant)" } ?? SchemeColor.help, respelling: respelling)
    return nil
  }
}

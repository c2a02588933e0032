// SPDX-License-Identifier: GPL-2.0-or-later

import JSONText
import StyledText
package import ThemeModel

/// Text as GitHub-flavoured Markdown: foreign text stands in code spans alone.
package enum MarkdownText {
  /// A code span, which nothing in the text ends and no cell of a table either.
  ///
  /// Control characters become their pictures, backticks get a longer fence, and bars are escaped. Of a bar behind a backslash the
  /// backslash would be taken for the escape, so that a bar of double width takes its place.
  package static func code(_ text: String) -> String {
    let text = text.printable
    var run = 0
    var longest = 0
    for byte in text.utf8 {
      run = byte == UInt8(ascii: "`") ? run + 1 : 0
      longest = max(longest, run)
    }
    var content = ""
    var backslashes = 0
    for scalar in text.unicodeScalars {
      if scalar == "|" {
        content += backslashes % 2 == 0 ? "\\|" : "\u{FF5C}"
      } else {
        content.unicodeScalars.append(scalar)
      }
      backslashes = scalar == "\\" ? backslashes + 1 : 0
    }
    let fence = String(repeating: "`", count: longest + 1)
    // Blanks at both ends are taken off. A backslash at the end would escape the bar behind the cell.
    let needsRoom = longest > 0 || content.isEmpty || content.first == " " || content.last == " "
    let room = needsRoom ? " " : ""
    return "\(fence)\(room)\(content)\(room)\(fence)"
  }

  /// A value of at most some length: a colour as `#rrggbb`, beside which GitHub shows a swatch.
  package static func value(_ value: Value?) -> String {
    switch value {
    case nil: ""
    case .color(let color)?, .colorReference(let color)?: text(color)
    case .colorInSpace(let color)?: text(color.srgb) + (color.plain == nil ? " \(code(cut(color.css)))" : "")
    case .glyph(let glyph)?: code(cut(glyph.name)) + (glyph.color.map { " \(text($0))" } ?? "")
    case .some(let value): code(cut(whole(value)))
    }
  }

  /// The values before and after a change. Where a text would be cut, only the parts that differ, cut around their first
  /// difference.
  static func values(_ old: Value?, _ new: Value?) -> (String, String) {
    guard let old, let new, [old, new].contains(where: isCut) else { return (value(old), value(new)) }
    let parts = PartChange.parts(from: old, to: new)
    let cells = parts.isEmpty ? (old: StyledLine(whole(old)), new: StyledLine(whole(new))) : PartChange.cells(parts)
    let (before, after) = String.fitted(
      cells.old.text(for: .plain), cells.new.text(for: .plain), to: maximumLength)
    return (code(before), code(after))
  }

  /// The text of a value that is code as a whole; empty for other values.
  private static func whole(_ value: Value) -> String {
    switch value {
    case .color, .colorReference, .colorInSpace, .glyph: ""
    case .image(let name): name
    default: value.token?.shortText ?? value.json.text
    }
  }

  private static func isCut(_ value: Value) -> Bool { whole(value).count > maximumLength }

  private static func text(_ color: Color) -> String {
    code(color.hex) + (color.alpha < 1 ? " \(Int((color.alpha * 100).rounded()))%" : "")
  }

  private static let maximumLength = 120

  private static func cut(_ text: String) -> String {
    text.count > maximumLength ? "\(text.prefix(maximumLength - 1))…" : text
  }
}

// SPDX-License-Identifier: GPL-2.0-or-later

import ThemeModel

extension StringProtocol {
  /// Whether a scalar of the text is a control character, ends a line, or changes the direction of text: a reader of the file
  /// would see a different text than the program.
  package var hasUnprintableScalar: Bool {
    if utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F }) { return false }
    return unicodeScalars.contains { scalar in
      switch scalar.value {
      case 0..<0x20, 0x7F..<0xA0, 0x061C, 0x200E...0x200F, 0x2028...0x202E, 0x2066...0x2069: true
      default: false
      }
    }
  }
}

/// A text of a theme that may become part of a file.
///
/// - Parameter path: where the text comes from, for the error.
func printable(_ text: String, at path: String) throws(OutputProblem) -> String {
  guard text.hasUnprintableScalar else { return text }
  throw OutputProblem(
    "the value at `\(path.unicodeScalars.filter { !String($0).hasUnprintableScalar }.reduce(into: "") { $0.unicodeScalars.append($1) })` "
      + "has a control character, which outputs do not contain",
    help: "take it out of the theme, or leave the value out with `select`")
}

/// The shortest form of a number, without `.0`.
func numberText(_ number: Double) -> String {
  let text = "\(number)"
  return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
}

extension String {
  /// The text with each scalar changed. A `Character` may be a sign with a combining mark, which is unequal to the sign.
  func mappingScalars(_ change: (Unicode.Scalar) -> Unicode.Scalar) -> String {
    String(String.UnicodeScalarView(unicodeScalars.map(change)))
  }
}

// SPDX-License-Identifier: GPL-2.0-or-later

import JSONText

/// Texts as the notations of files spell them.
enum Spelling {
  /// Between quotation marks of JSON. YAML reads them in double quotation marks.
  static func json(_ text: String) -> String { String(JSONValue.string(text).text.dropFirst().dropLast()) }

  /// Between tags.
  static func xml(_ text: String) -> String {
    text.unicodeScalars.map { scalar in
      switch scalar {
      case "&": "&amp;"
      case "<": "&lt;"
      case ">": "&gt;"
      case "\t", "\n", "\r": "&#\(scalar.value);"
      default: String(scalar)
      }
    }.joined()
  }

  /// Whether YAML reads a path without quotation marks as it is.
  static func isPlainYAML(_ path: String) -> Bool {
    path.utf8.first != UInt8(ascii: "-")
      && path.utf8.allSatisfy { byte in
        let isAlphanumeric = (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte | 0x20)
        return isAlphanumeric || "-_./".utf8.contains(byte) || byte >= 0x80
      }
  }
}

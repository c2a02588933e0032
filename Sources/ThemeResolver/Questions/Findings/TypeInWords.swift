// SPDX-License-Identifier: GPL-2.0-or-later

/// The name of a type in a sentence, with its article.
///
/// - Parameter type: as `Value.typeName`.
func typeInWords(_ type: String) -> String {
  switch type {
  case "null": "null"
  case "color": "a colour"
  case "string": "a text"
  default: "\(type.first.map("aeiou".contains) == true ? "an" : "a") \(type)"
  }
}

// SPDX-License-Identifier: GPL-2.0-or-later

import ThemeModel

extension Color {
  /// The colour of a text as most programs write it, `#` and 3, 4, 6 or 8 digits with the alpha last. Nil for any other text.
  ///
  /// For dialects whose programs write colours otherwise: there it is a text, and was probably meant as a colour.
  init?(hash text: String) {
    guard text.utf8.first == UInt8(ascii: "#") else { return nil }
    self.init(hexadecimal: Array(text.utf8.dropFirst())[...])
  }

  /// The same under a key that is named like a colour; nil for any other key.
  init?(hash text: String, under key: String) {
    self.init(hash: text)
    let name = key.lowercased()
    guard name.hasSuffix("color") || name.hasSuffix("colour") else { return nil }
  }
}

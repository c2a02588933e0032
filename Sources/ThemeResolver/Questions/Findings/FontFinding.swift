// SPDX-License-Identifier: GPL-2.0-or-later

import ThemeModel

/// The words of findings about the halves and parts of fonts.
enum FontFinding {
  static func half(missing: String) -> Finding {
    Finding(
      .fontPair, "this font is incomplete: `\(missing)` is missing", help: "add `\(missing)`, or remove this half")
  }

  /// - Parameters:
  ///   - key: of the name.
  ///   - found: the type of its value, with an article; nil for an empty name.
  static func badName(_ key: String, found: String?) -> Finding {
    guard let found else {
      return Finding(
        .fontPair, "`\(key)` is empty, so that this font has no name", help: "write the name of a font")
    }
    return Finding(
      .fontPair, "`\(key)` must be the name of a font, and this is \(found)", help: "write the name of a font, a text")
  }

  static func badSize(_ key: String) -> Finding {
    Finding(.fontPair, "`\(key)` must be above 0", help: "give the size in points")
  }

  /// - Parameters:
  ///   - source: the id that the part refers to.
  ///   - found, needed: types, with an article.
  ///   - isLookup: whether the part may name a constant.
  static func badPart(_ part: String, source: String?, found: String, needed: String, isLookup: Bool) -> Finding {
    let what = source.map { "`\($0)` is the \(part) of this font" } ?? "this is the \(part) of a font"
    let help =
      isLookup
      ? "write \(needed), or the name of a constant that is one"
      : "write \(needed)\(source.map { " for `\($0)`" } ?? "")"
    return Finding(.typeMismatch, "\(what) and must be \(needed), but it is \(found)", help: help)
  }
}

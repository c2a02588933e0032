// SPDX-License-Identifier: GPL-2.0-or-later

import ThemeModel

/// Spells names for files of other programs.
enum OutputName {
  /// A name of the keys that lead to a value: letters, digits, `_`, `-` and letters outside of ASCII stay, other characters become `-`,
  /// and a leading digit gets a `_`.
  static func css(_ entry: OutputTheme.Entry) throws(OutputProblem) -> String {
    let name = try printable(entry.keys.count == 1 ? entry.keys[0] : entry.keys.joined(separator: "-"), at: entry.path)
    if name.utf8.allSatisfy({ $0 < 0x80 }) { return ascii(name) }
    var spelt = ""
    for scalar in name.unicodeScalars {
      switch scalar {
      case "a"..."z", "A"..."Z", "0"..."9", "_", "-": spelt.unicodeScalars.append(scalar)
      // White space and signs of Unicode would be read as names, but not by people.
      case "\u{80}"...: spelt += scalar.isPartOfWord ? String(scalar) : "-"
      default: spelt += "-"
      }
    }
    return spelt.first?.isNumber == true ? "_\(spelt)" : spelt
  }

  /// As `css`, for a name of ASCII, such as the path of a token.
  private static func ascii(_ name: String) -> String {
    let isNumbered = name.utf8.first?.isDigit == true
    return String(unsafeUninitializedCapacity: name.utf8.count + 1) { text in
      // Each byte up to the returned count is written.
      var count = 0
      func append(_ byte: UInt8) {
        text.initializeElement(at: count, to: byte)
        count += 1
      }
      if isNumbered { append(UInt8(ascii: "_")) }
      for byte in name.utf8 { append(byte.isPartOfName ? byte : UInt8(ascii: "-")) }
      return count
    }
  }

  /// Fails when two entries have one name in the target.
  ///
  /// - Parameter form: the name as the target compares it.
  static func checkUnique<Form: Comparable>(
    _ names: [(name: String, path: String)], in form: (String) -> Form
  ) throws(OutputProblem) {
    // A text is compared by canonical equivalence, as targets that normalize names do. Names come in order mostly.
    if zip(names, names.dropFirst()).allSatisfy({ form($0.name) < form($1.name) }) { return }
    let sorted = names.map { (form: form($0.name), name: $0.name, path: $0.path) }.sorted { $0.form < $1.form }
    for (left, right) in zip(sorted, sorted.dropFirst()) where left.form == right.form {
      throw OutputProblem(
        "`\(left.path)` and `\(right.path)` would both be called `\(left.name)`",
        help: "rename one of them, or leave one out with `select`")
    }
  }
}

extension Unicode.Scalar {
  /// Whether it is a letter, a digit, or a mark on one.
  fileprivate var isPartOfWord: Bool {
    switch properties.generalCategory {
    case .nonspacingMark, .spacingMark: true
    default: properties.isAlphabetic || properties.numericType != nil
    }
  }
}

extension UInt8 {
  fileprivate var isDigit: Bool { (0x30...0x39).contains(self) }

  /// Whether it is a letter of ASCII, a digit, `_` or `-`.
  fileprivate var isPartOfName: Bool {
    (0x61...0x7A).contains(self) || (0x41...0x5A).contains(self) || isDigit || self == 0x5F || self == 0x2D
  }
}

// SPDX-License-Identifier: GPL-2.0-or-later

import ThemeModel

/// Spells names for files of other programs.
enum OutputName {
  /// A name of the keys that lead to a value: letters, digits, `_`, `-` and what is not ASCII stay, anything else becomes `-`,
  /// and a leading digit gets a `_`.
  static func css(_ entry: OutputTheme.Entry) throws(OutputProblem) -> String {
    let name = try printable(entry.keys.joined(separator: "-"), at: entry.path)
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

  /// Fails when two entries have one name in the target.
  ///
  /// - Parameter form: the name as the target compares it.
  static func checkUnique(
    _ names: [(name: String, path: String)], in form: (String) -> String
  ) throws(OutputProblem) {
    // Swift compares texts by canonical equivalence, as targets that normalize names do.
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

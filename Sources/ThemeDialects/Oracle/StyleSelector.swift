// SPDX-License-Identifier: GPL-2.0-or-later

import TextComparison

/// The key of a style: `UITextView`, `UILabel>UIButton` (a label inside a button, nearest container first), or
/// `~searchBoxStyle`.
struct StyleSelector: Hashable {
  static let help = "write a class (UILabel), nested classes (UILabel>UIButton) or a style id (~searchBox)"

  /// The key without blanks around it and around its parts.
  @Bytewise private(set) var text: String

  /// Nil when the key has a form other than these three.
  init?(_ key: String) {
    let key = key.trimmingBlanks()
    if key.hasPrefix("~") {
      let id = key.dropFirst().trimmingBlanks()
      guard !id.isEmpty, !id.contains(where: { $0 == "~" || $0 == ">" }) else { return nil }
      text = "~\(id)"
    } else {
      let classes = key.split(separator: ">", omittingEmptySubsequences: false).map { $0.trimmingBlanks() }
      guard classes.allSatisfy(Self.isClassName) else { return nil }
      text = classes.joined(separator: ">")
    }
  }

  /// Whether the style has a style id, so that it is never applied by itself.
  var isStyleID: Bool { text.hasPrefix("~") }

  /// The common part of styles that match one element with equal specificity: the class without its module, and the length of the
  /// chain.
  struct Match: Hashable {
    @Bytewise var className: String
    var length: Int
  }

  /// Nil for a style id.
  var match: Match? {
    if isStyleID { return nil }
    let chain = text.split(separator: ">")
    guard let name = chain.first?.split(separator: ".").last else { return nil }
    return Match(className: String(name), length: chain.count)
  }

  /// A class may have a module: `Harbor.BerthView`.
  private static func isClassName(_ text: String) -> Bool {
    text.split(separator: ".", omittingEmptySubsequences: false).allSatisfy { part in
      guard let first = part.first, first.isLetter || first == "_" else { return false }
      return part.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" }
    }
  }
}

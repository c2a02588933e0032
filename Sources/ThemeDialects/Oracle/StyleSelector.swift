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
    let key = key.trimmingBlanks
    if key.utf8.first == Self.idMark {
      let id = Substring(key.utf8.dropFirst()).trimmingBlanks
      guard !id.isEmpty, !id.utf8.contains(Self.idMark), !id.utf8.contains(Self.nestingMark) else { return nil }
      text = "~\(id)"
    } else if key.utf8.contains(Self.nestingMark) {
      let classes = key.parts(between: ">").map(\.trimmingBlanks)
      guard classes.allSatisfy(Self.isClassName) else { return nil }
      text = classes.joined(separator: ">")
    } else {
      guard Self.isClassName(key[...]) else { return nil }
      text = key
    }
  }

  private static let idMark = UInt8(ascii: "~")
  private static let nestingMark = UInt8(ascii: ">")

  /// Whether the style has a style id, so that it is never applied by itself.
  var isStyleID: Bool { text.utf8.first == Self.idMark }

  /// The common part of styles that match one element with equal specificity: the class without its module, and the length of the
  /// chain.
  struct Match: Hashable {
    @Bytewise var className: String
    var length: Int
  }

  /// Nil for a style id.
  var match: Match? {
    if isStyleID { return nil }
    let chain = text.parts(between: ">")
    guard let name = chain.first?.parts(between: ".").last else { return nil }
    return Match(className: String(name), length: chain.count)
  }

  /// A class may have a module: `Harbor.BerthView`.
  private static func isClassName(_ text: Substring) -> Bool { text.parts(between: ".").allSatisfy(isIdentifier) }

  static func isIdentifier(_ name: Substring) -> Bool {
    guard let first = name.utf8.first, !isDigit(first) else { return false }
    if name.utf8.allSatisfy({ isASCIILetter($0) || isDigit($0) || $0 == UInt8(ascii: "_") }) { return true }
    guard let first = name.first, first.isLetter || first == "_" else { return false }
    return name.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" }
  }

  private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }

  private static func isASCIILetter(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
  }
}

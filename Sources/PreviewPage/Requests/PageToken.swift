// SPDX-License-Identifier: GPL-2.0-or-later

/// The capability in the URL of a page: each program that knows it may read the theme.
package struct PageToken: Sendable {
  /// 32 hexadecimal digits in lower case.
  package let text: String

  /// The number of random bytes.
  private static let size = 16

  private init(digitsOf bytes: [UInt8]) {
    let digits = Array("0123456789abcdef".utf8)
    text = String(decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
  }

  /// A new token, from the kernel's random numbers: getrandom(2).
  package static func random() -> PageToken {
    var generator = SystemRandomNumberGenerator()
    return PageToken(digitsOf: (0..<size).map { _ in UInt8.random(in: .min ... .max, using: &generator) })
  }

  /// A token that was kept; nil for any other text.
  package init?(text: String) {
    guard text.utf8.count == 2 * Self.size,
      text.utf8.allSatisfy({ ("0"..."9").contains(UnicodeScalar($0)) || ("a"..."f").contains(UnicodeScalar($0)) })
    else { return nil }
    self.text = text
  }

  /// Whether a text is the token. The time depends on the lengths alone.
  package func matches(_ other: some StringProtocol) -> Bool {
    var difference = other.utf8.count ^ text.utf8.count
    // Bytes that the other text lacks count as different: its length differs anyway.
    for (own, its) in zip(text.utf8, other.utf8) { difference |= Int(own ^ its) }
    return difference == 0
  }
}

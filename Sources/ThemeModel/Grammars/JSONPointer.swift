// SPDX-License-Identifier: MIT

package import TextComparison

/// A JSON pointer (RFC 6901) in the form of a URI fragment: `#/group/token/$value`.
package struct JSONPointer: Sendable, Hashable {
  /// The keys of members and indices of elements, from the root down.
  @Bytewise package private(set) var segments: [String]

  /// Nil for a text that is not a pointer. `#` is the root of the document.
  package init?(fragment text: String) {
    guard text.utf8.first == UInt8(ascii: "#") else { return nil }
    var decoded: [UInt8] = []
    var rest = Array(text.utf8)[1...]
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        decoded.append(byte)
        continue
      }
      guard let high = rest.popFirst().flatMap(hexadecimalDigit), let low = rest.popFirst().flatMap(hexadecimalDigit)
      else { return nil }
      decoded.append(high << 4 | low)
    }
    guard let pointer = String(validating: decoded, as: UTF8.self) else { return nil }
    self.init(pointer: pointer)
  }

  /// A pointer without `#`: empty, or a `/` before each segment.
  package init?(pointer text: String) {
    segments = []
    if text.isEmpty { return }
    guard text.utf8.first == UInt8(ascii: "/") else { return nil }
    for part in text.utf8.dropFirst().split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false) {
      guard let segment = Self.unescaped(part) else { return nil }
      segments.append(segment)
    }
  }

  /// A segment as a pointer has it: `~0` for a tilde, `~1` for a slash. A fragment needs percent-encoding besides.
  package static func escaped(_ segment: String) -> String {
    segment.unicodeScalars.map { scalar in
      switch scalar {
      case "~": "~0"
      case "/": "~1"
      default: String(scalar)
      }
    }.joined()
  }

  /// `~0` is a tilde and `~1` a slash. Nil for any other escape.
  private static func unescaped(_ bytes: some Sequence<UInt8>) -> String? {
    var result: [UInt8] = []
    var bytes = bytes.makeIterator()
    while let byte = bytes.next() {
      guard byte == UInt8(ascii: "~") else {
        result.append(byte)
        continue
      }
      switch bytes.next() {
      case UInt8(ascii: "0"): result.append(UInt8(ascii: "~"))
      case UInt8(ascii: "1"): result.append(UInt8(ascii: "/"))
      default: return nil
      }
    }
    return String(decoding: result, as: UTF8.self)
  }
}

// SPDX-License-Identifier: MIT

/// Paths within a snapshot: segments joined by `/`, escaped as RFC 6901 says.
package enum Path {
  package static func escape(_ segment: String) -> String {
    guard segment.utf8.contains(where: { $0 == UInt8(ascii: "~") || $0 == UInt8(ascii: "/") }) else { return segment }
    var result = ""
    for character in segment.unicodeScalars {
      switch character {
      case "~": result += "~0"
      case "/": result += "~1"
      default: result.unicodeScalars.append(character)
      }
    }
    return result
  }

  package static func unescape(_ segment: String) -> String {
    guard segment.utf8.contains(UInt8(ascii: "~")) else { return segment }
    var result = String.UnicodeScalarView()
    var rest = segment.unicodeScalars[...]
    while let scalar = rest.popFirst() {
      switch (scalar, rest.first) {
      case ("~", "0"):
        result.append("~")
        rest.removeFirst()
      case ("~", "1"):
        result.append("/")
        rest.removeFirst()
      default: result.append(scalar)
      }
    }
    return String(result)
  }

  /// The segments of a path, unescaped by default; a leading slash is optional.
  package static func segments(of path: String, keepingEscapes: Bool = false) -> [String] {
    // Bytes, since a slash and a combining mark behind it are one character.
    let bytes = path.utf8.first == UInt8(ascii: "/") ? path.utf8.dropFirst() : path.utf8[...]
    guard !bytes.isEmpty else { return [] }
    return bytes.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).map {
      keepingEscapes ? String(Substring($0)) : unescape(String(Substring($0)))
    }
  }
}

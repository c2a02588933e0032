// SPDX-License-Identifier: GPL-2.0-or-later

import StyledText

/// Paths as URIs of the scheme `file`, RFC 8089.
enum DocumentURI {
  /// The path of a URI; nil for other schemes, and for paths that are not UTF-8.
  static func path(of uri: String) -> String? {
    guard uri.hasPrefix("file://") else { return nil }
    var rest = uri.utf8.dropFirst(7)
    // A host is empty or this machine.
    if rest.first != UInt8(ascii: "/") {
      guard rest.starts(with: "localhost/".utf8) else { return nil }
      rest = rest.dropFirst(9)
    }
    var bytes: [UInt8] = []
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        if byte == UInt8(ascii: "?") || byte == UInt8(ascii: "#") { break }
        bytes.append(byte)
        continue
      }
      let digits = String(decoding: rest.prefix(2), as: UTF8.self)
      guard digits.utf8.count == 2, let value = UInt8(digits, radix: 16), value != 0 else { return nil }
      bytes.append(value)
      rest = rest.dropFirst(2)
    }
    return String(validating: bytes, as: UTF8.self)
  }

  static func uri(of path: String) -> String { fileURI(path) }
}

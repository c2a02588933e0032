// SPDX-License-Identifier: GPL-2.0-or-later

extension String {
  /// The text without characters that move the cursor or change the direction of writing: theme files are foreign text.
  /// Control characters, also tabs, become their pictures; see `expandingTabs`.
  package var printable: String {
    guard !isPlain, unicodeScalars.contains(where: \.isUnprintable) else { return self }
    return String(String.UnicodeScalarView(unicodeScalars.map { $0.isUnprintable ? $0.picture : $0 }))
  }

  /// Whether the text is ASCII without control characters, as most texts are: each byte is a cell.
  package var isPlain: Bool {
    utf8.withContiguousStorageIfAvailable { $0.isPlain } ?? Array(utf8).withUnsafeBufferPointer { $0.isPlain }
  }

  /// A text of one ASCII character a number of times, as `String(repeating:count:)`, which appends it again and again.
  package init(_ character: Unicode.Scalar, times count: Int) {
    precondition(character.isASCII, "each byte is a character")
    self.init(unsafeUninitializedCapacity: count) { text in
      text.initialize(repeating: UInt8(character.value))
      return count
    }
  }

  /// The text with the escape sequence of each scalar that needs one.
  package func escaping(_ sequences: [Unicode.Scalar: String]) -> String {
    unicodeScalars.map { sequences[$0] ?? String($0) }.joined()
  }

  /// The text with each tab replaced by blanks up to the next multiple of four cells.
  package var expandingTabs: String {
    guard utf8.contains(UInt8(ascii: "\t")) else { return self }
    var result = ""
    var width = 0
    for character in self {
      if character == "\t" {
        let blanks = 4 - width % 4
        result += String(repeating: " ", count: blanks)
        width += blanks
      } else {
        result.append(character)
        width += character.displayWidth
      }
    }
    return result
  }

  /// The text without control sequences and operating system commands (ECMA-48), which colour it or move the cursor.
  package var withoutEscapeSequences: String {
    guard utf8.contains(0x1B) else { return self }
    var result = String.UnicodeScalarView()
    var rest = unicodeScalars[...]
    while let scalar = rest.popFirst() {
      guard scalar == "\u{1B}" else {
        result.append(scalar)
        continue
      }
      switch rest.popFirst() {
      case "[": while let next = rest.popFirst(), !("\u{40}"..."\u{7E}").contains(next) {}
      case "]": while let next = rest.popFirst(), next != "\u{7}", next != "\u{9C}", next != "\\" {}
      default: break
      }
    }
    return String(result)
  }
}

extension [UInt8] {
  /// The text with `\u` and four digits for each DEL, C1 control character and mark of direction. JSON permits these in strings,
  /// where the two forms mean the same; a terminal obeys them.
  package var escapingForTerminal: [UInt8] {
    // The first bytes of these characters in UTF-8.
    guard contains(where: { $0 == 0x7F || $0 == 0xC2 || $0 == 0xD8 || $0 == 0xE2 }) else { return self }
    var result: [UInt8] = []
    for scalar in String(decoding: self, as: UTF8.self).unicodeScalars {
      if scalar.value >= 0x7F, scalar.isUnprintable {
        let digits = String(scalar.value, radix: 16)
        result += "\\u\(String(repeating: "0", count: 4 - digits.utf8.count))\(digits)".utf8
      } else {
        result += UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter
      }
    }
    return result
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// Whether all bytes are printable ASCII. Looks at all of them, without a branch for each.
  package var isPlain: Bool { reduce(0 as UInt8) { $0 | ($1 &- 0x20 < 0x5F ? 0 : 1) } == 0 }
}

extension Unicode.Scalar {
  fileprivate var isUnprintable: Bool {
    switch value {
    case 0..<0x20, 0x7F..<0xA0, 0x061C, 0x200E...0x200F, 0x2028...0x202E, 0x2066...0x2069: true
    default: false
    }
  }

  fileprivate var picture: Unicode.Scalar {
    switch value {
    case 0..<0x20: Unicode.Scalar(0x2400 + value) ?? "\u{FFFD}"
    case 0x7F: "\u{2421}"
    default: "\u{FFFD}"
    }
  }
}

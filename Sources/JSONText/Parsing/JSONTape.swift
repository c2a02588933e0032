// SPDX-License-Identifier: MIT

import TextComparison

/// A parsed JSON text: one flat list of nodes in preorder, each with the bytes it stands on.
///
/// An object's members are a `key` node followed by the node of the value. Order and duplicates are kept.
///
/// ```
/// { "a": [1, 2], "b": null }
///
/// nodes[0] object   0..<26   next 7
/// nodes[1]   key    2..<5    next 2
/// nodes[2]   array  7..<13   next 5
/// nodes[3]     number        next 4
/// nodes[4]     number        next 5
/// nodes[5]   key    15..<18  next 6
/// nodes[6]   null   20..<24  next 7
/// ```
///
/// Where the text had errors the tape is partial but well formed: each key has a value, at worst an `invalid` one.
package struct JSONTape: Sendable {
  package enum Kind: UInt8, Sendable {
    case object, array, key, string, number, `true`, `false`, null
    /// A missing or unreadable value.
    case invalid
  }

  /// One key or value; 16 bytes.
  package struct Node: Sendable {
    package internal(set) var kind: Kind
    var traits: Traits
    /// The first byte. For strings and keys this is the quotation mark.
    package internal(set) var start: UInt32
    /// The end after the last byte. A node made by recovery is empty.
    package internal(set) var end: UInt32
    /// The node after this one's last descendant.
    package internal(set) var next: UInt32

    /// Whether a string or key has escapes, so that its bytes are not its text.
    package var hasEscapes: Bool { traits.contains(.escaped) }
    /// Whether a string or key is ASCII without escapes, so that its text is the bytes between its quotation marks.
    package var isPlain: Bool { traits.isEmpty }
  }

  struct Traits: OptionSet, Sendable {
    let rawValue: UInt8

    static let escaped = Traits(rawValue: 1)
    static let notASCII = Traits(rawValue: 2)
    /// A quotation mark is missing or of the wrong kind.
    static let malformed = Traits(rawValue: 4)
  }

  package let bytes: [UInt8]
  /// The root value comes first. Empty without a root.
  package let nodes: [Node]
}

extension JSONTape {
  /// The bytes of a string or key between its quotation marks, with escapes as written.
  package func content(at index: Int) -> ArraySlice<UInt8> {
    let node = nodes[index]
    guard !node.traits.contains(.malformed) else {
      var slice = bytes[Int(node.start)..<Int(node.end)]
      trimQuotes(&slice)
      return slice
    }
    return bytes[Int(node.start) + 1..<Int(node.end) - 1]
  }

  /// The first byte of a string or key as it is written; nil for an empty one.
  package func firstByte(at index: Int) -> UInt8? {
    let node = nodes[index]
    guard !node.traits.contains(.malformed) else { return content(at: index).first }
    return node.start + 2 < node.end ? bytes[Int(node.start) + 1] : nil
  }

  /// The text of a string or key. Lone surrogates and invalid bytes become U+FFFD.
  package func string(at index: Int) -> String {
    let node = nodes[index]
    if node.isPlain {
      // Without a slice, which would count as a reference to the bytes.
      return bytes.withUnsafeBufferPointer { bytes in
        String(decoding: UnsafeBufferPointer(rebasing: bytes[Int(node.start) + 1..<Int(node.end) - 1]), as: UTF8.self)
      }
    }
    let content = content(at: index)
    return node.hasEscapes ? unescape(content) : String(decoding: content, as: UTF8.self)
  }

  /// Whether a string or key has exactly this text. Creates no string unless there are escapes.
  package func string(at index: Int, is text: StaticString) -> Bool {
    let node = nodes[index]
    if node.hasEscapes { return Bytewise(string(at: index)) == Bytewise("\(text)") }
    // The text of a static string lives as long as the process, and the buffer is not kept.
    return text.withUTF8Buffer { text in
      if node.traits.contains(.malformed) { return content(at: index).elementsEqual(text) }
      // Most keys have another length. Without a slice, which would count as a reference to the bytes.
      guard Int(node.end - node.start) - 2 == text.count else { return false }
      return bytes.withUnsafeBufferPointer { bytes in
        UnsafeBufferPointer(rebasing: bytes[Int(node.start) + 1..<Int(node.end) - 1]).elementsEqual(text)
      }
    }
  }

  /// A hash of the text of a plain string or key. Equal texts have equal hashes for the same seed.
  package func plainHash(at index: Int, seed: UInt64) -> UInt32 {
    var at = Int(nodes[index].start) + 1
    let end = Int(nodes[index].end) - 1
    // The parser made the ranges, so that they lie within the bytes. Each read is guarded by `end`.
    return bytes.withUnsafeBytes { bytes in
      var hash = seed ^ UInt64(truncatingIfNeeded: end - at)
      while at + 8 <= end {
        hash = mixed(hash ^ bytes.loadUnaligned(fromByteOffset: at, as: UInt64.self))
        at += 8
      }
      var rest: UInt64 = 0
      while at < end {
        rest = rest << 8 | UInt64(bytes[at])
        at += 1
      }
      return UInt32(truncatingIfNeeded: mixed(hash ^ rest))
    }
  }

  /// Whether two plain strings or keys have the same text.
  package func plainTextsAreEqual(at left: Int, _ right: Int) -> Bool {
    let left = nodes[left]
    let right = nodes[right]
    guard left.end - left.start == right.end - right.start else { return false }
    // The parser made the ranges, so that they lie within the bytes.
    return bytes.withUnsafeBytes { bytes in
      bytes[Int(left.start)..<Int(left.end)].elementsEqual(bytes[Int(right.start)..<Int(right.end)])
    }
  }

  /// The number of a node. Nil if it overflows or is an integer beyond 2^53 in magnitude, and for other kinds of nodes.
  package func number(at index: Int) -> Double? {
    let node = nodes[index]
    guard node.kind == .number else { return nil }
    return decodeNumber(bytes.span.extracting(Int(node.start)..<Int(node.end)))
  }

  /// Removes quotation marks of any kind from the ends of a malformed string.
  private func trimQuotes(_ slice: inout ArraySlice<UInt8>) {
    if let first = slice.first, first == UInt8(ascii: "\"") || first == UInt8(ascii: "'") {
      slice.removeFirst()
    } else if slice.starts(with: [0xE2, 0x80]) {
      slice.removeFirst(min(3, slice.count))
    }
    if let last = slice.last, last == UInt8(ascii: "\"") || last == UInt8(ascii: "'") {
      slice.removeLast()
    } else if slice.count >= 3, slice.suffix(3).starts(with: [0xE2, 0x80]) {
      slice.removeLast(3)
    }
  }
}

/// A step of a multiplicative hash: both halves of the product.
private func mixed(_ word: UInt64) -> UInt64 {
  let product = word.multipliedFullWidth(by: 0x9FB2_1C65_1E98_DF25)
  return product.high ^ product.low
}

/// The text of a string whose escapes the parser checked. Invalid escapes stay or become U+FFFD.
private func unescape(_ content: ArraySlice<UInt8>) -> String {
  var text: [UInt8] = []
  text.reserveCapacity(content.count)
  var rest = content
  while let byte = rest.popFirst() {
    guard byte == UInt8(ascii: "\\"), let escape = rest.popFirst() else {
      text.append(byte)
      continue
    }
    switch escape {
    case UInt8(ascii: "b"): text.append(0x08)
    case UInt8(ascii: "f"): text.append(0x0C)
    case UInt8(ascii: "n"): text.append(0x0A)
    case UInt8(ascii: "r"): text.append(0x0D)
    case UInt8(ascii: "t"): text.append(0x09)
    case UInt8(ascii: "u"):
      let scalar = Unicode.Scalar(popScalar(&rest)) ?? "\u{FFFD}"
      text.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
    default: text.append(escape)
    }
  }
  return String(decoding: text, as: UTF8.self)
}

/// The scalar of a `\u` escape or of a surrogate pair. A lone surrogate gives a value that is not a scalar.
private func popScalar(_ rest: inout ArraySlice<UInt8>) -> UInt32 {
  guard let unit = hexadecimal(rest.prefix(4)) else { return 0xD800 }
  rest = rest.dropFirst(4)
  guard (0xD800..<0xDC00).contains(unit), rest.starts(with: [UInt8(ascii: "\\"), UInt8(ascii: "u")]),
    let low = hexadecimal(rest.dropFirst(2).prefix(4)), (0xDC00..<0xE000).contains(low)
  else { return unit }
  rest = rest.dropFirst(6)
  return 0x10000 + (unit - 0xD800) << 10 + (low - 0xDC00)
}

/// The value of exactly four hexadecimal digits.
func hexadecimal(_ digits: some Collection<UInt8>) -> UInt32? {
  guard digits.count == 4 else { return nil }
  var value: UInt32 = 0
  for digit in digits {
    switch digit {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): value = value << 4 | UInt32(digit - UInt8(ascii: "0"))
    case UInt8(ascii: "a")...UInt8(ascii: "f"): value = value << 4 | UInt32(digit - UInt8(ascii: "a") + 10)
    case UInt8(ascii: "A")...UInt8(ascii: "F"): value = value << 4 | UInt32(digit - UInt8(ascii: "A") + 10)
    default: return nil
    }
  }
  return value
}

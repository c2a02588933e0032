// SPDX-License-Identifier: GPL-2.0-or-later

import ThemeModel

/// Reads a plain property list in XML, as most authors and programs write it, three times as fast as expat.
///
/// Plain is a valid list without references, sections, CR, dates, data, comments in texts and white space in tags. Any other file is
/// left to expat, which reads it from the beginning and finds what is wrong (`XMLPropertyList`). Both read a plain list as the same
/// tree.
struct PlainPropertyList {
  private let bytes: [UInt8]
  private var position = 0
  private var builder: SourceTreeBuilder
  /// The open containers, outermost first, by the places of their start tags.
  private var open: [(start: Int, isDictionary: Bool)] = []

  /// The tree; nil if the file is not plain, or exceeds a limit. Costs O(bytes).
  static func parse(_ bytes: [UInt8], limits: SyntaxLimits) -> (tree: SourceTree, findings: [Finding])? {
    var list = Self(bytes, limits)
    guard list.readDocument() else { return nil }
    return list.builder.finish(size: bytes.count)
  }

  private init(_ bytes: [UInt8], _ limits: SyntaxLimits) {
    self.bytes = bytes
    builder = SourceTreeBuilder(.xmlPropertyList, limits, capacity: bytes.count)
  }

  private mutating func readDocument() -> Bool {
    skip("\u{FEFF}")
    skip("<?xml version=\"1.0\" encoding=\"UTF-8\"?>")
    skipSpace()
    skip("<!DOCTYPE plist PUBLIC \"-//Apple//DTD PLIST 1.0//EN\" \"http://www.apple.com/DTDs/PropertyList-1.0.dtd\">")
    skipSpace()
    guard skip("<plist version=\"1.0\">") || skip("<plist>") else { return false }
    repeat {
      skipSpace()
      guard readNext(), !builder.isStopped else { return false }
    } while !open.isEmpty
    skipSpace()
    guard skip("</plist>") else { return false }
    skipSpace()
    return position == bytes.count
  }

  /// Reads the end of the innermost container, or its next value with the key.
  private mutating func readNext() -> Bool {
    guard let container = open.last else { return readValue() }
    if skip(container.isDictionary ? "</dict>" : "</array>") {
      open.removeLast()
      builder.end(ByteRange(container.start, position))
      return true
    }
    if container.isDictionary {
      let start = position
      guard let text = readText(between: "<key>", "</key>") else { return false }
      // A span of the property itself would lock all of `self`, the builder included.
      let bytes = bytes
      builder.appendKey(bytes.span.extracting(text), ByteRange(start, position))
      skipSpace()
    }
    return readValue()
  }

  private mutating func readValue() -> Bool {
    let start = position
    // The first letter distinguishes the elements.
    guard start + 1 < bytes.count else { return false }
    switch bytes[start + 1] {
    case UInt8(ascii: "s"):
      guard let text = skip("<string/>") ? 0..<0 : readText(between: "<string>", "</string>") else { return false }
      let bytes = bytes
      builder.appendString(bytes.span.extracting(text), ByteRange(start, position))
    case UInt8(ascii: "d"):
      let isEmpty = skip("<dict/>")
      guard isEmpty || skip("<dict>") else { return false }
      builder.beginObject(ByteRange(start, position))
      if isEmpty { builder.end(ByteRange(start, position)) } else { open.append((start, isDictionary: true)) }
    case UInt8(ascii: "a"):
      let isEmpty = skip("<array/>")
      guard isEmpty || skip("<array>") else { return false }
      builder.beginArray(ByteRange(start, position))
      if isEmpty { builder.end(ByteRange(start, position)) } else { open.append((start, isDictionary: false)) }
    case UInt8(ascii: "i"):
      guard let text = readText(between: "<integer>", "</integer>"),
        let number = PropertyListNumber(integer: bytes[text])
      else { return false }
      builder.appendNumber(number, ByteRange(start, position))
    case UInt8(ascii: "r"):
      guard let text = readText(between: "<real>", "</real>"), let number = PropertyListNumber(real: bytes[text]) else {
        return false
      }
      builder.appendNumber(number, ByteRange(start, position))
    case UInt8(ascii: "t"):
      guard skip("<true/>") else { return false }
      builder.appendBool(true, ByteRange(start, position))
    case UInt8(ascii: "f"):
      guard skip("<false/>") else { return false }
      builder.appendBool(false, ByteRange(start, position))
    default: return false
    }
    return true
  }

  /// Reads an element that contains a text. Nil if it is another element, or its text is not plain.
  private mutating func readText(between startTag: StaticString, _ endTag: StaticString) -> Range<Int>? {
    guard skip(startTag) else { return nil }
    let start = position
    var allBits: UInt8 = 0
    while position < bytes.count, Self.isPlain(bytes[position]) {
      allBits |= bytes[position]
      position += 1
    }
    let text = start..<position
    return skip(endTag) && (allBits < 0x80 || isText(text)) ? text : nil
  }

  /// Whether a byte is what it means in a text. `>` may end a section, and a CR is an LF.
  private static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x09, 0x0A: true
    case UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "&"), 0x7F: false
    default: byte >= 0x20
    }
  }

  /// Whether the bytes beyond ASCII are UTF-8 of characters that XML permits.
  private func isText(_ range: Range<Int>) -> Bool {
    guard (try? UTF8Span(validating: bytes.span.extracting(range))) != nil else { return false }
    // It does not permit U+FFFE and U+FFFF.
    return !range.dropLast(2).contains { bytes[$0] == 0xEF && bytes[$0 + 1] == 0xBF && bytes[$0 + 2] >= 0xBE }
  }

  /// Skips white space and comments.
  private mutating func skipSpace() {
    repeat {
      while position < bytes.count, bytes[position] == 0x0A || bytes[position] == 0x20 || bytes[position] == 0x09 {
        position += 1
      }
    } while skipComment()
  }

  private mutating func skipComment() -> Bool {
    let start = position
    guard skip("<!--") else { return false }
    let text = position
    while position < bytes.count, Self.isPlain(bytes[position]) || "<>&".utf8.contains(bytes[position]), !skip("--") {
      position += 1
    }
    // `--` is permitted at the end alone.
    if skip(">"), isText(text..<position) { return true }
    position = start
    return false
  }

  @discardableResult private mutating func skip(_ text: StaticString) -> Bool {
    let end = position + text.utf8CodeUnitCount
    guard end <= bytes.count else { return false }
    for offset in 0..<text.utf8CodeUnitCount where bytes[position + offset] != text.utf8Start[offset] { return false }
    position = end
    return true
  }
}

// SPDX-License-Identifier: GPL-2.0-or-later

import JSONText
import ThemeModel

/// The edits that fix a problem, where there is only one way to fix it.
func fix(of problem: JSONProblem, in bytes: [UInt8]) -> Finding.Fix? {
  let range = problem.range
  if let slip = JSONSlip(problem, in: bytes) { return slip.fix }
  switch problem.kind {
  case .missingComma:
    let edit = Finding.Edit(range: ByteRange(range.lowerBound, range.lowerBound), text: ",")
    return .init(title: "insert `,`", safe: !isBetweenNumbers(range.lowerBound, in: bytes), edits: [edit])
  case .curlyQuotes, .singleQuotes: return straightening(range, in: bytes)
  case .unquotedKey: return quoting(range, in: bytes)
  default: return nil
  }
}

/// Quotation marks around a key that is one word.
private func quoting(_ range: Range<Int>, in bytes: [UInt8]) -> Finding.Fix? {
  let isWord = bytes[range].allSatisfy { byte in
    byte == UInt8(ascii: "_") || byte == UInt8(ascii: "-") || byte == UInt8(ascii: ".") || byte &- 0x30 < 10
      || byte | 0x20 &- UInt8(ascii: "a") < 26
  }
  guard isWord, !range.isEmpty else { return nil }
  return .init(
    title: "write quotation marks", safe: true,
    edits: [
      .init(range: ByteRange(range.lowerBound, range.lowerBound), text: "\""),
      .init(range: ByteRange(range.upperBound, range.upperBound), text: "\""),
    ])
}

/// Whether a comma is missing between two numbers on one line, which may have been one number.
private func isBetweenNumbers(_ place: Int, in bytes: [UInt8]) -> Bool {
  let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
  guard place > 0, digits.contains(bytes[place - 1]) else { return false }
  guard let next = bytes[place...].first(where: { $0 != 0x20 && $0 != 0x09 }) else { return false }
  return digits.contains(next) || next == UInt8(ascii: "-")
}

/// Straight double quotation marks for those at the ends of a string. Nil when an end has none or the text holds a straight
/// one, or an escape that JSON does not have.
private func straightening(_ range: Range<Int>, in bytes: [UInt8]) -> Finding.Fix? {
  guard let first = quoteLength(bytes[range].prefix(3)), let last = quoteLength(bytes[range].suffix(3)),
    first + last <= range.count
  else { return nil }
  let content = bytes[range].dropFirst(first).dropLast(last)
  let pairs = zip(content, content.dropFirst())
  let hasEscapedApostrophe = pairs.contains { $0 == (UInt8(ascii: "\\"), UInt8(ascii: "'")) }
  let isStraight = { (place: Int) in bytes[place] == UInt8(ascii: "\"") }
  guard !content.contains(UInt8(ascii: "\"")), !hasEscapedApostrophe,
    // A straight one within the text is none at its end.
    !isStraight(range.upperBound - 1) || isEnd(range.upperBound, in: bytes)
  else { return nil }
  var edits: [Finding.Edit] = []
  if !isStraight(range.lowerBound) {
    edits.append(.init(range: ByteRange(range.lowerBound, content.startIndex), text: "\""))
  }
  if !isStraight(range.upperBound - 1) {
    edits.append(.init(range: ByteRange(content.endIndex, range.upperBound), text: "\""))
  }
  return .init(title: "write straight quotation marks", safe: true, edits: edits)
}

/// Whether what is behind a string on its line can follow a string.
private func isEnd(_ place: Int, in bytes: [UInt8]) -> Bool {
  guard let next = bytes[place...].first(where: { $0 != 0x20 && $0 != 0x09 }) else { return true }
  return ",:]}/\r\n".utf8.contains(next)
}

/// The bytes of the quotation mark in a slice of at most three bytes at the end of a string: 3 for a curly one, 1 for `"`.
private func quoteLength(_ end: ArraySlice<UInt8>) -> Int? {
  let bytes = Array(end)
  if bytes.count == 3, bytes[0] == 0xE2, bytes[1] == 0x80, (0x98...0x9F).contains(bytes[2]) { return 3 }
  let isQuote = { (byte: UInt8?) in byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") }
  return isQuote(bytes.first) || isQuote(bytes.last) ? 1 : nil
}

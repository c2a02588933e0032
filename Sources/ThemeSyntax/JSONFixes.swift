// SPDX-License-Identifier: GPL-2.0-or-later

import JSONText
import ThemeModel

/// The edits that mend a problem, where there is only one way to mend it.
func fix(of problem: JSONProblem, in bytes: [UInt8]) -> Finding.Fix? {
  let range = problem.range
  switch problem.kind {
  case .missingComma:
    let edit = Finding.Edit(range: ByteRange(range.lowerBound, range.lowerBound), text: ",")
    return .init(title: "insert `,`", safe: !isBetweenNumbers(range.lowerBound, in: bytes), edits: [edit])
  case .curlyQuotes: return straightening(range, in: bytes)
  default: return nil
  }
}

/// Whether a missing comma stands between two numbers of one line, which may have been one number.
private func isBetweenNumbers(_ place: Int, in bytes: [UInt8]) -> Bool {
  let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
  guard place > 0, digits.contains(bytes[place - 1]) else { return false }
  guard let next = bytes[place...].first(where: { $0 != 0x20 && $0 != 0x09 }) else { return false }
  return digits.contains(next) || next == UInt8(ascii: "-")
}

/// Straight quotation marks for those at the ends of a string. Nil when an end has none or the text holds a straight one.
private func straightening(_ range: Range<Int>, in bytes: [UInt8]) -> Finding.Fix? {
  guard let first = quoteLength(bytes[range].prefix(3)), let last = quoteLength(bytes[range].suffix(3)),
    first + last <= range.count
  else { return nil }
  let content = bytes[range].dropFirst(first).dropLast(last)
  guard !content.contains(UInt8(ascii: "\"")) else { return nil }
  var edits: [Finding.Edit] = []
  if first > 1 { edits.append(.init(range: ByteRange(range.lowerBound, content.startIndex), text: "\"")) }
  if last > 1 { edits.append(.init(range: ByteRange(content.endIndex, range.upperBound), text: "\"")) }
  return .init(title: "write straight quotation marks", safe: true, edits: edits)
}

/// The bytes of the quotation mark in a slice of at most three bytes at the end of a string: 3 for a curly one, 1 for `"`.
private func quoteLength(_ end: ArraySlice<UInt8>) -> Int? {
  let bytes = Array(end)
  if bytes.count == 3, bytes[0] == 0xE2, bytes[1] == 0x80, (0x98...0x9F).contains(bytes[2]) { return 3 }
  return bytes.first == UInt8(ascii: "\"") || bytes.last == UInt8(ascii: "\"") ? 1 : nil
}

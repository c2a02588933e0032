// SPDX-License-Identifier: MIT

/// Recovery from text without quotation marks.
extension JSONParser {
  /// Reads a word in the place of a value, or a string without its opening quotation mark.
  mutating func bareValue() {
    let start = position
    if log.isFresh(start), let quote = input.firstOfOddQuotes(from: start) {
      position = quote + 1
      checkEncoding(start..<position)
      report(.missingOpeningQuote, start..<position)
      append(.string, start, position, traits: .malformed)
    } else {
      position = input.bareEnd(from: start)
      checkEncoding(start..<position)
      report(bareValueProblem(start..<position), start..<position)
      append(.invalid, start, position)
    }
    state = advanced(afterValue)
  }

  private func bareValueProblem(_ range: Range<Int>) -> JSONProblem.Kind {
    let text = input[range]
    if ["NaN", "Infinity", "+Infinity"].contains(where: { text.elementsEqual($0.utf8) }) { return .notFinite }
    if text.count > 1, text.first == UInt8(ascii: "+") || text.first == UInt8(ascii: "."),
      text.allSatisfy({ $0.isWordByte }), text.contains(where: { $0 &- 0x30 < 10 })
    {
      return .badNumber
    }
    return .unexpected(state == .memberValue ? .value : .elementOrEnd)
  }

  /// Reads a key without quotation marks or with a closing one only, or skips text that is not a key.
  mutating func bareKey(_ byte: UInt8) {
    let start = position
    if log.isFresh(start), let quote = input.firstOfOddQuotes(from: start), input.isBeforeColon(quote + 1) {
      position = quote + 1
      report(.missingOpeningQuote, start..<position)
      return readBareKey(start)
    }
    let end = input.bareEnd(from: start) { $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: "=") }
    position = end
    checkEncoding(start..<end)
    if byte != UInt8(ascii: "#"), byte != UInt8(ascii: "/"), input.isBeforeColon(end) {
      report(.unquotedKey, start..<end)
      return readBareKey(start)
    }
    report(.unexpected(state == .key ? .key : .keyOrEnd), start..<end)
    if byte == UInt8(ascii: "#") || byte == UInt8(ascii: "/") { position = input.lineEnd(from: end) }
  }

  private mutating func readBareKey(_ start: Int) {
    append(.key, start, position, traits: .malformed)
    state = .colon
  }

  /// Skips text after a value.
  mutating func skipText() {
    let start = position
    let byte = input[start]
    position =
      byte == UInt8(ascii: "#") || byte == UInt8(ascii: "/") ? input.lineEnd(from: start) : input.bareEnd(from: start)
    checkEncoding(start..<position)
    report(.unexpected(state == .afterMember ? .commaOrObjectEnd : .commaOrArrayEnd), start..<position)
  }
}

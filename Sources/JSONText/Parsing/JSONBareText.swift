// SPDX-License-Identifier: MIT

/// Recovery from text without quotation marks.
extension JSONParser {
  /// Reads a word in the place of a value, or a string without its opening quotation mark.
  mutating func bareValue() {
    let start = position
    if isFresh(start), let quote = firstOfOddQuotes(from: start) {
      position = quote + 1
      checkEncoding(start..<position)
      report(.missingOpeningQuote, start..<position)
      append(.string, start, position, traits: .malformed)
    } else {
      position = bareEnd(start)
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
      text.allSatisfy({ isWordByte($0) }), text.contains(where: { $0 &- 0x30 < 10 })
    {
      return .badNumber
    }
    return .unexpected(state == .memberValue ? .value : .elementOrEnd)
  }

  /// Reads a key without quotation marks or with a closing one only, or skips text that is not a key.
  mutating func bareKey(_ byte: UInt8) {
    let start = position
    if isFresh(start), let quote = firstOfOddQuotes(from: start), isBeforeColon(quote + 1) {
      position = quote + 1
      report(.missingOpeningQuote, start..<position)
      return readBareKey(start)
    }
    let end = bareEnd(start) { $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: "=") }
    position = end
    checkEncoding(start..<end)
    if byte != UInt8(ascii: "#"), byte != UInt8(ascii: "/"), isBeforeColon(end) {
      report(.unquotedKey, start..<end)
      return readBareKey(start)
    }
    report(.unexpected(state == .key ? .key : .keyOrEnd), start..<end)
    if byte == UInt8(ascii: "#") || byte == UInt8(ascii: "/") { position = lineEnd(from: end) }
  }

  private mutating func readBareKey(_ start: Int) {
    append(.key, start, position, traits: .malformed)
    state = .colon
  }

  /// Skips text after a value.
  mutating func skipText() {
    let start = position
    let byte = input[start]
    position = byte == UInt8(ascii: "#") || byte == UInt8(ascii: "/") ? lineEnd(from: start) : bareEnd(start)
    checkEncoding(start..<position)
    report(.unexpected(state == .afterMember ? .commaOrObjectEnd : .commaOrArrayEnd), start..<position)
  }

  /// Whether a colon follows the key that ends at an offset, or an equals sign, which some write instead.
  private func isBeforeColon(_ offset: Int) -> Bool {
    guard let next = visible(from: offset) else { return false }
    return input[next] == UInt8(ascii: ":") || input[next] == UInt8(ascii: "=")
  }

  /// The first quotation mark on the rest of the line if their number is odd, so that it closes a string that no other mark
  /// opens.
  private func firstOfOddQuotes(from start: Int) -> Int? {
    var first: Int?
    var count = 0
    for at in start..<lineEnd(from: start) where input[at] == UInt8(ascii: "\"") {
      first = first ?? at
      count += 1
    }
    return count % 2 == 1 ? first : nil
  }

  /// The end of text without quotation marks: before a comma, a closing bracket, a quotation mark, the end of the line, or a
  /// byte that meets a condition. At least one byte after the start.
  private func bareEnd(_ start: Int, orBefore isEnd: (UInt8) -> Bool = { _ in false }) -> Int {
    var end = start + 1
    loop: while end < input.count, !isEnd(input[end]) {
      switch input[end] {
      case UInt8(ascii: ","), UInt8(ascii: "}"), UInt8(ascii: "]"), UInt8(ascii: "\""), 0x0A, 0x0D: break loop
      default: end += 1
      }
    }
    while end > start + 1, isBlank(input[end - 1]) { end -= 1 }
    return end
  }

  /// Whether a colon follows the string at an offset.
  func isKey(_ start: Int) -> Bool {
    var at = start + 1
    while at < input.count, input[at] != UInt8(ascii: "\""), input[at] != 0x0A {
      at += input[at] == UInt8(ascii: "\\") ? 2 : 1
    }
    guard at < input.count, input[at] == UInt8(ascii: "\""), let next = visible(from: at + 1) else { return false }
    return input[next] == UInt8(ascii: ":")
  }
}

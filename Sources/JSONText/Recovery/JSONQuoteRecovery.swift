// SPDX-License-Identifier: MIT

/// Recovery from quotation marks that are missing, too many or of the wrong kind.
extension JSONParser {
  /// Ends a string that reaches the end of its line. The position is there.
  @inline(never)
  mutating func unterminated(_ kind: JSONTape.Kind, from start: Int, traits: JSONTape.Traits) {
    var end = position
    var problem = JSONProblem.Kind.unterminatedString
    if isFresh(start) {
      if kind == .key, let colon = input[start..<end].firstIndex(of: UInt8(ascii: ":")) {
        end = colon
      } else {
        end = textEnd(start + 1..<end)
      }
      if end >= start + 4, isForeignQuote(end - 3) { problem = .curlyQuotes }
      rewind(to: end)
    }
    report(problem, start..<end)
    append(kind, start, end, traits: traits.union(.malformed))
  }

  /// Repairs the string before the position, if the byte that touches it cannot follow a string: one of its quotation marks
  /// is superfluous or missing. Returns false if the error has another cause.
  mutating func repairQuotes(_ byte: UInt8) -> Bool {
    guard let last = nodes.last, isAfterString || last.kind == .key, Int(last.end) == position,
      !last.traits.contains(.malformed), !isDelimiter(byte), isFresh(position)
    else { return false }
    let start = Int(last.start)
    let content = start + 1..<position - 1
    if content.isEmpty {
      // ""name": the first quotation mark is superfluous.
      nodes.removeLast()
      if last.kind == .string { valueCount -= 1 }
      report(.extraQuote, start..<start + 1)
      rewind(to: start + 1)
      state = beforeLast
      return true
    }
    if byte == UInt8(ascii: "\""), isOver(position + 1) {
      report(.extraQuote, position..<position + 1)
      position += 1
      return true
    }
    if last.kind == .key {
      guard let colon = input[content].firstIndex(of: UInt8(ascii: ":")) else { return false }
      return cut(to: colon)
    }
    let end = textEnd(content)
    if input[end..<content.upperBound].contains(UInt8(ascii: ",")) { return cut(to: end) }
    let line = position..<lineEnd(from: position)
    guard input[line].contains(UInt8(ascii: "\"")) else { return false }
    report(.innerQuote, position - 1..<position)
    position = textEnd(line)
    return cut(to: position)
  }

  /// Ends the last node, a string without a closing quotation mark, and continues there.
  private mutating func cut(to end: Int) -> Bool {
    let index = nodes.count - 1
    nodes[index].end = UInt32(end)
    nodes[index].traits.insert(.malformed)
    report(.unterminatedString, Int(nodes[index].start)..<end)
    rewind(to: end)
    return true
  }

  /// The state in which the string before the position was read.
  private var beforeLast: State {
    switch state {
    case .colon: .key
    case .afterMember: .memberValue
    case .afterElement: .element
    default: state
    }
  }

  /// Whether the text at an offset fits after the string before it.
  private func isOver(_ offset: Int) -> Bool {
    guard let next = visible(from: offset) else { return true }
    if state == .colon { return input[next] == UInt8(ascii: ":") }
    switch input[next] {
    case UInt8(ascii: ","), UInt8(ascii: "}"), UInt8(ascii: "]"): return true
    default: return lineEnd(from: offset) < next
    }
  }

  private mutating func rewind(to offset: Int) {
    position = offset
    progress = Progress()
  }

  /// The end of text without its closing quotation mark. Commas and blanks at its end do not belong to it, nor closing
  /// brackets that nothing in it opens.
  private func textEnd(_ range: Range<Int>) -> Int {
    var depth = 0
    var unmatched = 0
    for byte in input[range] {
      switch byte {
      case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"): if depth > 0 { depth -= 1 } else { unmatched += 1 }
      default: break
      }
    }
    var end = range.upperBound
    while end > range.lowerBound {
      let byte = input[end - 1]
      if byte == UInt8(ascii: "}") || byte == UInt8(ascii: "]") {
        guard unmatched > 0 else { break }
        unmatched -= 1
      } else if byte != UInt8(ascii: ","), !isBlank(byte) {
        break
      }
      end -= 1
    }
    return end
  }
}

/// Strings in curly or single quotation marks.
extension JSONParser {
  /// Whether the quotation mark at an offset is one that JSON does not have: ' ‘ ’ ‚ ‛ “ ” „ ‟.
  func isForeignQuote(_ at: Int) -> Bool {
    guard at < input.count else { return false }
    if input[at] == UInt8(ascii: "'") { return true }
    return at + 2 < input.count && input[at] == 0xE2 && input[at + 1] == 0x80 && (0x98...0x9F).contains(input[at + 2])
  }

  /// Reads a string or key in quotation marks that JSON does not have.
  mutating func foreignString() {
    let start = position
    let isSingle = input[start] == UInt8(ascii: "'")
    var end = start + (isSingle ? 1 : 3)
    var isClosed = false
    var traits: JSONTape.Traits = [.malformed]
    while !isClosed, end < input.count, input[end] != 0x0A, input[end] != 0x0D {
      let length = input[end] == UInt8(ascii: "'") ? 1 : isForeignQuote(end) ? 3 : 0
      if length > 0, end + length == input.count || isDelimiter(input[end + length]) {
        end += length
        isClosed = true
      } else if input[end] == UInt8(ascii: "\""), !isSingle {
        end += 1
        isClosed = true
      } else {
        if input[end] == UInt8(ascii: "\\") { traits.insert(.escaped) }
        end += 1
      }
    }
    if !isClosed, isFresh(start) { end = max(textEnd(start..<end), start + 1) }
    position = end
    checkEncoding(start..<end)
    report(isSingle ? .singleQuotes : .curlyQuotes, start..<end)
    switch state {
    case .firstKey, .key, .afterMember:
      append(.key, start, end, traits: traits)
      state = .colon
    default:
      append(.string, start, end, traits: traits)
      state = advanced(afterValue)
    }
  }
}

// SPDX-License-Identifier: MIT

/// Recovery from quotation marks that are missing, too many or of the wrong kind.
extension JSONParser {
  /// Ends a string that reaches the end of its line. The position is there.
  @inline(never)
  mutating func unterminated(_ kind: JSONTape.Kind, from start: Int, traits: JSONTape.Traits) {
    var end = position
    var problem = JSONProblem.Kind.unterminatedString
    if log.isFresh(start) {
      if kind == .key, let colon = input[start..<end].firstIndex(of: UInt8(ascii: ":")) {
        end = colon
      } else {
        end = input.textEnd(of: start + 1..<end)
      }
      if end >= start + 4, input.isForeignQuote(at: end - 3) { problem = .curlyQuotes }
      rewind(to: end)
    }
    report(problem, start..<end)
    append(kind, start, end, traits: traits.union(.malformed))
  }

  /// Repairs the string before the position, if the byte that touches it cannot follow a string: one of its quotation marks
  /// is superfluous or missing. Returns false if the quotation marks are not the cause.
  mutating func repairQuotes(_ byte: UInt8) -> Bool {
    guard let last = nodes.last, endsWithString || last.kind == .key, Int(last.end) == position,
      !last.traits.contains(.malformed), !byte.isDelimiter, log.isFresh(position)
    else { return false }
    let start = Int(last.start)
    let content = start + 1..<position - 1
    if content.isEmpty {
      // ""name": the first quotation mark is superfluous.
      _ = removeLast()
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
    let end = input.textEnd(of: content)
    if input[end..<content.upperBound].contains(UInt8(ascii: ",")) { return cut(to: end) }
    // A semicolon in place of the comma before the next key.
    if byte == UInt8(ascii: ";"), input.visible(from: position + 1).map({ input[$0] }) == UInt8(ascii: "\"") {
      return false
    }
    let line = position..<input.lineEnd(from: position)
    guard input[line].contains(UInt8(ascii: "\"")) else { return false }
    report(.innerQuote, position - 1..<position)
    position = input.textEnd(of: line)
    return cut(to: position)
  }

  /// Ends the last node, a string without a closing quotation mark, and continues there.
  private mutating func cut(to end: Int) -> Bool {
    let start = cutLast(at: end)
    report(.unterminatedString, start..<end)
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
    guard let next = input.visible(from: offset) else { return true }
    if state == .colon { return input[next] == UInt8(ascii: ":") }
    switch input[next] {
    case UInt8(ascii: ","), UInt8(ascii: "}"), UInt8(ascii: "]"): return true
    default: return input.lineEnd(from: offset) < next
    }
  }

  private mutating func rewind(to offset: Int) {
    position = offset
    progress = Progress()
  }
}

/// Strings in curly or single quotation marks.
extension JSONParser {
  /// Reads a string or key in quotation marks that JSON does not have.
  mutating func foreignString() {
    let start = position
    let isSingle = input[start] == UInt8(ascii: "'")
    var end = start + (isSingle ? 1 : 3)
    var isClosed = false
    var traits: JSONTape.Traits = [.malformed]
    while !isClosed, end < input.count, input[end] != 0x0A, input[end] != 0x0D {
      let length = input[end] == UInt8(ascii: "'") ? 1 : input.isForeignQuote(at: end) ? 3 : 0
      if length > 0, end + length == input.count || input[end + length].isDelimiter {
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
    if !isClosed, log.isFresh(start) { end = max(input.textEnd(of: start..<end), start + 1) }
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

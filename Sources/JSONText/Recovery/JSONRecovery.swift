// SPDX-License-Identifier: MIT

/// Recovery: handles a token that does not fit the state.
///
/// Each step guesses the one slip that explains the token, such as a missing comma or a superfluous bracket, and continues as
/// if the slip had not been made. Only the first problem of a line looks ahead along the line, so that the parse stays
/// linear.
extension JSONParser {
  mutating func recover(_ byte: UInt8) {
    if input.isForeignQuote(at: position), state != .colon, state != .afterRoot { return foreignString() }
    switch state {
    case .root:
      let word = position..<input.wordEnd(from: position)
      checkEncoding(word)
      report(.unexpected(.opening), word)
      state = .stopped
    case .firstElement, .element, .memberValue: recoverValue(byte)
    case .firstKey, .key: recoverKey(byte)
    case .colon: recoverColon(byte)
    case .afterMember: recoverAfterMember(byte)
    case .afterElement: recoverAfterElement(byte)
    case .afterRoot: recoverAfterRoot(byte)
    case .stopped: break
    }
  }

  /// The tokens that are valid at the position.
  private var expectation: JSONProblem.Expectation {
    switch state {
    case .root, .afterRoot, .stopped: .opening
    case .firstElement, .element: .elementOrEnd
    case .firstKey: .keyOrEnd
    case .key: .key
    case .colon, .memberValue: .value
    case .afterMember: .commaOrObjectEnd
    case .afterElement: .commaOrArrayEnd
    }
  }

  private var here: Range<Int> { position..<position + 1 }

  private func isClosing(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "}") || byte == UInt8(ascii: "]") }

  /// Continues in another state, unless a limit has stopped the parse.
  func advanced(_ next: State) -> State { state == .stopped ? .stopped : next }

  private mutating func recoverValue(_ byte: UInt8) {
    if state == .memberValue, byte == UInt8(ascii: ",") || isClosing(byte) {
      append(.invalid, position, position)
      report(.unexpected(.value), here)
      state = advanced(.afterMember)
    } else if isClosing(byte) {
      mismatchedClosing(byte)
    } else if byte == UInt8(ascii: ",") || byte == UInt8(ascii: ":") {
      report(.unexpected(expectation), here)
      if state == .firstElement { log.bracketsAreDoubtful = true }
      position += 1
    } else {
      bareValue()
    }
  }

  private mutating func recoverKey(_ byte: UInt8) {
    switch byte {
    case UInt8(ascii: "]"): mismatchedClosing(byte)
    case UInt8(ascii: ","):
      report(.unexpected(expectation), here)
      if state == .firstKey { log.bracketsAreDoubtful = true }
      position += 1
    case UInt8(ascii: ":"):
      report(.unexpected(.key), here)
      append(.key, position, position, traits: .malformed)
      state = .colon
    case UInt8(ascii: "{") where state == .firstKey:
      // The bracket was probably typed twice.
      report(.unexpected(expectation), here)
      position += 1
    case UInt8(ascii: "{") where isInArray:
      reportBracket(.unclosed(.object), here, related: innermostOpening)
      closeInnermost(end: position)
      state = .element
    case UInt8(ascii: "{"), UInt8(ascii: "["):
      reportBracket(.unexpected(.key), here)
      append(.key, position, position, traits: .malformed)
      state = .memberValue
    default: bareKey(byte)
    }
  }

  private mutating func recoverColon(_ byte: UInt8) {
    if repairQuotes(byte) { return }
    let end = nodes.last.map { Int($0.end) } ?? position
    switch byte {
    case UInt8(ascii: ","), UInt8(ascii: "}"), UInt8(ascii: "]"):
      missingMemberValue(end)
      state = advanced(.afterMember)
    case UInt8(ascii: "="):
      report(.missingColon, here)
      position += 1
      if position < input.count, input[position] == UInt8(ascii: ">") { position += 1 }
      state = .memberValue
    case UInt8(ascii: "\"") where log.isFresh(end) && input.isKey(at: position):
      missingMemberValue(end)
      state = advanced(.key)
    default:
      report(.missingColon, end..<end)
      state = .memberValue
    }
  }

  /// Gives a key its missing value. A run of such keys, which an array without its bracket looks like, is one problem.
  private mutating func missingMemberValue(_ end: Int) {
    report(.missingColon, end..<end)
    append(.invalid, end, end)
    log.extendLastProblem(toNodes: nodes.count)
  }

  private mutating func recoverAfterMember(_ byte: UInt8) {
    if repairQuotes(byte) { return }
    switch byte {
    case UInt8(ascii: "]"): mismatchedClosing(byte)
    case UInt8(ascii: ":") where endsWithString: insertOpening()
    case UInt8(ascii: "\""): keyWithoutComma()
    case UInt8(ascii: "{"), UInt8(ascii: "["):
      report(.unexpected(.commaOrObjectEnd), here)
      append(.key, position, position, traits: .malformed)
      state = .memberValue
    default: skipText()
    }
  }

  /// A string after a value is a key if a colon follows. Otherwise it is a superfluous value.
  private mutating func keyWithoutComma() {
    let start = position
    let end = valueEnd
    string(.key)
    if let next = input.visible(from: position), input[next] == UInt8(ascii: ":") {
      if isOutdented(start, after: end) { return closeBeforeKey(.object) }
      report(.missingComma, end..<end)
      state = .colon
    } else {
      _ = removeLast()
      report(.unexpected(.commaOrObjectEnd), start..<position)
    }
  }

  private mutating func recoverAfterElement(_ byte: UInt8) {
    if repairQuotes(byte) { return }
    switch byte {
    case UInt8(ascii: "}"): mismatchedClosing(byte)
    case UInt8(ascii: ":") where endsWithString: memberInArray()
    case UInt8(ascii: "\""), UInt8(ascii: "{"), UInt8(ascii: "["), UInt8(ascii: "-"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      missingCommaInArray()
    default:
      let words = ["true", "false", "null"]
      if words.contains(where: { input[position..<input.wordEnd(from: position)].elementsEqual($0.utf8) }) {
        missingCommaInArray()
      } else {
        skipText()
      }
    }
  }

  private mutating func missingCommaInArray() {
    let end = valueEnd
    report(.missingComma, end..<end)
    state = .element
  }

  private mutating func recoverAfterRoot(_ byte: UInt8) {
    if byte == UInt8(ascii: ":"), nodes.count == 1, nodes[0].kind == .string { return insertOpening() }
    let end = valueEnd
    let closing = suspectClosing() ?? end - 1
    reportBracket(.textAfterRoot, position..<input.wordEnd(from: position), related: closing..<closing + 1)
    state = .stopped
  }
}

// SPDX-License-Identifier: MIT

/// Recovery from brackets that are missing, superfluous or of the wrong kind.
extension JSONParser {
  /// Whether the container around the innermost one is an array.
  var isInArray: Bool { enclosing == .array }

  /// Handles a closing bracket of the wrong kind. If the next container fits, the bracket of the innermost one is missing.
  mutating func mismatchedClosing(_ byte: UInt8) {
    let range = position..<position + 1
    let isObject = byte == UInt8(ascii: "]")
    let fits = enclosing == (isObject ? .array : .object)
    let isDoubled = position > 0 && input[position - 1] == byte && input.visible(from: position + 1) != nil
    if isDoubled || !fits {
      reportBracket(
        .unexpected(isObject ? .commaOrObjectEnd : .commaOrArrayEnd), range,
        related: isDoubled ? nil : innermostOpening)
      position += 1
      state = afterValue
    } else {
      reportBracket(.unclosed(isObject ? .object : .array), range, related: innermostOpening)
      closeInnermost(end: position)
      close()
    }
  }

  /// Makes the string before a colon the first key of an object without its opening bracket.
  mutating func insertOpening() {
    guard open.count < limits.depth else {
      return stop(.tooDeep(limit: limits.depth), position..<position + 1)
    }
    guard let key = removeLast() else { return }
    let start = Int(key.start)
    open.append(UInt32(nodes.count))
    append(.object, start, start)
    append(.key, start, Int(key.end), traits: key.traits)
    state = .colon
    reportBracket(.missingOpening, start..<Int(key.end))
  }

  /// Handles a key among the elements of an array: the array was not closed, or an object was not opened.
  mutating func memberInArray() {
    let last = nodes.count - 1
    guard let index = innermost, enclosing == .object, last > index + 1,
      nodes[index + 1].kind != .object
    else { return insertOpening() }
    closeBeforeKey(.array)
  }

  /// Closes the innermost container, which lacks its bracket, before the last node: a key of the object around it.
  mutating func closeBeforeKey(_ bracket: JSONProblem.Bracket) {
    guard let key = removeLast() else { return }
    // The comma before the key is not missing: the bracket is.
    log.withdrawMissingComma(before: Int(key.start))
    let opening = innermostOpening
    closeInnermost(end: Int(key.start))
    append(.key, Int(key.start), Int(key.end), traits: key.traits)
    state = .colon
    reportBracket(.unclosed(bracket), Int(key.start)..<Int(key.end), related: opening)
  }
}

/// Guesses by indentation, for brackets whose error would show in the wrong place or at the end of the text only.
extension JSONParser {
  /// Whether the innermost object probably lacks its closing bracket, and not a comma, before a key on a line of its own: the key is
  /// indented like the line that opens the object, and its members are indented more.
  func isOutdented(_ key: Int, after value: Int) -> Bool {
    guard enclosing == .object, let object = innermost, object + 1 < nodes.count,
      input[value..<key].contains(0x0A), let own = input.indentation(at: key),
      let opening = input.indentation(at: Int(nodes[object].start)),
      let member = input.indentation(at: Int(nodes[object + 1].start))
    else { return false }
    return own == opening && opening < member
  }

  /// The container that probably lacks its closing bracket: the first whose closing bracket is indented less than the line
  /// that opens it.
  func suspectOpening() -> Int? {
    firstContainer { opening, closing in closing < opening }
  }

  /// The closing bracket that is probably superfluous: the first that is indented more than the line that opens it.
  func suspectClosing() -> Int? {
    firstContainer { opening, closing in closing > opening }.map { Int(nodes[$0].end) - 1 }
  }
}

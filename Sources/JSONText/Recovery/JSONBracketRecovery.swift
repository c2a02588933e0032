// SPDX-License-Identifier: MIT

/// Recovery from brackets that are missing, superfluous or of the wrong kind.
extension JSONParser {
  /// Whether the innermost container is an array.
  var isInArray: Bool { enclosing == .array }

  private var enclosing: JSONTape.Kind? {
    open.count < 2 ? nil : nodes[Int(open[open.count - 2])].kind
  }

  /// The bracket that opened the innermost container.
  var innermostOpening: Range<Int>? {
    open.last.map { index in
      let start = Int(nodes[Int(index)].start)
      return start..<start + 1
    }
  }

  /// Handles a closing bracket of the wrong kind. If the next container fits, the bracket of the innermost one is missing.
  mutating func mismatchedClosing(_ byte: UInt8) {
    let range = position..<position + 1
    let isObject = byte == UInt8(ascii: "]")
    let fits = enclosing == (isObject ? .array : .object)
    let isDoubled = position > 0 && input[position - 1] == byte && visible(from: position + 1) != nil
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
    guard let key = nodes.popLast() else { return }
    valueCount -= 1
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
    guard let index = open.last.map({ Int($0) }), enclosing == .object, last > index + 1,
      nodes[index + 1].kind != .object
    else { return insertOpening() }
    let key = nodes.removeLast()
    valueCount -= 1
    // The comma before the key is not missing: the bracket is.
    if let problem = problems.last, problem.kind == .missingComma, !suppression.bracketsAreDoubtful,
      visible(from: problem.range.upperBound) == Int(key.start)
    {
      problems.removeLast()
      suppression.problemCount -= 1
      suppression.end = -1
    }
    let opening = innermostOpening
    closeInnermost(end: Int(key.start))
    append(.key, Int(key.start), Int(key.end), traits: key.traits)
    state = .colon
    reportBracket(.unclosed(.array), Int(key.start)..<Int(key.end), related: opening)
  }
}

/// Guesses by indentation, for brackets whose error shows at the end of the text only.
extension JSONParser {
  /// The container that probably lacks its closing bracket: the first whose closing bracket is indented less than the line
  /// that opens it.
  func suspectOpening() -> Int? {
    firstContainer { opening, closing in closing < opening }
  }

  /// The closing bracket that is probably superfluous: the first that is indented more than the line that opens it.
  func suspectClosing() -> Int? {
    firstContainer { opening, closing in closing > opening }.map { Int(nodes[$0].end) - 1 }
  }

  /// The container that is closed first, among those whose indentations at the opening and the closing bracket meet a
  /// condition.
  private func firstContainer(where condition: (_ opening: Int, _ closing: Int) -> Bool) -> Int? {
    var first: Int?
    for (index, node) in nodes.enumerated() where node.kind == .object || node.kind == .array {
      let last = Int(node.end) - 1
      guard last > node.start, input[last] == UInt8(ascii: "}") || input[last] == UInt8(ascii: "]"),
        first.map({ node.end < nodes[$0].end }) ?? true,
        let opening = indentation(at: Int(node.start)), let closing = indentation(at: last),
        condition(opening, closing)
      else { continue }
      first = index
    }
    return first
  }

  /// The blanks at the beginning of the line of an offset. Nil for a line that is too long to search.
  private func indentation(at offset: Int) -> Int? {
    var start = offset
    while start > 0, input[start - 1] != 0x0A {
      guard offset - start < 100 else { return nil }
      start -= 1
    }
    return input[start...].prefix { $0 == 0x20 || $0 == 0x09 }.count
  }
}

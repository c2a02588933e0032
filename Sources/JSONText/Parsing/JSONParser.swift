// SPDX-License-Identifier: MIT

/// Parses any bytes. The tape is complete if all problems are tolerated ones, and partial otherwise.
///
/// Problems come in the order of the text. A line has at most one problem that makes the text invalid, and problems that
/// follow from an earlier one are left out where possible. `omitted` counts those beyond a limit, see `JSONLimits`. Costs one pass.
/// Nesting does not use the native stack.
package func parseTape(
  _ bytes: [UInt8], limits: JSONLimits = .init()
) -> (tape: JSONTape, problems: [JSONProblem], omitted: [JSONProblem.Kind.Group: Int]) {
  // The parser holds the buffer, and ends with the closure.
  let (nodes, problems, omitted) = bytes.withUnsafeBufferPointer { buffer in
    var parser = JSONParser(input: buffer, limits: limits)
    parser.parse()
    return (parser.nodes, parser.log.problems, parser.log.omitted)
  }
  return (JSONTape(bytes: bytes, nodes: nodes), problems, omitted)
}

/// The state of a parse: one state machine. This file has the transitions of valid text; `JSONTokens` reads tokens, and the folder
/// `Recovery` has the transitions of invalid text.
///
/// The extensions have more than 400 lines together, because each transition moves the position, changes the state, appends nodes and
/// reports problems. `JSONProblemLog` is apart. The nodes are not: in a type of their own they cost a parse 5% more instructions.
///
/// Memory safety: `position` never passes `input.count`, and each read is guarded by a comparison with it.
struct JSONParser {
  /// The next expected token.
  enum State {
    case root
    /// After `[`.
    case firstElement
    /// After a comma in an array.
    case element
    /// After `{`.
    case firstKey
    /// After a comma in an object.
    case key
    case colon
    case memberValue
    case afterMember
    case afterElement
    case afterRoot
    /// None: the rest is not read.
    case stopped
  }

  let input: UnsafeBufferPointer<UInt8>
  let limits: JSONLimits
  var position = 0
  var state = State.root
  var nodes: [JSONTape.Node] = []
  /// The open containers by node number, outermost first.
  var open: [UInt32] = []
  /// Values of any kind, without keys.
  var valueCount = 0
  /// The place of the last comma.
  var comma = 0
  /// The end of the last closed container.
  var containerEnd = 0
  var log: JSONProblemLog
  var progress = Progress()

  init(input: UnsafeBufferPointer<UInt8>, limits: JSONLimits) {
    self.input = input
    self.limits = limits
    log = JSONProblemLog(input)
  }

  mutating func parse() {
    guard begin() else { return }
    // Each turn consumes a byte or is a step of recovery. Recovery stays at one position for a few turns at most.
    while state != .stopped, let byte = nextByte() {
      if progress.isStuck(at: position) {
        assertionFailure("recovery does not advance")
        position += 1
        continue
      }
      if !step(byte) { recover(byte) }
    }
    finish()
  }

  /// Reads the next token if it is valid in this state. Returns false and changes nothing otherwise.
  @inline(__always)
  private mutating func step(_ byte: UInt8) -> Bool {
    switch state {
    case .afterMember:
      if byte == UInt8(ascii: ",") {
        readComma(.key)
      } else if byte == UInt8(ascii: "}") {
        close()
      } else {
        return false
      }
    case .afterElement:
      if byte == UInt8(ascii: ",") {
        readComma(.element)
      } else if byte == UInt8(ascii: "]") {
        close()
      } else {
        return false
      }
    case .firstKey, .key:
      if byte == UInt8(ascii: "\"") {
        string(.key)
        state = .colon
        if position < input.count, input[position] == UInt8(ascii: ":") {
          position += 1
          state = .memberValue
        }
      } else if byte == UInt8(ascii: "}") {
        if state == .key { reportTrailingComma() }
        close()
      } else {
        return false
      }
    case .colon:
      guard byte == UInt8(ascii: ":") else { return false }
      position += 1
      state = .memberValue
    case .firstElement, .element:
      if byte == UInt8(ascii: "]") {
        if state == .element { reportTrailingComma() }
        close()
        return true
      }
      return value(byte, then: .afterElement)
    case .memberValue: return value(byte, then: .afterMember)
    case .root: return value(byte, then: .afterRoot)
    case .afterRoot, .stopped: return false
    }
    return true
  }

  @inline(__always)
  private mutating func value(_ byte: UInt8, then after: State) -> Bool {
    switch byte {
    case UInt8(ascii: "\""):
      state = after
      string(.string)
    case UInt8(ascii: "{"): openContainer(.object, then: .firstKey)
    case UInt8(ascii: "["): openContainer(.array, then: .firstElement)
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"):
      state = after
      number()
    case UInt8(ascii: "t"): return word(0x6575_7274, 4, .true, then: after)
    case UInt8(ascii: "f"): return word(0x736C_6166, 5, .false, then: after)
    case UInt8(ascii: "n"): return word(0x6C6C_756E, 4, .null, then: after)
    default: return false
    }
    return true
  }

  private mutating func readComma(_ next: State) {
    comma = position
    position += 1
    state = next
  }

  mutating func openContainer(_ kind: JSONTape.Kind, then next: State) {
    guard open.count < limits.depth else {
      return stop(.tooDeep(limit: limits.depth), position..<position + 1)
    }
    open.append(UInt32(nodes.count))
    append(kind, position, position + 1)
    position += 1
    if state != .stopped { state = next }
  }

  /// Reads the bracket that closes the innermost container.
  mutating func close() {
    position += 1
    closeInnermost(end: position)
  }

  /// Closes the innermost container without a bracket.
  mutating func closeInnermost(end: Int) {
    guard let index = open.last else { return }
    open.removeLast()
    nodes[Int(index)].end = UInt32(end)
    nodes[Int(index)].next = UInt32(nodes.count)
    containerEnd = end
    state = afterValue
  }

  /// The state after a value in the innermost container.
  var afterValue: State {
    guard let container = open.last else { return .afterRoot }
    return nodes[Int(container)].kind == .object ? .afterMember : .afterElement
  }

  @inline(__always)
  mutating func append(_ kind: JSONTape.Kind, _ start: Int, _ end: Int, traits: JSONTape.Traits = []) {
    nodes.append(
      .init(
        kind: kind, traits: traits, start: UInt32(truncatingIfNeeded: start), end: UInt32(truncatingIfNeeded: end),
        next: UInt32(truncatingIfNeeded: nodes.count + 1)))
    guard kind != .key else { return }
    valueCount += 1
    if valueCount > limits.values { stop(.tooManyValues(limit: limits.values), start..<end) }
  }

  /// Checks the text as a whole, and skips a byte order mark.
  private mutating func begin() -> Bool {
    guard input.count <= limits.bytes else {
      stop(.tooLarge(limit: limits.bytes), 0..<0)
      return false
    }
    if input.starts(with: [0xFF, 0xFE]) || input.starts(with: [0xFE, 0xFF]) || input.prefix(2).contains(0) {
      stop(.utf16, 0..<min(2, input.count))
      return false
    }
    if input.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
    nodes.reserveCapacity(input.count / 12 + 8)
    return true
  }

  /// Closes all open containers, so that the tape is well formed, with one problem.
  private mutating func finish() {
    if state == .root { reportBracket(.empty, input.count..<input.count) }
    if let last = nodes.last, last.kind == .key { append(.invalid, position, position) }
    if let last = innermost, state != .stopped {
      let suspect = nodes[suspectOpening() ?? last]
      let opening = Int(suspect.start)..<Int(suspect.start) + 1
      reportBracket(.unclosed(suspect.kind == .object ? .object : .array), input.count..<input.count, related: opening)
    }
    while !open.isEmpty { closeInnermost(end: input.count) }
  }
}

/// Detects a loop that stays at one position.
struct Progress {
  private var position = -1
  private var turns = 0

  /// Whether this is one turn too many at a position. Recovery needs a few.
  @inline(__always)
  mutating func isStuck(at position: Int) -> Bool {
    guard position <= self.position else {
      self.position = position
      turns = 0
      return false
    }
    turns += 1
    return turns > 16
  }
}

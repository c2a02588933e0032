// SPDX-License-Identifier: MIT

import JSONText

/// A value within a parsed message, read from the tape without a copy: a snapshot is large, and most of it becomes theme
/// values at once.
struct MessageValue: JSONNode {
  /// Levels of nesting. Reading recurses, one frame a level.
  private static let depth = 512

  private let tape: JSONTape
  private let index: Int

  private init(_ tape: JSONTape, _ index: Int) {
    self.tape = tape
    self.index = index
  }

  /// Nil for text that is not JSON (RFC 8259) or nests too deep. A number beyond the range of a double has no value.
  init?(parsing bytes: [UInt8]) {
    let (tape, problems, _) = parseTape(
      bytes, limits: JSONLimits(bytes: Int.max, depth: Self.depth, values: Int.max))
    guard problems.allSatisfy({ $0.kind == .numberRange }), !tape.nodes.isEmpty else { return nil }
    self.init(tape, 0)
  }

  private var kind: JSONTape.Kind { tape.nodes[index].kind }

  /// The first node of the children, and the node behind the last one.
  private var children: Range<Int> { index + 1..<Int(tape.nodes[index].next) }

  var isObject: Bool { kind == .object }
  var isNull: Bool { kind == .null }
  var string: String? { kind == .string ? tape.string(at: index) : nil }
  var number: Double? { tape.number(at: index) }

  var bool: Bool? {
    switch kind {
    case .true: true
    case .false: false
    case .object, .array, .key, .string, .number, .null, .invalid: nil
    }
  }

  /// The elements of an array.
  var elements: [MessageValue]? {
    guard kind == .array else { return nil }
    var elements: [MessageValue] = []
    var at = children.lowerBound
    while at < children.upperBound {
      elements.append(MessageValue(tape, at))
      at = Int(tape.nodes[at].next)
    }
    return elements
  }

  /// The members of an object in the order of the text, repetitions included.
  var members: [(key: String, value: MessageValue)]? {
    guard kind == .object else { return nil }
    var members: [(key: String, value: MessageValue)] = []
    var at = children.lowerBound
    while at + 1 < children.upperBound {
      members.append((tape.string(at: at), MessageValue(tape, at + 1)))
      at = Int(tape.nodes[at + 1].next)
    }
    return members
  }

  func member(_ key: StaticString) -> MessageValue? {
    guard kind == .object else { return nil }
    var found: MessageValue?
    var at = children.lowerBound
    while at + 1 < children.upperBound {
      if tape.string(at: at, is: key) { found = MessageValue(tape, at + 1) }
      at = Int(tape.nodes[at + 1].next)
    }
    return found
  }
}

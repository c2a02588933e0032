// SPDX-License-Identifier: MIT

/// A value within a parsed message, read from the tape without a copy: a snapshot is large, and most of it becomes theme
/// values at once.
package struct JSONTapeValue: JSONNode {
  /// Levels of nesting. Reading recurses, one frame a level.
  private static let depth = 512

  private let tape: JSONTape
  private let index: Int

  private init(_ tape: JSONTape, _ index: Int) {
    self.tape = tape
    self.index = index
  }

  /// Nil for text that is not JSON (RFC 8259) or nests too deep. A number beyond the range of a double has no value.
  package init?(parsing bytes: [UInt8]) {
    let (tape, problems, _) = parseTape(
      bytes, limits: JSONLimits(bytes: Int.max, depth: Self.depth, values: Int.max))
    guard problems.allSatisfy({ $0.kind == .numberRange }), !tape.nodes.isEmpty else { return nil }
    self.init(tape, 0)
  }

  private var kind: JSONTape.Kind { tape.nodes[index].kind }

  /// The first node of the children, and the node behind the last one.
  private var children: Range<Int> { index + 1..<Int(tape.nodes[index].next) }

  package var isObject: Bool { kind == .object }
  package var isNull: Bool { kind == .null }
  package var string: String? { kind == .string ? tape.string(at: index) : nil }
  package var number: Double? { tape.number(at: index) }

  package var bool: Bool? {
    switch kind {
    case .true: true
    case .false: false
    case .object, .array, .key, .string, .number, .null, .invalid: nil
    }
  }

  /// The elements of an array.
  package var elements: [JSONTapeValue]? {
    guard kind == .array else { return nil }
    var elements: [JSONTapeValue] = []
    var at = children.lowerBound
    while at < children.upperBound {
      elements.append(JSONTapeValue(tape, at))
      at = Int(tape.nodes[at].next)
    }
    return elements
  }

  /// The members of an object in the order of the text, repetitions included.
  package var members: [(key: String, value: JSONTapeValue)]? {
    guard kind == .object else { return nil }
    var members: [(key: String, value: JSONTapeValue)] = []
    var at = children.lowerBound
    while at + 1 < children.upperBound {
      members.append((tape.string(at: at), JSONTapeValue(tape, at + 1)))
      at = Int(tape.nodes[at + 1].next)
    }
    return members
  }

  package var memberCount: Int {
    guard kind == .object else { return 0 }
    var count = 0
    var at = children.lowerBound
    while at + 1 < children.upperBound {
      count += 1
      at = Int(tape.nodes[at + 1].next)
    }
    return count
  }

  package func member(_ key: StaticString) -> JSONTapeValue? {
    guard kind == .object else { return nil }
    var found: JSONTapeValue?
    var at = children.lowerBound
    while at + 1 < children.upperBound {
      if tape.string(at: at, is: key) { found = JSONTapeValue(tape, at + 1) }
      at = Int(tape.nodes[at + 1].next)
    }
    return found
  }
}

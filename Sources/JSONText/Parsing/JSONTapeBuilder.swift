// SPDX-License-Identifier: MIT

/// Makes a tape of a text whose format is not JSON. It writes the bytes itself, one value after the other in preorder.
///
/// Texts stand between quotation marks without escapes, since nodes have their ends.
package struct JSONTapeBuilder {
  private var bytes: [UInt8] = []
  private var nodes: [JSONTape.Node] = []
  /// The open containers by node number, outermost first.
  private var open: [Int] = []

  package init() {}

  package mutating func reserve(bytes byteCount: Int, nodes nodeCount: Int) {
    bytes.reserveCapacity(byteCount)
    nodes.reserveCapacity(nodeCount)
  }

  /// The number of nodes, which is the number of the next one.
  package var count: Int { nodes.count }

  package mutating func beginObject() { begin(.object, "{") }

  package mutating func beginArray() { begin(.array, "[") }

  private mutating func begin(_ kind: JSONTape.Kind, _ bracket: String) {
    open.append(nodes.count)
    append(kind, bracket)
  }

  /// Closes the innermost object or array, and returns its number. A key without a value gets an invalid one.
  @discardableResult
  package mutating func end() -> Int? {
    completeMember()
    guard let index = open.popLast() else { return nil }
    bytes.append(nodes[index].kind == .object ? UInt8(ascii: "}") : UInt8(ascii: "]"))
    nodes[index].end = UInt32(truncatingIfNeeded: bytes.count)
    nodes[index].next = UInt32(truncatingIfNeeded: nodes.count)
    return index
  }

  /// - Parameter text: UTF-8.
  package mutating func appendKey(_ text: Span<UInt8>) { appendText(.key, text) }

  /// - Parameter text: UTF-8.
  package mutating func appendString(_ text: Span<UInt8>) { appendText(.string, text) }

  /// A number. Nil for a number that a double does not hold; the tape has none then.
  package mutating func appendNumber(_ number: Double?) {
    guard let number, number.isFinite else { return append(.number, "1e999") }
    if number.magnitude <= 0x1p53, number == number.rounded(.towardZero), number.sign == .plus || number != 0 {
      append(.number, "\(Int64(number))")
    } else {
      append(.number, "\(number)")
    }
  }

  package mutating func appendBool(_ value: Bool) {
    if value { append(.true, "true") } else { append(.false, "false") }
  }

  package mutating func appendNull() { append(.null, "null") }

  /// Appends a copy of an earlier value and all that it holds.
  ///
  /// - Precondition: the value is closed.
  package mutating func appendCopy(of index: Int) {
    let nodesBefore = UInt32(truncatingIfNeeded: nodes.count - index)
    let bytesBefore = UInt32(truncatingIfNeeded: bytes.count) - nodes[index].start
    bytes.append(contentsOf: bytes[Int(nodes[index].start)..<Int(nodes[index].end)])
    for original in index..<Int(nodes[index].next) {
      var node = nodes[original]
      node.start += bytesBefore
      node.end += bytesBefore
      node.next += nodesBefore
      nodes.append(node)
    }
  }

  /// The number of nodes of a closed value.
  package func nodeCount(of index: Int) -> Int { Int(nodes[index].next) - index }

  /// The depth of nesting of a closed value, itself counted.
  package func nesting(of index: Int) -> Int {
    var ends: [UInt32] = []
    var most = 0
    for node in nodes[index..<Int(nodes[index].next)].enumerated() {
      while let end = ends.last, end <= UInt32(index + node.offset) { ends.removeLast() }
      guard node.element.kind == .object || node.element.kind == .array else { continue }
      ends.append(node.element.next)
      most = max(most, ends.count)
    }
    return most
  }

  /// A missing or meaningless value.
  package mutating func appendInvalid() { append(.invalid, "") }

  /// The tape of all values. Open containers are closed.
  package mutating func finish() -> JSONTape {
    while !open.isEmpty { end() }
    return JSONTape(bytes: bytes, nodes: nodes)
  }

  private mutating func completeMember() {
    if nodes.last?.kind == .key { appendInvalid() }
  }

  private mutating func appendText(_ kind: JSONTape.Kind, _ text: Span<UInt8>) {
    let start = bytes.count
    bytes.append(UInt8(ascii: "\""))
    // The buffer belongs to the span, and is not kept.
    let isASCII = text.withUnsafeBufferPointer { text in
      bytes.append(contentsOf: text)
      return text.allSatisfy { $0 < 0x80 }
    }
    bytes.append(UInt8(ascii: "\""))
    appendNode(kind, start, traits: isASCII ? [] : .notASCII)
  }

  /// Appends a value in its JSON form.
  private mutating func append(_ kind: JSONTape.Kind, _ text: String) {
    let start = bytes.count
    bytes.append(contentsOf: text.utf8)
    appendNode(kind, start, traits: [])
  }

  private mutating func appendNode(_ kind: JSONTape.Kind, _ start: Int, traits: JSONTape.Traits) {
    nodes.append(
      .init(
        kind: kind, traits: traits, start: UInt32(truncatingIfNeeded: start),
        end: UInt32(truncatingIfNeeded: bytes.count), next: UInt32(truncatingIfNeeded: nodes.count + 1)))
  }
}

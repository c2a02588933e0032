// SPDX-License-Identifier: MIT

/// The nodes and the open containers of a parse.
extension JSONParser {
  /// Removes the last node, a key or a leaf.
  mutating func removeLast() -> JSONTape.Node? {
    guard let last = nodes.popLast() else { return nil }
    if last.kind != .key { valueCount -= 1 }
    return last
  }

  /// Ends the last node, a string without a closing quotation mark, at an offset. Returns the start of the string.
  mutating func cutLast(at end: Int) -> Int {
    let index = nodes.count - 1
    nodes[index].end = UInt32(end)
    nodes[index].traits.insert(.malformed)
    return Int(nodes[index].start)
  }

  /// The end of the last value.
  var valueEnd: Int { max(nodes.last.map { Int($0.end) } ?? 0, containerEnd) }

  /// Whether the last value is a string, not a container that ends with one.
  var endsWithString: Bool {
    guard let last = nodes.last else { return false }
    return last.kind == .string && last.end > containerEnd
  }

  /// The number of the innermost open container.
  var innermost: Int? { open.last.map { Int($0) } }

  /// The kind of the container around the innermost one.
  var enclosing: JSONTape.Kind? {
    open.count < 2 ? nil : nodes[Int(open[open.count - 2])].kind
  }

  /// The bracket that opened the innermost container.
  var innermostOpening: Range<Int>? {
    open.last.map { index in
      let start = Int(nodes[Int(index)].start)
      return start..<start + 1
    }
  }

  /// The container that is closed first, among those whose brackets and their indentations meet a condition.
  func firstContainer(where condition: (_ opening: Int, _ closing: Int) -> Bool) -> Int? {
    var first: Int?
    for (index, node) in nodes.enumerated() where node.kind == .object || node.kind == .array {
      let last = Int(node.end) - 1
      guard last > node.start, input[last] == UInt8(ascii: "}") || input[last] == UInt8(ascii: "]"),
        first.map({ node.end < nodes[$0].end }) ?? true,
        let opening = input.indentation(at: Int(node.start)), let closing = input.indentation(at: last),
        condition(opening, closing)
      else { continue }
      first = index
    }
    return first
  }
}

// SPDX-License-Identifier: GPL-2.0-or-later

import ThemeModel

extension Database {
  /// A node of a file, with the numbers of this database. 16 bytes, since there is one for each value of a bundle.
  ///
  /// Its place is `File.range(of:)`, since the file has the lengths of long values.
  struct Node: Sendable {
    let operation: Declarations.Operation
    let flags: Declarations.Flags
    /// The number of bytes of the value; `longLength` stands for itself and all above.
    fileprivate var length: UInt16
    /// A `NameID`.
    let key: UInt32
    private let operandOrCount: UInt32
    /// The first byte of the value in the file.
    fileprivate var start: UInt32

    fileprivate static let longLength = UInt16.max

    /// - Parameters:
    ///   - operand: for an operation with an operand.
    ///   - count: the number of nodes of the subtree.
    init(_ node: Declarations.Node, key: NameID, operand: UInt32, count: UInt32) {
      operation = node.operation
      flags = node.flags
      length = UInt16(clamping: node.range.end - node.range.start)
      self.key = key.index
      let fixed = Self.fixedCount(of: node.operation)
      precondition(fixed == 0 || fixed == count, "a glyph and a part have a leaf below them, other operands nothing")
      operandOrCount = fixed == 0 ? count : operand
      start = node.range.start
    }

    /// A `ValueID` or a `SymbolID`, depending on the operation; 0 for one without an operand.
    var operand: UInt32 { Self.fixedCount(of: operation) == 0 ? 0 : operandOrCount }

    /// The number of nodes of the subtree, this one included.
    var count: UInt32 {
      let fixed = Self.fixedCount(of: operation)
      return fixed == 0 ? operandOrCount : fixed
    }

    /// The number of nodes of a subtree whose root has an operand; 0 for any other root.
    @inline(__always) private static func fixedCount(of operation: Declarations.Operation) -> UInt32 {
      switch operation {
      case .literal, .reference, .lookup, .inherit, .absent: 1
      case .glyph, .part: 2
      case .object, .array, .font, .colorReference, .calls, .typed, .first, .invalid, .invalidInherit: 0
      }
    }
  }
}

extension [Database.Node] {
  /// A node and all nodes below it.
  @inline(__always) func subtree(of node: Int) -> ArraySlice<Database.Node> {
    self[node..<node + Int(self[node].count)]
  }
}

extension Database {
  /// The declarations of one file.
  struct File: Sendable {
    private(set) var nodes: [Node]
    /// The numbers of bytes of long values, by node.
    private var longLengths: [UInt32: UInt32] = [:]
    /// The places of keys with a suffix, by node. Diagnostics need no others.
    private(set) var keyRanges: [UInt32: ByteRange]
    /// Sorted by id.
    var declarations: [(symbol: SymbolID, declaration: DeclarationID)] = []

    /// - Parameter nodes: those of the declarations with the numbers of the database.
    init(_ nodes: [Node], of declarations: Declarations, keyRanges: [UInt32: ByteRange]) {
      self.nodes = nodes
      self.keyRanges = keyRanges
      for index in nodes.indices where nodes[index].length == Node.longLength {
        let range = declarations.nodes[index].range
        longLengths[UInt32(index)] = range.end - range.start
      }
    }

    /// The index of an id in `declarations`, by binary search.
    func place(of symbol: SymbolID) -> Int? {
      var low = 0
      var high = declarations.count
      while low < high {
        let middle = (low + high) / 2
        if declarations[middle].symbol < symbol { low = middle + 1 } else { high = middle }
      }
      return low < declarations.count && declarations[low].symbol == symbol ? low : nil
    }

    /// The place of a node's value.
    func range(of node: Int) -> ByteRange {
      let start = Int(nodes[node].start)
      return ByteRange(start, start + length(of: node))
    }

    private func length(of node: Int) -> Int {
      let length = nodes[node].length
      if length < Node.longLength { return Int(length) }
      guard let long = longLengths[UInt32(node)] else { preconditionFailure("a long value has its length") }
      return Int(long)
    }

    private mutating func setLength(_ length: Int, of node: Int) {
      nodes[node].length = UInt16(clamping: length)
      longLengths[UInt32(node)] = length < Node.longLength ? nil : UInt32(clamping: length)
    }

    /// Replaces the nodes of a declaration by those of a file that has no other, except the place of its key. No other place
    /// moves.
    ///
    /// - Parameter offset: the offset of the new places in this file.
    mutating func replaceValue(_ nodes: Range<Int>, with new: File, movedBy offset: Int) {
      let keyRange = keyRanges[UInt32(nodes.lowerBound)]
      replace(nodes, with: new, movedBy: offset)
      keyRanges[UInt32(nodes.lowerBound)] = keyRange
    }

    /// The same with the place of its key.
    mutating func replace(_ nodes: Range<Int>, with new: File, movedBy offset: Int) {
      self.nodes.replaceSubrange(nodes, with: new.nodes)
      for index in nodes.lowerBound..<nodes.lowerBound + new.nodes.count { self.nodes[index].move(by: offset) }
      longLengths.replace(nodes, with: new.longLengths, count: new.nodes.count)
      keyRanges.replace(nodes, with: new.keyRanges.mapValues { $0.moved(by: offset) }, count: new.nodes.count)
    }

    /// Moves the places behind a replaced text, which ended at an offset, and the ends of those around it.
    mutating func movePlaces(from offset: UInt32, by growth: Int) {
      /// The values around the text, and long values before it.
      var around: [Int] = []
      var places = nodes.mutableSpan
      for node in places.indices {
        if places[node].start >= offset {
          places[node].move(by: growth)
        } else if places[node].length == Node.longLength || offset - places[node].start <= places[node].length {
          around.append(node)
        }
      }
      for node in around where range(of: node).end >= offset { setLength(length(of: node) + growth, of: node) }
      for (node, range) in keyRanges where range.start >= offset { keyRanges[node] = range.moved(by: growth) }
    }
  }
}

extension Database.Node {
  fileprivate mutating func move(by offset: Int) { start = UInt32(clamping: Int(start) + offset) }
}

extension Dictionary where Key == UInt32 {
  /// Replaces the elements of some nodes by those of other nodes, and gives the elements of the nodes behind new numbers.
  fileprivate mutating func replace(_ nodes: Range<Int>, with new: Self, count: Int) {
    if isEmpty && new.isEmpty { return }
    var replaced = Self()
    for (node, element) in self where !nodes.contains(Int(node)) {
      replaced[Int(node) < nodes.lowerBound ? node : UInt32(Int(node) - nodes.count + count)] = element
    }
    for (node, element) in new { replaced[UInt32(nodes.lowerBound) + node] = element }
    self = replaced
  }
}

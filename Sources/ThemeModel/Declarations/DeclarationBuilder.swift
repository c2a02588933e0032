// SPDX-License-Identifier: MIT

import TextComparison

/// Builds the declarations of one file. Calls of `begin` and `end` match.
package struct DeclarationBuilder {
  package private(set) var declarations = Declarations()
  private var nameIndex = HashIndex()
  /// The id of each name in each space, `noName` where there is none. Shorter than the list of names.
  private var idNumbers: [UInt32] = []
  private static let spaces = Declarations.Space.allCases.count
  private var open: [Int] = []

  package init() {}

  /// Reserves storage for a number of nodes.
  package init(reserving nodes: Int) {
    declarations.names.reserveCapacity(nodes)
    declarations.nameHashes.reserveCapacity(nodes)
    declarations.nodes.reserveCapacity(nodes)
    idNumbers.reserveCapacity(nodes * Self.spaces)
    nameIndex = HashIndex(reserving: nodes)
  }

  /// The number of an id, for the operand of a reference.
  package mutating func id(_ name: String, in space: Declarations.Space) -> UInt32 {
    let id = Declarations.ID(space: space, name: self.name(name))
    let place = Int(id.name) * Self.spaces + Int(space.rawValue)
    if place >= idNumbers.count {
      let missing = declarations.names.count * Self.spaces - idNumbers.count
      idNumbers.append(contentsOf: repeatElement(Declarations.noName, count: missing))
    }
    if idNumbers[place] != Declarations.noName { return idNumbers[place] }
    let number = UInt32(declarations.ids.count)
    declarations.ids.append(id)
    idNumbers[place] = number
    return number
  }

  private mutating func name(_ name: String) -> UInt32 {
    let hash = name.tableHash
    if let number = nameIndex.find(hash, where: { Bytewise(declarations.names[$0]) == Bytewise(name) }) {
      return UInt32(number)
    }
    let number = declarations.names.count
    declarations.names.append(name)
    declarations.nameHashes.append(hash)
    nameIndex.insert(number, hash: hash)
    return UInt32(number)
  }

  /// Declares an id; the next node is the root of its value.
  package mutating func entry(_ id: String, in space: Declarations.Space) {
    precondition(open.isEmpty, "an entry begins outside of every node")
    precondition(space != .baseStyles, "base styles are referred to, not declared")
    declarations.entries.append(.init(id: self.id(id, in: space), node: UInt32(declarations.nodes.count)))
  }

  /// Opens a node with children.
  package mutating func begin(
    _ operation: Declarations.Operation, operand: UInt32 = 0, flags: Declarations.Flags = [], key: String? = nil,
    keyRange: ByteRange = ByteRange(0, 0), range: ByteRange
  ) {
    open.append(declarations.nodes.count)
    append(operation, operand, flags, key, keyRange, range)
  }

  /// Closes the node that was opened last.
  package mutating func end() {
    guard let node = open.popLast() else { preconditionFailure("end without begin") }
    declarations.nodes[node].end = UInt32(declarations.nodes.count)
  }

  /// Adds a node without children.
  package mutating func leaf(
    _ operation: Declarations.Operation, operand: UInt32 = 0, flags: Declarations.Flags = [], key: String? = nil,
    keyRange: ByteRange = ByteRange(0, 0), range: ByteRange
  ) {
    append(operation, operand, flags, key, keyRange, range)
  }

  package mutating func literal(_ value: Value) -> UInt32 {
    declarations.literals.append(value)
    declarations.literalHashes.append(value.tableHash)
    return UInt32(declarations.literals.count - 1)
  }

  package mutating func link(_ link: Declarations.Link) { declarations.links.append(link) }

  package mutating func setOutline(_ outline: TokenOutline) { declarations.outline = outline }

  package mutating func setResolver(_ document: ResolverDocument) { declarations.resolver = document }

  /// Removes the findings since a mark, which were reported before.
  package mutating func dropFindings(since mark: FindingList.Mark) { declarations.reported.drop(since: mark) }

  package mutating func report(_ finding: Finding) { declarations.reported.append(finding) }

  package mutating func report(_ findings: FindingList) { declarations.reported.append(findings) }

  /// Records that the file has a wrong shape, see `Declarations.isMisshapen`.
  package mutating func noteMisshapen() { declarations.isMisshapen = true }

  /// Records that the part of the file is not there, see `Declarations.isMissing`.
  package mutating func noteMissing() {
    declarations.isMisshapen = true
    declarations.isMissing = true
  }

  private mutating func append(
    _ operation: Declarations.Operation, _ operand: UInt32, _ flags: Declarations.Flags, _ key: String?,
    _ keyRange: ByteRange, _ range: ByteRange
  ) {
    declarations.nodes.append(
      .init(
        operation: operation, flags: flags, key: key.map { name($0) } ?? Declarations.noName,
        operand: operand, end: UInt32(declarations.nodes.count + 1), range: range, keyRange: keyRange))
  }
}

// SPDX-License-Identifier: GPL-2.0-or-later

import DenseCollections
import TextComparison

/// Finds the declarations of values by their paths, in one state. Makes a table of the members of each large object that it reads, so
/// that questions about all its members cost O(members) and not one pass over them for each.
package struct ValueOrigins {
  private let state: ResolvedState
  /// By the slot of a large object: the slots of its members by key.
  private var tables: [Int: BytewiseDictionary<Int>] = [:]
  /// The number of members that were read, for tests.
  private(set) var membersRead = 0

  /// In objects of fewer members a pass over them is shorter than making a table.
  private static let smallest = 64

  package init(_ state: ResolvedState) { self.state = state }

  /// The declaration of the value at keys in an id. If the keys lead nowhere, the declaration of the innermost value on the
  /// way.
  mutating func origin(of symbol: SymbolID, at keyPath: ArraySlice<String>) -> NodeReference? {
    guard let id = state.symbol(symbol), id.isDeclared else { return nil }
    var slot = Int(id.first)
    for key in keyPath {
      guard let object = state.object(at: slot), let member = member(of: object, named: key) else { break }
      slot = member
    }
    return state.origin(of: slot)
  }

  /// The last member of an object with a key.
  private mutating func member(of object: Int, named key: String) -> Int? {
    if let table = tables[object] { return table[key] }
    var count = 0
    var found: Int?
    var next = state.firstMember(of: object)
    while let slot = next {
      count += 1
      if Bytewise(state.key(of: slot)) == Bytewise(key) { found = slot }
      next = state.member(after: slot, of: object)
    }
    membersRead += count
    if count >= Self.smallest { tables[object] = BytewiseDictionary(state.members(of: object)) { _, last in last } }
    return found
  }
}

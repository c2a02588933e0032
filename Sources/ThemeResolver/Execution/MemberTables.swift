// SPDX-License-Identifier: GPL-2.0-or-later

import DenseCollections

/// Finds the members of large objects by name, so that an object costs O(members) and not one pass over them for each of its
/// modifiers. Valid while no slot gets another place: within one update, or one id of a load.
struct MemberTables: Sendable {
  /// By the slot of the object.
  private var tables: [UInt32: [NameID: UInt32]] = [:]

  /// In smaller objects a pass over the members is shorter than making a table.
  private static let smallest = 64

  mutating func removeAll() {
    if !tables.isEmpty { tables = [:] }
  }

  /// The first member of an object that has this name.
  mutating func member(of object: UInt32, named name: NameID?, _ graph: inout SlotGraph) -> UInt32? {
    guard let name else { return nil }
    if graph.state.slots[Int(object)].size < Self.smallest { return graph.member(of: object, named: name) }
    if let table = tables[object] { return table[name] }
    var table: [NameID: UInt32] = [:]
    for child in graph.children(of: object).reversed() { table[graph.state.slots[Int(child)].name] = child }
    tables[object] = table
    return table[name]
  }
}

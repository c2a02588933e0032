// SPDX-License-Identifier: GPL-2.0-or-later

import DenseCollections
import ThemeModel

/// The references of a state, packed by the ids that they refer to.
struct PackedReferences {
  /// By id: where the references to it begin in `slots` and `owners`; one more at the end.
  let starts: ContiguousArray<UInt32>
  /// By reference: its slot.
  let slots: ContiguousArray<UInt32>
  /// By reference: the id of its slot.
  let owners: ContiguousArray<UInt32>
  /// By slot that refers to an id: its place among the references to it.
  private let places: SparseArray<UInt32>
  /// By id: the number of references in its slots.
  let counts: ContiguousArray<UInt32>
  /// The ids with values that a number beside them modifies.
  let modified: Set<UInt32>

  /// Costs two passes over the slots.
  init(of state: ResolvedState, symbolCount: Int) {
    var starts = ContiguousArray<UInt32>(repeating: 0, count: symbolCount + 1)
    var counts = ContiguousArray<UInt32>(repeating: 0, count: symbolCount)
    var modified: Set<UInt32> = []
    var owner: UInt32 = 0
    for index in 0..<state.slots.count {
      let slot = state.slots[index]
      if slot.parent == 0 { owner = slot.key }
      if slot.flags.contains(.isModifier) { modified.insert(owner) }
      guard let target = slot.target else { continue }
      starts[Int(target.index)] += 1
      counts[Int(owner)] += 1
    }
    var total: UInt32 = 0
    for index in starts.indices {
      let count = starts[index]
      starts[index] = total
      total += count
    }
    var ends = starts
    var slots = ContiguousArray<UInt32>(repeating: 0, count: Int(total))
    var owners = ContiguousArray<UInt32>(repeating: 0, count: Int(total))
    var places = SparseArray<UInt32>()
    for index in 0..<state.slots.count {
      let slot = state.slots[index]
      if slot.parent == 0 { owner = slot.key }
      guard let target = slot.target else { continue }
      let end = ends[Int(target.index)]
      ends[Int(target.index)] += 1
      slots[Int(end)] = UInt32(index)
      owners[Int(end)] = owner
      places.set(index, to: end - starts[Int(target.index)])
    }
    self.starts = starts
    self.slots = slots
    self.owners = owners
    self.places = places
    self.counts = counts
    self.modified = modified
  }

  /// The same references in the form that edits change.
  var dependents: Dependents { Dependents(starts: starts, entries: slots, places: places) }
}

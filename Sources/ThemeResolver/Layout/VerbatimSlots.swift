// SPDX-License-Identifier: GPL-2.0-or-later

import ThemeModel

extension Database {
  /// Appends the nodes of a declaration as slots. Nothing is merged or inherited.
  ///
  /// - Parameter key: the key of the root slot.
  func appendSlots(of declaration: DeclarationID, key: UInt32, to slots: inout [Slot]) {
    let nodes = nodes(declaration)
    for (position, node) in nodes.enumerated() {
      var slot = Slot(node, key: position == 0 ? key : node.key)
      slot.size = node.count
      if position > 0 {
        // The nearest slot before it whose subtree is not complete.
        var parent = slots.count - 1
        while parent + Int(slots[parent].size) <= slots.count { parent -= Int(slots[parent].parent) }
        slot.parent = UInt32(slots.count - parent)
      }
      slots.append(slot)
    }
  }

  /// The nodes of a declaration as slots.
  func slots(of declaration: DeclarationID, key: UInt32) -> [DeclaredSlot] {
    var slots: [Slot] = []
    appendSlots(of: declaration, key: key, to: &slots)
    return slots.enumerated().map { position, slot in
      DeclaredSlot(slot, NodeReference(declaration: declaration, node: UInt32(position)))
    }
  }
}

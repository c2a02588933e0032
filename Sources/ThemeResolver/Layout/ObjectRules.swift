// SPDX-License-Identifier: GPL-2.0-or-later

import TextComparison
import ThemeModel

/// The part of laying out an id that looks at whole objects, once all their members are known; see `Rules`.
extension Elaboration {
  /// Tells fonts from other objects, and values from the numbers beside them that change them.
  mutating func mark(_ slots: inout [Slot]) {
    for index in slots.indices where slots[index].isObject {
      var children: [Int] = []
      var child = index + 1
      while child < index + Int(slots[index].size) {
        slots[child].flags.subtract([.hasModifier, .isModifier])
        children.append(child)
        child += Int(slots[child].size)
      }
      var names: [NameID] = []
      for child in children where !isParent(slots[child]) { names.append(slots[child].name) }
      slots[index].setIsFont(database.rules.readsObjectsAsFonts && isFont(names))
      for child in children {
        guard index == 0 || !isFontSize(slots[child].name) else { continue }
        let modified = database.names.modified(by: slots[child].name)
        if let modified, let sibling = children.first(where: { slots[$0].name == modified }) {
          slots[child].flags.insert(.isModifier)
          slots[sibling].flags.insert(.hasModifier)
        }
      }
      if index == 0, let pair = database.rules.fontPair { reportHalf(of: pair, children.map { slots[$0] }) }
    }
  }

  /// Whether the name is that of a size which makes a font of its neighbour: in the id's own members, not in objects
  /// within.
  private func isFontSize(_ name: NameID) -> Bool {
    database.rules.fontPair.map { Bytewise(database.names.text(name)) == Bytewise($0.size) } ?? false
  }

  /// Whether a slot stands for a parent that fails.
  private func isParent(_ slot: Slot) -> Bool { slot.operation == .invalid && isInherit(slot.origin) }

  private func isFont(_ keys: [NameID]) -> Bool {
    let font = database.fontKeys
    return keys.contains { $0 == font.name || $0 == font.textStyle }
      && keys.allSatisfy { $0 == font.name || $0 == font.textStyle || $0 == font.size }
  }

  /// Notes the font without a size, or the size without a font.
  private mutating func reportHalf(of pair: Rules.FontPair, _ members: [Slot]) {
    guard let font = database.names.find(pair.font), let size = database.names.find(pair.size) else { return }
    let halves = members.filter { $0.name == font || $0.name == size }
    guard halves.count == 1 else { return }
    let missing = halves[0].name == font ? pair.size : pair.font
    issues.append(Issue(kind: .halfFont(missing: missing), origin: halves[0].origin))
  }
}

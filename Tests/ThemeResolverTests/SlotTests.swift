// SPDX-License-Identifier: GPL-2.0-or-later

import TestSupport
import Testing

@testable import ThemeResolver

/// The sizes of what exists for each value of a bundle, and the packed parts of a slot.
@Suite struct SlotTests {
  @Test func sizes() {
    #expect(MemoryLayout<Database.Node>.stride == 16)
    #expect(MemoryLayout<Slot>.stride == 12)
    #expect(MemoryLayout<ResolvedValue>.stride == 4)
    #expect(MemoryLayout<Database.Declaration>.stride == 28)
    #expect(MemoryLayout<Resolution>.stride == 12)
    #expect(MemoryLayout<SymbolState>.stride == 20)
  }

  @Test(arguments: [0, 1, 0xffff, 0x1_0000, 0xff_ffff] as [UInt32])
  func partsAreApart(parent: UInt32) {
    let operations = (0...UInt8.max).compactMap(Slot.Operation.init(rawValue:))
    #expect(operations.count == 16)
    for operation in operations {
      for flags in (0..<16).map(Slot.Flags.init(rawValue:)) {
        func check(_ slot: Slot, _ note: Comment) {
          #expect(slot.parent == parent && slot.operation == operation && slot.flags == flags, note)
          #expect(slot.key == 1 && slot.size == size(of: operation), note)
          #expect(slot.operand == (operation.hasVariableSize ? 0 : 3), note)
        }
        var slot = Slot(key: 1, size: 4, parent: parent, operand: 3, operation: operation, flags: flags)
        check(slot, "made")
        slot.parent = 5
        slot.flags = []
        slot.parent = parent
        slot.flags = flags
        check(slot, "changed")
      }
    }
  }

  /// The size of a slot that is made with the size 4.
  private func size(of operation: Slot.Operation) -> UInt32 {
    switch operation {
    case .object, .array, .font, .fontObject, .colorReference, .calls, .typed, .first: 4
    case .glyph, .part: 2
    case .literal, .faultyLiteral, .reference, .lookup, .held, .invalid: 1
    }
  }

  @Test func resolutionsKeepWholeHashes() {
    var random = SplitMix(seed: 1)
    for _ in 0..<100 {
      let hash = random.next()
      #expect(Resolution(value: .object, hash: hash).hash == hash)
    }
  }

  @Test func valuesAreTold() {
    let values: [ResolvedValue] = [
      .unresolved, .undeclared, .waiting, .object, ResolvedValue(ValueID(index: 0)),
      ResolvedValue(alias: SymbolID(index: 0)),
    ]
    for (index, value) in values.enumerated() {
      #expect(values.firstIndex(of: value) == index)
      #expect(value.isResolved == (index > 2))
      #expect(value.isAlias == (index == 5))
      #expect(value.excludesContent == (index == 3 || index == 5))
      #expect(value.isObject == (index == 3 || index == 5))
    }
  }
}

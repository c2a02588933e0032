// SPDX-License-Identifier: GPL-2.0-or-later

import DenseCollections
import TextComparison
import ThemeModel

/// The paths of slots within their ids, for findings. Reads the elements of an array once, so that an array costs O(elements) and
/// not one pass over them for each of its findings.
struct SlotPaths {
  private let graph: SlotGraph
  private let names: NameTable
  /// By the slot of an array: the slots of its elements, in their order.
  private var elements: [UInt32: [UInt32]] = [:]
  /// The number of elements that were read, for tests.
  private(set) var elementsRead = 0

  init(_ graph: SlotGraph, _ names: NameTable) {
    self.graph = graph
    self.names = names
  }

  /// The keys and element numbers of a slot, counted from the root of its id. Nil for the root.
  mutating func path(of slot: UInt32, in symbol: SymbolID) -> String? {
    let indices = graph.state.slotIndices(of: symbol)
    var segments: [String] = []
    var index = indices.lowerBound + Int(slot)
    while index > indices.lowerBound, index < indices.upperBound {
      let own = graph.state.slots[index]
      let parent = index - Int(own.parent)
      let operation = graph.state.slots[parent].operation
      if operation == .array || operation == .calls {
        segments.append(String(number(of: UInt32(index), in: UInt32(parent))))
      } else if own.name != .none {
        segments.append(Path.escape(names.text(own.name)))
      }
      index = parent
    }
    return segments.isEmpty ? nil : segments.reversed().joined(separator: "/")
  }

  /// The number of elements before a slot in its array.
  private mutating func number(of slot: UInt32, in array: UInt32) -> Int {
    if elements[array] == nil {
      let children = graph.children(of: array)
      elementsRead += children.count
      elements[array] = children
    }
    guard let elements = elements[array] else { return 0 }
    var range = elements.startIndex..<elements.endIndex
    while !range.isEmpty {
      let middle = range.lowerBound + range.count / 2
      range = elements[middle] < slot ? middle + 1..<range.upperBound : range.lowerBound..<middle
    }
    return range.lowerBound
  }
}

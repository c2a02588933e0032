// SPDX-License-Identifier: GPL-2.0-or-later

/// The freed numbers of ids, by their place in memory.
///
/// The ids of a file have neighbouring numbers after a load, so that an edit of the file writes few chunks. A new id gets a free
/// number beside the other ids of its file. Otherwise the numbers of an edited file scatter over all chunks.
struct FreeNumbers: Sendable {
  /// The free numbers of each area, which is a chunk of `ChunkedArray`.
  private var areas: [UInt32: [UInt32]] = [:]
  /// The areas in which `take` searches, the last one first. An area without free numbers is left out once it was searched.
  private var preferred: [UInt32] = []
  private(set) var count = 0

  private static func area(of number: UInt32) -> UInt32 { number >> 7 }

  mutating func insert(_ number: UInt32) {
    areas[Self.area(of: number), default: []].append(number)
    count += 1
  }

  /// Has `take` prefer numbers near these. Costs O(numbers).
  mutating func prefer(near numbers: some Sequence<UInt32>) {
    preferred.removeAll(keepingCapacity: true)
    if count == 0 { return }
    for number in numbers where preferred.last != Self.area(of: number) { preferred.append(Self.area(of: number)) }
  }

  /// Removes a number: one in a preferred area, else one in the area with the most free numbers. All calls together cost O(preferred
  /// areas), and O(areas) for each area that is used up.
  mutating func take() -> UInt32? {
    while let area = preferred.last {
      if areas[area] != nil { return take(from: area) }
      preferred.removeLast()
    }
    guard let area = areas.max(by: { ($0.value.count, $0.key) < ($1.value.count, $1.key) })?.key else { return nil }
    preferred.append(area)
    return take(from: area)
  }

  private mutating func take(from area: UInt32) -> UInt32? {
    let number = areas[area]?.popLast()
    if areas[area]?.isEmpty ?? false { areas[area] = nil }
    count -= 1
    return number
  }
}

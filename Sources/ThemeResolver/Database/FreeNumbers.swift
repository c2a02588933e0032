// SPDX-License-Identifier: GPL-2.0-or-later

/// The freed numbers of ids, by their place in memory.
///
/// The ids of a file have neighbouring numbers after a load, so that an edit of the file writes few chunks. A new id gets a free
/// number beside the other ids of its file. Otherwise the numbers of an edited file scatter over all chunks.
struct FreeNumbers: Sendable {
  /// The free numbers of each area, which is a chunk of `ChunkedArray`.
  private var areas: [UInt32: [UInt32]] = [:]
  /// The areas in which `take` searches first.
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

  /// Removes a number: one in a preferred area, else one in the area with the most free numbers. Costs O(preferred areas), or
  /// O(areas) where these have no free number.
  mutating func take() -> UInt32? {
    if count == 0 { return nil }
    if let area = preferred.first(where: { areas[$0] != nil }) { return take(from: area) }
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

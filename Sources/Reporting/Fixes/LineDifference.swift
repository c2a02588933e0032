// SPDX-License-Identifier: GPL-2.0-or-later

/// The lines that two texts have and have not in common.
///
/// Texts with few lines beside the common ones get the shortest difference (Myers 1986). Longer ones are divided at lines that each text
/// has once, in the longest series that both have in the same order (patience diff); where no such line is, all lines are different. So
/// the costs of a text of any length are O(lines × log lines), and of each of its parts O(`maximumLines` × different lines).
struct LineDifference<Line: Hashable> {
  /// By line of the old text: whether the new one lacks it.
  private(set) var isRemoved: [Bool]
  /// By line of the new text: whether the old one lacks it.
  private(set) var isAdded: [Bool]

  /// Lines of both texts for which the shortest difference is searched.
  private static var maximumLines: Int { 1_024 }
  /// Divisions within each other.
  private static var maximumDepth: Int { 16 }

  init(from old: [Line], to new: [Line]) {
    isRemoved = Array(repeating: false, count: old.count)
    isAdded = Array(repeating: false, count: new.count)
    // Numbers are compared faster than lines.
    var numbers: [Line: Int] = [:]
    func number(_ line: Line) -> Int {
      if let number = numbers[line] { return number }
      numbers[line] = numbers.count
      return numbers.count - 1
    }
    compare(old.map(number)[...], new.map(number)[...], depth: 0)
  }

  private mutating func compare(_ old: ArraySlice<Int>, _ new: ArraySlice<Int>, depth: Int) {
    let start = zip(old, new).prefix { $0 == $1 }.count
    let (old, new) = (old.dropFirst(start), new.dropFirst(start))
    let end = zip(old.reversed(), new.reversed()).prefix { $0 == $1 }.count
    divide(old.dropLast(end), new.dropLast(end), depth: depth)
  }

  private mutating func divide(_ old: ArraySlice<Int>, _ new: ArraySlice<Int>, depth: Int) {
    if old.isEmpty || new.isEmpty { return replace(old.indices, new.indices) }
    if old.count + new.count <= Self.maximumLines { return compareShortest(old, new) }
    let common = depth < Self.maximumDepth ? Self.commonSeries(old, new) : []
    if common.isEmpty { return replace(old.indices, new.indices) }
    var (oldStart, newStart) = (old.startIndex, new.startIndex)
    for (oldPlace, newPlace) in common {
      compare(old[oldStart..<oldPlace], new[newStart..<newPlace], depth: depth + 1)
      (oldStart, newStart) = (oldPlace + 1, newPlace + 1)
    }
    compare(old[oldStart...], new[newStart...], depth: depth + 1)
  }

  private mutating func replace(_ old: Range<Int>, _ new: Range<Int>) {
    for place in old { isRemoved[place] = true }
    for place in new { isAdded[place] = true }
  }

  private mutating func compareShortest(_ old: ArraySlice<Int>, _ new: ArraySlice<Int>) {
    for change in Array(new).difference(from: Array(old)) {
      switch change {
      case .remove(let offset, _, _): isRemoved[old.startIndex + offset] = true
      case .insert(let offset, _, _): isAdded[new.startIndex + offset] = true
      }
    }
  }

  /// The places of lines that each text has once: the longest series that ascends in both.
  private static func commonSeries(_ old: ArraySlice<Int>, _ new: ArraySlice<Int>) -> [(old: Int, new: Int)] {
    let oldPlaces = placesOfUnique(old)
    let newPlaces = placesOfUnique(new)
    let common = old.indices.compactMap { place in
      oldPlaces[old[place]] == place ? newPlaces[old[place]].map { (old: place, new: $0) } : nil
    }
    // The last element of the best series of each length, and of each element the one before it: patience sorting.
    var ends: [Int] = []
    var before: [Int?] = []
    for index in common.indices {
      var (low, high) = (0, ends.count)
      while low < high {
        let middle = (low + high) / 2
        if common[ends[middle]].new < common[index].new { low = middle + 1 } else { high = middle }
      }
      before.append(low == 0 ? nil : ends[low - 1])
      if low == ends.count { ends.append(index) } else { ends[low] = index }
    }
    var series: [(old: Int, new: Int)] = []
    var next = ends.last
    while let index = next {
      series.append(common[index])
      next = before[index]
    }
    return series.reversed()
  }

  /// By line that occurs once: its place.
  private static func placesOfUnique(_ lines: ArraySlice<Int>) -> [Int: Int] {
    var counts: [Int: Int] = [:]
    for line in lines { counts[line, default: 0] += 1 }
    return [Int: Int](uniqueKeysWithValues: lines.indices.compactMap { counts[lines[$0]] == 1 ? (lines[$0], $0) : nil })
  }
}

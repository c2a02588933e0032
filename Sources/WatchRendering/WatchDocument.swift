// SPDX-License-Identifier: GPL-2.0-or-later

import Reporting
import StyledText

/// The scrolled part of the screen. Only the visible ones of many changed values become lines.
struct WatchDocument {
  private enum Section {
    case lines([StyledLine])
    case changes(ChangeList, [Int])

    var count: Int {
      switch self {
      case .lines(let lines): lines.count
      case .changes(_, let members): members.count
      }
    }
  }

  private var sections: [Section] = []
  private(set) var count = 0

  mutating func append(_ lines: [StyledLine]) { add(.lines(lines)) }

  /// The groups of a list, each with its title.
  mutating func append(_ changes: ChangeList, prefix: String, width: Int) {
    for (number, group) in changes.groups.enumerated() {
      append((number > 0 ? [StyledLine()] : []) + [group.title(prefix: prefix, width: width)])
      add(.changes(changes, group.members))
    }
  }

  private mutating func add(_ section: Section) {
    sections.append(section)
    count += section.count
  }

  /// The number of changed values in a range of lines, without titles.
  func valueCount(in range: Range<Int>) -> Int {
    var start = 0
    return sections.reduce(0) { count, section in
      defer { start += section.count }
      guard case .changes = section else { return count }
      return count + range.clamped(to: start..<(start + section.count)).count
    }
  }

  /// At most `room` lines from `start` on.
  func lines(from start: Int, room: Int, width: Int, _ depth: ColorDepth) -> [StyledLine] {
    var result: [StyledLine] = []
    var skipped = start
    for section in sections where result.count < room {
      let count = section.count
      guard skipped < count else {
        skipped -= count
        continue
      }
      let range = skipped..<min(count, skipped + room - result.count)
      switch section {
      case .lines(let lines): result += lines[range]
      case .changes(let changes, let members):
        result += ValueChange.rows(members[range].map { changes[$0] }, width: width, depth)
      }
      skipped = 0
    }
    return result
  }
}

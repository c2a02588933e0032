// SPDX-License-Identifier: GPL-2.0-or-later

import StyledText

/// The difference of two texts in the format of `diff -u`, for `patch` and `git apply`.
///
/// Its costs are those of `LineDifference`.
package struct UnifiedDiff {
  /// A line with its line feed, which the last line of a text may lack.
  private typealias Line = ArraySlice<UInt8>

  private enum Step {
    case kept(Line)
    case removed(Line)
    case added(Line)

    var isChange: Bool {
      switch self {
      case .kept: false
      case .removed, .added: true
      }
    }
  }

  /// The diff; empty for equal texts.
  package private(set) var bytes: [UInt8] = []

  /// The number of unchanged lines around each change.
  private static let margin = 3

  /// - Parameter path: the file's name in the two headers, after `a/` and `b/`. Git and patch read a name with control characters,
  ///   quotes or backslashes in quotes, as in C.
  package init(path: String, old: [UInt8], new: [UInt8]) {
    let steps = Self.steps(from: Self.lines(of: old), to: Self.lines(of: new))
    guard steps.contains(where: \.isChange) else { return }
    bytes += "--- \(Self.header("a/\(path)"))\n+++ \(Self.header("b/\(path)"))\n".utf8
    for hunk in Self.hunks(steps) { append(hunk, of: steps) }
  }

  private static func header(_ name: String) -> String {
    func escape(_ byte: UInt8) -> [UInt8] {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"): [UInt8(ascii: "\\"), byte]
      case 0..<0x20, 0x7F: [UInt8(ascii: "\\")] + [byte >> 6, byte >> 3 & 7, byte & 7].map { UInt8(ascii: "0") + $0 }
      default: [byte]
      }
    }
    let escaped = name.utf8.flatMap(escape)
    return escaped.count == name.utf8.count ? name : "\"\(String(decoding: escaped, as: UTF8.self))\""
  }

  private static func lines(of text: [UInt8]) -> [Line] {
    var lines: [Line] = []
    var start = 0
    while start < text.count {
      let feed = text[start...].firstIndex(of: UInt8(ascii: "\n"))
      let end = feed.map { $0 + 1 } ?? text.count
      lines.append(text[start..<end])
      start = end
    }
    return lines
  }

  private static func steps(from old: [Line], to new: [Line]) -> [Step] {
    let difference = LineDifference(from: old, to: new)
    var steps: [Step] = []
    var oldIndex = 0
    var newIndex = 0
    while oldIndex < old.count || newIndex < new.count {
      if oldIndex < old.count, difference.isRemoved[oldIndex] {
        steps.append(.removed(old[oldIndex]))
        oldIndex += 1
      } else if newIndex < new.count, difference.isAdded[newIndex] {
        steps.append(.added(new[newIndex]))
        newIndex += 1
      } else {
        steps.append(.kept(old[oldIndex]))
        oldIndex += 1
        newIndex += 1
      }
    }
    return steps
  }

  /// Changes with their margins. Changes whose margins touch are one hunk.
  private static func hunks(_ steps: [Step]) -> [Range<Int>] {
    var hunks: [Range<Int>] = []
    for index in steps.indices where steps[index].isChange {
      let range = max(0, index - margin)..<min(steps.count, index + margin + 1)
      if let last = hunks.last, last.upperBound >= range.lowerBound {
        hunks[hunks.count - 1] = last.lowerBound..<range.upperBound
      } else {
        hunks.append(range)
      }
    }
    return hunks
  }

  private mutating func append(_ hunk: Range<Int>, of steps: [Step]) {
    let before = Self.counts(steps[..<hunk.lowerBound])
    let own = Self.counts(steps[hunk])
    // A side without lines has the number of the line before it.
    let start = { (before: Int, own: Int) in own == 0 ? before : before + 1 }
    let old = "\(start(before.old, own.old)),\(own.old)"
    bytes += "@@ -\(old) +\(start(before.new, own.new)),\(own.new) @@\n".utf8
    for step in steps[hunk] {
      switch step {
      case .kept(let line): append(" ", line)
      case .removed(let line): append("-", line)
      case .added(let line): append("+", line)
      }
    }
  }

  private mutating func append(_ mark: String, _ line: Line) {
    bytes += mark.utf8
    bytes += line
    if line.last != UInt8(ascii: "\n") { bytes += "\n\\ No newline at end of file\n".utf8 }
  }

  private static func counts(_ steps: ArraySlice<Step>) -> (old: Int, new: Int) {
    steps.reduce(into: (0, 0)) { counts, step in
      switch step {
      case .kept: counts = (counts.0 + 1, counts.1 + 1)
      case .removed: counts.0 += 1
      case .added: counts.1 += 1
      }
    }
  }
}

// SPDX-License-Identifier: GPL-2.0-or-later

/// Known positions in the lines of one text, so that a place in a file without line ends costs no walk over the whole file.
final class LongLines {
  /// A byte that begins a character, and the characters of its line before it.
  typealias Mark = (byte: Int, character: Int)

  /// Bytes between two marks.
  static let interval = 1_024

  private var encoding: PositionEncoding?
  /// By line, in order, without the beginning of the line.
  private var marks: [Int: [Mark]] = [:]
  /// The number of bytes that were walked over to find positions. Never decreases.
  private(set) var walked = 0

  /// The last known position in a line that fulfils a condition, as its beginning does and all before such a one. By bisection.
  func last(inLine number: Int, from start: Int, _ encoding: PositionEncoding, where fulfils: (Mark) -> Bool) -> Mark {
    if self.encoding != encoding { (self.encoding, marks) = (encoding, [:]) }
    guard let known = marks[number], fulfils(known[0]) else { return (start, 0) }
    var low = 0
    var high = known.count
    while high - low > 1 {
      let middle = (low + high) / 2
      if fulfils(known[middle]) { low = middle } else { high = middle }
    }
    return known[low]
  }

  /// Notes a position in a line, unless one behind it is known.
  func note(_ mark: Mark, inLine number: Int) {
    guard mark.byte > marks[number]?.last?.byte ?? 0 else { return }
    marks[number, default: []].append(mark)
  }

  /// Counts the bytes of a walk.
  func count(_ bytes: Int) { walked += bytes }

  /// The positions that stay after an edit at an offset in a line.
  func before(_ offset: Int, inLine number: Int) -> LongLines {
    let kept = LongLines()
    kept.encoding = encoding
    kept.walked = walked
    kept.marks = marks.filter { $0.key < number }
    let ofLine = (marks[number] ?? []).prefix { $0.byte < offset }
    if !ofLine.isEmpty { kept.marks[number] = Array(ofLine) }
    return kept
  }
}

// SPDX-License-Identifier: GPL-2.0-or-later

/// Known positions in the long lines of one text, so that a place in a file without line ends costs no walk over the whole file.
final class LongLines {
  /// A byte that begins a character, and the characters of its line before it.
  typealias Mark = (byte: Int, character: Int)

  /// Bytes between two marks.
  static let interval = 1_024

  private var encoding: PositionEncoding?
  private var marks: [Int: [Mark]] = [:]

  /// The marks of a line, in order and at least one; made once.
  func marks(ofLine number: Int, _ encoding: PositionEncoding, make: () -> [Mark]) -> [Mark] {
    if self.encoding != encoding { (self.encoding, marks) = (encoding, [:]) }
    if let known = marks[number] { return known }
    let new = make()
    marks[number] = new
    return new
  }
}

extension [LongLines.Mark] {
  /// The index of the last mark that fulfils a condition, as the first one does and all before such a one. By bisection.
  func lastPlace(where fulfils: (LongLines.Mark) -> Bool) -> Int {
    var low = 0
    var high = count
    while high - low > 1 {
      let middle = (low + high) / 2
      if fulfils(self[middle]) { low = middle } else { high = middle }
    }
    return low
  }
}

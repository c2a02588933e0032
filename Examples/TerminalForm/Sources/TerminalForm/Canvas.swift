// SPDX-License-Identifier: MIT

import LiveryClient

/// How a cell is drawn, beside its character.
struct Ink: Equatable {
  var text: Theme.Color?
  var background: Theme.Color?
  var isBold = false
  var isReversed = false
  var isFaint = false
}

/// A rectangle of cells.
struct Canvas {
  struct Cell: Equatable {
    /// Nil in the second cell of a wide character.
    var character: Character?
    var ink: Ink
  }

  let columns: Int
  let rows: Int
  private(set) var cells: [Cell]

  init(columns: Int, rows: Int, _ ink: Ink) {
    self.columns = columns
    self.rows = rows
    cells = [Cell](repeating: Cell(character: " ", ink: ink), count: columns * rows)
  }

  /// Fills a rectangle; what of it is outside of the canvas is left out.
  mutating func fill(_ column: Int, _ row: Int, width: Int, height: Int, _ ink: Ink) {
    for y in max(row, 0)..<max(min(row + height, rows), max(row, 0)) {
      for x in max(column, 0)..<max(min(column + width, columns), max(column, 0)) {
        cells[y * columns + x] = Cell(character: " ", ink: ink)
      }
    }
  }

  /// Writes a text of one line from a place on, at most this number of cells of it. The background stays where the ink has none.
  ///
  /// - Returns: how many cells it took.
  @discardableResult
  mutating func write(_ text: String, _ column: Int, _ row: Int, width: Int, _ ink: Ink) -> Int {
    var used = 0
    for character in text {
      let wide = Self.width(of: character)
      guard wide > 0 else { continue }
      guard used + wide <= width, (0..<rows).contains(row) else { break }
      put(character, column + used, row, ink)
      if wide == 2 { put(nil, column + used + 1, row, ink) }
      used += wide
    }
    return used
  }

  private mutating func put(_ character: Character?, _ column: Int, _ row: Int, _ ink: Ink) {
    guard (0..<columns).contains(column) else { return }
    let place = row * columns + column
    var ink = ink
    ink.background = ink.background ?? cells[place].ink.background
    cells[place] = Cell(character: character, ink: ink)
  }

  /// The scripts whose characters take two cells: East Asian Width W and F of Unicode, by and large.
  private static let wide: [ClosedRange<UInt32>] = [
    0x1100...0x115F, 0x2E80...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF01...0xFF60,
    0xFFE0...0xFFE6, 0x20000...0x3FFFD,
  ]

  /// The cells that a text takes.
  static func width(of text: String) -> Int { text.reduce(0) { $0 + width(of: $1) } }

  private static func width(of character: Character) -> Int {
    guard let scalar = character.unicodeScalars.first else { return 0 }
    switch scalar.properties.generalCategory {
    case .control, .format, .nonspacingMark, .enclosingMark, .lineSeparator, .paragraphSeparator: return 0
    default: break
    }
    let isWide = scalar.properties.isEmojiPresentation || wide.contains { $0.contains(scalar.value) }
    return isWide ? 2 : 1
  }

  /// The end of a text that fits a width.
  static func suffix(of text: String, width: Int) -> String {
    var result = Substring(text)
    while self.width(of: String(result)) > width, !result.isEmpty { result.removeFirst() }
    return String(result)
  }
}

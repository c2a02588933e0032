// SPDX-License-Identifier: GPL-2.0-or-later

import StyledText
import ThemeModel

/// A line of a theme file, or a part of it, for a terminal: with tabs expanded and control characters visible.
struct CodeLine {
  private let part: LineTable.Part
  private var bytes: ArraySlice<UInt8> { part.bytes }
  let text: String
  let width: Int
  /// Whether each byte is a cell.
  private let isPlain: Bool

  init(_ part: LineTable.Part) {
    self.part = part
    isPlain = part.bytes.withUnsafeBufferPointer { $0.isPlain }
    text = isPlain ? String(decoding: part.bytes, as: UTF8.self) : CodeLine.shown(part.bytes)
    width = isPlain ? part.bytes.count : text.displayWidth
  }

  /// The cell in which a column begins. Columns outside of the part have the cell of its start or end.
  func cell(ofColumn column: Int) -> Int {
    guard column > part.firstColumn else { return 0 }
    if isPlain { return min(column - part.firstColumn, bytes.count) }
    var scalars = part.firstColumn - 1
    let end = bytes.firstIndex { byte in
      if byte & 0xC0 != 0x80 { scalars += 1 }
      return scalars == column
    }
    return CodeLine.shown(bytes[..<(end ?? bytes.endIndex)]).displayWidth
  }

  /// The cells of a mark in the whole line, at least one.
  fileprivate func cells(of mark: Mark) -> Range<Int> {
    var start = cell(ofColumn: mark.start)
    if mark.skipsIndentation { start = text.prefix { $0 == " " }.count }
    let end = mark.end.map { cell(ofColumn: $0) } ?? width
    return start..<max(end, start + 1)
  }

  private static func shown(_ bytes: ArraySlice<UInt8>) -> String {
    String(decoding: bytes, as: UTF8.self).expandingTabs.printable
  }
}

extension CodeLine {
  /// The visible part of a line.
  struct View {
    let text: String
    /// The number of hidden cells before it.
    fileprivate let skipped: Int
    fileprivate let width: Int

    /// The cells of a mark within the view, at least one.
    func cells(of mark: Mark, in line: CodeLine) -> Range<Int> {
      let cells = line.cells(of: mark)
      let start = min(max(cells.lowerBound - skipped, 0), width - 1)
      return start..<min(max(cells.upperBound - skipped, start + 1), width)
    }
  }

  /// The part of the line around a mark that fits, with an ellipsis on each side that is cut.
  func view(around mark: Mark, width limit: Int) -> View {
    guard width > limit || part.isCutBefore || part.isCutAfter else {
      return View(text: text, skipped: 0, width: limit)
    }
    let cells = cells(of: mark)
    let wanted = cells.upperBound < limit ? 0 : max(min(cells.lowerBound - limit / 3, width - limit), 0)
    var skipped = 0
    var rest = text[...]
    if isPlain {
      skipped = wanted
      // One more than fits shows whether the line is cut.
      rest = Substring(decoding: bytes.dropFirst(wanted).prefix(limit + 1), as: UTF8.self)
    }
    while skipped < wanted, let first = rest.popFirst() { skipped += first.displayWidth }
    var kept = ""
    var used = 0
    if skipped > 0 || part.isCutBefore, let first = rest.popFirst() {
      // The ellipsis takes the place of the first character, in all its cells.
      used = first.displayWidth
      kept = String(repeating: " ", count: max(used - 1, 0)) + "…"
    }
    let hasMore = part.isCutAfter || used + rest.displayWidth > limit
    for character in rest {
      guard used + character.displayWidth <= (hasMore ? limit - 1 : limit) else { break }
      kept.append(character)
      used += character.displayWidth
    }
    return View(text: hasMore ? kept + "…" : kept, skipped: skipped, width: limit)
  }
}

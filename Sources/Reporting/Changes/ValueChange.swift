// SPDX-License-Identifier: GPL-2.0-or-later

package import StyledText
package import ThemeModel

/// A value that a generation changed.
package struct ValueChange: Sendable, Equatable {
  /// `styles/RBButton/titleColor`.
  package var path: String
  /// Nil for an added value.
  package var old: Value?
  /// Nil for a removed value.
  package var new: Value?

  package init(path: String, old: Value? = nil, new: Value? = nil) {
    self.path = path
    self.old = old
    self.new = new
  }

  /// Rows of at most `width` cells, with aligned values:
  ///
  /// ```
  /// ~ constants/color-accent           ██ #1976d2 → ██ #2196f3
  /// ~ styles/accent…/backgroundColor   ██ #1976d2 → ██ #2196f3
  /// ```
  ///
  /// If a row is too long, the middle of its path and the ends of its values are cut, but no colour. Of composite values only the
  /// parts that differ are then shown, and longer texts are cut around their first difference.
  package static func rows(_ changes: [ValueChange], width: Int, _ depth: ColorDepth) -> [StyledLine] {
    let limit = max((width - Self.margin - max(Self.shortestPath, width / 3) - Self.arrow) / 2, 1)
    let cells = changes.map { $0.cells(limit: limit, depth) }
    let oldWidth = cells.map { $0.isPair ? $0.old.width(depth) : 0 }.max() ?? 0
    let widths = cells.map { $0.isPair ? oldWidth + Self.arrow + $0.new.width(depth) : $0.single.width(depth) }
    let room = max(width - Self.margin - (widths.max() ?? 0), 0)
    let pathWidth = min(changes.map(\.path.printable.displayWidth).max() ?? 0, room)
    return zip(changes, cells).map { change, cells in
      var line = change.mark
      let path = change.path.printable.elidedInTheMiddle(to: pathWidth)
      line.append(path)
      line.append(String(repeating: " ", count: pathWidth - path.displayWidth + 2))
      guard cells.isPair else {
        line.append(cells.single)
        return line
      }
      line.append(cells.old)
      line.append(String(repeating: " ", count: oldWidth - cells.old.width(depth)))
      line.append(" → ", .dim)
      line.append(cells.new)
      return line
    }
  }

  /// The mark before the path and the blanks after it.
  private static let margin = 4
  private static let arrow = 3
  private static let shortestPath = 8

  private var mark: StyledLine {
    switch (old, new) {
    case (nil, _): StyledLine("+ ", .help)
    case (_, nil): StyledLine("- ", .error)
    case (_, _): StyledLine("~ ", .info)
    }
  }

  private struct Cells {
    var old: StyledLine
    var new: StyledLine
    var isPair: Bool
    var single: StyledLine
  }

  private func cells(limit: Int, _ depth: ColorDepth) -> Cells {
    let line = { (value: Value?, limit: Int) in
      guard let value else { return StyledLine() }
      return StyledLine(value, limit: limit, depth)
    }
    guard let old, let new else {
      return Cells(
        old: StyledLine(), new: StyledLine(), isPair: false, single: line(old ?? new, 2 * limit + Self.arrow))
    }
    let isCut = [old, new].contains { $0.isCut(to: limit, depth) }
    guard isCut else { return Cells(old: line(old, limit), new: line(new, limit), isPair: true, single: StyledLine()) }
    let parts = PartChange.parts(from: old, to: new)
    var (before, after) = parts.isEmpty ? (StyledLine(old), StyledLine(new)) : PartChange.cells(parts)
    if before.width(depth) > limit || after.width(depth) > limit {
      let (left, right) = String.fitted(before.text(for: .plain), after.text(for: .plain), to: limit)
      (before, after) = (StyledLine(left), StyledLine(right))
    }
    return Cells(old: before, new: after, isPair: true, single: StyledLine())
  }
}

extension Value {
  /// Whether a line of `limit` cells cuts its text.
  fileprivate func isCut(to limit: Int, _ depth: ColorDepth) -> Bool {
    switch self {
    case .color, .colorReference, .glyph: false
    default: StyledLine(self).width(depth) > limit
    }
  }
}

extension StyledLine {
  fileprivate init(_ value: Value) {
    self.init()
    append(value)
  }

  /// A value of at most `limit` cells. Of a glyph only the name is cut; a colour is never cut.
  fileprivate init(_ value: Value, limit: Int, _ depth: ColorDepth) {
    self.init()
    switch value {
    case .color, .colorReference: append(value)
    case .glyph(let glyph):
      append(value)
      guard let color = glyph.color, width(depth) > limit else { return }
      var tail = StyledLine(" ")
      tail.append(color)
      self = StyledLine(glyph.name.printable.elidedInTheMiddle(to: max(limit - tail.width(depth), 0)))
      append(tail)
    default:
      append(value)
      self = truncated(to: limit, depth)
    }
  }
}

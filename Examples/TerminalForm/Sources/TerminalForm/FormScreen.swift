// SPDX-License-Identifier: MIT

import LiveryClient

/// Draws the form as the theme says. Everything has a default, so that there is a form to be seen without any theme.
struct FormScreen {
  let form: Form
  let status: Status
  let theme: Theme.Snapshot

  private static let night = Theme.Color(hex: 0x202124)

  func draw(on size: Terminal.Size) -> Canvas {
    let look = Look(theme.object("styles/sighting-form"))
    let paper = look.color("backgroundColor", default: nil)
    var canvas = Canvas(columns: size.columns, rows: size.rows, Ink(text: nil, background: paper))

    let margins = theme.value("styles/sighting-form/positioner/margin", default: [14.0, 12, 14, 12])
    let left = margins.count == 4 ? columns(margins[1]) : 2
    let gap = rows(theme.number("styles/sighting-form/positioner/spacing", default: 14))
    let width = max(8, min(size.columns - 2 * left, 64))
    var row = margins.count == 4 ? rows(margins[0]) : 1

    let title = Look(theme.object("styles/title-label"))
    let words = theme.string(.constant("copy/forecast-title"), default: "Will it show tonight?")
    canvas.write(
      words, left, row, width: width, Ink(text: title.text("textColor", default: nil), isBold: title.isBold))
    row += 1 + gap
    for index in form.fields.indices {
      row = draw(field: index, &canvas, left, row, width) + gap
    }
    row = drawSky(&canvas, left, row, width) + gap
    drawButtons(&canvas, left, row, width)
    drawStatus(&canvas)
    return canvas
  }

  // MARK: Elements

  /// - Returns: the row below.
  private func draw(field index: Int, _ canvas: inout Canvas, _ left: Int, _ row: Int, _ width: Int) -> Int {
    let field = form.fields[index]
    let isFocused = form.focus == .field(index)
    let label = Look(theme.object("styles/sighting-form/label"))
    let mark = isFocused ? "› " : "  "
    canvas.write(
      mark + field.label + (form.isInvalid(index) ? " (missing)" : ""), left, row, width: width,
      Ink(text: label.text("textColor", default: nil), isBold: label.isBold))

    let states = (form.isInvalid(index) ? ["invalid"] : []) + (isFocused ? ["selected"] : [])
    let look = Look(theme.object("styles/sighting-form/field"), states: states)
    let ink = Ink(
      text: look.text("textColor", default: nil), background: look.color("backgroundColor", default: nil),
      isBold: look.isBold)
    canvas.fill(left, row + 1, width: width, height: 3, ink)
    let thickness = look.number("borderWidth", default: isFocused ? 2 : 1)
    let frame = Frame(thickness: thickness, isRounded: look.number("cornerRadius", default: 0) > 0)
    var edge = ink
    edge.text = look.color("borderColor", default: nil)
    frame.draw(&canvas, left, row + 1, width, 3, edge)

    let padding = max(1, look.padding("textMargin"))
    let room = max(1, width - 2 * padding)
    if field.text.isEmpty {
      var faint = ink
      faint.text = look.text("placeholderTextColor", default: nil)
      faint.isFaint = true
      canvas.write(field.placeholder, left + padding, row + 2, width: room, faint)
    }
    let shown = Canvas.suffix(of: field.text, width: room - 1)
    let used = canvas.write(shown, left + padding, row + 2, width: room, ink)
    if isFocused {
      var cursor = ink
      cursor.isReversed = true
      let under = field.text.isEmpty ? String(field.placeholder.prefix(1)) : " "
      canvas.write(under, left + padding + used, row + 2, width: 1, cursor)
    }
    return row + 4
  }

  /// The colours that the sky can have, from a list of the theme.
  private func drawSky(_ canvas: inout Canvas, _ left: Int, _ row: Int, _ width: Int) -> Int {
    let look = Look(theme.object("styles/sighting-form/colorLabel"))
    let words = theme.string("styles/sighting-form/colorLabel/text", default: "Color of the sky")
    var at = canvas.write(
      "  \(words)  ", left, row, width: width, Ink(text: look.text("textColor", default: nil)))
    for color in theme.value("styles/sighting-form/skyColors", default: [Theme.Color]()) where at + 4 <= width {
      canvas.write("███", left + at, row, width: 3, Ink(text: color))
      at += 4
    }
    return row + 1
  }

  private func drawButtons(_ canvas: inout Canvas, _ left: Int, _ row: Int, _ width: Int) {
    let save = theme.string(.constant("copy/save"), default: "Save")
    let cancel = theme.string(.constant("copy/cancel"), default: "Cancel")
    let first = draw(
      button: save, theme.object("styles/accent-button"), isFocused: form.focus == .save,
      isEnabled: form.isComplete || form.focus == .save, &canvas, left, row, width)
    draw(
      button: cancel, theme.object("styles/button"), isFocused: form.focus == .cancel, isEnabled: true, &canvas,
      left + first + 2, row, width - first - 2)
  }

  /// - Returns: its width.
  @discardableResult
  private func draw(
    button title: String, _ style: Theme.Object, isFocused: Bool, isEnabled: Bool, _ canvas: inout Canvas, _ left: Int,
    _ row: Int, _ room: Int
  ) -> Int {
    let look = Look(style, states: isEnabled ? (isFocused ? ["highlighted"] : []) : ["disabled"])
    var ink = Ink(
      text: look.text("titleColor", default: nil), background: look.color("backgroundColor", default: nil),
      isBold: look.isBold)
    // Without colour a state has to be seen all the same.
    ink.isFaint = !isEnabled
    let padding = max(1, look.padding("titleMargin"))
    let words = isFocused ? "› \(title) ‹" : isEnabled ? "[ \(title) ]" : "( \(title) )"
    let width = min(room, Canvas.width(of: words) + 2 * padding)
    let height = max(1, min(5, rows(look.number("height", default: 42))))
    canvas.fill(left, row, width: width, height: height, ink)
    let start = left + max(0, (width - Canvas.width(of: words)) / 2)
    canvas.write(words, start, row + height / 2, width: width, ink)
    return width
  }

  private func drawStatus(_ canvas: inout Canvas) {
    let ink = Ink(text: .white, background: status.isLive ? Self.night : Theme.Color(hex: 0x8a1c1c), isReversed: false)
    let row = canvas.rows - 1
    canvas.fill(0, row, width: canvas.columns, height: 1, ink)
    let state = form.message.isEmpty ? status.text(of: theme) : form.message
    canvas.write(" \(state)", 0, row, width: canvas.columns, ink)
    let help = "tab  enter  ^L language  esc "
    if Canvas.width(of: state) + Canvas.width(of: help) + 3 <= canvas.columns {
      canvas.write(help, canvas.columns - Canvas.width(of: help), row, width: canvas.columns, ink)
    }
    if let finding = status.finding, row > 0 {
      canvas.fill(0, row - 1, width: canvas.columns, height: 1, ink)
      canvas.write(" \(finding)", 0, row - 1, width: canvas.columns - 1, ink)
    }
  }
}

/// The lines around a box; thick ones from 2 points on, none below half a point.
struct Frame {
  let thickness: Double
  let isRounded: Bool

  func draw(_ canvas: inout Canvas, _ left: Int, _ top: Int, _ width: Int, _ height: Int, _ ink: Ink) {
    guard thickness >= 0.5, width >= 2, height >= 2 else { return }
    let parts: [String] =
      thickness >= 2
      ? ["┏", "┓", "┗", "┛", "━", "┃"]
      : isRounded ? ["╭", "╮", "╰", "╯", "─", "│"] : ["┌", "┐", "└", "┘", "─", "│"]
    let line = String(repeating: parts[4], count: width - 2)
    canvas.write(parts[0] + line + parts[1], left, top, width: width, ink)
    canvas.write(parts[2] + line + parts[3], left, top + height - 1, width: width, ink)
    for row in top + 1..<top + height - 1 {
      canvas.write(parts[5], left, row, width: 1, ink)
      canvas.write(parts[5], left + width - 1, row, width: 1, ink)
    }
  }
}

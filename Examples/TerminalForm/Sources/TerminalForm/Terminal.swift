// SPDX-License-Identifier: MIT

import Glibc
import LiveryClient

/// The terminal while the form is on it: another screen, keys one by one, no cursor. What it was before comes back at the end.
final class Terminal {
  struct Size {
    var columns: Int
    var rows: Int
  }

  private let original: termios
  private let depth: ColorDepth
  private var decoder = KeyDecoder()
  private var shown: Canvas?

  /// Nil when input or output is no terminal.
  init?() {
    var attributes = termios()
    guard isatty(STDOUT_FILENO) == 1, tcgetattr(STDIN_FILENO, &attributes) == 0 else { return nil }
    original = attributes
    depth = .ofEnvironment
    cfmakeraw(&attributes)
    tcsetattr(STDIN_FILENO, TCSANOW, &attributes)
    send("\u{1B}[?1049h\u{1B}[?25l")
  }

  deinit {
    send("\u{1B}[0m\u{1B}[?25h\u{1B}[?1049l")
    var attributes = original
    tcsetattr(STDIN_FILENO, TCSANOW, &attributes)
  }

  var size: Size {
    var size = winsize()
    guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0 else {
      return Size(columns: 80, rows: 24)
    }
    return Size(columns: Int(size.ws_col), rows: Int(size.ws_row))
  }

  /// What was pressed; nil when there is no terminal any more.
  func keys() -> [Key]? {
    var bytes = [UInt8](repeating: 0, count: 1024)
    let count = read(STDIN_FILENO, &bytes, bytes.count)
    guard count > 0 else { return count < 0 && errno == EINTR ? [] : nil }
    return decoder.decode(bytes.prefix(count))
  }

  /// Draws a screen; rows that are as they were are left alone.
  func show(_ canvas: Canvas) {
    // Terminals that know mode 2026 show it as one step.
    var text = "\u{1B}[?2026h"
    for row in 0..<canvas.rows {
      let cells = canvas.cells[row * canvas.columns..<(row + 1) * canvas.columns]
      if let shown, shown.columns == canvas.columns, shown.rows == canvas.rows,
        shown.cells[row * canvas.columns..<(row + 1) * canvas.columns] == cells
      {
        continue
      }
      text += "\u{1B}[\(row + 1);1H"
      var ink: Ink?
      for cell in cells {
        guard let character = cell.character else { continue }
        if cell.ink != ink { text += depth.sequence(for: cell.ink) }
        ink = cell.ink
        text.append(character)
      }
    }
    send(text + "\u{1B}[0m\u{1B}[?2026l")
    shown = canvas
  }

  private func send(_ text: String) {
    let bytes = Array(text.utf8)
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { write(STDOUT_FILENO, $0.baseAddress, $0.count) }
      guard count > 0 || errno == EINTR || errno == EAGAIN else { return }
      rest = rest.dropFirst(max(count, 0))
    }
  }
}

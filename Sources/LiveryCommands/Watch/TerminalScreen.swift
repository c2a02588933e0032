// SPDX-License-Identifier: GPL-2.0-or-later

import CommandLineInterface
import Reporting
import StyledText
import ThemeModel
import WatchRendering

/// The screen of `livery watch` on the terminal's alternate screen. Redraws changed lines.
final class TerminalScreen: WatchDisplay {
  private let output: OutputStream
  private let size: () -> (columns: Int, rows: Int)?
  /// The lines on the terminal; nil when they are unknown.
  private var shown: [String]?
  private var isEntered = false

  /// - Parameter size: the window's, called before each drawing.
  init(_ output: OutputStream, size: @escaping () -> (columns: Int, rows: Int)?) {
    self.output = output
    self.size = size
  }

  func begin(_ state: WatchState) {
    enter()
    draw(state)
  }

  func generation(_ state: WatchState, _ delta: Delta?) { draw(state) }

  func update(_ state: WatchState) { draw(state) }

  func warn(_ state: WatchState, _ message: String) { draw(state) }

  /// Takes the terminal: the alternate screen, no cursor, no wrapping at the end of a line.
  func enter() {
    guard !isEntered else { return }
    isEntered = true
    shown = nil
    output.write("\u{1B}[?1049h\u{1B}[?25l\u{1B}[?7l")
  }

  /// The control sequences that restore the terminal.
  static let leaving = "\u{1B}[?7h\u{1B}[?25h\u{1B}[?1049l"

  /// Restores the terminal.
  func leave() {
    guard isEntered else { return }
    isEntered = false
    output.write(Self.leaving)
  }

  /// Redraws all lines next time, after the window has changed or other programs have written to it.
  func invalidate() { shown = nil }

  func scrolled(_ state: WatchState, by scrolling: Scrolling) -> Int { screen.scrolled(state, by: scrolling) }

  private var screen: WatchScreen {
    let window = size() ?? (80, 24)
    return WatchScreen(width: window.columns, height: window.rows, depth: output.style.depth)
  }

  /// Writes the changed lines as a synchronized update, whose marks other terminals ignore.
  private func draw(_ state: WatchState) {
    guard isEntered else { return }
    let lines = screen.lines(state).map { $0.text(for: output.style) }
    var text = ""
    if shown?.count != lines.count { text += "\u{1B}[2J" }
    for (index, line) in lines.enumerated() where shown?.count != lines.count || shown?[index] != line {
      text += "\u{1B}[\(index + 1);1H\u{1B}[2K\(line)"
    }
    shown = lines
    if !text.isEmpty { output.write("\u{1B}[?2026h\(text)\u{1B}[?2026l") }
  }
}

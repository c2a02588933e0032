// SPDX-License-Identifier: GPL-2.0-or-later

package import TextComparison
package import ThemeModel

/// The questions of the server to a running daemon.
package protocol RunningDaemon {
  /// The programs that follow a bundle; none where no daemon serves it. Answers soon, even if the daemon does not.
  func consumers(of directory: String) -> [RunningConsumer]
}

/// A program that follows a theme.
package struct RunningConsumer: Sendable {
  @Bytewise package private(set) var name: String
  package let process: Int
  package let selection: Selection

  package init(name: String, process: Int, selection: Selection) {
    _name = Bytewise(name)
    self.process = process
    self.selection = selection
  }

  /// Whether it gets something of the value at a path.
  func selects(_ path: String) -> Bool {
    switch selection.answer(Path.segments(of: path)) {
    case .whole, .within: true
    case .nothing: false
    }
  }
}

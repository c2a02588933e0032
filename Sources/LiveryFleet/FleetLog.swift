// SPDX-License-Identifier: GPL-2.0-or-later

import CommandLineInterface
import StyledText

/// Lines on standard error about the work of a long-running program.
final class FleetLog {
  private let console: Console
  private var last: String?

  init(console: Console) { self.console = console }

  func note(_ text: String) { write(text, isWarning: false) }

  /// A warning that is the last line already is not repeated.
  func warn(_ text: String) {
    if text != last { write(text, isWarning: true) }
  }

  private func write(_ text: String, isWarning: Bool) {
    last = text
    let priority = console.lead.isEmpty ? "" : isWarning ? "<4>" : "<6>"
    console.errors.write("\(priority)\(console.program): \(text.printable)\n")
  }
}

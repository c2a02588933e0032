// SPDX-License-Identifier: GPL-2.0-or-later

import LiveryConfiguration
import LiveryService
import Reporting
import StyledText
import Synchronization

/// Collects the log of the embedded service, which must not be written to the screen.
final class WarningBox: Sendable {
  private let lines = Mutex<[String]>([])

  /// The log for the service, with warnings and errors only.
  var log: Log {
    Log(level: .warning) { line in
      // A line begins with the priority for the journal.
      let text = line.drop { $0 != ">" }.dropFirst().filter { !$0.isNewline }
      self.lines.withLock { $0.append(String(text)) }
    }
  }

  /// The lines since the last call.
  func drain() -> [String] {
    lines.withLock { lines in
      defer { lines = [] }
      return lines
    }
  }
}

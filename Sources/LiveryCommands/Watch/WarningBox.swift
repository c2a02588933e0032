// SPDX-License-Identifier: GPL-2.0-or-later

import LiveryConfiguration
import LiveryService
import Reporting
import StyledText
import Synchronization

/// Catches what the embedded service would tell its administrator, so that it does not tear the screen.
final class WarningBox: Sendable {
  private let lines = Mutex<[String]>([])

  /// The log to hand to the service: warnings and errors only.
  var log: Log {
    Log(level: .warning) { line in
      // The priority in front is for the journal.
      let text = line.drop { $0 != ">" }.dropFirst().filter { !$0.isNewline }
      self.lines.withLock { $0.append(String(text)) }
    }
  }

  /// What has come since the last call.
  func drain() -> [String] {
    lines.withLock { lines in
      defer { lines = [] }
      return lines
    }
  }
}

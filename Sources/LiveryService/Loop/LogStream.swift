// SPDX-License-Identifier: GPL-2.0-or-later

import LinuxIO
import LiveryConfiguration
import Synchronization
import TerminalIO
import ThemeModel

/// Standard error as a log: a line an entry, `<4>` and the text. It never waits: entries are dropped while the stream is full, and
/// their number is the next line that fits.
final class LogStream: Sendable {
  /// One for the process, so that the next write completes a line that was written in part.
  static let standardError = LogStream(
    LineOutput(.error) { Array("<4>\(counted($0, "line")) could not be written\n".utf8) })

  /// Nanoseconds between two attempts to log the number of lost entries.
  private static let pause: UInt64 = 10_000_000_000

  private let output: LineOutput
  private let clock: MonotonicClock
  private let nextAttempt = Mutex<UInt64?>(nil)

  init(_ output: LineOutput, clock: MonotonicClock = .system) {
    self.output = output
    self.clock = clock
  }

  func write(_ level: LogLevel, _ text: String) {
    output.write(Array("<\(level.rawValue)>\(text)\n".utf8))
    plan()
  }

  /// The time at which `reportLost` is due; nil if no entry is lost.
  var deadline: UInt64? { nextAttempt.withLock(\.self) }

  /// Logs the number of lost entries if the stream has room.
  func reportLost() {
    guard let due = deadline, clock.now() >= due else { return }
    output.flush()
    nextAttempt.withLock { $0 = nil }
    plan()
  }

  private func plan() {
    let isBehind = output.isBehind
    nextAttempt.withLock { $0 = isBehind ? $0 ?? clock.now() + Self.pause : nil }
  }
}

// SPDX-License-Identifier: GPL-2.0-or-later

import LinuxIO
import LiveryConfiguration
import Synchronization

/// Limits the log entries of one place of the program to twenty in ten seconds. Further entries are counted, and the last of them
/// is logged with the count when the ten seconds are over.
final class LogRate: Sendable {
  struct Entry: Sendable, Equatable {
    var level: LogLevel
    var text: String
    var fields: [Log.Field]
  }

  private struct Window {
    let end: UInt64
    var logged = 0
    var leftOut = 0
    var last: Entry?
  }

  static let maximumLines = 20
  /// Nanoseconds.
  static let length: UInt64 = 10_000_000_000

  private let clock: MonotonicClock
  /// One for each place that logged lately. The number of places in the program is the limit.
  private let windows = Mutex<[Log.Place: Window]>([:])

  init(clock: MonotonicClock) { self.clock = clock }

  /// The entries to write now: the given one, unless there were too many, after a summary that is due.
  func admit(_ entry: Entry, from place: Log.Place) -> [Entry] {
    let now = clock.now()
    return windows.withLock { windows in
      let old = windows[place]
      let overdue = old.flatMap { $0.end <= now ? Self.summary($0) : nil }
      var window = old.flatMap { $0.end > now ? $0 : nil } ?? Window(end: now + Self.length)
      defer { windows[place] = window }
      guard window.logged < Self.maximumLines else {
        window.leftOut += 1
        window.last = entry
        return []
      }
      window.logged += 1
      return [overdue, entry].compactMap(\.self)
    }
  }

  /// The time at which the next summary is due.
  var deadline: UInt64? { windows.withLock { $0.values.filter { $0.leftOut > 0 }.map(\.end).min() } }

  /// The summaries that are due.
  func removeDue() -> [Entry] {
    let now = clock.now()
    return windows.withLock { windows in
      let due = windows.filter { $0.value.end <= now }
      for place in due.keys { windows[place] = nil }
      return due.values.compactMap(Self.summary)
    }
  }

  private static func summary(_ window: Window) -> Entry? {
    guard var entry = window.last else { return nil }
    let count = window.leftOut
    entry.text = "\(count) more line\(count == 1 ? "" : "s") like this one within ten seconds, the last: \(entry.text)"
    return entry
  }
}

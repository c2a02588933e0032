// SPDX-License-Identifier: GPL-2.0-or-later

/// The times at which a publisher looks at its bundle: at once after a generation, and after a pause when files change without one. Times are
/// nanoseconds of any clock.
///
/// Files that change no value make no generation, but travel too. A look makes the daemon read all files, so that one in the middle of
/// a save would publish half of it: therefore the pause.
package struct PublishSchedule: Sendable {
  package enum Event: Sendable {
    /// The daemon has published a generation.
    case generation
    /// A file of the bundle changed.
    case files
    /// A look found an obstacle that no event ends, or the bundle changed during the look.
    case obstacle
    /// The server was reached again. Its manifests may have changed meanwhile.
    case connected
    /// The bundle is being looked at.
    case looked
    /// A publication failed.
    case failed(wait: UInt64)
  }

  package static let pauseAfterFiles: UInt64 = 300_000_000
  package static let pauseAfterObstacle: UInt64 = 500_000_000

  /// The time at which the next look is due; nil for none.
  package private(set) var due: UInt64?

  package init() {}

  package mutating func record(_ event: Event, now: UInt64) {
    switch event {
    case .generation, .connected: due = now
    case .files: if due.map({ $0 > now }) ?? true { due = now + Self.pauseAfterFiles }
    case .obstacle: due = min(due ?? .max, now + Self.pauseAfterObstacle)
    case .looked: due = nil
    case .failed(let wait): due = now + wait
    }
  }

  package func isDue(_ now: UInt64) -> Bool { due.map { $0 <= now } ?? false }
}

// SPDX-License-Identifier: GPL-2.0-or-later

/// The next step of a mirror: a state machine over events and a clock, without input and output. Times are nanoseconds.
///
/// The announcement of a manifest is a hint: the highest number is read on each connect and every minute too. Of several new
/// manifests only the newest is taken.
package struct MirrorSchedule: Sendable {
  package enum Event: Hashable, Sendable {
    case connected
    /// The connection is lost, or could not be made. The next attempt waits.
    case lost(wait: UInt64)
    /// A manifest was announced.
    case announced(ReleaseNumber)
    /// The highest number in the bucket was read; nil for an empty bucket.
    case foundHighest(ReleaseNumber?)
    /// A release is swapped to.
    case took(ReleaseNumber)
    /// A manifest is not taken, and never will be.
    case refused(ReleaseNumber)
    /// A release could not be taken now. The next attempt waits.
    case failed(ReleaseNumber, wait: UInt64)
    /// The mirror reported, or has something new to report.
    case reported
    case changed
  }

  package enum Step: Hashable, Sendable {
    case connect
    case readHighest
    case take(ReleaseNumber)
    case report
    case wait(until: UInt64)
  }

  package static let readInterval: UInt64 = 60_000_000_000
  package static let shortestReportInterval: UInt64 = 10_000_000_000
  package static let longestReportInterval: UInt64 = 300_000_000_000

  /// Only a higher number is taken.
  package private(set) var floor: ReleaseNumber?
  /// The highest in the bucket, as far as it is known on this connection.
  package private(set) var highest: ReleaseNumber?
  /// Whether the highest is below the floor: the bucket was set back.
  package var isSetBack: Bool { isRead && highest.map { $0 < floor ?? $0 } ?? (floor != nil) }

  /// Whether the highest in the bucket is known, and is the one that was taken last.
  package var isCurrent: Bool { isRead && candidate == nil && !isSetBack && !(newest.map(refused.contains) ?? false) }

  private var isConnected = false
  /// Whether the highest was read on this connection.
  private var isRead = false
  private var announced: ReleaseNumber?
  private var refused: Set<ReleaseNumber> = []
  private var nextConnect: UInt64 = 0
  private var nextRead: UInt64 = 0
  private var nextTake: UInt64 = 0
  private var lastReport: UInt64?
  private var hasNews = true
  /// A fraction of the intervals, so that mirrors do not act at the same time.
  private let jitter: UInt64

  /// - Parameters:
  ///   - floor: the highest number that was ever swapped to.
  ///   - accepted: a number that is taken although it is not higher: `--accept`.
  ///   - jitter: 0 to 255, of this mirror.
  package init(floor: ReleaseNumber?, accepted: ReleaseNumber? = nil, jitter: UInt8 = 0) {
    self.floor = floor
    if let accepted, let old = floor, accepted <= old { self.floor = ReleaseNumber(accepted.value - 1) }
    self.jitter = UInt64(jitter)
  }

  private var newest: ReleaseNumber? { [highest, announced].compactMap(\.self).max() }

  /// The newest manifest that is there and may be taken.
  package var candidate: ReleaseNumber? {
    guard let newest, newest > floor ?? newest || floor == nil,
      !refused.contains(newest)
    else { return nil }
    return newest
  }

  package mutating func record(_ event: Event, now: UInt64) {
    switch event {
    case .connected:
      isConnected = true
      isRead = false
      (highest, announced) = (nil, nil)
      nextTake = 0
      // The reports of before may be lost with the server: their bucket is in its memory.
      hasNews = true
    case .lost(let wait):
      isConnected = false
      nextConnect = now + wait
    case .announced(let number):
      // A refused one above it may have been removed.
      if let newest, number < newest, refused.contains(newest) { nextRead = now }
      announced = max(announced ?? number, number)
    case .foundHighest(let number):
      isRead = true
      highest = number
      announced = nil
      nextRead = now + spread(Self.readInterval)
    case .took(let number):
      floor = max(floor ?? number, number)
      nextTake = 0
      hasNews = true
    case .refused(let number):
      refused.insert(number)
      hasNews = true
    case .failed(_, let wait):
      // An announced manifest may never have been created.
      announced = nil
      nextTake = now + wait
      nextRead = min(nextRead, nextTake)
      hasNews = true
    case .reported:
      lastReport = now
      hasNews = false
    case .changed:
      hasNews = true
    }
  }

  package func step(now: UInt64) -> Step {
    guard isConnected else { return now >= nextConnect ? .connect : .wait(until: nextConnect) }
    if !isRead { return .readHighest }
    if let candidate, now >= nextTake { return .take(candidate) }
    if now >= nextRead { return .readHighest }
    let report = nextReport
    if now >= report { return .report }
    return .wait(until: [report, nextRead, candidate == nil ? UInt64.max : nextTake].min() ?? report)
  }

  private var nextReport: UInt64 {
    guard let lastReport else { return 0 }
    return lastReport + spread(hasNews ? Self.shortestReportInterval : Self.longestReportInterval * 3 / 4)
  }

  /// An interval and up to a third of it more.
  private func spread(_ interval: UInt64) -> UInt64 { interval + interval / 3 * jitter / 256 }
}

// SPDX-License-Identifier: GPL-2.0-or-later

import Testing

@testable import LiveryService

@Suite struct BurstTests {
  private static let timeouts = {
    var timeouts = Timeouts()
    (timeouts.pause, timeouts.burst) = (20, 500)
    return timeouts
  }()

  /// Files that change, each with the time, and `!` for a publication; then the time of the next publication.
  @Test(
    arguments: [
      ([(0, "a")], nil), ([(0, "a"), (1, "b")], nil), ([(0, "a"), (0, "!"), (1, "a")], nil),
      ([(0, "a"), (0, "!"), (1, "b")], 21), ([(0, "a"), (0, "!"), (19, "b")], 39),
      ([(0, "a"), (0, "!"), (20, "b")], nil), ([(0, "a"), (15, "!"), (34, "b")], 54),
      ([(0, "a"), (0, "!"), (1, "b"), (5, "c")], 25), ([(0, "a"), (0, "!"), (1, "b"), (21, "!"), (22, "a")], nil),
      ([(0, "a"), (0, "!"), (1, "b"), (21, "!"), (22, "c")], 42),
      ([(0, "a"), (0, "!")] + (1...50).map { ($0 * 10, "f\($0)") }, 510),
      ([(0, "a"), (0, "!")] + (1...51).map { ($0 * 10, "f\($0)") }, nil),
    ] as [([(UInt64, String)], UInt64?)]) func check(events: [(UInt64, String)], expected: UInt64?)
  {
    var burst = Burst(Self.timeouts)
    // The clock of the system begins with the machine.
    let start: UInt64 = 1_000
    for (time, file) in events {
      if file == "!" { burst.recordPublication(now: start + time) } else { burst.record([file], now: start + time) }
    }
    let now = start + (events.last?.0 ?? 0)
    #expect(burst.end(now: now).map { $0 - start } == expected)
    if let expected { #expect(burst.end(now: start + expected) == nil) }
  }

  /// Changes without an effect begin no burst, and the next change is published at once.
  @Test func whatNothingComesOfBeginsNothing() {
    var burst = Burst(Self.timeouts)
    burst.record(["a"], now: 1_000)
    burst.drop()
    burst.record(["b"], now: 1_001)
    #expect(burst.end(now: 1_001) == nil)
  }
}

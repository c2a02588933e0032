// SPDX-License-Identifier: GPL-2.0-or-later

import FleetModel
import Testing

/// The next step of a mirror.
@Suite struct MirrorScheduleTests {
  private typealias Event = MirrorSchedule.Event
  private typealias Step = MirrorSchedule.Step

  private static func number(_ value: UInt64) -> ReleaseNumber { ReleaseNumber(value) ?? .maximum }

  /// - Parameters:
  ///   - events: with their times in seconds.
  ///   - now: in seconds.
  private func check(
    floor: UInt64? = nil, accepted: UInt64? = nil, _ events: [(Event, UInt64)], at now: UInt64, _ expected: Step,
    setBack: Bool = false, _ location: SourceLocation = #_sourceLocation
  ) {
    var schedule = MirrorSchedule(floor: floor.map(Self.number), accepted: accepted.map(Self.number))
    for (event, time) in events { schedule.record(event, now: time * 1_000_000_000) }
    #expect(schedule.step(now: now * 1_000_000_000) == expected, sourceLocation: location)
    #expect(schedule.isSetBack == setBack, sourceLocation: location)
  }

  private func seconds(_ value: UInt64) -> UInt64 { value * 1_000_000_000 }

  @Test func aConnectionIsMadeAndTheHighestRead() {
    check([], at: 0, .connect)
    check([(.lost(wait: 2_000_000_000), 1)], at: 2, .wait(until: seconds(3)))
    check([(.lost(wait: 2_000_000_000), 1)], at: 3, .connect)
    check([(.connected, 1)], at: 1, .readHighest)
    // Results of an earlier connection may be out of date.
    check(
      [(.connected, 1), (.foundHighest(Self.number(5)), 1), (.lost(wait: 0), 2), (.connected, 3)], at: 3, .readHighest)
  }

  @Test func theNewestIsTaken() {
    let found: [(Event, UInt64)] = [(.connected, 1), (.foundHighest(Self.number(5)), 1)]
    check(found, at: 1, .take(Self.number(5)))
    check(floor: 4, found, at: 1, .take(Self.number(5)))
    check(floor: 5, found, at: 1, .report)
    check(found + [(.announced(Self.number(7)), 2), (.announced(Self.number(6)), 2)], at: 2, .take(Self.number(7)))
    check(found + [(.took(Self.number(5)), 2), (.reported, 2)], at: 2, .wait(until: seconds(61)))
    check(found + [(.took(Self.number(5)), 2), (.reported, 2)], at: 61, .readHighest)
    check([(.connected, 1), (.foundHighest(nil), 1)], at: 1, .report)
  }

  @Test func onlyAHigherNumberIsTaken() {
    let found: [(Event, UInt64)] = [(.connected, 1), (.foundHighest(Self.number(5)), 1)]
    check(floor: 9, found, at: 1, .report, setBack: true)
    check(floor: 9, [(.connected, 1), (.foundHighest(nil), 1)], at: 1, .report, setBack: true)
    check(floor: 9, found + [(.announced(Self.number(8)), 1)], at: 1, .report, setBack: true)
    check(floor: 9, found + [(.announced(Self.number(10)), 1)], at: 1, .take(Self.number(10)), setBack: true)
    // By hand.
    check(floor: 9, accepted: 5, found, at: 1, .take(Self.number(5)))
    check(floor: 9, accepted: 1, [(.connected, 1), (.foundHighest(Self.number(1)), 1)], at: 1, .take(Self.number(1)))
    check(floor: 9, accepted: 5, found + [(.took(Self.number(5)), 1)], at: 1, .report)
  }

  @Test func refusedAndFailedManifestsWait() {
    let found: [(Event, UInt64)] = [(.connected, 1), (.foundHighest(Self.number(5)), 1), (.reported, 1)]
    check(found + [(.refused(Self.number(5)), 1)], at: 2, .wait(until: seconds(11)))
    check(found + [(.refused(Self.number(5)), 1), (.announced(Self.number(6)), 2)], at: 2, .take(Self.number(6)))
    // One below it: the publisher has removed the refused one.
    let removed = found + [(.refused(Self.number(5)), 1), (.announced(Self.number(4)), 2)]
    check(removed, at: 2, .readHighest)
    check(removed + [(.foundHighest(Self.number(4)), 2)], at: 2, .take(Self.number(4)))
    let announcedOne: [(Event, UInt64)] = [(.announced(Self.number(9)), 1), (.refused(Self.number(9)), 1)]
    check(found + [(.took(Self.number(5)), 1)] + announcedOne + [(.announced(Self.number(6)), 2)], at: 2, .readHighest)
    check(found + [(.announced(Self.number(4)), 2)], at: 2, .take(Self.number(5)))
    let failed = found + [(.failed(Self.number(5), wait: 3_000_000_000), 2)]
    check(failed, at: 2, .wait(until: seconds(5)))
    check(failed, at: 5, .take(Self.number(5)))
    // An announced manifest that is not there is forgotten until the highest is read.
    let announced = found + [(.took(Self.number(5)), 1), (.reported, 1), (.announced(Self.number(6)), 2)]
    check(announced + [(.failed(Self.number(6), wait: 1_000_000_000), 2)], at: 3, .readHighest)
  }

  @Test func aProblemIsOverWhenTheHighestIsServed() {
    func isCurrent(floor: UInt64? = nil, _ events: [Event]) -> Bool {
      var schedule = MirrorSchedule(floor: floor.map(Self.number))
      for event in [.connected] + events { schedule.record(event, now: 0) }
      return schedule.isCurrent
    }
    let five = Event.foundHighest(Self.number(5))
    #expect(!isCurrent(floor: 5, []))
    #expect(isCurrent(floor: 5, [five]))
    #expect(isCurrent([.foundHighest(nil)]))
    #expect(!isCurrent(floor: 4, [five]))
    #expect(isCurrent(floor: 4, [five, .took(Self.number(5))]))
    #expect(!isCurrent(floor: 6, [five]))
    #expect(!isCurrent(floor: 4, [five, .refused(Self.number(5))]))
    // The refused one was removed.
    #expect(isCurrent(floor: 4, [five, .refused(Self.number(5)), .foundHighest(Self.number(4))]))
  }

  @Test func reportsAreRare() {
    let read: [(Event, UInt64)] = [(.connected, 0), (.foundHighest(nil), 0)]
    check(read, at: 0, .report)
    check(read + [(.reported, 0)], at: 1, .wait(until: seconds(60)))
    check(read + [(.reported, 0), (.changed, 1)], at: 1, .wait(until: seconds(10)))
    check(read + [(.reported, 0), (.changed, 1)], at: 10, .report)
    check(read + [(.reported, 0), (.foundHighest(nil), 220)], at: 225, .report)
    // A new connection is news.
    let again: [(Event, UInt64)] = [(.lost(wait: 0), 5), (.connected, 5), (.foundHighest(nil), 5)]
    check(read + [(.reported, 0)] + again, at: 9, .wait(until: seconds(10)))
    check(read + [(.reported, 0)] + again, at: 10, .report)
  }
}

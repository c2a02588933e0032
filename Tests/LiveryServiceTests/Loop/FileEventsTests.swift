// SPDX-License-Identifier: GPL-2.0-or-later

import LinuxIO
import LiveryConfiguration
import TestSupport
import Testing
import TextComparison

@testable import LiveryService
@testable import ThemeWatch

@Suite(.serialized) struct FileEventsTests {
  /// Nothing of a bundle that is too large is watched, its manifest neither. The next look reads it: it may exclude directories now.
  @Test func aManifestMakesABundleSmallEnough() throws {
    let turn = WatcherTurn()
    defer { withExtendedLifetime(turn) {} }
    let directory = try ScratchDirectory()
    for number in 1...4 { try directory.write("b/modules/m\(number)/x.json", "{}") }
    try directory.write("b/a.json", "{}")
    let time = DrivenClock()
    let events = FileEvents(
      loop: try EventLoop(), log: Log(level: .error) { _ in }, clock: time.clock, pollInterval: 1_000_000_000)
    try events.watch(directory("b"), as: 7)
    events.watcher?.table.walkLimits.maximumDirectories = 4
    #expect(events.drain().first?.changes.refusal == .tooManyDirectories(limit: 4))

    try directory.write("b/livery.json", #"{ "exclude": ["modules"] }"#)
    #expect(events.drain(.full).isEmpty, "the look has a pause")
    let deadline = try #require(events.deadline)
    time.advance(milliseconds: (deadline - time.clock.now()) / 1_000_000 + 1)
    let found = try #require(events.drain().first)
    #expect(found.bundle == 7 && found.changes.isComplete)
    #expect(found.changes.changed.sorted() == ["a.json", "livery.json"])
  }
}

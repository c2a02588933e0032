// SPDX-License-Identifier: GPL-2.0-or-later

import Testing
import TextComparison

@testable import LiveryService
@testable import ThemeWatch

/// When changes are published, as tables of events and decisions. Times are those of `Self.timeouts`.
@Suite struct PublishGateTests {
  private static let timeouts = {
    var timeouts = Timeouts()
    (timeouts.grace, timeouts.writing, timeouts.lock) = (30, 100, 2000)
    (timeouts.pause, timeouts.burst) = (20, 250)
    return timeouts
  }()

  /// The clock of the system begins with the machine.
  private static let start: UInt64 = 10_000

  /// A step at a time: an event, and the decision after it.
  struct Step {
    let time: UInt64
    let events: [PublishGate.Event]
    let decision: PublishGate.Decision

    init(_ time: UInt64, _ events: PublishGate.Event..., then decision: PublishGate.Decision) {
      self.time = time
      self.events = events
      self.decision = decision
    }
  }

  private static func save(_ files: String..., noticedAt time: UInt64 = 0) -> PublishGate.Event {
    .filesApplied(files, noticedAt: start + time)
  }

  private static func wait(until time: UInt64) -> PublishGate.Decision { .wait(until: start + time) }

  private static let idle = PublishGate.Decision.wait(until: nil)

  private static let cases: [(name: String, steps: [Step])] = [
    ("without changes nothing is published", [Step(0, then: idle), Step(5, .lockReleased, then: idle)]),
    (
      "a save is published at once, each time",
      [
        Step(0, save("a"), then: .publishUnlessWorse), Step(1, .published, then: idle),
        Step(2, save("a"), then: .publishUnlessWorse), Step(3, .unchanged, then: idle),
      ]
    ),
    (
      "a state with new errors waits, and other errors do not move the end",
      [
        Step(0, save("a"), then: .publishUnlessWorse), Step(0, .foundWorse, then: wait(until: 30)),
        Step(29, save("a"), then: .publishUnlessWorse), Step(29, .foundWorse, then: wait(until: 30)),
        Step(30, then: .publish), Step(31, .published, then: idle),
      ]
    ),
    (
      "a state without new errors waits no longer",
      [
        Step(0, save("a"), then: .publishUnlessWorse), Step(0, .foundWorse, then: wait(until: 30)),
        Step(5, save("b"), then: .publishUnlessWorse), Step(6, .published, then: idle),
        Step(7, save("a"), then: .publishUnlessWorse), Step(7, .foundWorse, then: wait(until: 37)),
      ]
    ),
    (
      "values that are set at run time are changes",
      [
        Step(0, save("a"), then: .publishUnlessWorse), Step(0, .foundWorse, then: wait(until: 30)),
        Step(1, .valuesApplied, then: .publishUnlessWorse), Step(1, .unchanged, then: idle),
      ]
    ),
    (
      "other files right after a publication wait for a pause",
      [
        Step(0, save("a"), .published, then: idle), Step(1, save("b"), then: wait(until: 21)),
        Step(15, save("c"), then: wait(until: 35)), Step(35, then: .publishUnlessWorse),
      ]
    ),
    (
      "a program that never stops delays a publication for the longest burst",
      [Step(0, save("a"), .published, then: idle)]
        + (1...25).map { Step($0 * 10, save("f\($0)"), then: wait(until: min($0 * 10 + 20, 260))) }
        + [Step(260, save("g"), then: .publishUnlessWorse)]
    ),
    (
      "a burst that ends in errors is given its grace then",
      [
        Step(0, save("a"), .published, then: idle), Step(1, save("b"), then: wait(until: 21)),
        Step(21, then: .publishUnlessWorse), Step(21, .foundWorse, then: wait(until: 51)),
        Step(51, then: .publish),
      ]
    ),
    (
      "git's lock holds all changes back",
      [
        Step(0, save("a"), .lockHeld, then: wait(until: 2000)),
        Step(900, save("b"), .lockHeld, then: wait(until: 2000)),
        Step(1000, .lockReleased, then: .publishUnlessWorse),
      ]
    ),
    (
      "a lock that stays is ignored in the end",
      [
        Step(0, save("a"), .lockHeld, then: wait(until: 2000)), Step(2000, .lockHeld, then: .ignoreLock),
        Step(2000, .lockReleased, then: .publishUnlessWorse), Step(2001, .published, then: idle),
        Step(2030, save("a"), .lockHeld, then: wait(until: 4030)),
      ]
    ),
    (
      "errors under a lock are given their grace after it",
      [
        Step(0, save("a"), .lockHeld, then: wait(until: 2000)), Step(100, .lockReleased, then: .publishUnlessWorse),
        Step(100, .foundWorse, then: wait(until: 130)),
      ]
    ),
  ]

  @Test(arguments: cases.indices) func check(index: Int) {
    let (name, steps) = Self.cases[index]
    var gate = PublishGate(Self.timeouts)
    for step in steps {
      let now = Self.start + step.time
      for event in step.events { gate.record(event, now: now) }
      #expect(gate.decision(now: now) == step.decision, "\(name), at \(step.time)")
      if case .wait(let end) = step.decision { #expect(gate.deadline(now: now) == end, "\(name), at \(step.time)") }
    }
  }

  // MARK: Open files

  /// Records changes as the daemon does. Returns the files to read.
  private func record(
    _ gate: inout PublishGate, _ files: inout ListedFiles, changed: BytewiseSet = [], writing: BytewiseSet = [],
    isComplete: Bool = false, now: UInt64
  ) -> [String] {
    var changes = RootChanges(root: RootID(number: 1))
    changes.changed = changed
    changes.beingWritten = writing
    changes.isComplete = isComplete
    let work = files.record(changes)
    gate.record(.watched(changes, work), now: now)
    return work.toRead
  }

  /// A half-written file does not count as a change, and its deadline counts beside that of a publication.
  @Test func anOpenFileIsReadWhenItsTimeIsOver() {
    var gate = PublishGate(Self.timeouts)
    var files = ListedFiles()
    #expect(record(&gate, &files, changed: ["a", "b"], isComplete: true, now: 1000) == ["a", "b"])
    #expect(record(&gate, &files, writing: ["a"], now: 1000) == [])
    #expect(gate.decision(now: 1000) == Self.idle)
    #expect(gate.deadline(now: 1000) == 1100)
    gate.record(.filesApplied(["b"], noticedAt: 1080), now: 1080)
    gate.record(.foundWorse, now: 1080)
    #expect(gate.decision(now: 1080) == .wait(until: 1110))
    #expect(gate.deadline(now: 1080) == 1100)
    #expect(gate.openFiles.overdue(now: 1099) == [])
    #expect(gate.openFiles.overdue(now: 1100) == ["a"])
    gate.record(.finished(["a"]), now: 1100)
    #expect(gate.deadline(now: 1100) == 1110)
    #expect(record(&gate, &files, writing: ["a"], now: 1105) == [])
    gate.record(.gone("a"), now: 1106)
    #expect(gate.deadline(now: 1106) == 1110)
  }

  // MARK: Rounds

  /// Rounds at these times, each with whether it found nothing more; the steps after them.
  @Test(
    arguments: [
      (8, [(0, true)], [.end]), (1, [(0, false)], [.end]),
      (8, [(0, false), (1, true)], [.drain, .end]),
      (8, [(0, false), (1, false), (2, false)], [.drain, .drain, .drainAfterReleasedLock]),
      (8, [(11_000_000, false), (11_000_000, false)], [.drain, .drainAfterReleasedLock]),
      (
        4, [(0, false), (1, false), (2, false), (3, false)], [.drain, .drain, .drainAfterReleasedLock, .end]
      ),
    ] as [(Int, [(UInt64, Bool)], [DrainRounds.Next])])
  func rounds(maximum: Int, rounds: [(UInt64, Bool)], expected: [DrainRounds.Next]) {
    var drain = DrainRounds(maximum: maximum, start: Self.start)
    #expect(rounds.map { drain.next(isDrained: $0.1, now: Self.start + $0.0) } == expected)
  }
}

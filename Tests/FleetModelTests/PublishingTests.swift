// SPDX-License-Identifier: GPL-2.0-or-later

import FleetModel
import Testing

/// Numbers, chunks, and the time of a publication.
@Suite struct PublishingTests {
  private func number(_ value: UInt64?) -> ReleaseNumber? { value.flatMap(ReleaseNumber.init) }

  private func check(
    highest: UInt64?, seen: UInt64?, clock: UInt64, _ expected: UInt64?, _ location: SourceLocation = #_sourceLocation
  ) {
    let next = NextManifest.number(highest: number(highest), seen: number(seen), microsecondsSince1970: clock)
    #expect(next == number(expected), sourceLocation: location)
  }

  @Test func numbersGrowAndAreNeverUsedTwice() {
    check(highest: 5, seen: nil, clock: 1_000, 6)
    check(highest: 5, seen: 5, clock: 1_000, 6)
    check(highest: 9, seen: 5, clock: 1_000, 10)
    // An empty bucket, and one that was set back.
    check(highest: nil, seen: nil, clock: 1_000, 1_000)
    check(highest: 5, seen: 7, clock: 1_000, 1_000)
    check(highest: nil, seen: 7, clock: 1_000, 1_000)
    // A clock of 1970 or of last year.
    check(highest: nil, seen: nil, clock: 0, 1)
    check(highest: nil, seen: 7, clock: 0, 8)
    check(highest: 5, seen: 2_000, clock: 1_000, 2_001)
    check(highest: ReleaseNumber.maximum.value, seen: nil, clock: 1, nil)
  }

  @Test func numbersHaveTwentyDigits() {
    #expect(number(42)?.digits == "00000000000000000042")
    #expect(ReleaseNumber(digits: "00000000000000000042") == number(42))
    for text in ["", "0", "-1", "4x", "9007199254740992", "000000000000000000042"] {
      #expect(ReleaseNumber(digits: text) == nil, "\(text)")
    }
    #expect(BucketKey("m.42") == nil)
    #expect(BucketKey("m.00000000000000000042").map(\.description) == "m.00000000000000000042")
    #expect(BucketKey("o.\(String(repeating: "A", count: 64))") == nil)
  }

  private func manifest(_ value: UInt64, by publisher: String = "p", _ instance: String = "i") -> Manifest {
    Manifest(
      number: number(value) ?? .maximum, previous: nil, instance: instance, publisher: publisher, bundle: "b",
      generation: 1, version: "1", digest: "d", files: 0, bytes: 0, list: [ChunkName(hashing: [])])
  }

  @Test func afterAnErrorTheKeyDecides() {
    #expect(NextManifest.outcome(of: "i", found: nil) == .unknown)
    #expect(NextManifest.outcome(of: "i", found: manifest(1)) == .created)
    #expect(NextManifest.outcome(of: "j", found: manifest(1, by: "q")) == .lost(to: "q"))
    #expect(NextManifest.right(of: "p", with: "b", on: nil) == .granted)
    #expect(NextManifest.right(of: "p", with: "b", on: manifest(1)) == .granted)
    #expect(NextManifest.right(of: "q", with: "b", on: manifest(1)) == .ofAnother(publisher: "p"))
    #expect(NextManifest.right(of: "p", with: "c", on: manifest(1)) == .ofAnotherBundle("b"))
  }

  private func names(_ text: String) -> Set<ChunkName> { Set(text.map { ChunkName(hashing: Array("\($0)".utf8)) }) }

  private func checkPuts(
    needed: String, previous: String, present: String?, _ puts: String, _ location: SourceLocation = #_sourceLocation
  ) {
    let plan = ChunkPlan(needed: names(needed), previous: names(previous), present: present.map(names))
    #expect(Set(plan.puts) == names(puts), sourceLocation: location)
    #expect(Set(plan.puts).union(plan.kept) == names(needed), sourceLocation: location)
    #expect(Set(plan.puts).isDisjoint(with: plan.kept), sourceLocation: location)
  }

  @Test func whatTheManifestBelowDoesNotNameIsPut() {
    checkPuts(needed: "abc", previous: "", present: nil, "abc")
    checkPuts(needed: "abc", previous: "ab", present: nil, "c")
    checkPuts(needed: "abc", previous: "ab", present: "abc", "c")
    checkPuts(needed: "abc", previous: "ab", present: "a", "bc")
    checkPuts(needed: "abc", previous: "ab", present: "", "abc")
  }

  @Test func theLastManifestsKeepTheirChunks() {
    let numbers = (1...40).compactMap { number($0) }
    var named: [ReleaseNumber: Set<ChunkName>?] = [:]
    for value in numbers { named[value] = names(value == number(8) ? "o" : value == number(9) ? "k" : "x") }
    let plan = PurgePlan(manifests: numbers.reversed(), chunks: names("xkon"), named: named)
    #expect(plan.manifests == Array(numbers[..<8]))
    #expect(Set(plan.chunks) == names("on"))
    // A manifest whose list cannot be read may name any chunk.
    named[numbers[20]] = .some(nil)
    #expect(PurgePlan(manifests: numbers, chunks: names("xkon"), named: named).chunks.isEmpty)
    #expect(PurgePlan(manifests: [], chunks: names("x"), named: [:]).manifests.isEmpty)
  }

  private func checkCondition(
    _ change: (inout BundleCondition) -> Void, errorsAllowed: Bool = false, _ expected: String?,
    _ location: SourceLocation = #_sourceLocation
  ) {
    var condition = BundleCondition(errors: 0, held: 0, unreadable: 0, overlays: 0)
    change(&condition)
    let obstacle = condition.obstacle(errorsAllowed: errorsAllowed)
    guard let expected else { return #expect(obstacle == nil, sourceLocation: location) }
    #expect(obstacle?.contains(expected) == true, sourceLocation: location)
  }

  @Test func onlyWhatTheFilesSayTravels() {
    checkCondition({ _ in }, nil)
    checkCondition({ $0.errors = 2 }, "2 errors")
    checkCondition({ $0.errors = 2 }, errorsAllowed: true, nil)
    checkCondition({ $0.held = 1 }, errorsAllowed: true, "last good")
    checkCondition({ $0.unreadable = 1 }, errorsAllowed: true, "cannot be read")
    checkCondition({ $0.overlays = 1 }, errorsAllowed: true, "unsaved")
  }

  private typealias Event = PublishSchedule.Event

  /// - Parameter events: with their times in milliseconds.
  private func checkDue(_ events: [(Event, UInt64)], _ due: UInt64?, _ location: SourceLocation = #_sourceLocation) {
    var schedule = PublishSchedule()
    for (event, time) in events { schedule.record(event, now: time * 1_000_000) }
    #expect(schedule.due.map { $0 / 1_000_000 } == due, sourceLocation: location)
  }

  @Test func aGenerationIsLookedAtAtOnceAndAFileAfterAPause() {
    checkDue([], nil)
    checkDue([(.generation, 5)], 5)
    checkDue([(.files, 5)], 305)
    checkDue([(.files, 5), (.files, 105)], 405)
    checkDue([(.files, 5), (.generation, 6)], 6)
    checkDue([(.generation, 5), (.files, 5)], 5)
    checkDue([(.generation, 5), (.looked, 5)], nil)
    checkDue([(.looked, 5), (.obstacle, 5)], 505)
    checkDue([(.looked, 5), (.files, 5), (.obstacle, 5)], 305)
    checkDue([(.generation, 5), (.failed(wait: 50_000_000), 6)], 56)
    checkDue([(.connected, 9)], 9)
  }
}

// SPDX-License-Identifier: GPL-2.0-or-later

import JSONText
import Testing
import TextComparison
import ThemeModel

@testable import ThemeEngine

/// The ring of earlier generations: its entries, its limits, and the exact states and bytes of every entry.
@Suite struct HistoryTests {
  private final class Clock { var now = 1_000 }

  private let clock = Clock()
  private let engine: ThemeEngine

  init() {
    let clock = clock
    engine = ThemeEngine(bundle: "small") { clock.now }
    engine.historyLimits = HistoryLimits(generations: 5, bytes: 1 << 20)
    apply("theme.inc.json", #"{"themes":["a.json","b.json"]}"#)
    apply("a.json", #"{"a": 1}"#)
    apply("b.json", #"{"b": 1}"#)
    engine.publish()
    engine.open(Context())
    #expect(engine.compact() == nil)
  }

  private func apply(_ path: String, _ text: String?, isUnsaved: Bool = false) {
    engine.apply([
      FileChange(path: path, content: text.map { .bytes(Array($0.utf8)) } ?? .gone, isUnsaved: isUnsaved)
    ])
  }

  private func save(_ path: String, _ text: String?) {
    apply(path, text)
    publish()
  }

  private func lay(_ path: String, _ text: String) {
    apply(path, text, isUnsaved: true)
    publish()
  }

  private func publish() {
    clock.now += 1
    engine.publish()
    _ = engine.compact()
  }

  /// `4 save +1003 a.json:1 changed 1`, the newest first.
  private func check(_ lines: [String], _ location: SourceLocation = #_sourceLocation) {
    let reported = engine.generations(in: Context()).map { generation in
      let places = generation.causes.map { " \($0.file):\($0.line)" }.joined()
      let changed = generation.changed.map { " changed \($0)" } ?? ""
      let held = generation.held.map { $0 > 0 ? " held \($0)" : "" } ?? " not open"
      return "\(generation.number) \(generation.kind) +\(generation.time)\(places)\(changed)\(held)"
    }
    #expect(reported == lines, sourceLocation: location)
  }

  private func text(of path: String, in generation: Int) -> String? {
    switch engine.content(of: path, in: generation) {
    case .bytes(let bytes)?: String(decoding: bytes, as: UTF8.self)
    case .gone?: "gone"
    case .unreadable?: "unreadable"
    case nil: nil
    }
  }

  private func value(of path: String, in generation: Int) -> Value? {
    engine.snapshot(of: generation, in: Context()).flatMap { engine.value(at: path, in: $0) }
  }

  /// Removed declarations have the beginning of the file as their place.
  @Test func placesAreNamedOnce() throws {
    save("a.json", #"{"a": 1, "c": 3, "d": 4}"#)
    save("a.json", #"{"e": 1}"#)
    #expect(
      engine.generations(in: Context())[0].causes.map { "\($0.file):\($0.line):\($0.column)" } == [
        "a.json:1:1", "a.json:1:7",
      ])
  }

  @Test func listsWhatChangedWhenAndWhere() throws {
    save("a.json", #"{"a": 2, "c": 3}"#)
    try engine.modifyConstant("b", to: 7)
    publish()
    save("b.json", #"{"b": "#)
    check([
      "4 save +1003 b.json:1 changed 0 held 1", "3 set +1002 changed 1",
      "2 save +1001 a.json:1 a.json:1 changed 2", "1 start +1000",
    ])
    #expect(value(of: "constants/a", in: 1) == 1)
    #expect(value(of: "constants/a", in: 2) == 2)
    #expect(value(of: "constants/b", in: 2) == 1)
    #expect(value(of: "constants/b", in: 3) == 7)
    // The oldest generation goes. Its state stays known for the count of the next one.
    engine.forgetPast()
    publish()
    #expect(engine.generations(in: Context()).first?.kind == .set)
    save("b.json", #"{"b": 5}"#)
    #expect(engine.generations(in: Context()).map(\.number) == [6, 5, 4, 3, 2])
    #expect(engine.generations(in: Context()).last?.changed == 2)
    #expect(engine.snapshot(of: 1, in: Context()) == nil)
  }

  @Test func anotherChoiceOfThemesIsOfItsOwnKind() throws {
    let engine = ThemeEngine(bundle: "named")
    engine.historyLimits = HistoryLimits(generations: 5, bytes: 1 << 20)
    engine.apply([
      FileChange(path: "livery.json", content: .bytes(Array(#"{"dialect": "flat"}"#.utf8))),
      FileChange(path: "default.json", content: .bytes(Array(#"{"gap": 8}"#.utf8))),
      FileChange(path: "large.json", content: .bytes(Array(#"{"gap": 9}"#.utf8))),
    ])
    engine.publish()
    engine.open(Context())
    try engine.useThemes(["large"])
    engine.publish()
    #expect(engine.generations(in: Context()).map(\.kind) == [.use, .start])
  }

  @Test func hasTheBytesOfEachGeneration() {
    save("a.json", #"{"a": 12345}"#)
    save("a.json", nil)
    save("a.json", #"{"a": 2}"#)
    // Of an edit that changes no value the bytes belong to the next generation.
    save("b.json", #"{  "b": 1}"#)
    #expect(engine.generation == 4)
    #expect(text(of: "b.json", in: 4) == #"{"b": 1}"#)
    save("b.json", #"{  "b": 2}"#)
    #expect(
      (1...5).map { text(of: "a.json", in: $0) } == [
        #"{"a": 1}"#, #"{"a": 12345}"#, "gone", #"{"a": 2}"#, #"{"a": 2}"#,
      ])
    #expect((1...5).map { text(of: "b.json", in: $0) } == Array(repeating: #"{"b": 1}"#, count: 4) + [#"{  "b": 2}"#])
    #expect(text(of: "none.json", in: 3) == "gone")
    #expect(text(of: "a.json", in: 9) == nil)
    #expect(engine.files(changedSince: 3)?.map(\.path) == ["a.json", "b.json"])
    #expect(engine.files(changedSince: 4)?.map(\.path) == ["b.json"])
    #expect(engine.files(changedSince: 5)?.isEmpty == true)
    #expect(engine.files(changedSince: 9) == nil)
    // Back again: nothing differs.
    save("b.json", #"{"b": 1}"#)
    #expect(engine.files(changedSince: 4)?.isEmpty == true)
  }

  @Test func whatUnsavedTextsDoIsOneGeneration() {
    save("a.json", #"{"a": 2}"#)
    for number in 3...9 { lay("a.json", #"{"a": \#(number)}"#) }
    check([
      "9 overlay +1008 a.json:1 changed 1", "2 save +1001 a.json:1 changed 1",
      "1 start +1000",
    ])
    #expect(value(of: "constants/a", in: 9) == 9)
    #expect(engine.snapshot(of: 8, in: Context()) == nil)
    // The file has its earlier content.
    #expect(text(of: "a.json", in: 9) == #"{"a": 2}"#)
    #expect(engine.files(changedSince: 2)?.isEmpty == true)
    // Taken back: still one.
    save("a.json", #"{"a": 2}"#)
    check([
      "10 overlay +1009 a.json:1 changed 0", "2 save +1001 a.json:1 changed 1",
      "1 start +1000",
    ])
  }

  /// An editor lays a text over the file, then saves it: the same text, a different text, or a second file meanwhile.
  @Test func aSaveOfTheUnsavedTextIsASave() {
    lay("a.json", #"{"a": 2}"#)
    save("a.json", #"{"a": 2}"#)
    #expect(engine.generation == 2)
    check(["2 save +1001 a.json:1 changed 1", "1 start +1000"])
    #expect(text(of: "a.json", in: 1) == #"{"a": 1}"#)
    #expect(text(of: "a.json", in: 2) == #"{"a": 2}"#)
    lay("a.json", #"{"a": 3}"#)
    save("a.json", #"{"a": 4}"#)
    check([
      "4 save +1004 a.json:1 changed 1", "3 overlay +1003 a.json:1 changed 1", "2 save +1001 a.json:1 changed 1",
      "1 start +1000",
    ])
    #expect(text(of: "a.json", in: 3) == #"{"a": 2}"#)
    lay("a.json", #"{"a": 5}"#)
    save("b.json", #"{"b": 2}"#)
    save("a.json", #"{"a": 5}"#)
    #expect(engine.generation == 6)
    #expect(text(of: "a.json", in: 5) == #"{"a": 4}"#)
    #expect(text(of: "a.json", in: 6) == #"{"a": 5}"#)
    #expect(engine.files(changedSince: 5)?.map(\.path) == ["a.json", "b.json"])
  }

  @Test func aFileThatCannotBeReadIsToldApartFromNone() {
    engine.apply([FileChange(path: "a.json", content: .unreadable(Finding(.unreadable, "it is closed")))])
    publish()
    save("a.json", #"{"a": 2}"#)
    #expect(text(of: "a.json", in: 2) == "unreadable")
    #expect(text(of: "a.json", in: 1) == #"{"a": 1}"#)
  }

  @Test func keepsWithinItsBytes() {
    engine.historyLimits = HistoryLimits(generations: 9, bytes: 310)
    let text = { (number: Int) in #"{"a": "\#(String(repeating: "\(number)", count: 100))"}"# }
    save("a.json", text(1))
    save("a.json", text(2))
    save("a.json", text(3))
    save("a.json", text(4))
    #expect(engine.files(changedSince: 1)?.count == 1)
    save("a.json", text(5))
    // Its bytes are gone, its state is not.
    #expect(engine.files(changedSince: 1) == nil)
    #expect(self.text(of: "a.json", in: 1) == nil)
    #expect(value(of: "constants/a", in: 1) == 1)
    #expect(engine.files(changedSince: 3)?.count == 1)
    #expect(self.text(of: "a.json", in: 3) == text(2))
    // One that replaces too much drops those before it, too.
    save("b.json", #"{"b": "\#(String(repeating: "x", count: 400))"}"#)
    save("b.json", #"{"b": 1}"#)
    #expect(engine.files(changedSince: 7) == nil)
    #expect(engine.files(changedSince: 8)?.isEmpty == true)
  }

  @Test func ofALargeFileTheDifferenceIsKept() {
    engine.historyLimits.bytes = 500
    let rest = String(repeating: " ", count: 100_000)
    save("a.json", #"{\#(rest)"a": 10\#(rest)}"#)
    for number in 11...14 { save("a.json", #"{\#(rest)"a": \#(number)\#(rest)}"#) }
    #expect(text(of: "a.json", in: 3) == #"{\#(rest)"a": 11\#(rest)}"#)
    #expect(text(of: "a.json", in: 2) == #"{\#(rest)"a": 10\#(rest)}"#)
  }

  @Test func aContextHasTheStatesSinceItIsOpen() {
    let pad = Context(device: .pad)
    save("a.json", #"{"a": 2}"#)
    #expect(engine.snapshot(of: 2, in: pad) == nil)
    engine.open(pad)
    #expect(engine.snapshot(of: 2, in: pad) != nil)
    save("a.json", #"{"a": 3}"#)
    #expect(engine.generations(in: pad).map(\.changed) == [1, nil, nil])
    #expect(engine.generations(in: pad).map(\.held) == [0, 0, nil])
    // One that is opened while changes wait begins with a state that no generation has.
    apply("a.json", #"{"a": 4}"#)
    let phone = Context(device: .phone)
    engine.open(phone)
    #expect(engine.snapshot(of: 3, in: phone) == nil)
    engine.close(contextsExcept: [Context()])
    #expect(engine.snapshot(of: 2, in: pad) == nil)
  }

  @Test func givesStorageBack() {
    save("a.json", #"{"a": 2}"#)
    let before = engine.snapshot(of: 1, in: Context())
    #expect(before != nil)
    #expect(engine.resolveAnew()?.count == 1)
    #expect(engine.snapshot(of: 1, in: Context()) == nil)
    #expect(value(of: "constants/a", in: 2) == 2)
    // The bytes stay.
    #expect(text(of: "a.json", in: 1) == #"{"a": 1}"#)
  }

  @Test func withoutALimitThereIsNone() {
    engine.historyLimits = HistoryLimits(generations: 0, bytes: 1 << 20)
    save("a.json", #"{"a": 2}"#)
    #expect(engine.generations(in: Context()).isEmpty)
    #expect(engine.files(changedSince: 2) == nil)
    engine.historyLimits.generations = 5
    save("a.json", #"{"a": 3}"#)
    #expect(engine.generations(in: Context()).map(\.number) == [3])
    save("a.json", #"{"a": 4}"#)
    #expect(text(of: "a.json", in: 3) == #"{"a": 3}"#)
  }

  @Test func staysBounded() {
    for number in 1...10_000 { save("a.json", #"{"a": \#(number)}"#) }
    #expect(engine.generations(in: Context()).count == 5)
    #expect(engine.history.ring.entries.count == 5)
    #expect(text(of: "a.json", in: engine.generation - 4) == #"{"a": 9996}"#)
  }

  @Test func countsUpToALimit() {
    let many = (1...2000).map { "\"v\($0)\": \($0)" }.joined(separator: ", ")
    save("a.json", "{\(many)}")
    #expect(engine.generations(in: Context()).first?.changed == 1000)
  }
}

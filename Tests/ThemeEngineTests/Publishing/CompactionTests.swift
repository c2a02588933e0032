// SPDX-License-Identifier: GPL-2.0-or-later

import DenseCollections
import JSONText
import Testing
import ThemeModel

@testable import ThemeEngine
@testable import ThemeResolver

/// Storage that large values leave behind.
@Suite struct CompactionTests {
  private let engine = ThemeEngine(bundle: "b")
  private let context = Context()

  init() {
    engine.sources.linked.smallSlots = 1000
    write("theme.inc.json", #"{"themes": ["a.json", "large.json"]}"#)
    write("a.json", #"{"x": 1, "y": "ref://x"}"#)
    _ = engine.open(context)
  }

  private func write(_ path: String, _ text: String) {
    engine.apply([FileChange(path: path, content: .bytes(Array(text.utf8)))])
    engine.publish()
  }

  private func large(_ count: Int) -> String {
    let members = (0..<count).map { "\"k\($0)\": \($0)" }
    return "{\"z\": {\(members.joined(separator: ", "))}}"
  }

  /// Writes the large file and asks for a compaction. The published state must not change by it.
  private func check(
    _ text: String, isCompacted: Bool, _ location: SourceLocation = #_sourceLocation
  ) throws {
    write("large.json", text)
    let before = engine.open(context)
    #expect((engine.compact() != nil) == isCompacted, sourceLocation: location)
    let after = engine.open(context)
    #expect(after.generation == before.generation, sourceLocation: location)
    #expect(after.digest == before.digest, sourceLocation: location)
    #expect(try after.content == before.content, sourceLocation: location)
    #expect(after.diagnostics == before.diagnostics, sourceLocation: location)
    #expect(after.delta(from: before).patch.isEmpty, sourceLocation: location)
    #expect(!engine.publish().isNew, sourceLocation: location)
  }

  @Test func storageOfLargeValuesIsGivenBackOnce() throws {
    try check(large(2000), isCompacted: false)
    try check(large(10), isCompacted: true)
    #expect(engine.sources.linked.resolver.views.values.allSatisfy { $0.state.slots.count < 1000 })
    try check(large(11), isCompacted: false)
  }

  @Test func smallOnesStay() throws {
    try check(large(900), isCompacted: false)
    try check(large(1), isCompacted: false)
  }

  /// The last good values are those of before.
  @Test func whatIsHeldStays() throws {
    try check(large(2000), isCompacted: false)
    write("a.json", #"{"x": 1, "y": "ref://nothing"}"#)
    #expect(engine.open(context).held == 1)
    try check(large(10), isCompacted: false)
    write("a.json", #"{"x": 2, "y": "ref://x"}"#)
    #expect(engine.compact() != nil)
    write("a.json", #"{"x": 2, "y": "ref://nothing"}"#)
    #expect(engine.value(at: "constants/y", in: engine.open(context)) == .number(2))
    #expect(engine.open(context).held == 1)
  }
}

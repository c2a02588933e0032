// SPDX-License-Identifier: GPL-2.0-or-later

import DenseCollections
import Foundation
import JSONText
import TestSupport
import Testing
import ThemeModel

@testable import ThemeResolver

/// The exact work of edits in large bundles, and memory after many edits.
@Suite struct ScaleTests {
  private static let dependents = 100_000

  /// Files of a thousand ids that all refer to one id of the first file.
  @Test func anEditExecutesItsDependentsOnly() {
    var files: [JSONValue] = [["accent": "#ff0000", "other": "#0000ff", "alias": "ref://other"]]
    for file in 0..<Self.dependents / 1_000 {
      let members = (0..<1_000).map { (key: "id-\(file)-\($0)", value: JSONValue.string("ref://accent")) }
      files.append(.object(JSONObject(members)))
    }
    var bench = Bench(files)
    func check(_ first: JSONValue, _ executed: Int, _ location: SourceLocation = #_sourceLocation) {
      bench.edit(0, first)
      #expect(bench.resolve() == executed, sourceLocation: location)
    }
    check(["accent": "#ff0000", "other": "#0000fe", "alias": "ref://other"], 2)
    check(["accent": "#ff0001", "other": "#0000fe", "alias": "ref://other"], 1 + Self.dependents)
    check(["other": "#0000fe", "accent": "#ff0001", "alias": "ref://other"], 0)
    // The same value as before: nothing above it runs.
    check(["accent": "ref://same", "same": "#ff0001", "other": "#0000fe", "alias": "ref://other"], 2)
  }

  @Test func aChainOfAHundredReferencesHasAHundredSteps() {
    let links = (1...100).map { (key: "link-\($0)", value: JSONValue.string("ref://link-\($0 - 1)")) }
    var bench = Bench([["link-0": 1], .object(JSONObject(links.shuffled()))])
    bench.edit(0, ["link-0": 2])
    #expect(bench.resolve() == 101)
    bench.edit(0, ["link-0": "ref://link-100"])
    bench.resolve()
    #expect(bench.findings.contains { $0.hasPrefix("LV1002") }, "a circle that appeared")
    bench.edit(0, ["link-0": 2])
    bench.resolve()
    #expect(bench.findings.isEmpty, "and is gone")
    #expect(bench.json["constants"]?.object?["link-100"] == 2)
  }

  /// Contexts that differ in one file: only the differing values are laid out, executed and stored for each context.
  @Test func contextsShareWhatTheyHaveInCommon() {
    let themes = 64
    let common = 20_000
    let concerned = 10
    var members: [(key: String, value: JSONValue)] = (0..<common).map { ("id-\($0)", .number(Double($0))) }
    members += (0..<concerned).map { ("themed-\($0)", .string("ref://accent")) }
    var files: [JSONValue] = [.object(JSONObject(members))]
    for theme in 0..<themes { files.append(["accent": .string("accent of \(theme)")]) }
    var bench = Bench(files.map { Optional($0) }, plan: LoadPlan())
    let views = (0..<themes).map { bench.resolver.open(LoadPlan(files: [FileID(0), FileID($0 + 1)])) }

    func check(_ executed: Int, _ location: SourceLocation = #_sourceLocation) {
      #expect(bench.resolve() == executed, sourceLocation: location)
      let first = bench.resolver.state(of: views[0])
      for (theme, view) in views.enumerated() {
        let state = bench.resolver.state(of: view)
        let accent = bench.resolver.symbol(named: "accent", in: .constants, of: state).flatMap { state.value(of: $0) }
        #expect(accent == .string("accent of \(theme)"), sourceLocation: location)
        var own = 0
        ChunkedArray.forEachUnsharedIndex(first.slots, state.slots) { _ in own += 1 }
        ChunkedArray.forEachUnsharedIndex(first.outcomes, state.outcomes) { _ in own += 1 }
        ChunkedArray.forEachUnsharedIndex(first.results, state.results) { _ in own += 1 }
        ChunkedArray.forEachUnsharedIndex(first.symbols, state.symbols) { _ in own += 1 }
        // The differing ids lie in the last chunks, which are not full.
        #expect(own == (theme == 0 ? 0 : 4 * ((common + concerned + 1) % 128)), sourceLocation: location)
      }
    }
    check(common + themes * (1 + concerned))
    members[7].value = "another"
    members[common + 3].value = "no reference any more"
    bench.edit(0, .object(JSONObject(members)))
    check(2 * themes)
  }

  /// Held values refer to ids of a chain whose end does not exist: the search visits each id of the chain once.
  @Test func theCauseOfManyHeldValuesIsFoundOnce() throws {
    let length = 1_000
    func file(_ reference: (Int) -> String) -> JSONValue {
      let held = (0..<length).map { (key: "held-\($0)", value: JSONValue.string(reference($0))) }
      let chain = (0..<length).map { (key: "link-\($0)", value: JSONValue.string("ref://link-\($0 + 1)")) }
      return .object(JSONObject([("good", 1)] + held + chain))
    }
    var bench = Bench([file { _ in "ref://good" }])
    bench.resolver.publish(bench.view)
    bench.edit(0, file { "ref://link-\($0 * 7 % length)" })
    bench.resolve()
    let held = bench.resolver.held(in: bench.view)
    #expect(held.count == length)
    #expect(held.allSatisfy { $0.target == "link-\(length - 1)" })
    let view = try #require(bench.resolver.views[bench.view])
    var search = CauseSearch(view: view, database: bench.resolver.database)
    for index in 0..<view.state.slots.count where view.state.slots[index].target != nil { _ = search.cause(of: index) }
    #expect(search.visits == length)
  }

  /// Arrays of ten references to arrays cost their own elements. The value that exceeds a limit fails there.
  @Test func arraysOfReferencesCostTheirOwnElements() {
    var file = JSONObject([("L0", .array(Array(repeating: "x", count: 9)))])
    for level in 1..<40 {
      file["L\(level)"] = .array(Array(repeating: .string("ref://L\(level - 1)"), count: 10))
    }
    var bench = Bench([.object(file)], plan: LoadPlan(files: [FileID(0)]), limits: ResolverLimits(values: 20_000))
    func check(parts: Int, _ location: SourceLocation = #_sourceLocation) {
      #expect(bench.findings == ["LV0009 L4"], sourceLocation: location)
      #expect(bench.resolver.database.values.partsCounted == parts, sourceLocation: location)
    }
    check(parts: 9 + 3 * 10)
    // 10 values, ten times as many on each level, and one more a level.
    let published = bench.json["constants"]?.object?.members ?? []
    #expect(published.map(\.key) == ["L0", "L1", "L2", "L3"])
    // A new value at the bottom passes each array once, however many references it has.
    file["L0"] = .array(Array(repeating: "y", count: 9))
    bench.edit(0, .object(file))
    #expect(bench.resolve() == 9 + 1 + 4 * 11)
    check(parts: 2 * (9 + 3 * 10))
  }

  /// An array of objects costs the objects that it refers to, each once.
  @Test func arraysOfReferencesToObjectsShareThem() throws {
    var file = JSONObject([("o0", ["x": 1])])
    for level in 1..<16 {
      let below = JSONValue.string("ref://o\(level - 1)")
      file["o\(level)"] = ["a": below, "b": below]
    }
    for index in 0..<1000 { file["list-\(index)"] = ["ref://o15", .number(Double(index))] }
    let bench = Bench([.object(file)])
    #expect(bench.findings == [])
    #expect(bench.resolver.database.values.partsCounted == 1000 * 2)
    let list = try #require(bench.resolver.symbol(named: "list-7", in: .constants, of: bench.state))
    // As if the object were written there.
    let value = try #require(bench.state.value(of: list))
    #expect(bench.state.contentHash(of: list) == ContentHash.of(value))
  }

  /// 2,000 random edits, or LIVERY_SOAK edits: at the end the tables are as large as after the first hundredth, except for
  /// unused numbers below the limit and the chance of the last edits.
  @Test func manyRandomEditsLeaveNothingBehind() {
    let steps = ProcessInfo.processInfo.environment["LIVERY_SOAK"].flatMap { Int($0) } ?? 2_000
    let seed = UInt64.random(in: 1...1_000_000)
    var random = SplitMix(seed: seed)
    let limits = ResolverLimits(unusedNumbers: 100)
    var files: [JSONValue?] = (0..<3).map { _ in random.file() }
    var bench = Bench(files, plan: random.plan(), limits: limits)
    var early = Sizes()
    var late = Sizes()
    for step in 0..<steps {
      let index = Int.random(in: files.indices, using: &random)
      files[index] = random.edit(files[index])
      // A new name and a new value.
      if var file = files[index]?.object {
        file["$new-\(step)"] = .number(Double(step))
        bench.edit(index, .object(file))
      } else {
        bench.edit(index, nil)
      }
      if random.happens(onceIn: 8) { bench.plan = random.plan() }
      bench.resolve()
      if step < max(500, steps / 100) {
        early.note(bench.resolver, bench.state)
      } else {
        late.note(bench.resolver, bench.state)
      }
    }
    #expect(late.fits(early), "seed \(seed): \(late) after \(early)")
  }
}

/// The maximum sizes of the tables.
private struct Sizes {
  private var numbers: [String: Int] = [:]
  /// Slots of the table, and those in use. Runs of each capacity had their own place at some time.
  private var slots = 0
  private var usedSlots = 0

  mutating func note(_ resolver: Resolver, _ state: ResolvedState) {
    let database = resolver.database
    let now = [
      "names": database.names.texts.count, "values": database.values.values.count, "ids": database.symbolCount,
      "declarations": database.declarations.count, "states": state.symbols.count,
    ]
    numbers.merge(now) { max($0, $1) }
    slots = max(slots, state.slots.count)
    let used = (0..<UInt32(state.symbols.count)).reduce(0) { $0 + state.slotIndices(of: SymbolID(index: $1)).count }
    usedSlots = max(usedSlots, used)
  }

  func fits(_ earlier: Sizes) -> Bool {
    slots <= 16 * usedSlots && numbers.allSatisfy { name, size in size <= (earlier.numbers[name] ?? 0) * 2 }
  }
}

// SPDX-License-Identifier: GPL-2.0-or-later

import DenseCollections
import JSONText
import TestSupport
import Testing
import ThemeModel

@testable import ThemeResolver

/// The first load of a view leads to the same view as an update from the empty plan, and so do all edits after it.
@Suite struct LoadTests {
  @Test(arguments: 0..<60) func aLoadEqualsAnUpdateFromTheEmptyPlan(seed: UInt64) {
    var random = SplitMix(seed: seed &+ 3000)
    var files: [JSONValue?] = (0..<3).map { _ in random.file() }
    var plan = random.plan()
    var database = Database(rules: Bench.rules, suffixes: ["_iPad", "_tv"], identity: 1)
    for (index, file) in files.enumerated() { _ = database.update(FileID(index), file.map(Bench.declarations)) }
    // Every other view has values of an earlier state of the files to keep.
    var past: Past?
    if seed % 2 == 1 {
      var earlier = View(limits: ResolverLimits())
      _ = earlier.update(plan: plan, changed: [], renamed: [], database: &database)
      earlier.becomePast(database)
      past = earlier.past
      for index in files.indices {
        files[index] = random.edit(files[index])
        _ = database.update(FileID(index), files[index].map(Bench.declarations))
      }
    }
    var loaded = Half(database, past)
    var updated = Half(database, past)
    let counts = (
      loaded.view.load(plan, &loaded.database, on: BackwardWorkers()),
      updated.view.update(plan: plan, changed: [], renamed: [], database: &updated.database)
    )
    // A value that a number beside it modifies may be executed twice in an update.
    #expect(counts.0 <= counts.1 && counts.1 <= 2 * counts.0, "seed \(seed)")
    loaded.check(updated, "seed \(seed), the load")
    for step in 0..<20 {
      let index = Int.random(in: files.indices, using: &random)
      files[index] = random.edit(files[index])
      if Int.random(in: 0..<6, using: &random) == 0 { plan = random.plan() }
      let declarations = files[index].map(Bench.declarations)
      let executed = (
        loaded.apply(declarations, of: FileID(index), plan), updated.apply(declarations, of: FileID(index), plan)
      )
      #expect(executed.0 == executed.1, "seed \(seed), step \(step)")
      loaded.check(updated, "seed \(seed), step \(step)")
    }
  }

  /// A value that is kept on a cycle is no colour: the finding is at the reference to it.
  @Test func aHeldValueOnACycleIsReported() {
    var bench = Bench([["a": "#1 fan", "x": 1]])
    bench.resolver.publish(bench.view)
    bench.edit(0, ["a": "ref://b", "b": "ref://a", "x": ["yColor": "ref://a"]])
    bench.resolve()
    #expect(bench.findings == ["LV1002 a", "LV2001 x yColor"])
  }

  /// Ids above and below cycles, of references and of inheritance.
  @Test func cyclesAreLeftToTheUpdate() {
    let file: JSONValue = [
      "below": 1, "a": "ref://b", "b": ["ref://c", "ref://below"], "c": "ref://a", "above": "ref://a",
      "self": ["x": "ref://self"], "top": ["x": "ref://above", "y": "ref://below"],
      "heir": ["inherits": "ref://parent"], "parent": ["inherits": "ref://heir", "x": "ref://below"],
    ]
    let bench = Bench([file])
    #expect(bench.json["constants"] == ["below": 1])
    #expect(bench.findings.filter { $0.hasPrefix("LV1002") }.count == 3)
    #expect(bench.json["styles"]?["top"] == ["y": 1])
  }

  /// Many ids, which the workers share: those of one file alone, and heirs of several heights.
  @Test func workersShareALoad() {
    var members: [(String, JSONValue)] = []
    for number in 0..<1_500 {
      members.append(("c\(number)", number % 3 == 0 ? "#00112233" : .string("ref://c\(number / 2)")))
      let parent: JSONValue? = number % 5 == 0 ? nil : .string("ref://s\(number * 2 / 3)")
      let own: [(String, JSONValue)] = [
        ("k\(number % 7)", .number(Double(number))), ("in", ["c": .string("ref://c\(number)"), "n": 1]),
      ]
      members.append(("s\(number)", .object(JSONObject((parent.map { [("inherits", $0)] } ?? []) + own))))
    }
    var database = Database(rules: Bench.rules, suffixes: ["_iPad"], identity: 1)
    let half = members.count / 2
    _ = database.update(FileID(0), Bench.declarations(.object(JSONObject(Array(members[..<half])))))
    _ = database.update(FileID(1), Bench.declarations(.object(JSONObject(Array(members[(half - 40)...])))))
    var (loaded, updated) = (Half(database, nil), Half(database, nil))
    let plan = LoadPlan(files: [FileID(0), FileID(1)])
    _ = loaded.view.load(plan, &loaded.database, on: BackwardWorkers())
    _ = updated.view.update(plan: plan, changed: [], renamed: [], database: &updated.database)
    loaded.check(updated, "the load")
    #expect(loaded.view.state.resolvedSymbols().count == 3_000)
  }

  /// The literals beside references of a cycle count in the hashes of their objects.
  @Test func objectsOnACycleHaveTheHashOfTheirContent() {
    let cyclic: JSONValue = [
      "one": ["two": "ref://two", "kept": 1, "in": ["kept": 3]], "two": ["one": "ref://one", "kept": 2],
      "above": ["two": "ref://two", "own": 4],
    ]
    let plain: JSONValue = [
      "one": ["kept": 1, "in": ["kept": 3]], "two": ["kept": 2], "above": ["two": ["kept": 2], "own": 4],
    ]
    var database = Database(rules: Bench.rules, suffixes: [], identity: 1)
    _ = database.update(FileID(0), Bench.declarations(cyclic))
    var (loaded, updated) = (Half(database, nil), Half(database, nil))
    let plan = LoadPlan(files: [FileID(0)])
    _ = loaded.view.load(plan, &loaded.database, on: BackwardWorkers())
    _ = updated.view.update(plan: plan, changed: [], renamed: [], database: &updated.database)
    loaded.check(updated, "the load")
    #expect(Bench([cyclic]).state.digest == Bench([plain]).state.digest)
  }
}

/// A view with a database of its own.
private struct Half {
  var database: Database
  var view = View(limits: ResolverLimits())

  init(_ database: Database, _ past: Past?) {
    self.database = database
    view.past = past
  }

  mutating func apply(_ declarations: Declarations?, of file: FileID, _ plan: LoadPlan) -> Int {
    let changed = database.update(file, declarations).map(\.symbol) + database.removeNewBaseStyles()
    return view.update(plan: plan, changed: Set(changed).sorted(), renamed: [], database: &database)
  }

  func check(_ other: Half, _ note: Comment, _ location: SourceLocation = #_sourceLocation) {
    let (state, expected) = (view.state, other.view.state)
    #expect(state.json(.everything) == expected.json(.everything), note, sourceLocation: location)
    #expect(state.digest == expected.digest, note, sourceLocation: location)
    #expect(findings == other.findings, note, sourceLocation: location)
    #expect(failures == other.failures, note, sourceLocation: location)
    #expect(view.graph.declaredNames == other.view.graph.declaredNames, note, sourceLocation: location)
    #expect(Set(view.referenceCycles) == Set(other.view.referenceCycles), note, sourceLocation: location)
    #expect(Set(view.inheritanceCycles) == Set(other.view.inheritanceCycles), note, sourceLocation: location)
    for symbol in (0..<UInt32(database.symbolCount)).map(SymbolID.init(index:)) {
      let (own, others) = (state.slotIndices(of: symbol), expected.slotIndices(of: symbol))
      #expect(own.map { state.slots[$0] } == others.map { expected.slots[$0] }, note, sourceLocation: location)
      #expect(own.map(state.contentHash) == others.map(expected.contentHash), note, sourceLocation: location)
      for slot in own {
        guard let target = state.slots[slot].target, !view.graph.order.isCut(from: symbol, to: target) else { continue }
        #expect(view.graph.order.height(target) < view.graph.order.height(symbol), note, sourceLocation: location)
      }
      #expect(dependents(of: symbol) == other.dependents(of: symbol), note, sourceLocation: location)
    }
  }

  private var failures: [Set<HeldPlace>] {
    [true, false].map { areHeld in
      Set(
        view.failedSlots(areHeld: areHeld, database).map(\.place)
          + view.failedParents(areHeld: areHeld, database).map(\.place))
    }
  }

  private var findings: [String] {
    var suggestions = SuggestionMemory()
    return Report(view: view, database: database).findings(&suggestions).map {
      ([$0.code.rawValue, $0.id ?? "-"] + [$0.path].compactMap(\.self)).joined(separator: " ")
    }.sorted()
  }

  /// The ids that refer to an id, once for each reference.
  private func dependents(of symbol: SymbolID) -> [SymbolID] {
    var dependents: [SymbolID] = []
    view.graph.references.forEach(of: symbol) { dependents.append(view.state.owner(of: $0)) }
    return dependents.sorted()
  }
}

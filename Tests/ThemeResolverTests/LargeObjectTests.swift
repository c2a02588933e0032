// SPDX-License-Identifier: GPL-2.0-or-later

import JSONText
import Testing
import ThemeModel

@testable import ThemeResolver

/// Objects with many members, and objects that unfold to many values.
@Suite struct LargeObjectTests {
  /// Members of an object with many members find their factors as those of a small object do, at the load and after edits.
  @Test(arguments: [3, 200]) func factorsInObjectsOfAnySize(count: Int) {
    func file(_ factor: (Int) -> JSONValue) -> JSONValue {
      let colors = (0..<count).map { ("c\($0)", JSONValue.string("#102030")) }
      return ["s": .object(JSONObject(colors + (0..<count).map { ("c\($0)Alpha", factor($0)) }))]
    }
    func alphas(_ bench: Bench) -> [Double?] {
      (0..<count).map { bench.json["styles"]?["s"]?["c\($0)"]?["$value"]?["alpha"]?.number }
    }
    var bench = Bench([file { .number($0 % 2 == 0 ? 0.5 : 1) }])
    #expect(alphas(bench) == (0..<count).map { $0 % 2 == 0 ? 0.5 : 1 })
    #expect(bench.findings.isEmpty)
    bench.edit(0, file { $0 == count - 1 ? 7 : 0.25 })
    bench.resolve()
    // The last factor is out of range, and changes nothing.
    #expect(alphas(bench) == (0..<count).map { $0 == count - 1 ? 1 : 0.25 })
    #expect(bench.findings == ["LV2002 s c\(count - 1)"])
  }

  /// A style of `levels` levels, each of which refers to the one below twice, so that the last one has 2^levels numbers.
  private func folded(_ number: JSONValue, levels: Int, _ others: KeyValuePairs<String, JSONValue> = [:]) -> JSONValue {
    var file = JSONObject([("n0", ["x": number])])
    for level in 1...levels {
      let below = JSONValue.string("ref://n\(level - 1)")
      file["n\(level)"] = ["a": below, "b": below]
    }
    for (key, value) in others { file[key] = value }
    return .object(file)
  }

  /// A state before an edit, and after it: in the same resolver, and in one that did not see the state before.
  private func states(_ before: JSONValue, _ after: JSONValue) -> (before: ResolvedState, after: [ResolvedState]) {
    var bench = Bench([before])
    let old = bench.state
    bench.edit(0, after)
    _ = bench.resolver.resolve()
    var other = Resolver(rules: Bench.rules, suffixes: [], identity: 2)
    let view = other.open(LoadPlan(files: [FileID(0)]))
    _ = other.update(FileID(0), Bench.declarations(after))
    _ = other.resolve()
    return (old, [bench.state, other.state(of: view)])
  }

  /// A selection that leads through references to nothing is an empty patch, or an incomplete one where it would look at more members
  /// than it may: each object is searched once in each state.
  @Test func patchesOfSelectionsLookAtALimitedNumber() throws {
    let (before, after) = states(folded(1, levels: 12), folded(2, levels: 12))
    let nothing = try Selection(["styles" + String(repeating: "/*", count: 30)])
    let unfolded = (0...12).reduce(0) { $0 + 2 * ((3 << $1) - 2) }
    for state in after {
      for (members, isIncomplete) in [(0, true), (1_000, true), (unfolded / 2, true), (unfolded + 100, false)] {
        let patch = state.patch(from: before, selecting: nothing, looksAt: members)
        #expect(patch.isIncomplete == isIncomplete, "\(members)")
        #expect(patch.operations.isEmpty)
      }
      let some = try Selection(["styles/*/a/a/x"])
      #expect(
        state.patch(from: before, selecting: some, looksAt: 1_000).operations == [
          .replace(path: "/styles/n2/a/a/x", value: .number(2))
        ])
    }
  }

  /// Arrays are compared by their hashes: this one unfolds to thousands of values.
  @Test func arraysAreNotUnfolded() {
    func file(_ number: JSONValue) -> JSONValue { folded(1, levels: 12, ["w": ["a": ["ref://n12", number]]]) }
    let (before, after) = states(file(1), file(2))
    for state in after {
      let patch = state.patch(from: before, selecting: .everything, looksAt: 100)
      #expect(!patch.isIncomplete)
      #expect(patch.operations.map(\.path) == ["/styles/w/a"])
    }
  }

  /// One changed number shows at 2^12 places of an id. A patch ends at its maximum, also within the id.
  @Test func patchesEndAtTheirMaximum() {
    let (before, after) = states(folded(1, levels: 12), folded(2, levels: 12))
    for state in after {
      for maximum in [0, 10, 5_000] {
        #expect(
          state.patch(from: before, selecting: .everything, maximum: .operations(maximum)).operations.count == maximum
            + 1)
      }
      #expect(state.patch(from: before, selecting: .everything).operations.count == (0...12).reduce(0) { $0 + 1 << $1 })
    }
  }

  /// The findings of an array name its elements by their numbers, and an array is read once for all of them.
  @Test(arguments: [3, 200]) func findingsInArraysOfAnySize(count: Int) throws {
    let row = JSONValue.array((0..<count).map { .string("ref://gone\($0)") })
    let bench = Bench([["s": ["a": .array([row, 1, row])]]])
    let expected = [0, 2].flatMap { row in (0..<count).map { "LV1001 s a/\(row)/\($0)" } }
    #expect(bench.findings == expected.sorted())

    let view = try #require(bench.resolver.views[bench.view])
    let symbol = try #require(bench.resolver.symbol(named: "s", in: .styles, of: bench.state))
    var paths = SlotPaths(view.graph, bench.resolver.database.names)
    let slots = UInt32(view.state.slotIndices(of: symbol).count)
    let found = (0..<slots).map { paths.path(of: $0, in: symbol) }
    #expect(found[0] == nil && found[1] == "a" && found.last == "a/2/\(count - 1)")
    #expect(paths.elementsRead == 2 * count + 3)
  }

  /// The places of the members of an object are those of their declarations, and a large object is read once for all of them.
  @Test(arguments: [3, 200]) func placesInObjectsOfAnySize(count: Int) throws {
    let members = JSONObject((0..<count).map { ("k\($0)", .number(Double($0))) } + [("o", ["x": 1])])
    let bench = Bench([["s": .object(members)], ["s": ["k1": 7]]])
    let symbol = try #require(bench.resolver.symbol(named: "s", in: .styles, of: bench.state))
    var origins = ValueOrigins(bench.state)
    func place(_ keys: String...) -> String? {
      bench.resolver.place(of: symbol, at: keys[...], in: &origins).map { "\($0.file.index):\($0.range.start)" }
    }
    #expect(place() == "1:10")
    #expect(place("k0") == "0:20" && place("k1") == "1:20")
    #expect(place("k\(count - 1)", "none") == "0:\(10 + 10 * count)")
    #expect(place("o", "x") == "0:\(30 + 10 * count)" && place("o", "y") == "0:\(20 + 10 * count)")
    let read = origins.membersRead
    for number in 2..<count { #expect(place("k\(number)") == "0:\(20 + 10 * number)") }
    // A small object is read at each question.
    #expect(origins.membersRead - read == (count < 64 ? (count - 2) * (count + 1) : 0))
  }
}

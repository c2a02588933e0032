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

  /// One changed number shows at 2^12 places of an id. A patch ends at its maximum, also within the id.
  @Test func patchesEndAtTheirMaximum() {
    func file(_ number: JSONValue) -> JSONValue {
      var file = JSONObject([("n0", ["x": number])])
      for level in 1...12 {
        let below = JSONValue.string("ref://n\(level - 1)")
        file["n\(level)"] = ["a": below, "b": below]
      }
      return .object(file)
    }
    var bench = Bench([file(1)])
    let before = bench.state
    bench.edit(0, file(2))
    _ = bench.resolver.resolve()
    var other = Resolver(rules: Bench.rules, suffixes: [], identity: 2)
    let view = other.open(LoadPlan(files: [FileID(0)]))
    _ = other.update(FileID(0), Bench.declarations(file(2)))
    _ = other.resolve()
    for state in [bench.state, other.state(of: view)] {
      for maximum in [0, 10, 5_000] {
        #expect(
          state.patch(from: before, selecting: .everything, maximum: .operations(maximum)).operations.count == maximum
            + 1)
      }
      #expect(state.patch(from: before, selecting: .everything).operations.count == (0...12).reduce(0) { $0 + 1 << $1 })
    }
  }
}

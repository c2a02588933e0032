// SPDX-License-Identifier: GPL-2.0-or-later

import DenseCollections
import JSONText
import TestSupport
import Testing
import ThemeModel

@testable import ThemeResolver

@Suite struct ReclamationTests {
  /// Files of ten ids whose names, keys and values are new each time: 3 x 10 ids, 60 names, 30 values at once.
  @Test func manyEditsNeedNoMoreNumbers() {
    var random = SplitMix(seed: 7)
    let limits = ResolverLimits(unusedNumbers: 200)
    var bench = Bench(plan: LoadPlan(files: (0..<3).map { FileID($0) }, suffixes: ["_iPad", "_tv"]), limits: limits)
    for step in 0..<3_000 {
      var file = JSONObject()
      for place in 0..<10 {
        let number = Int.random(in: 0..<1_000_000_000, using: &random)
        file["id-\(step)-\(place)"] = .object(JSONObject([(key: "key-\(number)", value: .number(Double(number)))]))
      }
      bench.edit(step % 3, .object(file))
      bench.resolve()
    }
    let database = bench.resolver.database
    #expect(bench.json["styles"]?.object?.members.count == 30)
    // Used numbers, unused ones below the limit, and those of one edit.
    #expect(database.names.texts.count <= 70 + 200 + 20)
    #expect(database.values.values.count <= 30 + 200 + 10)
    #expect(database.symbolCount <= 30 + 200 + 10)
    #expect(bench.state.slots.count <= 60 + 40, "slots of ids that are gone serve others")
  }

  /// Each edit gives an id of a file a new name. Before the first edit the 40 ids of a file lie in one or two chunks of the state.
  @Test func theIDsOfAFileStaySideBySide() {
    var random = SplitMix(seed: 22)
    var names = (0..<20).map { file in (0..<40).map { "id-\(file)-\($0)" } }
    func content(_ file: Int) -> JSONValue { .object(JSONObject(names[file].map { (key: $0, value: 1) })) }
    var bench = Bench(names.indices.map(content))
    for step in 0..<5_000 {
      let file = Int.random(in: names.indices, using: &random)
      names[file][Int.random(in: 0..<40, using: &random)] = "new-\(step)"
      bench.edit(file, content(file))
      bench.resolve()
    }
    let state = bench.state
    for file in names {
      let symbols = file.compactMap { bench.resolver.symbol(named: $0, in: .constants, of: state) }
      #expect(Set(symbols.map { $0.index >> 7 }).count <= 8, "the results of the file")
      #expect(Set(symbols.flatMap(state.slotIndices).map { $0 >> 7 }).count <= 8, "its slots")
    }
  }

  /// A long text counts as many numbers, so that it is freed sooner.
  @Test func longTextsAreFreedSooner() {
    var bench = Bench(limits: ResolverLimits(unusedNumbers: 1000))
    var most = 0
    for step in 0..<50 {
      bench.edit(0, ["text": .string("\(step)" + String(repeating: "x", count: 10_000)), "a": 1])
      bench.resolve()
      let texts = (0..<bench.resolver.database.values.values.count).map { bench.resolver.database.values.values[$0] }
      most = max(
        most,
        texts.reduce(0) { bytes, value in
          guard case .string(let text) = value else { return bytes }
          return bytes + text.utf8.count
        })
    }
    // Unused texts below the limit, used ones, and that of one edit.
    #expect(most <= 1000 * 32 + 2 * 10_002)
    #expect(bench.json["constants"]?["text"]?.string?.hasPrefix("49x") == true)
  }

  /// Numbers get other ids while a view has no files. It starts over when it gets some.
  @Test func aViewWithoutFilesKnowsNoFreedIds() {
    let plan = LoadPlan(files: [FileID(0)])
    var bench = Bench(plan: LoadPlan(), limits: ResolverLimits(unusedNumbers: 1))
    let other = bench.resolver.open(plan)
    var file = JSONValue.null
    for step in 0..<20 {
      let members = (0...step % 3).map { place in
        (key: "id-\(step)-\(place)", value: place == 1 ? ["key-\(step)": 1] : JSONValue.number(1))
      }
      file = .object(JSONObject(members))
      bench.edit(0, file)
      bench.resolve()
    }
    bench.plan = plan
    bench.resolve()
    #expect(bench.json == Bench([file]).json)
    #expect(bench.json == bench.resolver.state(of: other).json(.everything))
  }

  /// A freed number gets a new id. A reader of the first state gets a patch with both.
  @Test func freedNumbersGetOtherIds() throws {
    var bench = Bench(limits: ResolverLimits(unusedNumbers: 1))
    bench.edit(0, ["a": 1, "b": 2])
    bench.resolve()
    let before = bench.state
    let json = bench.json
    bench.edit(0, ["b": 2])
    bench.resolve()
    bench.edit(0, ["b": 3])
    bench.resolve()
    bench.edit(0, ["b": 2, "c": 1])
    bench.resolve()
    #expect(bench.resolver.database.symbolCount == 2, "the number of `a` is that of `c`")
    #expect(try json.patched(by: bench.state.patch(from: before, selecting: .everything).operations.json) == bench.json)
    let symbol = try #require(bench.resolver.symbol(named: "a", in: .constants, of: before))
    #expect(before.value(of: symbol) == .number(1))
    #expect(bench.resolver.symbol(named: "c", in: .constants, of: before) == nil)
  }
}

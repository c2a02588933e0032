// SPDX-License-Identifier: GPL-2.0-or-later

import JSONText
import TestSupport
import Testing
import ThemeModel

@testable import ThemeResolver

@Suite struct ColorNamesTests {
  /// After any edit the sum is that of all ids, also where ids come, go and get freed numbers.
  @Test(arguments: 1...8) func theSumFollowsEveryEdit(seed: UInt64) {
    var random = SplitMix(seed: seed)
    func value() -> JSONValue {
      // Values of few edits, whose numbers are freed and given to others.
      let number = Int.random(in: 0..<100_000, using: &random)
      let values: [JSONValue] = [
        .string("#\(number + 100_000)"), .number(Double(number)), "ref://id-0-1", "ref://id-2-3", "ref://nothing",
        ["x": .number(Double(number))],
      ]
      return values[number % values.count]
    }
    var files = [JSONObject](repeating: JSONObject(), count: 3)
    var bench = Bench(
      plan: LoadPlan(files: files.indices.map { FileID($0) }, suffixes: ["_iPad", "_tv"]),
      limits: ResolverLimits(unusedNumbers: 10))
    var names = ColorNames()
    for step in 0..<1_000 {
      let file = Int.random(in: files.indices, using: &random)
      // Most edits change ids that are there; the others add one, which replaces all those of the file at times.
      let isNew = Int.random(in: 0..<4, using: &random) == 0
      let number = isNew ? step : Int.random(in: 0..<5, using: &random)
      if Int.random(in: 0..<20, using: &random) == 0 { files[file] = JSONObject() }
      files[file]["id-\(file)-\(number)"] = value()
      bench.edit(file, .object(files[file]))
      bench.resolve()
      // Several edits, with a reclamation between them, may lie between two questions.
      guard Int.random(in: 0..<4, using: &random) == 0 else { continue }
      var fresh = ColorNames()
      let (state, database) = (bench.state, bench.resolver.database)
      #expect(names.sum(in: state, database) == fresh.sum(in: state, database), "seed \(seed), step \(step)")
    }
    #expect(bench.resolver.database.reclamations > 0)
  }

  /// While an unknown reference stands, an edit elsewhere looks at a few chunks of ids, and lists no names.
  @Test func anEditElsewhereLooksAtItsOwnIDs() {
    var colors = JSONObject((0..<1_000).map { ("color-\($0)", "#102030") })
    let faulty: JSONValue = ["style": ["textColor": "ref://colour-1", "other": "ref://no-such-name"]]
    var bench = Bench([.object(colors), faulty])
    func suggestions() -> [String] {
      bench.resolver.findings(of: bench.view).compactMap(\.help).filter { $0.hasPrefix("did you mean") }
    }
    #expect(suggestions() == ["did you mean `color-1`?"])
    let before = bench.resolver.suggestions
    for number in 0..<10 {
      colors["color-\(number * 7)"] = .string("#40506\(number)")
      bench.edit(0, .object(colors))
      bench.resolve()
      #expect(suggestions() == ["did you mean `color-1`?"])
    }
    let after = bench.resolver.suggestions
    #expect(after.colors.idsFollowed - before.colors.idsFollowed <= 10 * 2 * 128)
    #expect(after.listings == before.listings && after.searches == before.searches)
    // It is a colour no more, and a colour that is as near comes into its place.
    colors["color-1"] = 7
    bench.edit(0, .object(colors))
    bench.resolve()
    #expect(suggestions() == ["did you mean `color-0`?"])
  }
}

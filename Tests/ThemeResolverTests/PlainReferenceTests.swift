// SPDX-License-Identifier: GPL-2.0-or-later

import JSONText
import TestSupport
import Testing
import ThemeModel

@testable import ThemeResolver

/// Many ids that are one plain reference each are executed together (`PlainReferences.swift`). The result is the same as for one after the
/// other.
@Suite struct PlainReferenceTests {
  /// 300 ids refer to a few others, directly or in chains. The others change between values with and without parts, to references,
  /// cycles and nothing.
  @Test(arguments: 0..<12) func editsOfTheirTargetsEqualAColdResolve(seed: UInt64) throws {
    var random = SplitMix(seed: seed &+ 4000)
    let plan = LoadPlan(files: [FileID(0), FileID(1)], suffixes: ["_iPad", "_tv"])
    var targets = random.targets()
    var references = random.references()
    var bench = Bench([targets, references], plan: plan)
    for step in 0..<20 {
      let before = bench.state
      let json = bench.json
      if Int.random(in: 0..<4, using: &random) == 0 {
        references = random.references()
        bench.edit(1, references)
      } else {
        targets = random.targets()
        bench.edit(0, targets)
      }
      bench.resolve()
      let cold = Bench([targets, references], plan: plan)
      let note: Comment = "seed \(seed), step \(step)"
      try #require(bench.json == cold.json && bench.findings == cold.findings, note)
      #expect(bench.state.digest == cold.state.digest, note)
      #expect(try json.patched(by: bench.state.patch(from: before, selecting: .everything).json) == bench.json, note)
    }
  }

  /// What is written keeps its chunk shared elsewhere: a reference whose value stays the same is not written.
  @Test func aSweepExecutesEachReferenceOnce() {
    let count = 1_200
    func root(_ color: String) -> JSONValue { ["$root": .string(color)] }
    let members = (0..<count).map { index in
      (key: "$n\(index)", value: JSONValue.string(index < 100 ? "ref://$root" : "ref://$n\(index / 2)"))
    }
    let references = JSONValue.object(JSONObject(members))
    var bench = Bench([root("#000001"), references], plan: LoadPlan(files: [FileID(0), FileID(1)]))
    bench.edit(0, root("#000002"))
    #expect(bench.resolve() == count + 1)
    let before = bench.state
    bench.edit(0, root("#000002"))
    #expect(bench.resolve() == 0)
    #expect(bench.state.isShared(with: before))
    bench.edit(0, root("#000003"))
    #expect(bench.resolve() == count + 1)
    #expect(bench.state.digest == Bench([root("#000003"), references], plan: bench.plan).state.digest)
  }
}

extension SplitMix {
  private static let targets = ["a", "b", "$c", "$d", "e"]

  fileprivate mutating func targets() -> JSONValue {
    var object = JSONObject()
    for id in Self.targets where Int.random(in: 0..<8, using: &self) > 0 {
      object[id] =
        switch Int.random(in: 0..<12, using: &self) {
        case 0: .string("ref://" + one(of: Self.targets + ["n7"]))
        case 1: ["x": 1, "yColor": "#00ff00"]
        case 2: [1, 2]
        case 3: .string("ref://gone")
        default: one(of: ["#ff0000", "#00ff00", "#0000ff", 1, "plain"])
        }
    }
    return .object(object)
  }

  fileprivate mutating func references() -> JSONValue {
    var object = JSONObject()
    for index in 0..<300 {
      let target =
        index == 0 || Bool.random(using: &self) ? one(of: Self.targets) : "n\(Int.random(in: 0..<index, using: &self))"
      object["n\(index)"] =
        switch Int.random(in: 0..<40, using: &self) {
        case 0: ["xColor": .string("ref://" + target), "x": .string("ref://" + target)]
        case 1: "#123456"
        default: .string("ref://" + target)
        }
    }
    return .object(object)
  }
}

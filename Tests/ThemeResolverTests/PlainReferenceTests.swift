// SPDX-License-Identifier: GPL-2.0-or-later

import DenseCollections
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
      #expect(
        try json.patched(by: bench.state.patch(from: before, selecting: .everything).operations.json) == bench.json,
        note)
    }
  }

  /// 1,200 references in chains, 100 of which begin at an id.
  private func references(to root: String) -> JSONValue {
    .object(
      JSONObject(
        (0..<1_200).map { index in (key: "$n\(index)", value: .string("ref://$\(index < 100 ? root : "n\(index / 2)")"))
        }))
  }

  @Test func aSweepExecutesEachReferenceOnce() {
    func root(_ color: String) -> JSONValue { ["$root": .string(color)] }
    var bench = Bench([root("#000001"), references(to: "root")], plan: LoadPlan(files: [FileID(0), FileID(1)]))
    bench.edit(0, root("#000002"))
    #expect(bench.resolve() == 1_201)
    #expect(
      bench.state.digest == Bench([root("#000002"), references(to: "root")], plan: bench.plan).state.digest)
  }

  /// References that get another target with the same value are executed, and nothing above them.
  @Test func anEqualValueGoesNoFurther() {
    let roots: JSONValue = ["$root": "#000001", "$other": "#000001"]
    var bench = Bench([roots, references(to: "root")], plan: LoadPlan(files: [FileID(0), FileID(1)]))
    let before = bench.state
    bench.edit(1, references(to: "other"))
    #expect(bench.resolve() == 100)
    #expect(bench.state.patch(from: before, selecting: .everything).operations.isEmpty)
    #expect(bench.state.results.isShared(with: before.results), "no result is written")
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

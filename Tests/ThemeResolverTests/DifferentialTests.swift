// SPDX-License-Identifier: GPL-2.0-or-later

import JSONText
import TestSupport
import Testing
import ThemeModel

@testable import ThemeResolver

/// After any series of edits, the state equals that of a cold resolve of the same files, and patches lead from each state to
/// the next.
@Suite struct DifferentialTests {
  @Test(arguments: 0..<30) func randomEditsEqualColdResolve(seed: UInt64) throws {
    var random = SplitMix(seed: seed)
    var files: [JSONValue?] = (0..<3).map { _ in random.file() }
    // Every other seed frees unused numbers at once.
    let limits = ResolverLimits(unusedNumbers: seed % 2 == 0 ? 16_384 : 1)
    var bench = Bench(files, plan: random.plan(), limits: limits)
    for step in 0..<40 {
      let before = bench.state
      let json = bench.json
      var edit = Edit(before: files, after: files, planBefore: bench.plan, planAfter: bench.plan)
      for _ in 0..<Int.random(in: 1...2, using: &random) {
        let index = Int.random(in: files.indices, using: &random)
        files[index] = random.edit(files[index])
        bench.edit(index, files[index])
      }
      if Int.random(in: 0..<8, using: &random) == 0 { bench.plan = random.plan() }
      bench.resolve()
      edit.after = files
      edit.planAfter = bench.plan

      let cold = Bench(files, plan: bench.plan)
      guard bench.json == cold.json, bench.findings == cold.findings, bench.state.digest == cold.state.digest else {
        Testing.Issue.record(
          "seed \(seed), step \(step): \(edit.isWrong ? edit.shrunk().description : "needs its history")")
        return
      }
      let note: Comment = "seed \(seed), step \(step)"
      #expect(
        try json.patched(by: bench.state.patch(from: before, selecting: .everything).operations.json) == bench.json,
        note)
      #expect((bench.state.digest == before.digest) == (bench.json == json), note)
    }
  }

  /// Views are opened and closed between edits. Each begins as a copy of an open view and shares storage with it.
  @Test(arguments: 0..<10) func eachOfManyViewsEqualsAColdResolve(seed: UInt64) throws {
    var random = SplitMix(seed: seed &+ 2000)
    var files: [JSONValue?] = (0..<3).map { _ in random.file() }
    let limits = ResolverLimits(unusedNumbers: seed % 2 == 0 ? 16_384 : 1)
    var bench = Bench(files, plan: random.plan(), limits: limits)
    var views: [ViewID: LoadPlan] = [:]
    for step in 0..<25 {
      let before = views.keys.sorted().map { bench.resolver.state(of: $0) }
      let json = before.map { $0.json(.everything) }
      for _ in 0..<Int.random(in: 0...2, using: &random) {
        let index = Int.random(in: files.indices, using: &random)
        files[index] = random.edit(files[index])
        bench.edit(index, files[index])
      }
      for (view, _) in views.sorted(by: { $0.key < $1.key }) {
        if random.happens(onceIn: 8) {
          bench.resolver.close(view)
          views[view] = nil
        } else if random.happens(onceIn: 8) {
          views[view] = random.plan()
        }
      }
      for (view, plan) in views { bench.resolver.setPlan(plan, of: view) }
      for _ in 0..<Int.random(in: 0...2, using: &random) {
        let plan = random.plan()
        views[bench.resolver.open(plan)] = plan
      }
      bench.resolve()
      for (view, plan) in views.sorted(by: { $0.key < $1.key }) {
        let cold = Bench(files, plan: plan)
        let state = bench.resolver.state(of: view)
        let note: Comment = "seed \(seed), step \(step)"
        #expect(state.json(.everything) == cold.json, note)
        #expect(bench.findings(of: view) == cold.findings, note)
        #expect(state.digest == cold.state.digest, note)
        // From any state to any other, as for a consumer that changes its context.
        guard let old = before.indices.randomElement(using: &random) else { continue }
        let patch = state.patch(from: before[old], selecting: .everything).operations
        #expect(try json[old].patched(by: patch.json) == cold.json, note)
      }
    }
  }

  @Test(arguments: 0..<10) func patchesOfSelections(seed: UInt64) throws {
    var random = SplitMix(seed: seed &+ 1000)
    let selections = [
      try Selection(["styles/*/x"]), try Selection(["constants/**"]), try Selection(["styles/a", "**/yColor"]),
    ]
    var bench = Bench(plan: LoadPlan(files: [FileID(0)]))
    bench.edit(0, random.file())
    bench.resolve()
    for step in 0..<60 {
      let before = bench.state
      bench.edit(0, random.file())
      bench.resolve()
      for selection in selections {
        let patch = bench.state.patch(from: before, selecting: selection).operations
        let note: Comment = "seed \(seed), step \(step), \(selection.patterns)"
        #expect(try before.json(selection).patched(by: patch.json) == bench.state.json(selection), note)
      }
    }
  }
}

/// A step between two sets of files, reduced as far as it still fails.
private struct Edit: CustomStringConvertible {
  var before: [JSONValue?]
  var after: [JSONValue?]
  var planBefore: LoadPlan
  var planAfter: LoadPlan

  /// Whether the step, from a cold start, has a different result than a cold resolve of its end.
  var isWrong: Bool {
    var bench = Bench(before, plan: planBefore)
    bench.plan = planAfter
    for (index, file) in after.enumerated() { bench.edit(index, file) }
    bench.resolve()
    let cold = Bench(after, plan: planAfter)
    return bench.json != cold.json || bench.findings != cold.findings || bench.state.digest != cold.state.digest
  }

  func shrunk() -> Edit {
    var edit = self
    while let smaller = edit.smaller.first(where: \.isWrong) { edit = smaller }
    return edit
  }

  /// The steps without one member of a file, on one side or on both.
  private var smaller: [Edit] {
    before.indices.flatMap { index in
      let left = before[index]?.withoutOneMember ?? []
      let right = after[index]?.withoutOneMember ?? []
      var edits = left.map { edit(index, $0, after[index]) } + right.map { edit(index, before[index], $0) }
      if before[index] == after[index] { edits += left.map { edit(index, $0, $0) } }
      return edits
    }
  }

  private func edit(_ index: Int, _ before: JSONValue?, _ after: JSONValue?) -> Edit {
    var edit = self
    edit.before[index] = before
    edit.after[index] = after
    return edit
  }

  var description: String {
    func text(_ files: [JSONValue?]) -> String { files.map { $0?.text ?? "-" }.joined(separator: " ") }
    func text(_ plan: LoadPlan) -> String {
      "\(plan.files.map(\.index)) \(plan.activeSuffixes), base \(plan.base?.index ?? -1), modified \(plan.modifications != nil)"
    }
    return "\n\(text(before)) under \(text(planBefore))\n-> \(text(after)) under \(text(planAfter))"
  }
}

extension JSONValue {
  /// The objects without one of their members, at any depth.
  fileprivate var withoutOneMember: [JSONValue] {
    guard case .object(let object) = self else { return [] }
    var result: [JSONValue] = []
    for index in object.members.indices {
      var smaller = object
      smaller.members.remove(at: index)
      result.append(.object(smaller))
      for value in object.members[index].value.withoutOneMember {
        smaller = object
        smaller.members[index].value = value
        result.append(.object(smaller))
      }
    }
    return result
  }
}

extension SplitMix {
  private static let ids = [
    "a", "b", "c", "d", "e", "f", "a_iPad", "b_iPad", "f_tv", "$k", "$C_k", "$C_k_iPad", ".k", ".s", ".t",
  ]
  private static let keys = [
    "x", "yColor", "yColorAlpha", "o", "p", "x_iPad", "o_iPad", "name", "size", "yColor_tv", "style", "face",
    "faceSize",
  ]

  mutating func plan() -> LoadPlan {
    let files = one(of: [[0, 1, 2], [1, 0, 2], [2, 1], [0], [0, 1, 0]])
    let active = one(of: [[], ["_iPad"], ["_tv", "_iPad"]])
    var plan = LoadPlan(
      files: files.map { FileID($0) }, base: one(of: [nil, FileID(0), FileID(1)]), activeSuffixes: active,
      suffixes: ["_iPad", "_tv"])
    if Int.random(in: 0..<3, using: &self) == 0, let last = plan.files.popLast() { plan.modify(with: last) }
    return plan
  }

  mutating func file() -> JSONValue {
    var object = JSONObject()
    for id in Self.ids where Bool.random(using: &self) { object[id] = value(depth: 0) }
    return .object(object)
  }

  /// Changes, adds or removes one id of the file, or removes the file or writes it again.
  mutating func edit(_ file: JSONValue?) -> JSONValue? {
    guard case .object(var object)? = file, Int.random(in: 0..<12, using: &self) > 0 else {
      return file == nil || Bool.random(using: &self) ? self.file() : nil
    }
    let id = one(of: Self.ids)
    object[id] = Int.random(in: 0..<5, using: &self) == 0 ? nil : value(depth: 0)
    return .object(object)
  }

  private mutating func value(depth: Int) -> JSONValue {
    switch Int.random(in: 0..<(depth < 3 ? 14 : 9), using: &self) {
    case 0...1: .number(Double(Int.random(in: 0..<3, using: &self)))
    case 2: .number(0.5)
    case 3: one(of: ["#ff0000", "#00ff00", "#1 fan", "plain", "system"])
    case 4: .string("glyph://star/" + one(of: Self.ids))
    case 5...6: .string("ref://" + one(of: Self.ids))
    case 7...8: one(of: ["?k", "?C_k", "?C_gone", "?plain"])
    case 9:
      one(of: [
        [.number(1), value(depth: depth + 1)], ["font", value(depth: depth + 1), value(depth: depth + 1)],
        ["colorref", value(depth: depth + 1)], ["calls", [value(depth: depth + 1)], [value(depth: depth + 1), 2]],
      ])
    default: object(depth: depth)
    }
  }

  private mutating func object(depth: Int) -> JSONValue {
    var object = JSONObject()
    for key in Self.keys where Int.random(in: 0..<3, using: &self) == 0 { object[key] = value(depth: depth + 1) }
    if Int.random(in: 0..<3, using: &self) == 0 {
      let key = one(of: ["inherits", "inherits", "inherits_iPad"])
      object[key] =
        Bool.random(using: &self)
        ? parent() : .array((0..<Int.random(in: 1...3, using: &self)).map { _ in parent() })
    }
    if depth == 0, Int.random(in: 0..<4, using: &self) == 0 { object["!"] = true }
    return .object(object)
  }

  private mutating func parent() -> JSONValue {
    .string(
      Int.random(in: 0..<3, using: &self) == 0 ? one(of: ["base://k", "base://s"]) : "ref://" + one(of: Self.ids))
  }
}

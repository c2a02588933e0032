// SPDX-License-Identifier: GPL-2.0-or-later

import DenseCollections
import JSONText
import TestSupport
import Testing
import ThemeModel

@testable import ThemeResolver

/// Explanations: the declarations of a value, the winner with its reason, and the target of the winner.
@Suite struct ExplainTests {
  /// Compares an explanation, a line for each step: `status[ rule] FILE:OFFSET ID/KEYS CONTENT`, indented by depth.
  private func check(
    _ bench: Bench, _ path: String, _ lines: [String], sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let explanation = bench.resolver.explain(Path.segments(of: path), in: bench.view)
    #expect((explanation?.steps ?? []).map(\.line) == lines, sourceLocation: sourceLocation)
  }

  @Test func ofSeveralFilesTheLastWins() {
    let bench = Bench([["a": 1], ["a": 2], ["b": 0, "a": 3]])
    check(
      bench, "constants/a",
      ["overridden laterFile 0:10 a 1", "overridden laterFile 1:10 a 2", "won laterFile 2:20 a 3 = 3"])
    check(bench, "constants/b", ["won 2:10 b 0 = 0"])
  }

  @Test func anObjectIsMadeByAllItsFiles() {
    let bench = Bench([["a": ["x": 1]], ["a": 5], ["a": ["x": 2, "y": 3]], ["a": ["y": 4]]])
    check(
      bench, "styles/a",
      [
        "overridden laterFile 0:10 a object", "overridden laterFile 1:10 a 5", "merged 2:10 a object",
        #"won laterFile 3:10 a object = {"x":2,"y":4}"#,
      ])
    check(bench, "styles/a/x", ["overridden laterFile 0:20 a/x 1", "won laterFile 2:20 a/x 2 = 2"])
    check(bench, "styles/a/y", ["overridden laterFile 2:30 a/y 3", "won laterFile 3:20 a/y 4 = 4"])
  }

  @Test func suffixesAreSettledFirst() {
    let files: [JSONValue] = [
      ["a": ["x_iPad": 1, "x": 2, "x_tv": 3, "o_iPad": ["y": 4]], "a_tv": 9, "k": 5, "k_iPad": 6], ["a": ["x": 7]],
    ]
    check(
      Bench(files, active: ["_iPad"]), "styles/a/x",
      [
        "inactive 0:40 a/x_tv 3", "overridden suffix 0:30 a/x 2", "overridden suffix 1:20 a/x 7",
        "won suffix 0:20 a/x_iPad 1 = 1",
      ])
    check(Bench(files, active: ["_iPad"]), "styles/a/o/y", ["won 0:60 a/o_iPad/y 4 = 4"])
    check(
      Bench(files), "styles/a/x",
      [
        "inactive 0:20 a/x_iPad 1", "inactive 0:40 a/x_tv 3", "overridden laterFile 0:30 a/x 2",
        "won laterFile 1:20 a/x 7 = 7",
      ])
    check(
      Bench(files, active: ["_tv", "_iPad"]), "constants/a",
      ["overridden suffix 0:10 a object", "overridden suffix 1:10 a object", "won suffix 0:70 a_tv 9 = 9"])
    check(
      Bench(files, active: ["_iPad"]), "constants/k",
      ["overridden suffix 0:80 k 5", "won suffix 0:90 k_iPad 6 = 6"])
  }

  @Test func ownKeysLieOverInheritedOnes() {
    let bench = Bench([
      [
        "p": ["x": 1, "o": ["u": 1, "v": 1]], "q": ["x": 2, "inherits": "ref://p"],
        "r": ["x": 3, "o": ["u": 3]],
        "a": ["inherits": ["ref://q", "ref://r"], "o": ["v": 4]],
      ]
    ])
    check(
      bench, "styles/a/x",
      [
        "overridden ownKey 0:20 p/x 1 via q, p", "overridden laterParent 0:70 q/x 2 via q",
        "won laterParent 0:100 r/x 3 via r = 3",
      ])
    check(
      bench, "styles/a/o/u",
      ["overridden laterParent 0:40 p/o/u 1 via q, p", "won laterParent 0:120 r/o/u 3 via r = 3"])
    check(
      bench, "styles/a/o",
      [
        "merged 0:30 p/o object via q, p", "merged 0:110 r/o object via r", #"won 0:170 a/o object = {"u":3,"v":4}"#,
      ])
    check(bench, "styles/a/o/v", ["overridden ownKey 0:50 p/o/v 1 via q, p", "won ownKey 0:180 a/o/v 4 = 4"])
  }

  @Test func themesOverTheBaseAndModificationsOverAll() {
    let files: [JSONValue] = [
      [".s": ["x": 1, "y": 1, "z": 1]], [".s": ["!": true, "x": 2, "inherits": "base://s"]],
      [".s": ["y": 3]],
    ]
    var plan = LoadPlan(files: [FileID(0), FileID(1)], base: FileID(0))
    plan.modify(with: FileID(2))
    let bench = Bench(files, plan: plan)
    check(
      bench, "styles/s/x",
      [
        "overridden chosenTheme 0:20 s/x 1", "overridden ownKey 0:20 s/x 1 via s", "won ownKey 1:20 s/x 2 = 2",
      ])
    check(
      bench, "styles/s/y",
      [
        "overridden chosenTheme 0:30 s/y 1", "overridden setAtRunTime 0:30 s/y 1 via s",
        "won setAtRunTime 2:20 s/y 3 = 3",
      ])
    check(bench, "styles/s/z", ["overridden chosenTheme 0:40 s/z 1", "won chosenTheme 0:40 s/z 1 via s = 1"])
  }

  @Test func runTimeMembersKeepAReferencedObject() {
    var plan = LoadPlan(files: [FileID(0)])
    plan.modify(with: FileID(1))
    let bench = Bench([["b": ["x": 1, "y": 1], "a": "ref://b"], ["a": ["y": 2]]], plan: plan)
    check(bench, "styles/a/x", ["won 0:20 b/x 1 via b = 1"])
    check(bench, "styles/a/y", ["overridden setAtRunTime 0:30 b/y 1 via b", "won setAtRunTime 1:20 a/y 2 = 2"])
    check(
      bench, "styles/a",
      ["merged 0:10 b object via b", "merged 0:40 a ref b", #"won 1:10 a object = {"x":1,"y":2}"#])
  }

  @Test func theChainLeadsDownToTheLiteral() {
    let bench = Bench([
      ["c": "#ff0000", "b": "ref://c", "a": ["xColor": "ref://b", "xColorAlpha": "ref://half"]],
      ["b": "ref://d", "d": "#00ff00", "half": 0.5],
    ])
    let green = ##"{"$type":"color","$value":{"colorSpace":"srgb","components":[0,1,0],"alpha":0.5,"hex":"#00ff00"}}"##
    check(
      bench, "styles/a/xColor",
      [
        "won 0:40 a/xColor ref b = \(green)", "  won 1:10 b ref d", "    won 1:20 d #00ff00",
        "won 0:50 a/xColorAlpha ref half", "  won 1:30 half 0.5",
      ])
  }

  @Test func allPartsOfAValueAreFollowed() {
    let bench = Bench([
      [
        "k": 1, "n": "Futura", "x": [["ref://k", ["ref://n", "ref://k"]], "glyph://star/c"], "c": "#000000",
        "a": ["f": ["font", "ref://n", "?s"], "g": "?plain"], "$s": 12,
      ]
    ])
    check(
      bench, "styles/a/f",
      [
        #"won 0:120 a/f font = {"$type":"font","$value":{"name":"Futura","size":12}}"#, "  won 0:20 n \"Futura\"",
        "  won 0:160 s 12",
      ])
    check(bench, "styles/a/g", [#"won 0:150 a/g "plain" = "plain""#])
    let steps = bench.resolver.explain(["constants", "x"], in: bench.view)?.steps ?? []
    #expect(steps.dropFirst().map(\.line) == ["  won 0:10 k 1", "  won 0:20 n \"Futura\"", "  won 0:100 c #000000"])
  }

  @Test func aPathLeadsThroughReferences() {
    let bench = Bench([
      ["a": ["o": "ref://b"], "b": "ref://c", "c": ["x": "ref://k"], "k": 1], ["c": ["x": "ref://k"]],
    ])
    check(
      bench, "styles/a/o/x",
      [
        "won 0:20 a/o ref b", "  won 0:30 b ref c", "    overridden laterFile 0:50 c/x ref k",
        "    won laterFile 1:20 c/x ref k = 1", "      won 0:60 k 1",
      ])
  }

  @Test func valuesThatFailAreExplained() {
    let bench = Bench([["a": ["x": "ref://gone", "y": 1], "b": "ref://c", "c": "ref://b"]])
    check(bench, "styles/a/x", ["won 0:20 a/x ref gone", "  missing gone"])
    check(bench, "constants/b", ["won 0:40 b ref c", "  cycle 0:50 c ref b", "    cycle 0:40 b ref c"])
    for path in ["styles/a/z", "styles/gone", "constants/a", "styles/a/y/z", "styles", "a/y", ""] {
      check(bench, path, [])
    }
  }

  /// Long chains of inheritance are traced up to a limit. The winner is known beyond it.
  @Test func longChainsOfParentsAreTracedInPart() {
    var object = JSONObject([("p0", ["x": 1, "o": ["y": 2]])])
    for index in 1...3000 { object["p\(index)"] = ["inherits": .string("ref://p\(index - 1)")] }
    let bench = Bench([.object(object)])
    let steps = bench.resolver.explain(["styles", "p3000", "o", "y"], in: bench.view)?.steps ?? []
    #expect(steps.map { "\($0.status) \($0.id) \($0.keys)" } == [#"won p0 ["o", "y"]"#])
    #expect(steps.first?.inheritance.count == MergeTracer.maximumLevels + 1)
  }

  @Test func diamondsOfParentsAreTracedInPart() {
    var object = JSONObject([("a0", ["x": 1])])
    for level in 1...40 {
      let below = JSONValue.string("ref://a\(level - 1)")
      object["a\(level)"] = ["inherits": [below, below]]
    }
    let bench = Bench([.object(object)])
    let steps = bench.resolver.explain(["styles", "a40", "x"], in: bench.view)?.steps ?? []
    #expect(steps.last?.status == .won)
    #expect(Set(steps.map { "\($0.id)\($0.keys)" }) == [#"a0["x"]"#])
    #expect((2...MergeTracer.maximumParents).contains(steps.count))
  }

  /// The winner is the declaration that the layout used, at each path of random bundles and with each limit.
  @Test(arguments: 0..<60) func theWinnerIsTheOrigin(seed: UInt64) {
    var random = SplitMix(seed: seed &+ 7000)
    let bench = Bench((0..<3).map { _ in random.file() }, plan: random.plan())
    guard let view = bench.resolver.views[bench.view] else { return }
    var compared = 0
    for most in [0, 1, MergeTracer.maximumParents] {
      for index in 0..<view.state.symbols.count {
        let symbol = SymbolID(index: UInt32(index))
        var tracer = MergeTracer(view: view, database: bench.resolver.database, maximumParents: most)
        compared += compare(tracer.trace(of: symbol), view.state.declaredSlots(of: symbol)[...], &tracer, view, seed)
      }
    }
    #expect(compared > 0)
    for id in bench.state.resolvedSymbols() {
      expectExplained([id.section.rawValue, id.name], bench.state.value(of: id.symbol), bench, seed)
    }
  }

  /// Returns the number of compared slots.
  private func compare(
    _ trace: MergeTrace, _ slots: ArraySlice<DeclaredSlot>, _ tracer: inout MergeTracer, _ view: View, _ seed: UInt64
  ) -> Int {
    let note: Comment = "seed \(seed)"
    #expect(trace.winner?.node == slots.first?.origin, note)
    #expect(trace.isObject == slots.first?.slot.isObject ?? false, note)
    guard let root = slots.first, root.slot.isObject else { return 1 }
    return MergeTracer.members(of: slots).reduce(1) { count, member in
      let name = member.first?.slot.name ?? .none
      return count + compare(tracer.member(name, of: trace), member, &tracer, view, seed)
    }
  }

  /// Each path of a snapshot has an explanation with its value.
  private func expectExplained(_ path: [String], _ value: Value?, _ bench: Bench, _ seed: UInt64) {
    let steps = bench.resolver.explain(path, in: bench.view)?.steps ?? []
    #expect(steps.compactMap(\.result) == [value].compactMap(\.self), "seed \(seed), \(path)")
    guard case .object(let members)? = value else { return }
    for member in members { expectExplained(path + [member.key], member.value, bench, seed) }
  }

  @Test(arguments: [
    ("styles/alert/titelColor", "styles/alert/titleColor"), ("styles/alrt/titleColor", "styles/alert/titleColor"),
    ("style/alert", "styles/alert"), ("alert/titleColor", "styles/alert/titleColor"), ("accent", "constants/accent"),
    ("acent", "constants/accent"), ("constants/alert", "styles/alert"), ("styles/accent", "constants/accent"),
    ("styles/alert/on/edeg", "styles/alert/on/edge"), ("styles/a~1c", "styles/a~1b"), ("constants/xyzzy", nil),
    ("styles/alert/whatever", nil), ("", nil), ("styles", nil), ("styles/alert/titleColor/deep", nil),
  ]) func nearestPaths(path: String, meant: String?) {
    let bench = Bench([
      ["accent": "#ff0000", "alert": ["titleColor": "ref://accent", "on": ["edge": 1]], "a/b": ["x": 1]]
    ])
    #expect(bench.state.nearestPath(to: Path.segments(of: path)) == meant)
  }
}

extension ValueExplanation.Step {
  fileprivate var line: String {
    var words = [status.rawValue]
    if let rule { words.append(rule.rawValue) }
    if let location { words.append("\(location.file.index):\(location.range.start)") }
    words.append(([id] + keys).joined(separator: "/"))
    if let content { words.append(content.text) }
    if !inheritance.isEmpty { words.append("via " + inheritance.map(\.parent).joined(separator: ", ")) }
    if let result { words += ["=", result.json.text] }
    return String(repeating: "  ", count: depth) + words.joined(separator: " ")
  }
}

extension ValueExplanation.Content {
  fileprivate var text: String {
    switch self {
    case .literal(.color(let color)): color.hex
    case .literal(let value): value.json.text
    case .reference(let id): "ref \(id)"
    case .lookup(let id): "lookup \(id)"
    case .object, .array, .font, .glyph, .colorReference, .calls, .invalid: "\(self)"
    }
  }
}

// SPDX-License-Identifier: GPL-2.0-or-later

import DenseCollections
import JSONText
import Testing
import ThemeModel

@testable import ThemeResolver

@Suite struct ResolverTests {
  private func check(
    _ files: [JSONValue], active: [String] = [], constants: JSONValue = [:], styles: JSONValue = [:],
    findings: [String] = [], sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let bench = Bench(files, active: active)
    #expect(bench.json == ["constants": constants, "styles": styles], sourceLocation: sourceLocation)
    #expect(bench.findings == findings, sourceLocation: sourceLocation)
  }

  private func color(_ hex: String, alpha: Double = 1) -> JSONValue {
    let number = Int(hex.dropFirst(), radix: 16) ?? 0
    return Value.color(
      Color(
        red: Double(number >> 16) / 255, green: Double(number >> 8 & 255) / 255, blue: Double(number & 255) / 255,
        alpha: alpha)
    ).json
  }

  @Test func references() {
    check([["a": "ref://b", "b": "ref://c", "c": 3]], constants: ["a": 3, "b": 3, "c": 3])
    check([["a": "ref://s", "s": ["x": 1]]], styles: ["a": ["x": 1], "s": ["x": 1]])
    check(
      [["s": ["x": "ref://nowhere", "y": 1]]], styles: ["s": ["y": 1]], findings: ["LV1001 s x"])
    check([["s": [:], "t": ["u": "ref://s"]]], styles: ["s": [:], "t": ["u": [:]]])
    check(
      [["a": ["n": ["ref://b", 2]], "b": 1, "c": ["n": ["ref://d", 2]]]], constants: ["b": 1],
      styles: ["a": ["n": [1, 2]], "c": [:]], findings: ["LV1001 c n/0"])
  }

  @Test func merging() {
    check(
      [["s": ["x": 1, "o": ["p": 1]]], ["s": ["y": 2, "o": ["q": 2]]], ["s": ["x": 3]]],
      styles: ["s": ["x": 3, "o": ["p": 1, "q": 2], "y": 2]])
    check([["s": ["x": ["p": 1]]], ["s": ["x": 1]]], styles: ["s": ["x": 1]], findings: ["LV1015 s"])
    check(
      [["s": ["p": 1]], ["s": 5], ["s": ["q": 1]]], styles: ["s": ["q": 1]], findings: ["LV1015 s", "LV1015 s"])
  }

  @Test func spaces() {
    check(
      [["$a": 1, ".a": ["x": "ref://$a", "y": "ref://.b"], ".b": ["n": "ref://c"], "c": 3, "$o": ["p": 1]]],
      constants: ["a": 1, "c": 3, "o": ["p": 1]], styles: ["a": ["x": 1, "y": ["n": 3]], "b": ["n": 3]])
  }

  @Test func lookups() {
    check(
      [["$k": "#ff0000", ".s": ["x": "?k", "y": "?plain", "z": "?C_gone"]]], constants: ["k": color("#ff0000")],
      styles: ["s": ["x": color("#ff0000"), "y": "plain", "z": "C_gone"]], findings: ["LV2008 s z"])
    check([[".s": ["x": "?k"]], ["$k": 2]], constants: ["k": 2], styles: ["s": ["x": 2]])
    check([["$a": "?b", "$b": "?a"]], findings: ["LV1002 a"])
  }

  @Test func severalParents() {
    check(
      [
        [
          ".p": ["x": 1, "o": ["m": 1]], ".q": ["x": 2, "o": ["n": 2]],
          ".c": ["inherits": ["ref://.p", "ref://.q", "ref://.gone"], "z": 3],
        ]
      ],
      styles: [
        "p": ["x": 1, "o": ["m": 1]], "q": ["x": 2, "o": ["n": 2]], "c": ["x": 2, "o": ["m": 1, "n": 2], "z": 3],
      ], findings: ["LV1001 c"])
  }

  @Test func strongerFilesReplace() {
    check(
      [["a": ["x": 1, "inherits": "ref://b"], "b": ["y": 1]], ["a": ["!": true, "z": 2]]],
      styles: ["a": ["z": 2], "b": ["y": 1]])
  }

  @Test func baseStyles() {
    var bench = Bench(
      [
        [".s": ["x": 1, "inherits": "ref://.p"], ".p": ["y": 1]], [".s": ["!": true, "inherits": "base://s", "z": 2]],
      ],
      plan: LoadPlan(files: [FileID(0), FileID(1)], base: FileID(0)))
    #expect(bench.json["styles"] == ["s": ["x": 1, "y": 1, "z": 2], "p": ["y": 1]])
    bench.edit(0, [".s": ["x": 5]])
    bench.resolve()
    #expect(bench.json["styles"] == ["s": ["x": 5, "z": 2]])
    #expect(bench.state.styleCount == 1)
    bench.edit(0, [:])
    bench.resolve()
    #expect(bench.findings == ["LV1001 s"])
  }

  @Test func modifications() {
    var plan = LoadPlan(files: [FileID(0)], activeSuffixes: ["_iPad"], suffixes: ["_iPad"])
    plan.modify(with: FileID(1))
    let files: [JSONValue] = [
      ["s": ["m": 1, "m_iPad": 2, "o": ["p": 1]], "k": 1, "k_iPad": 2, "t": "ref://s"],
      ["s": ["m": 7, "o": ["q": 8]], "k": 9, "t": ["n": 3]],
    ]
    let bench = Bench(files, plan: plan)
    #expect(bench.json["constants"] == ["k": 9])
    let modified: JSONValue = ["m": 7, "o": ["p": 1, "q": 8]]
    #expect(bench.json["styles"] == ["s": modified, "t": ["m": 7, "o": ["p": 1, "q": 8], "n": 3]])
    #expect(bench.findings == [])
  }

  @Test func valuesOfParts() {
    check(
      [["$f": ["font", "Arial", 12], "$g": ["font", "System", "?size"], "$size": 9, "$h": ["font", "A", "?gone"]]],
      constants: [
        "f": Value.font(Font(name: "Arial", size: 12)).json, "g": Value.font(Font(system: .regular, size: 9)).json,
        "size": 9,
      ], findings: ["LV1004 h"])
    check(
      [["r": ["colorref", "ref://c"], "c": "#ff0000", "w": ["colorref", 1]]],
      constants: [
        "r": Value.colorReference(Color(red: 1, green: 0, blue: 0)).json, "c": color("#ff0000"),
      ], findings: ["LV1004 w"])
    check(
      [["s": ["m": ["calls", [1, "ref://k"], ["x"]], "n": ["calls", ["ref://gone"]]], "k": 2]], constants: ["k": 2],
      styles: ["s": ["m": Value.calls([[.number(1), .number(2)], [.string("x")]]).json]], findings: ["LV1001 s n/0/0"])
    check(
      [["s": ["face": "Arial", "faceSize": 12], "t": ["face": "Arial"], "u": ["faceSize": 1]]],
      styles: [
        "s": ["face": Value.font(Font(name: "Arial", size: 12)).json, "faceSize": 12], "t": ["face": "Arial"],
        "u": ["faceSize": 1],
      ], findings: ["LV2006 t", "LV2006 u"])
    let unusable: JSONValue = [
      "s": ["face": "Arial", "faceSize": 0], "t": ["face": "", "faceSize": -1], "u": ["face": ["x": 1], "faceSize": 1],
      "v": ["face": 7], "w": ["face": [1], "faceSize": 1],
    ]
    check(
      [unusable], styles: unusable,
      findings: ["LV2006 s", "LV2006 t", "LV2006 t", "LV2006 u", "LV2006 v", "LV2006 w"])
  }

  @Test func suffixes() {
    let file: JSONValue = [
      "s": ["margin": 1, "margin_iPad": 2, "z": 0], "k": 1, "k_iPad": 2, "only_iPad": 7,
      "n": ["deep": ["w_tv": 1, "w": 0]],
    ]
    check(
      [file], constants: ["k": 1], styles: ["s": ["margin": 1, "z": 0], "n": ["deep": ["w": 0]]],
      findings: ["LV4001 only"])
    check(
      [file], active: ["_iPad"], constants: ["k": 2, "only": 7],
      styles: ["s": ["margin": 2, "z": 0], "n": ["deep": ["w": 0]]], findings: ["LV4001 only"])
    check(
      [["p": ["margin_iPad": 2, "margin": 1], "c": ["inherits": "ref://p", "margin": 5]]], active: ["_iPad"],
      styles: ["p": ["margin": 2], "c": ["margin": 5]])
    check([["s": ["x": 1]], ["s_iPad": ["x": 2]]], active: ["_iPad"], styles: ["s": ["x": 2]])
  }

  @Test func inheritance() {
    check(
      [["a": ["x": 1, "y": 1, "o": ["p": 1, "q": 1]], "b": ["inherits": "ref://a", "y": 2, "o": ["q": 2]]]],
      styles: ["a": ["x": 1, "y": 1, "o": ["p": 1, "q": 1]], "b": ["x": 1, "y": 2, "o": ["p": 1, "q": 2]]])
    check(
      [["a": ["x": 1], "b": ["part": ["inherits": "ref://a", "y": 2]]]],
      styles: ["a": ["x": 1], "b": ["part": ["x": 1, "y": 2]]])
    check(
      [["b": ["inherits": "ref://none", "y": 2], "c": ["inherits": "ref://k", "z": 1], "k": 1]], constants: ["k": 1],
      styles: ["b": ["y": 2], "c": ["z": 1]], findings: ["LV1001 b", "LV1011 c"])
    check(
      [["a": ["inherits": "ref://b", "x": 1], "b": ["inherits": "ref://c", "y": 1], "c": ["inherits": "ref://a"]]],
      styles: ["a": ["x": 1], "b": ["y": 1], "c": [:]], findings: ["LV1002 a"])
    check(
      [["c": ["inherits": "ref://b", "y": 1], "b": "ref://a", "a": ["x": 1]]],
      styles: ["c": ["x": 1, "y": 1], "b": ["x": 1], "a": ["x": 1]])
    check(
      [["p": ["x": "ref://none"], "c": ["inherits": "ref://p"], "d": ["inherits": "ref://c"]]],
      styles: ["p": [:], "c": [:], "d": [:]], findings: ["LV1001 p x"])
  }

  @Test func cycles() {
    check(
      [["a": "ref://b", "b": "ref://c", "c": "ref://a", "d": "ref://a", "e": 1]], constants: ["e": 1],
      findings: ["LV1002 a"])
    check([["a": "ref://a"]], findings: ["LV1002 a"])
    check(
      [["s": ["x": "ref://t", "y": 1], "t": ["z": "ref://s", "w": 2]]], styles: ["s": ["y": 1], "t": ["w": 2]],
      findings: ["LV1002 s"])
    check(
      [["t": ["p": "ref://c", "q": 1], "c": ["inherits": "ref://t"]]],
      styles: ["t": ["p": ["q": 1], "q": 1], "c": ["q": 1]], findings: ["LV1002 c"])
  }

  @Test func typedValues() {
    check(
      [["f": ["name": "Avenir", "size": 12], "g": ["style": "ref://h"], "h": "body", "n": ["size": 3]]],
      constants: [
        "f": ["$type": "font", "$value": ["name": "Avenir", "size": 12]],
        "g": ["$type": "font", "$value": ["textStyle": "body"]], "h": "body",
      ], styles: ["n": ["size": 3]])
    check([["f": ["name": 3]]], findings: ["LV1004 f"])
    check(
      [["c": "#102030", "s": ["lineColor": "ref://c", "lineColorAlpha": 0.5, "fillColor": "ref://c"]]],
      constants: ["c": color("#102030")],
      styles: ["s": ["lineColor": color("#102030", alpha: 0.5), "lineColorAlpha": 0.5, "fillColor": color("#102030")]])
    check(
      [["p": ["tint": "#102030", "tintAlpha": 0.5], "k": ["inherits": "ref://p", "tint": "#405060"]]],
      styles: [
        "p": ["tint": color("#102030", alpha: 0.5), "tintAlpha": 0.5],
        "k": ["tint": color("#405060", alpha: 0.5), "tintAlpha": 0.5],
      ])
    check(
      [["s": ["tint": "#102030", "tintAlpha": 2]]], styles: ["s": ["tint": color("#102030"), "tintAlpha": 2]],
      findings: ["LV2002 s tint"])
    check(
      [["c": "#102030", "g": ["icon": "glyph://star/c"], "t": "x", "h": ["icon": "glyph://star/t"]]],
      constants: ["c": color("#102030"), "t": "x"],
      styles: [
        "g": [
          "icon": ["$type": "glyph", "$value": ["name": "star", "color": color("#102030")["$value"] ?? nil]]
        ], "h": [:],
      ], findings: ["LV2001 h icon"])
    check(
      [["t": "#1 fan", "s": ["textColor": "ref://t"], "f": ["name": "A"], "u": ["textColor": "ref://f"]]],
      constants: ["t": "#1 fan", "f": ["$type": "font", "$value": ["name": "A"]]], styles: ["s": [:], "u": [:]],
      findings: ["LV1004 u textColor", "LV2001 s textColor"])
  }

  /// A bomb of nested references or inheritance fails where it exceeds the limits. Other values keep working.
  @Test func limits() {
    var bomb = JSONObject([("n0", ["x": 1])])
    for level in 1..<60 {
      let below = JSONValue.string("ref://n\(level - 1)")
      bomb["n\(level)"] = ["a": below, "b": below]
    }
    let references = Bench([.object(bomb)])
    #expect(references.findings.contains { $0.hasPrefix("LV0009") })

    for level in 1..<60 {
      let below = JSONValue.string("ref://n\(level - 1)")
      bomb["n\(level)"] = ["a": ["inherits": below], "b": ["inherits": below]]
    }
    var small = Bench()
    small.resolver = Resolver(rules: Bench.rules, suffixes: [], limits: ResolverLimits(depth: 128, values: 10_000))
    let view = small.resolver.open(LoadPlan(files: [FileID(0)]))
    small.edit(0, .object(bomb))
    _ = small.resolver.resolve()
    #expect(small.resolver.findings(of: view).contains { $0.code == .limit })

    var chain = JSONObject([("c0", ["x": 1])])
    for level in 1..<400 { chain["c\(level)"] = ["a": .string("ref://c\(level - 1)")] }
    #expect(Bench([.object(chain)]).findings.contains { $0.hasPrefix("LV0009") })

    // Two levels in the first link and one more in each of the others. Values beyond 128 levels are left out.
    func links(_ link: (JSONValue) -> JSONValue) -> Bench {
      var links = JSONObject([("c0", link(1))])
      for level in 1..<200 { links["c\(level)"] = link(.string("ref://c\(level - 1)")) }
      return Bench([.object(links)])
    }
    let objects = links { ["x": $0] }
    #expect(objects.findings == ["LV0009 c127 x"])
    #expect(objects.json["styles"]?["c127"] == [:])
    #expect(objects.json["styles"]?["c126"].map(levels) == 127)
    let arrays = links { [$0] }
    #expect(arrays.findings == ["LV0009 c127 0"])
    #expect(arrays.json["constants"]?.object?.members.last?.key == "c126")
    #expect(arrays.json["constants"]?["c126"].map(levels) == 127)

    var scalars = JSONObject([("c0", 1)])
    for level in 1..<20_000 { scalars.members.append(("c\(level)", .string("ref://c\(level - 1)"))) }
    let long = Bench([.object(scalars)])
    #expect(long.findings.isEmpty)
    #expect(long.json["constants"]?["c19999"] == 1)
  }

  /// The nesting of brackets in a value.
  private func levels(_ value: JSONValue) -> Int {
    switch value {
    case .array(let elements): 1 + (elements.map(levels).max() ?? 0)
    case .object(let object): 1 + (object.members.map { levels($0.value) }.max() ?? 0)
    case .string, .number, .bool, .null: 0
    }
  }

  /// Of thousands of unknown references, only the first ones are compared with all names.
  @Test func suggestionsAreBounded() {
    var file = JSONObject()
    for index in 0..<3000 {
      file.members.append(("constant-\(index)", 1))
      file.members.append(("style-\(index)", ["x": .string("ref://konstant-\(index)")]))
    }
    var bench = Bench([.object(file)])
    let unknown = bench.resolver.findings(of: bench.view).sorted { ($0.range?.start ?? 0) < ($1.range?.start ?? 0) }
    let suggested = unknown.prefix { $0.help?.hasPrefix("did you mean") ?? false }.count
    #expect(unknown.count == 3000)
    // 6,000 declared names.
    #expect(suggested == 4_000_000 / 6_000)
    #expect(unknown.dropFirst(suggested).allSatisfy { $0.respelling == nil })
  }

  /// A name is searched once, for all views, until the declared names change.
  @Test func suggestionsAreRemembered() {
    var file = JSONObject([("value", 0)])
    for index in 0..<100 {
      file.members.append(("constant-\(index)", 1))
      file.members.append(("style-\(index)", ["x": .string("ref://konstant-\(index)")]))
    }
    var bench = Bench([.object(file), [:]], plan: LoadPlan(files: [FileID(0)]))
    func check(_ searches: Int, _ location: SourceLocation = #_sourceLocation) {
      bench.resolve()
      let cold = Bench([.object(file), [:]], plan: LoadPlan(files: [FileID(0)]))
      let findings = bench.resolver.findings(of: bench.view)
      #expect(findings.count == 100, sourceLocation: location)
      #expect(findings.allSatisfy { $0.help?.hasPrefix("did you mean") ?? false }, sourceLocation: location)
      #expect(bench.findings == cold.findings, sourceLocation: location)
      #expect(bench.resolver.suggestions.searches == searches, sourceLocation: location)
    }
    check(100)
    for value in 1..<4 {
      file["value"] = .number(Double(value))
      bench.edit(0, .object(file))
      check(100)
    }
    let other = bench.resolver.open(LoadPlan(files: [FileID(0), FileID(1)]))
    bench.resolve()
    #expect(bench.resolver.findings(of: other).count == 100)
    check(100)
    // A new name may be nearer.
    file["konstant-"] = 1
    bench.edit(0, .object(file))
    check(200)
    file["konstant-"] = nil
    bench.edit(0, .object(file))
    check(200)
  }

  /// The exact work of each edit.
  @Test func work() {
    var bench = Bench([
      [
        "base": "#102030", "mid": "ref://base", "s": ["aColor": "ref://mid", "b": 2, "c": 3], "t": ["u": "ref://base"],
      ],
      ["other": 1],
    ])
    func check(_ file: Int, _ content: JSONValue, changed: Int, executed: Int, _ note: Comment) {
      let before = bench.resolver.update(FileID(file), Bench.declarations(content))
      #expect(before.count == changed, note)
      #expect(bench.resolver.resolve() == executed, note)
    }
    check(1, ["other": 1], changed: 0, executed: 0, "the same content")
    check(1, ["other": 2], changed: 1, executed: 1, "an unused value")
    check(
      0,
      [
        "base": "#112233", "mid": "ref://base", "s": ["aColor": "ref://mid", "b": 2, "c": 3], "t": ["u": "ref://base"],
      ],
      changed: 1, executed: 4, "the value, and each of its three dependents")
    check(
      0,
      ["base": "#112233", "mid": "#112233", "s": ["aColor": "ref://mid", "b": 2, "c": 3], "t": ["u": "ref://base"]],
      changed: 1, executed: 1, "another expression of the same value is backdated")
    check(
      0,
      ["base": "#112233", "mid": "#112233", "s": ["aColor": "ref://mid", "b": 4, "c": 3], "t": ["u": "ref://base"]],
      changed: 1, executed: 1, "one property of a style")
    check(
      0,
      [
        "base": "#112233", "mid": "#112233", "s": ["aColor": "ref://mid", "n": 1, "b": 4, "c": 3],
        "t": ["u": "ref://base"],
      ],
      changed: 1, executed: 1, "one property more")
  }
}

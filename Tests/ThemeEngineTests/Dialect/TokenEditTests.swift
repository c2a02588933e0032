// SPDX-License-Identifier: GPL-2.0-or-later

import JSONText
import Testing
import TextComparison
import ThemeEngine
import ThemeModel

/// Edits of design tokens: the executed values, and the values that a slip keeps.
@Suite struct TokenEditTests {
  private let engine = ThemeEngine(bundle: "tokens")

  private static let unrelated = (0..<50).map { #""n\#($0)": {"$value": \#($0)}"# }.joined(separator: ", ")
  private static let file = """
    {
      "g": {"$type": "number", "a": {"$value": 1}, "b": {"$value": 2}, "alias": {"$value": "{g.a}"}},
      "h": {"$extends": "{g}", "own": {"$type": "number", "$value": 9}},
      "red": {"$type": "color", "$value": {"colorSpace": "srgb", "components": [1, 0, 0], "alpha": 0.5}},
      "part": {"$type": "number", "$value": {"$ref": "#/red/$value/components/0"}},
      "opacity": {"$type": "number", "$value": {"$ref": "#/red/$value/alpha"}},
      "line": {"$type": "border", "$value": {"color": "{red}", "width": {"value": 1, "unit": "px"}, "style": "solid"}},
      "many": {"$type": "number", \(unrelated)}
    }
    """

  private func write(_ text: String?, path: String = "a.tokens.json") {
    engine.apply([FileChange(path: path, content: text.map { .bytes(Array($0.utf8)) } ?? .gone)])
    engine.publish()
  }

  private func constants(_ snapshot: Snapshot) throws -> JSONObject {
    try #require(snapshot.content["constants"]?.object)
  }

  /// Edits the file, then checks which tokens the delta names, and how many values were executed.
  private func check(
    _ old: String, _ new: String, changes paths: [String], executes count: Int,
    _ location: SourceLocation = #_sourceLocation
  ) {
    write(Self.file)
    let before = engine.open(Context())
    let resolved = engine.counters.valuesResolved
    write(Self.file.replacing(old, with: new))
    let after = engine.open(Context())
    let changed = after.delta(from: before).patch.map { operation in
      switch operation {
      case .add(let path, _), .replace(let path, _): path
      case .remove(let path): path
      }
    }
    let tokens = BytewiseSet(changed.map { String($0.split(separator: "/")[1]) })
    #expect(tokens.sortedBytewise() == paths, sourceLocation: location)
    #expect(engine.counters.valuesResolved - resolved == count, sourceLocation: location)
  }

  /// The text and the token, then each alias.
  @Test func anEditOfATokenExecutesWhatRefersToIt() {
    check(
      #""a": {"$value": 1}"#, #""a": {"$value": 5}"#, changes: ["g.a", "g.alias", "h.a", "h.alias"], executes: 5)
  }

  @Test func anEditOfATokenThatNobodyRefersTo() {
    check(#""n7": {"$value": 7}"#, #""n7": {"$value": 70}"#, changes: ["many.n7"], executes: 2)
  }

  @Test func anEditOfAnAlias() {
    check(
      #""alias": {"$value": "{g.a}"}"#, #""alias": {"$value": "{g.b}"}"#, changes: ["g.alias", "h.alias"], executes: 2)
  }

  /// The group's type by itself and among those around it (3), likewise that of the group that extends it (3), two tokens with
  /// their types (4), and four aliases.
  @Test func anEditOfTheTypeOfAGroup() {
    check(
      #""g": {"$type": "number""#, #""g": {"$type": "fontWeight""#,
      changes: ["g.a", "g.alias", "g.b", "h.a", "h.alias", "h.b"], executes: 14)
  }

  /// The type that the group has inherited.
  @Test func aGroupThatExtendsNoMore() {
    check(#""$extends": "{g}", "#, "", changes: ["h.a", "h.alias", "h.b"], executes: 2)
  }

  /// The value of a part is backdated: of `part` the reference alone is executed (1), not the token. Of the others, the
  /// written values or references, and the token (6).
  @Test func anEditOfOnePartOfAToken() {
    check(#""alpha": 0.5"#, #""alpha": 0.25"#, changes: ["line", "opacity", "red"], executes: 7)
  }

  // MARK: Last good values

  /// Writes the file, then checks one token, the number of held places, and the findings.
  private func check(
    _ text: String, _ path: String, is value: String?, held: Int = 0, _ findings: [String] = [],
    _ location: SourceLocation = #_sourceLocation
  ) throws {
    write(text)
    let snapshot = engine.open(Context())
    #expect(try constants(snapshot)[path]?.text == value, sourceLocation: location)
    #expect(snapshot.held == held, sourceLocation: location)
    let said = snapshot.diagnostics.map {
      "\($0.code.rawValue) \($0.id ?? $0.file)\($0.heldBackSince == nil ? "" : " held")"
    }
    #expect(said == findings, sourceLocation: location)
  }

  @Test func aTokenThatFailsKeepsItsValue() throws {
    func text(_ value: String) -> String {
      #"{"a": {"$type": "number", "$value": \#(value)}, "b": {"$value": "{a}"}, "n": {"$type": "number", "$value": 1}}"#
    }
    try check(text("3"), "b", is: "3")
    try check(text(#""x""#), "b", is: "3", held: 1, ["LV2013 a held"])
    try check(text(#""{gone}""#), "b", is: "3", held: 1, ["LV1001 a held"])
    try check(text(#""{b}""#), "b", is: "3", held: 2, ["LV1002 a held"])
    try check(text("4"), "b", is: "4")
  }

  /// A token on a cycle has one finding, about the cycle. When it leaves the cycle, the others are as of a first load, although its
  /// references have no value as before.
  @Test func aTokenThatLeavesACycleHasItsOwnFindings() throws {
    func text(_ reference: String) -> String {
      #"{"g": {"a": {"$value": [0, "\#(reference)"]}}, "e": {"$extends": "{g}"}, "h": {"a": {"$value": [1, "{e.a}"]}}}"#
    }
    let untyped = ["LV1019 g.a", "LV1001 g.a", "LV1019 h.a"]
    try check(text("{gone}"), "h.a", is: nil, untyped)
    try check(text("{h.a}"), "h.a", is: nil, ["LV1002 g.a"])
    try check(text("{gone}"), "h.a", is: nil, untyped)
  }

  /// The finding is at the end of the chain. The token in between is an alias, or a list with a reference.
  @Test(arguments: [false, true]) func aReferenceToAReferenceThatFails(inAList isList: Bool) throws {
    func text(_ reference: String, own: String = "") -> String {
      let type = isList ? #""$type": "vendor", "$value": [1, "{lost}"]"# : #""$value": "{lost}""#
      return #"""
        {"good": {"$type": "number", "$value": 1}, "lost": {"$type": "number", "$value": "{gone}"}, "middle": {\#(type)},
         "a": {\#(own)"$value": "{\#(reference)}"}}
        """#
    }
    let vendor = isList ? ["LV2004 middle"] : []
    for own in ["", #""$type": "number", "#] {
      try check(text("good", own: own), "a", is: "1", ["LV1001 lost"] + vendor)
      try check(text("middle", own: own), "a", is: "1", held: 1, ["LV1001 lost held"] + vendor)
    }
  }

  /// A cycle has one finding, at its first reference. The value that is held refers to each of its tokens in turn.
  @Test(arguments: ["x", "y"]) func aReferenceIntoACycle(_ name: String) throws {
    func text(_ reference: String) -> String {
      #"""
      {"good": {"$type": "number", "$value": 1}, "x": {"$value": "{y}"}, "y": {"$value": "{x}"},
       "a": {"$value": "{\#(reference)}"}}
      """#
    }
    try check(text("good"), "a", is: "1", ["LV1002 x"])
    try check(text(name), "a", is: "1", held: 1, ["LV1002 x held"])
  }

  @Test func aTokenThatIsGoneIsGone() throws {
    try check(#"{"a": {"$type": "number", "$value": 1}}"#, "a", is: "1")
    try check(#"{"b": {"$type": "number", "$value": 1}}"#, "a", is: nil)
  }

  /// As the parent of a style: the heirs of the group see what it keeps, and its own tokens are as they are written.
  @Test func aGroupKeepsWhatItInheritedWhileItsReferenceFails() throws {
    func text(_ extends: String, base: String = "g") -> String {
      #"{"\#(base)": {"$type": "number", "a": {"$value": 1}, "b": {"c": {"$value": 2}}}, "# + #""h": {\#(extends) "#
        + #""own": {"$type": "number", "$value": 3}}, "i": {"$extends": "{h}"}}"#
    }
    let good = text(#""$extends": "{g}","#)
    _ = engine.open(Context())
    for slip in [#""{no}""#, #""{h}""#, #""{g.a}""#, #""g""#, "5"] {
      for (id, value) in [("h.a", "1"), ("h.b.c", "2"), ("h.own", "3"), ("i.a", "1"), ("i.b.c", "2"), ("i.own", "3")] {
        write(good)
        try check(text(#""$extends": \#(slip),"#), id, is: value, held: 2, ["LV1011 h held"])
      }
    }
    try check(text(#""$extends": "{g}","#, base: "k"), "i.b.c", is: "2", held: 2, ["LV1011 h held"])
    // An own token lies over what is kept, and without the reference nothing is kept.
    try check(
      text(#""$extends": "{no}", "a": {"$type": "number", "$value": 7},"#), "i.a", is: "7", held: 1, ["LV1011 h held"])
    try check(text(""), "h.b.c", is: nil)
    try check(good, "i.b.c", is: "2")
    let cycle = good.replacing(#""g": {"#, with: #""g": {"$extends": "{h}", "#)
    try check(cycle, "i.b.c", is: "2", held: 2, ["LV1002 g held"])
  }

  /// One finding, also for the tokens that refer to what is kept and for the groups that extend it.
  @Test func aTokenOrGroupOfAWrongShapeKeepsWhatItWas() throws {
    func text(_ group: String, _ token: String) -> String {
      ##"{"g": \##(group), "h": {"$extends": "{g}"}, "r": {"$ref": "#/g"}, "t": \##(token), "u": {"$value": "{t}"}}"##
    }
    let group = #"{"$type": "number", "a": {"$value": 1}, "b": {"c": {"$value": 2}}}"#
    let token = #"{"$type": "number", "$value": 3}"#
    _ = engine.open(Context())
    for (id, value) in [("g.a", "1"), ("g.b.c", "2"), ("h.a", "1"), ("r.b.c", "2"), ("t", "3"), ("u", "3")] {
      for slip in ["5", "[]", #""x""#, "null"] {
        write(text(group, token))
        try check(text(slip, token), id, is: value, held: 2, ["LV1014 g held"])
        try check(text(group, slip), id, is: value, held: 1, ["LV1014 t held"])
      }
      try check(text(group, ##"{"$value": 3, "$ref": "#/g/a"}"##), id, is: value, held: 1, ["LV1014 t held"])
      try check(text(group, #"{"$ref": 3}"#), id, is: value, held: 1, ["LV1022 t held"])
      try check(text(group, #"{"type": "number", "value": 4}"#), id, is: value, held: 1, ["LV1014 t held"])
      try check(text(group, #"{"$type": "number", "$valeu": 4}"#), id, is: value, held: 1, ["LV1018 t held"])
      write(text(group, token))
      try check(text(group, token).replacing("#/g", with: "#/no"), id, is: value, held: 2, ["LV1022 r held"])
    }
    // A later edit counts, and what is removed is gone.
    try check(text("5", #"{"$type": "number", "$value": 4}"#), "u", is: "4", held: 2, ["LV1014 g held"])
    try check(text("{}", token), "g.a", is: nil)
  }

  /// The group around it has the token of the group that it extends, at each plan.
  @Test func anInheritedTokenBelowAFailingGroupIsNotHeld() throws {
    let text = #"""
      {"base": {"in": {"t": {"$type": "number", "$value": 1}}}, "out": {"$extends": "{base}", "in": {"$extends": "{no}"}}}
      """#
    _ = engine.open(Context())
    try check(text, "out.in.t", is: "1", ["LV1011 out.in"])
    write("{}", path: "b.tokens.json")
    try check(text, "out.in.t", is: "1", ["LV1011 out.in"])
  }

  @Test func aFileThatCannotBeReadServesAsBefore() throws {
    let text = #"{"g": {"$type": "number", "a": {"$value": 1}}, "h": {"$extends": "{g}"}}"#
    try check(text, "h.a", is: "1")
    try check(text.replacing(": 1}", with: ": 2"), "h.a", is: "1", held: 1, ["LV0001 a.tokens.json held"])
    try check(text.replacing(": 1}", with: ": 3}"), "h.a", is: "3")
  }

  /// A token of an extended group has its place at `$extends`, which moves with the text around it.
  @Test func anInheritedTokenMovesWithItsFile() throws {
    func check(_ text: String, line: Int, isHeld: Bool = false, _ location: SourceLocation = #_sourceLocation) throws {
      write(text)
      let cycle = engine.open(Context()).diagnostics.first { $0.code == .cycle }
      let lines = [cycle?.range?.start.line] + (cycle?.related ?? []).map { $0.range?.start.line }
      // A finding about a held text would have a place in a different one.
      #expect(lines == (isHeld ? [nil] : [line, line, line]), sourceLocation: location)
      let step = try #require(engine.explain("constants/h.a", in: Context())?.first, sourceLocation: location)
      let declared: Int? = if case .file(let cause)? = step.origin { cause.line } else { nil }
      #expect(declared == line, sourceLocation: location)
    }
    let text = #"{"g": {"$type": "number", "a": {"$value": "{h.a}"}}, "h": {"$extends": "{g}"}}"#
    try check(text, line: 1)
    try check("\n" + text, line: 2)
    // Held, with the text before.
    try check("\n\n" + text + "]", line: 2, isHeld: true)
    try check("\n\n" + text, line: 3)
  }

  /// Another file decides which `$extends` of an equal value applies: in its line is the token's place, in each context its own.
  @Test func anInheritedTokenHasThePlaceOfTheExtendsThatApplies() throws {
    let text = """
      {"g": {"$type": "number", "k": {"a": {"$value": 5}}},
       "h": {"$extends": "{g}",
         "k": {"$extends": "{g.k}"}}}
      """
    let (without, with) = (#"{"e": {}}"#, #"{"e": {}, "h": {"k": {"$extends": "{e}"}}}"#)
    let document = """
      {"version": "2025.10", "resolutionOrder": [
        {"type": "set", "name": "all", "sources": [{"$ref": "a.tokens.json"}]},
        {"type": "modifier", "name": "m", "default": "one",
          "contexts": {"one": [{"$ref": "one.tokens.json"}], "two": [{"$ref": "two.tokens.json"}]}}]}
      """
    let (one, two) = (Context(), Context(modifiers: ["m": "two"]))
    func check(_ lines: [Int], _ location: SourceLocation = #_sourceLocation) throws {
      let found = try [one, two].map { context -> Int? in
        _ = engine.open(context)
        let step = try #require(engine.explain("constants/h.k.a", in: context)?.first, sourceLocation: location)
        return if case .file(let cause)? = step.origin { cause.line } else { nil }
      }
      #expect(found == lines, sourceLocation: location)
    }
    for (path, text) in [("m.resolver.json", document), ("one.tokens.json", without), ("two.tokens.json", with)] {
      write(text, path: path)
    }
    write(text)
    try check([3, 2])
    write("\n" + text)
    try check([4, 3])
    write(with, path: "one.tokens.json")
    try check([3, 3])
    write(without, path: "two.tokens.json")
    try check([3, 4])
    write(text)
    try check([2, 3])
  }

  /// A part that fails keeps its last value, while the others follow.
  @Test func aPartOfACompositeTokenThatFails() throws {
    func text(_ width: String, _ style: String) -> String {
      #"{"b": {"$type": "border", "$value": {"color": {"colorSpace": "srgb", "components": [0, 0, 0]}, "#
        + #""width": \#(width), "style": "\#(style)"}}}"#
    }
    let px = #"{"value":1,"unit":"px"}"#
    let black = ##"{"colorSpace":"srgb","components":[0,0,0],"alpha":1,"hex":"#000000"}"##
    func served(_ style: String) -> String {
      #"{"$type":"border","$value":{"color":\#(black),"width":\#(px),"style":"\#(style)"}}"#
    }
    try check(text(px, "solid"), "b", is: served("solid"))
    try check(text("1", "dotted"), "b", is: served("dotted"), held: 1, ["LV2013 b held"])
    try check(text(px, "double"), "b", is: served("double"))
    let misspelt = text(px, "double").replacing("width", with: "widht")
    try check(misspelt, "b", is: served("double"), held: 1, ["LV2013 b held"])
    try check(text(px, "solid"), "b", is: served("solid"))
  }

  @Test func aGroupThatLosesItsTypeKeepsItsTokens() throws {
    try check(#"{"g": {"$type": "number", "a": {"$value": 1}}}"#, "g.a", is: "1")
    try check(#"{"g": {"a": {"$value": 2}}}"#, "g.a", is: "1", held: 1, ["LV1019 g.a held"])
    try check(#"{"g": {"$type": "number", "a": {"$value": 2}}}"#, "g.a", is: "2")
  }
}

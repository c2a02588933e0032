// SPDX-License-Identifier: GPL-2.0-or-later

import JSONText
import TestSupport
import Testing
import TextComparison
import ThemeModel

@testable import ThemeEngine

/// Findings that a publication keeps from the one before are those that would be made anew.
@Suite struct KeptFindingsTests {
  private static let contexts = [
    Context(), Context(device: .pad), Context(themes: ["brand", "dark"]), Context(themes: ["night"]),
    Context(modifiers: ["mode": "night"]), Context(themes: ["blue"]),
  ]

  /// Edits of one file that change a finding of another file.
  @Test func editsThatChangeAFindingElsewhere() {
    // A similar name is declared; the suggested one is declared again in a later file.
    check([["b": #"{"s": {"margin": "ref://accent1x"}}"#], ["c": #"{"accent1": 5}"#], ["d": #"{"accent1": 5}"#]])
    // A property needs a colour, and an id with a similar name becomes a colour.
    check([
      ["a": ##"{"accent1": 5, "accent2x": "#ff0000"}"##, "b": #"{"s": {"titleColor": "ref://accent1x"}}"#],
      ["a": ##"{"accent1": "#ff0000", "accent2x": "#ff0000"}"##],
    ])
    // The suggested id comes to depend on the id with the finding, by a reference and by a parent.
    check([
      ["a": #"{"accent1": "ref://y"}"#, "b": #"{"x": 1}"#, "c": #"{"y": "ref://z", "z": 2}"#],
      ["b": #"{"x": "ref://accent1x"}"#], ["c": #"{"y": "ref://x", "z": 2}"#],
    ])
    check([
      [
        "a": #"{"accent1": {"inherits": "ref://y"}}"#,
        "b": #"{"x": {"margin": 1, "titleColor": "ref://accent1x"}, "other": {"margin": 1}}"#,
        "c": ##"{"y": {"inherits": "ref://other", "titleColor": "#ff0000"}}"##,
      ],
      ["c": ##"{"y": {"inherits": "ref://x", "titleColor": "#ff0000"}}"##],
    ])
    // An invalid colour at the end of a chain of references is declared again in a later file.
    check([
      ["a": ##"{"v": "#zz", "w": "ref://v"}"##, "b": #"{"s": {"titleColor": "ref://w"}}"#], ["d": ##"{"v": "#zz"}"##],
      ["d": ##"{"v": "#zy"}"##],
    ])
    // A cycle comes, and its references move.
    check([
      ["a": #"{"v": "ref://w"}"#, "b": #"{"w": 1}"#], ["b": #"{"w": "ref://v"}"#], ["a": "\n" + #"{"v": "ref://w"}"#],
    ])
    // A reference of a cycle that its finding does not name moves to an earlier file, and is named then.
    check([
      [
        "c": #"{"a": {"x": "ref://b", "y": "ref://c"}, "b": {"x": "ref://a"}}"#, "d": #"{"c": {"x": "ref://a"}}"#,
        "a": #"{"k": 1}"#,
      ],
      ["d": "{}", "a": #"{"k": 1, "c": {"x": "ref://a"}}"#],
    ])
    // A value that keeps its earlier state moves; the finding is in another file.
    check([
      ["a": #"{"u": 1}"#, "b": #"{"w": {"margin": "ref://u"}}"#],
      ["a": #"{"u": 1, "v": "ref://gone"}"#, "b": #"{"w": {"margin": "ref://v"}}"#],
      ["b": "\n" + #"{"w": {"margin": "ref://v"}}"#],
    ])
    // A list names a file that is missing, at the same offset in another line.
    check([
      ["theme.inc": #"{ "themes": ["a.json", "gone.json"]}"#, "a": "{}"],
      ["theme.inc": "{\n" + #""themes": ["a.json", "gone.json"]}"#],
    ])
  }

  /// The bundle's directory cannot be read, and can be read again.
  @Test func aFindingOfTheDirectory() {
    let engine = ThemeEngine(bundle: "random")
    engine.apply([change("theme.inc.json", #"{"themes": ["a.json"]}"#), change("a.json", #"{"v": "ref://gone"}"#)])
    engine.open(Context())
    for content in [FileChange.Content.unreadable(Finding(.unreadable, "no", file: nil, range: nil)), .gone] {
      engine.apply([FileChange(path: "", content: content)])
      engine.publish()
      expectKept(engine, Context(), "\(content)")
    }
  }

  /// A cycle through an inherited token, with and without an earlier value, and a reference without a target. The place of the inherited
  /// token is in a file without a finding of its own.
  @Test(arguments: [0, .max], [["{h.a}"], ["{n}", "{h.a}"], ["{n}", "{gone}"]])
  func aPlaceInAnInheritedToken(smallest: Int, references: [String]) {
    let engine = ThemeEngine(bundle: "random")
    engine.sources.smallestForRegions = smallest
    engine.apply([change("b.tokens.json", #"{"h": {"$extends": "{g}"}}"#)])
    for reference in references {
      let text = #"{"n": {"$type": "number", "$value": 1}, "g": {"a": {"$value": "\#(reference)"}}}"#
      engine.apply([change("a.tokens.json", text)])
      engine.open(Context())
      engine.publish()
    }
    for list in ["[0, 0, 1, 1]", "[0, 0,\n1, 1]", "[0, 0, 1, 1]", "[0, 0,\n\n1, 1]"] {
      let text = #"{"x": {"$type": "cubicBezier", "$value": \#(list)}, "h": {"$extends": "{g}"}}"#
      engine.apply([change("b.tokens.json", text)])
      engine.publish()
      expectKept(engine, Context(), "\(list)")
    }
  }

  /// An edit of a file with comments, which are infos, makes no findings anew.
  @Test func anEditBesideFindingsMakesNone() {
    let engine = ThemeEngine(bundle: "random")
    engine.apply([
      change("theme.inc.json", #"{"themes": ["a.json", "b.json"]}"#), change("a.json", #"{"v": "ref://gone"}"#),
      change("b.json", #"{"w": 1} // one"#),
    ])
    engine.open(Context())
    let made = engine.counters.findingListsMade
    for number in 2...5 {
      engine.apply([change("b.json", #"{"w": \#(number)} // one"#)])
      #expect(engine.publish().isNew)
    }
    #expect(engine.counters.findingListsMade == made)
  }

  /// - Parameter steps: the files that each of them writes in this order, by their names without `.json`.
  private func check(_ steps: [KeyValuePairs<String, String>], location: SourceLocation = #_sourceLocation) {
    let engine = ThemeEngine(bundle: "random")
    engine.sources.smallestForRegions = 1 << 20
    engine.apply([change("theme.inc.json", #"{"themes": ["a.json", "b.json", "c.json", "d.json"]}"#)])
    for name in ["a", "b", "c", "d"] { engine.apply([change("\(name).json", "{}")]) }
    engine.open(Context())
    for (number, files) in steps.enumerated() {
      engine.apply(files.map { change("\($0.key).json", $0.value) })
      engine.publish()
      expectKept(engine, Context(), "step \(number)", location)
    }
  }

  /// Returns whether the findings were kept.
  @discardableResult private func expectKept(
    _ engine: ThemeEngine, _ context: Context, _ note: Comment, _ location: SourceLocation = #_sourceLocation
  ) -> Bool {
    let made = engine.counters.findingListsMade
    let found = engine.findings.findings(in: context)
    let isKept = engine.counters.findingListsMade == made
    let resolved = ResolvedContext(context, in: engine.contexts)
    let anew = engine.findings.made(in: resolved, resolved.map(engine.contexts.held) ?? [])
    #expect(found.diagnostics.inListOrder == anew.diagnostics.inListOrder, note, sourceLocation: location)
    #expect(found.errorKeys == anew.errorKeys, note, sourceLocation: location)
    if let published = engine.contexts.entries[context]?.published, !engine.contexts.hasUnpublishedEdits {
      let remaining = FindingJudge(engine.sources, engine.locator).judged(anew.diagnostics).remaining
      let listed = DiagnosticList(Consequences.summarized(remaining.filter { $0.severity > .info }))
      #expect(published.findings == listed, note, sourceLocation: location)
    }
    return isKept
  }

  /// Edits of one value between values with findings, in one file: only places move.
  @Test func findingsMoveWithTheTextAroundThem() {
    /// - Parameters:
    ///   - text: the file with `@` for what is edited.
    ///   - edits: `!` begins one after which findings are made anew.
    ///   - listed: the findings that are listed in the end.
    func check(
      _ text: String, _ edits: [String], listed: Int, in path: String = "a.tokens.json",
      location: SourceLocation = #_sourceLocation
    ) {
      let engine = ThemeEngine(bundle: "moves")
      engine.sources.smallestForRegions = 0
      if path == "a.json" { engine.apply([change("theme.inc.json", #"{"themes": ["a.json"]}"#)]) }
      engine.apply([change(path, text.replacing("@", with: "1"))])
      engine.open(Context())
      for edit in edits {
        let value = edit.replacing("!", with: "")
        let made = engine.counters.findingListsMade
        engine.apply([change(path, text.replacing("@", with: value))])
        engine.publish()
        #expect((engine.counters.findingListsMade == made) == (edit == value), "\(edit)", sourceLocation: location)
        expectKept(engine, Context(), "\(edit)", location)
      }
      let list = engine.contexts.entries[Context()]?.published?.findings
      #expect(list?.entries.count == listed, sourceLocation: location)
    }
    let color = ##"{"$type": "color", "$value": "#112233"}"##
    let number = #"{"$type": "number", "$value": @}"#
    // In one line, and with lines of its own; longer, as long and shorter.
    let edits = ["22", "33", "3\n", "4 ", "3", "\n4", " 5", "6\n\n", "7"]
    check(#"{"a": \#(color), "n": \#(number), "b": \#(color)}"#, edits, listed: 2)
    check("{\"a\": \(color),\n\"n\": \(number),\n\"b\": \(color)}", edits, listed: 2)
    // In a group that ends behind the edit; in a group with an unknown key, whose finding the file has.
    check(#"{"g": {"a": \#(color), "n": \#(number)}, "b": \#(color)}"#, edits, listed: 2)
    check(#"{"g": {"$typo": 1, "n": \#(number)}, "b": \#(color), "$typo": 2}"#, edits, listed: 3)
    // A value of another kind, a value with a finding, and the value with the finding.
    check(#"{"a": \#(color), "n": \#(number)}"#, ["!true", "!1", "2"], listed: 1)
    check(##"{"a": {"$type": "color", "$value": "#00000@"}, "b": \##(color)}"##, ["!2", "!3"], listed: 2)
    // A comment counts for the line on which it is.
    check("{\"a\": \(color), \"n\": \(number) // livery-ignore LV2014: old\n}", ["2", "\n3", "4"], listed: 0)
    check("{\"a\": \(color), \"n\": \(number) // livery-ignore LV2014: old\n}", ["\n3"], listed: 1)
    // A comment in the edited value comes and goes.
    check(#"{"a": \#(color), "n": \#(number)}"#, ["1 // livery-ignore LV2014: old\n", "2"], listed: 1)
    // A finding that the file has comes and goes.
    check(#"{"a": \#(color), "n": \#(number)}"#, [#"!1, "$typo": 2"#, "!3", "4"], listed: 1)
    check(
      #"{"s": {"margin": @}, "u": {"titleColor": "ref://gone"}}"#, [#"!"1""#, "!2", "33"], listed: 1, in: "a.json")
    // A list that is cut.
    let colors = (0..<1200).map { #""c\#($0)": \#(color)"# }.joined(separator: ",\n")
    check("{\"n\": \(number), \(colors)}", ["22", "3\n"], listed: 1000)
  }

  /// More edits between two publications than are remembered.
  @Test func findingsMoveByManyEditsAtOnce() {
    let engine = ThemeEngine(bundle: "moves")
    engine.sources.smallestForRegions = 0
    let color = ##"{"$type": "color", "$value": "#112233"}"##
    func text(_ length: Int) -> String {
      let blanks = String(repeating: " ", count: length)
      return #"{"n": {"$type": "number", "$value":\#(blanks)1}, "b": \#(color)}"#
    }
    engine.apply([change("a.tokens.json", text(0))])
    engine.open(Context())
    for count in [200, 600] {
      for length in 1...count { engine.apply([change("a.tokens.json", text(length))]) }
      engine.publish()
      #expect(expectKept(engine, Context(), "\(count)"))
    }
  }

  /// Over all dialects, after edits of one value, of the blanks before it, and of whole files.
  @Test(arguments: RandomBundle.all.indices, seeds(1, 2, 3, 4))
  func keptFindingsAreThoseThatWouldBeMade(bundle: Int, seed: UInt64) {
    let bundle = RandomBundle.all[bundle]
    var random = SplitMix(seed: seed)
    let engine = ThemeEngine(bundle: "random")
    engine.sources.smallestForRegions = seed % 2 == 0 ? 0 : 1 << 20
    var files: BytewiseDictionary<JSONValue> = [:]
    engine.apply(bundle.fixed.map { change($0.key, $0.value) })
    for path in bundle.paths {
      files[path] = bundle.file(&random)
      engine.apply([change(path, files[path]?.text)])
    }
    engine.publish()
    for context in Self.contexts { engine.open(context) }
    var kept = 0
    for step in 0..<60 {
      edit(bundle, &files, engine, &random)
      switch Int.random(in: 0..<8, using: &random) {
      case 0: continue
      case 1...2: _ = engine.publishUnlessWorse()
      default: engine.publish()
      }
      let context = random.one(of: Self.contexts)
      if expectKept(engine, context, "\(bundle.dialect), seed \(seed), step \(step), \(context)") { kept += 1 }
    }
    #expect(kept > 0)
  }

  /// Many files of few ids, of which some are wrong: most edits are beside the findings.
  @Test(arguments: seeds(1, 2, 3, 4, 5, 6, 7, 8)) func editsBesideFindings(seed: UInt64) {
    var random = SplitMix(seed: seed)
    let engine = ThemeEngine(bundle: "random")
    engine.sources.smallestForRegions = seed % 2 == 0 ? 0 : 1 << 20
    let paths = (0..<16).map { "f\($0).json" }
    let list = JSONValue.object(JSONObject([("themes", .array(paths.map { .string($0) }))])).text
    var files = paths.map { _ in Self.ids(&random) }
    engine.apply([change("theme.inc.json", list)] + paths.indices.map { change(paths[$0], files[$0].text) })
    engine.publish()
    let contexts = [Context(), Context(device: .pad)]
    for context in contexts { engine.open(context) }
    var kept = 0
    for step in 0..<400 {
      let file = Int.random(in: files.indices, using: &random)
      var object = files[file].object ?? JSONObject()
      if let id = object.members.randomElement(using: &random), !random.happens(onceIn: 5) {
        object[id.key] = Self.value(&random)
        files[file] = .object(object)
      } else {
        files[file] = Self.ids(&random)
      }
      engine.apply([change(paths[file], String(repeating: "\n", count: step % 3) + files[file].text)])
      if random.happens(onceIn: 6) { engine.apply([change("theme.inc.json", list + (step % 2 == 0 ? "" : "\n"))]) }
      if random.happens(onceIn: 4) { continue }
      if random.happens(onceIn: 4) { _ = engine.publishUnlessWorse() } else { engine.publish() }
      if expectKept(engine, random.one(of: contexts), "seed \(seed), step \(step)") { kept += 1 }
    }
    #expect(kept > 50)
  }

  /// A few ids of a file, with names that are declared in other files as well.
  private static func ids(_ random: inout SplitMix) -> JSONValue {
    var ids = JSONObject()
    for _ in 0..<Int.random(in: 0..<4, using: &random) { ids[name(&random)] = value(&random) }
    return .object(ids)
  }

  private static func name(_ random: inout SplitMix) -> String {
    "\(random.one(of: ["alpha", "accent", "button", "label"]))\(Int.random(in: 0..<8, using: &random))"
  }

  /// Sometimes with a slip, to the name of no id.
  private static func reference(_ random: inout SplitMix) -> JSONValue {
    .string("ref://\(name(&random))\(random.happens(onceIn: 6) ? "x" : "")")
  }

  private static func value(_ random: inout SplitMix) -> JSONValue {
    func leaf(_ random: inout SplitMix) -> JSONValue {
      switch Int.random(in: 0..<8, using: &random) {
      case 0...3: .string("#\(Int.random(in: 100_000..<999_999, using: &random))")
      case 4: .number(Double(Int.random(in: 0..<9, using: &random)))
      case 5: random.one(of: ["#zz", "text"])
      default: reference(&random)
      }
    }
    guard random.happens(onceIn: 3) else { return leaf(&random) }
    var style = JSONObject([("titleColor", leaf(&random))])
    if random.happens(onceIn: 2) { style["inherits"] = reference(&random) }
    if random.happens(onceIn: 3) { style["margin"] = leaf(&random) }
    return .object(style)
  }

  private func edit(
    _ bundle: RandomBundle, _ files: inout BytewiseDictionary<JSONValue>, _ engine: ThemeEngine,
    _ random: inout SplitMix
  ) {
    let path = random.one(of: bundle.paths)
    var text: String?
    switch Int.random(in: 0..<40, using: &random) {
    case 0: try? engine.useThemes(bundle.themes.shuffled(using: &random).dropLast(1))
    case 1: try? engine.modifyConstant(random.one(of: bundle.names), to: bundle.value(depth: 9, &random))
    case 2: engine.resetModifications()
    case 3: text = random.one(of: ["{", "3", "{\"a\": }"])
    case 4:
      if let list = bundle.lists.randomElement(using: &random) { engine.apply([change(list.path, list.text)]) }
      return
    case 5: files[path] = nil
    case 6...9: files[path] = bundle.file(&random)
    default: files[path] = files[path].map { changed($0, bundle, &random) } ?? bundle.file(&random)
    }
    let blanks = String(repeating: random.one(of: ["\n", " "]), count: random.happens(onceIn: 4) ? 3 : 0)
    engine.apply([change(path, (text ?? files[path]?.text).map { blanks + $0 })])
  }

  /// A file with one other value: often of the same kind, as an author changes it.
  private func changed(_ value: JSONValue, _ bundle: RandomBundle, _ random: inout SplitMix) -> JSONValue {
    switch value {
    case .object(var object) where !object.members.isEmpty:
      let member = random.one(of: object.members)
      object[member.key] = changed(member.value, bundle, &random)
      return .object(object)
    case .array(var elements) where !elements.isEmpty:
      let index = elements.indices.randomElement(using: &random) ?? 0
      elements[index] = changed(elements[index], bundle, &random)
      return .array(elements)
    case .number where !random.happens(onceIn: 4): return .number(Double(Int.random(in: 0..<9, using: &random)))
    case .string(let text) where text.hasPrefix("#") && !random.happens(onceIn: 4):
      return .string("#\(Int.random(in: 100_000..<999_999, using: &random))")
    default: return bundle.value(depth: 9, &random)
    }
  }

  private func change(_ path: String, _ text: String?) -> FileChange {
    FileChange(path: path, content: text.map { .bytes(Array($0.utf8)) } ?? .gone)
  }
}

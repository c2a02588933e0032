// SPDX-License-Identifier: GPL-2.0-or-later

import JSONText
import TestSupport
import Testing
import ThemeModel

@testable import ThemeEngine

/// An edit within one id of a file is read without the rest of it. Only the counters of work show that.
@Suite struct ParsedRegionTests {
  private static let root = FileChange(path: "theme.inc.json", content: .bytes(Array(#"{"themes": ["a.json"]}"#.utf8)))

  private static let tokens = "a.tokens.json"

  private func engine(_ text: String, smallest: Int = 0, path: String = "a.json") -> ThemeEngine {
    let engine = ThemeEngine(bundle: "large")
    engine.sources.smallestForRegions = smallest
    engine.apply((path == Self.tokens ? [] : [Self.root]) + [change(text, path)])
    _ = engine.open(Context())
    engine.publish()
    return engine
  }

  private func change(_ text: String, _ path: String = "a.json") -> FileChange {
    FileChange(path: path, content: .bytes(Array(text.utf8)))
  }

  /// Compares an engine that reads regions with an engine that reads whole files, over one edit.
  ///
  /// - Parameter parsed: the bytes that are parsed for it; nil when it is the whole file.
  private func check(
    _ old: String, _ new: String, parsed: Int?, _ location: SourceLocation = #_sourceLocation
  ) throws {
    let regions = engine(old)
    let before = regions.counters.bytesParsed
    regions.apply([change(new)])
    #expect(regions.counters.bytesParsed - before == parsed ?? new.utf8.count, sourceLocation: location)
    let whole = engine(old, smallest: .max)
    whole.apply([change(new)])
    try expectEqual(regions, whole, "", location)
  }

  private func expectEqual(
    _ left: ThemeEngine, _ right: ThemeEngine, _ note: Comment, _ location: SourceLocation = #_sourceLocation
  ) throws {
    let isNews = left.publish().isNew
    #expect(isNews == right.publish().isNew, note, sourceLocation: location)
    for context in [Context(), Context(device: .pad)] {
      let (left, right) = (left.open(context), right.open(context))
      #expect(try left.content == right.content, note, sourceLocation: location)
      #expect(left.digest == right.digest, note, sourceLocation: location)
      #expect(left.causes.after(0) == right.causes.after(0), note, sourceLocation: location)
      #expect(left.diagnostics == right.diagnostics, note, sourceLocation: location)
    }
    #expect(left.check(Context()) == right.check(Context()), note, sourceLocation: location)
    #expect(left.counters.declarationsChanged == right.counters.declarationsChanged, note, sourceLocation: location)
    #expect(left.counters.valuesResolved == right.counters.valuesResolved, note, sourceLocation: location)
  }

  @Test func aChangeBetweenTheBracketsOfAValueIsReadAlone() throws {
    let file = #"{"x": 1, "A": {"c": "ref://x", "d": {"e": 1}}, "B": {"f": 2, "c": "ref://gone"}, "y": 3}"#
    func edit(_ old: String, _ new: String) -> String { file.replacing(old, with: new) }
    try check(file, edit(#""e": 1"#, #""e": 2"#), parsed: #"{"A":{"c": "ref://x", "d": {"e": 2}}}"#.utf8.count)
    try check(
      file, edit(#""e": 1"#, #""longer": [1, {}]"#),
      parsed: #"{"A":{"c": "ref://x", "d": {"longer": [1, {}]}}}"#.utf8.count)
    try check(file, edit(#", "d": {"e": 1}"#, ""), parsed: #"{"A":{"c": "ref://x"}}"#.utf8.count)
    try check(
      file, edit(#""f": 2"#, #""f_iPad": 2, "f": 2, "f": 3"#),
      parsed: #"{"B":{"f_iPad": 2, "f": 2, "f": 3, "c": "ref://gone"}}"#.utf8.count)
    try check(
      file, edit(#""f": 2"#, #""f": 2 /* a comment */"#),
      parsed: #"{"B":{"f": 2 /* a comment */, "c": "ref://gone"}}"#.utf8.count)
  }

  @Test func aChangeInsideATextIsReadAlone() throws {
    let file = ##"{"x": "#112233", "A": {"c": "ref://x"}, "s": "ref://A", "tColor": "plain", "n": 4}"##
    func edit(_ old: String, _ new: String) -> String { file.replacing(old, with: new) }
    for text in ["#112244", "#11", "#112233445566", "ref://A", "glyph://a/x", "a \\u0041", ""] {
      try check(file, edit("#112233", text), parsed: "{\"x\":\"\(text)\"}".utf8.count)
    }
    try check(file, edit("ref://A", "ref://gone"), parsed: #"{"s":"ref://gone"}"#.utf8.count)
    try check(file, edit("plain", "plainer"), parsed: #"{"tColor":"plainer"}"#.utf8.count)
    // The text ends early, or its quotation marks go.
    try check(file, edit("#112233", ##"#1122", "z": "33"##), parsed: nil)
    try check(file, edit("plain", #"pl"ain"#), parsed: nil)
    try check(file, edit(##""#112233""##, "1"), parsed: nil)
    try check(file, edit("plain", #"plain\"#), parsed: nil)
  }

  /// With the usual limits: a theme file has some 2 KB. The files of a checkout are parsed whole, by the workers.
  @Test(arguments: [(1, 500, false), (1, 520, true), (1, 2_048, true), (31, 600, true), (32, 600, false)])
  func filesOfTheUsualSizeAreReadAlone(files: Int, size: Int, isAlone: Bool) throws {
    let names = (0..<files).map { "f\($0).json" }
    func changes(_ color: String) -> [FileChange] {
      names.enumerated().map { number, name in
        let start = ##"{"x\##(number)": "\##(color)", "y\##(number)": ""##
        let text = start + String(repeating: "y", count: size - start.utf8.count - 2) + #""}"#
        return FileChange(path: name, content: .bytes(Array(text.utf8)))
      }
    }
    let engine = ThemeEngine(bundle: "usual")
    let root: JSONValue = ["themes": .array(names.map(JSONValue.string))]
    engine.apply([FileChange(path: "theme.inc.json", content: .bytes(Array(root.text.utf8)))] + changes("#112233"))
    _ = engine.open(Context())
    let before = engine.counters.bytesParsed
    engine.apply(changes("#112244"))
    let alone = (0..<files).reduce(0) { $0 + ##"{"x\##($1)":"#112244"}"##.utf8.count }
    #expect(engine.counters.bytesParsed - before == (isAlone ? alone : files * size))
    #expect(engine.open(Context()).values(selecting: .everything).constants.count == 2 * files)
  }

  @Test func whatReachesBeyondIsReadWithTheWholeFile() throws {
    let file = #"{"x": 1, "A": {"c": 1}, "B": {"f": 2}, "y": 3}"#
    func edit(_ old: String, _ new: String) -> String { file.replacing(old, with: new) }
    // Outside of brackets, a different id, two ids.
    try check(file, edit(#""x": 1"#, #""x": 2"#), parsed: nil)
    try check(file, edit(#""A""#, #""C""#), parsed: nil)
    try check(file, edit(#"{"c": 1}"#, #"[1]"#), parsed: nil)
    try check(file, edit(#""c": 1}, "B": {"f": 2"#, #""c": 2}, "B": {"f": 3"#), parsed: nil)
    // Brackets, comments and strings that close early or late.
    for text in [
      #"1}, "N": {"c": 1"#, #"1}, "N": null, "M": {"#, #"1}, "A": {"c": 2"#, #"1}}, {"c": 1"#, "1} //", "1} /*", #"""#,
      "1 //", "{", "}", "]",
    ] {
      try check(file, edit(#""c": 1"#, #""c": "# + text), parsed: nil)
    }
  }

  @Test(arguments: 1...12 as ClosedRange<UInt64>)
  func manyEditsEndWhereReadingTheWholeFileDoes(seed: UInt64) throws {
    var random = SplitMix(seed: seed)
    let names = ["A", "B", "b_iPad", "x", "xColor", "A", "long name"]
    var lines = ["{"]
    for index in 0..<12 {
      let name = index < 9 ? "\(random.one(of: names))\(index % 5)" : random.one(of: names)
      lines.append(##"  "\##(name)": {"c": "ref://x1", "d_iPad": \##(index), "d": {"e": [1, "#ff0000"]}},"##)
    }
    for index in 0..<4 { lines.append(##"  "t\##(index)": "#00112\##(index)","##) }
    lines.append(##"  "x1": "#00ff00" // green"##)
    lines.append("}")
    try editAtRandom(
      lines.joined(separator: "\n"), path: "a.json", names: ["t1", "x1"],
      pieces: [#""k": 2,"#, #""k": "ref://A1","#, "ref://", #""d_iPad": {"z": "ref://gone"},"#, #"}, "N": {"#], seed)
  }

  /// Tokens of groups that inherit, whose places move with the edits before them. In half of the files groups inherit from
  /// each other, or from a group that is missing: plans then have findings with places.
  @Test(arguments: 1...12 as ClosedRange<UInt64>)
  func manyEditsOfTokensEndWhereReadingTheWholeFileDoes(seed: UInt64) throws {
    var random = SplitMix(seed: seed)
    let groups = ["a", "b", "c", "d"]
    let members = groups.enumerated().map { number, group in
      let other = random.one(of: seed % 2 == 0 ? groups + ["gone"] : number == 0 ? ["b"] : Array(groups[..<number]))
      let extends = (seed % 2 == 0 ? random.happens(onceIn: 2) : number > 0) ? ##" "$extends": "{\##(other)}","## : ""
      return ##"""
          "\##(group)": {\##(extends) "$type": "number",
            "x": { "$value": [1,
              2], "$type": "vendor" }, "y": { "$value": "{\##(other).z}" },
            "\##(group)1": { "$value": 12, "$description": "of \##(group)" }, "z": { "$value": "{a.z}" } }
        """##
    }
    try editAtRandom(
      "{\n\(members.joined(separator: ",\n"))\n}", path: Self.tokens,
      names: groups.flatMap { ["\($0).x", "\($0).a1", "\($0).z"] },
      pieces: [" ", "\n", " ", "\n", "{a.x}", "{b.y}", "$", #""$description": "d","#, #""$extends": "{a}","#], seed)
  }

  /// Compares an engine that reads regions with an engine that reads whole files, over many edits of one file.
  ///
  /// - Parameters:
  ///   - names: the constants whose explanations are compared.
  ///   - pieces: texts to insert, besides those of all files.
  private func editAtRandom(
    _ file: String, path: String, names: [String], pieces: [String], _ seed: UInt64
  ) throws {
    var random = SplitMix(seed: seed)
    let pieces =
      pieces + ["1", "\"", "{", "}", "[", "]", ",", ":", "//", "/*", "*/", "\n", "\u{C4}", "null"]
    var text = Array(file.utf8)
    let regions = engine(file, path: path)
    let whole = engine(file, smallest: .max, path: path)
    var short = 0
    var readable = text
    for step in 0..<40 {
      let digits = text.indices.filter { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(text[$0]) }
      if random.happens(onceIn: 2) {
        let digit = random.one(of: digits)
        text.replaceSubrange(digit...digit, with: Array(random.one(of: ["1", "2", "34"]).utf8))
      } else {
        let place = Int.random(in: 0...text.count, using: &random)
        let count = random.one(of: [0, 0, 0, 1, 2, 9])
        text.replaceSubrange(place..<min(text.count, place + count), with: Array(random.one(of: pieces).utf8))
      }
      let edited = FileChange(path: path, content: .bytes(text))
      let before = regions.counters.bytesParsed
      regions.apply([edited])
      whole.apply([edited])
      if regions.counters.bytesParsed - before < text.count { short += 1 }
      let note: Comment = "seed \(seed), step \(step): \(String(decoding: text, as: UTF8.self))"
      try expectEqual(regions, whole, note)
      for name in names {
        #expect(
          regions.explain("constants/\(name)", in: Context()) == whole.explain("constants/\(name)", in: Context()), note
        )
      }
      // Most unreadable edits are undone, so that there are files to edit.
      if !whole.check(Context()).contains(where: \.code.holdsBack) {
        readable = text
      } else if !random.happens(onceIn: 4) {
        text = readable
      }
    }
    #expect(short > 0, "seed \(seed) read no region alone")
  }

  /// A reference with members encloses the edited token: its end moves.
  @Test func theEndOfATokenAroundTheEditMoves() throws {
    let file = """
      { "u": { "$value": "{x.child}" }, "t": { "$value": "{x}" },
        "x": { "$ref": "#/t", "child": { "$type": "cubicBezier", "$value": [0, 0, 1, 1] } } }
      """
    let (regions, whole) = (engine(file, path: Self.tokens), engine(file, smallest: .max, path: Self.tokens))
    for edited in [file.replacing("1, 1]", with: "1,\n\n1]"), file.replacing("1, 1]", with: "1,1]"), file] {
      for engine in [regions, whole] { engine.apply([change(edited, Self.tokens)]) }
      try expectEqual(regions, whole, "\(edited)")
    }
  }

  /// A plan with a finding is made again when its places may have moved, and not after an edit of equal length.
  @Test func plansWithFindingsAreMadeAgainWhenPlacesMove() throws {
    let file = #"{ "x": { "$type": "number", "$value": 10 }, "h": { "$extends": "{gone}" } }"#
    let engine = engine(file, path: Self.tokens)
    func plan() throws -> Int {
      engine.publish()
      return try #require(engine.contexts.entries[Context()]).planNumber
    }
    let first = try plan()
    engine.apply([change(file.replacing("10", with: "20"), Self.tokens)])
    #expect(try plan() == first)
    engine.apply([change(file.replacing("10", with: "300"), Self.tokens)])
    #expect(try plan() > first)
  }

  /// An edit that is not published, a state that cannot be read, and the state before.
  @Test(arguments: [0, .max]) func inheritedTokensReturnWithTheirFile(smallest: Int) throws {
    let file = """
      { "x": { "$type": "cubicBezier", "$value": [0, 0, 1, 1] },
        "g": { "$type": "number", "a": { "$value": 5 } },
        "h": { "$extends": "{g}" } }
      """
    let engine = engine(file, smallest: smallest, path: Self.tokens)
    func explained() -> [ExplanationStep]? { engine.explain("constants/h.a", in: Context()) }
    let before = explained()
    for text in [file.replacing("0, 0", with: "\"bad\",\n\n0"), file + "]", file] {
      engine.apply([change(text, Self.tokens)])
      _ = engine.open(Context())
      _ = engine.publishUnlessWorse()
    }
    #expect(explained() == before)
  }

  /// Edits of values in a file of design tokens, whose groups inherit: places behind an edit move, those of `$extends` too.
  @Test func tokensReadAloneAreThoseOfTheWholeFile() throws {
    let file = """
      { "a": { "$type": "number", "x": { "$value": 1 }, "y": { "$value": "{a.x}" } },
        "b": { "$extends": "{gone}", "z": { "$type": "vendor", "$value": [1] } },
        "c": { "$extends": "{a}", "w": { "$type": "number", "$value": "text" } } }
      """
    let edits = [
      ("\"$value\": 1 ", "\"$value\": 100 "), ("{a.x}", "{a.xyz}"), ("{a.xyz}", "{a.x}"), ("[1]", "[1, 2, 3]"),
      ("\"text\"", "7"), ("100 ", "\"1\" "), ("\"1\" ", "2 "),
    ]
    let (regions, whole) = (engine(file, path: Self.tokens), engine(file, smallest: .max, path: Self.tokens))
    var text = file
    for (old, new) in edits {
      try #require(text.contains(old))
      text = text.replacing(old, with: new)
      for engine in [regions, whole] {
        engine.apply([change(text, Self.tokens)])
      }
      try expectEqual(regions, whole, "\(new)", #_sourceLocation)
    }
    #expect(regions.counters.bytesParsed < whole.counters.bytesParsed)
  }
}

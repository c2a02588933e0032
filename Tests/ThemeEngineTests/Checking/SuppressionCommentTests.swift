// SPDX-License-Identifier: GPL-2.0-or-later

import TestSupport
import Testing
import ThemeModel

@testable import ThemeEngine

@Suite struct SuppressionCommentTests {
  /// The lines that each comment speaks of, its codes and its reason.
  private func check(
    _ text: String, path: String = "theme.json", strings prefix: String? = nil, _ expected: [String],
    _ location: SourceLocation = #_sourceLocation
  ) {
    let reported = SuppressionComment.all(in: Array(text.utf8), path: path, strings: prefix).map { comment in
      let lines = comment.lines.count == 1 ? "\(comment.lines.lowerBound)" : "\(comment.lines)"
      let rules = comment.rules.map { $0.code?.rawValue ?? "?\($0.name)" }
      return ([lines] + rules + [comment.reason ?? "-"]).joined(separator: " ")
    }
    #expect(reported == expected, sourceLocation: location)
  }

  @Test func whatIsASuppression() {
    check("// livery-ignore LV1001: it comes later\n{}", ["2 LV1001 it comes later"])
    check("//livery-ignore unknown-reference\n{}", ["2 LV1001 -"])
    check("/* livery-ignore LV1001, cycle: so: it is */ {}", ["1 LV1001 LV1002 so: it is"])
    check("// livery-ignore nonsense: r\n{}", ["2 ?nonsense r"])
    check("// livery-ignore: r\n{}", ["2 r"])
    // A reason without `:` before it, and what is not one.
    check("//livery-ignore LV1001 it comes: soon\n{}", ["2 LV1001 ?it it comes: soon"])
    check("// livery-ignore LV1001, LV1002 later\n{}", ["2 LV1001 LV1002 ?later later"])
    check("// livery-ignore LV1001 LV1002, nonsense, cycle\n{}", ["2 LV1001 LV1002 ?nonsense LV1002 -"])
    check("// livery-ignore nonsense\n{}", ["2 ?nonsense -"])
    check("// livery-ignore no rule at all\n{}", ["2 ?no no rule at all"])
    check("// livery-ignored LV1001: r\n{}", [])
    check("// see livery-ignore LV1001: r\n{}", [])
    check(#"{ "a": "// livery-ignore LV1001: r" }"#, [])
    check(#"{ "a": "\"// livery-ignore LV1001: r" }"#, [])
    check("bplist00 // livery-ignore LV1001: r\n{}", [])
    check("\u{FEFF}{} // livery-ignore LV1001:  r \r\n", ["1 LV1001 r"])
    check("// livery-ignore LV1001: r", ["1 LV1001 r"])
    check("/* livery-ignore LV1001: r", ["1 LV1001 r"])
    check("# livery-ignore LV2001: r\na: b\nc: '# livery-ignore LV2001: r'", path: "a.yaml", ["2 LV2001 r"])
    check("a: b # livery-ignore LV2001: r\r\nc: d#livery-ignore LV2001", path: "a.yml", ["1 LV2001 r"])
  }

  @Test func whichLinesItSpeaksOf() {
    // Beside code: its line. Alone: the next one with code.
    check("{ // livery-ignore LV1001: r\n\"a\": 1 }", ["1 LV1001 r"])
    check("{\n  // livery-ignore LV1001: r\n\n  // of the sea\n  \"a\": 1 }", ["5 LV1001 r"])
    check("{\n  // livery-ignore LV1001: r\n  // livery-ignore LV1002: s\n  \"a\": 1 }", ["4 LV1001 r", "4 LV1002 s"])
    check("{\n/* livery-ignore LV1001: r\n of the sea */ \"a\": 1 }", ["2...3 LV1001 r\n of the sea"])
  }

  /// The comment of a line is the first one that names the rule and speaks of the line.
  @Test(arguments: seeds(1, 2, 3)) func theFirstOneThatSpeaksOfALine(seed: UInt64) {
    var random = SplitMix(seed: seed)
    let codes: [DiagnosticCode] = [.unknownReference, .unused]
    func comment(_ form: String) -> String {
      let names = codes.filter { _ in random.happens(onceIn: 2) }.map(\.rawValue).joined(separator: ", ")
      return form.replacing("C", with: "livery-ignore \(names): r")
    }
    for isPropertyList in [false, true] {
      let forms =
        isPropertyList
        ? ["", "<key>a</key>", "<a/>", "<!--C-->", "<a/><!--C-->", "<key>a</key><!--C-->", "<a/><!--C\n\n-->"]
        : ["", "1", "//C", "1 //C", "/*C*/ 1", "1 /*C\n\n*/", "/*C\n*/"]
      for _ in 0..<200 {
        let lines = (0..<12).map { _ in comment(random.one(of: forms)) }
        let text = (isPropertyList ? "<plist>\n" : "[\n") + lines.joined(separator: "\n")
        let comments = SuppressionComment.all(in: Array(text.utf8), path: isPropertyList ? "a.plist" : "a.json")
        let silenced = SilencedLines(comments, of: FileID(0)) { _ in true }
        for line in 1...30 {
          for code in codes {
            let first = comments.firstIndex { comment in
              comment.lines.contains(line) && comment.rules.contains { $0.code == code }
            }
            #expect(silenced.comment(silencing: code, at: line)?.rule.comment == first, "seed \(seed): \(text)")
          }
        }
      }
    }
  }

  /// The cost of a finding does not depend on the number of comments: 8,000 of each took 40 s.
  @Test(.hangLimit) func asManyFindingsAsComments() {
    let rules = [SuppressionComment.Rule(name: "unused", code: .unused)]
    let comments = (1...1_000_000).map {
      SuppressionComment(rules: rules, reason: "r", isMarked: true, range: ByteRange(0, 0), lines: $0...$0)
    }
    let silenced = SilencedLines(comments, of: FileID(0)) { _ in true }
    #expect((1...1_000_000).count { silenced.comment(silencing: .unused, at: $0) != nil } == 1_000_000)
    #expect(silenced.comment(silencing: .unused, at: 1_000_001) == nil)
  }

  @Test func propertyLists() {
    let mark = "<!-- livery-ignore LV2001: r -->"
    check("<plist><dict>\n\(mark)\n<key>a</key>\n<string>b</string>\n</dict></plist>", ["3...4 LV2001 r"])
    check("<plist><dict>\n<key>a</key> \(mark)\n<string>b</string>\n</dict></plist>", ["2...3 LV2001 r"])
    check("<plist><dict>\n<key>a</key>\n<string>b</string> \(mark)\n</dict></plist>", ["3 LV2001 r"])
    check("<plist><string><![CDATA[\(mark)]]></string></plist>", [])
    check("<!DOCTYPE plist>\n\(mark)\n<plist/>", ["3 LV2001 r"])
  }

  @Test func includeFiles() {
    let list = "{ \"themes\": [\n  \"comment: livery-ignore LV1006: it comes later\",\n  \"a.json\"\n] }"
    check(list, strings: "comment:", ["3 LV1006 it comes later"])
    check(list, [])
    check(#"{ "themes": ["comment: livery-ignore LV1006: r", "a.json"] }"#, strings: "comment:", ["1 LV1006 r"])
  }

  @Test func anIncludeFileHasItsOwnForm() {
    func help(_ entry: String) -> String? {
      let engine = ThemeEngine(bundle: "b")
      let list = "{ \"themes\": [\"\(entry)\"] }"
      engine.apply([FileChange(path: "theme.inc.json", content: .bytes(Array(list.utf8)))])
      return engine.check(Context()).first { $0.code == .missingFile }?.help
    }
    for entry in ["comment livery-ignore LV1006: later", "Comment: of the sea"] {
      #expect(help(entry) == "write `comment: …` if this is a comment")
    }
    for entry in ["comments.json", "comment.json"] { #expect(help(entry) == "add the file, or remove this line") }
    #expect(help("comment: of the sea") == nil)
  }

  // MARK: In a bundle

  private func engine(_ values: String, manifest: String = "{}") -> ThemeEngine {
    let engine = ThemeEngine(bundle: "b")
    let files = ["theme.inc.json": #"{ "themes": ["a.json"] }"#, "a.json": values, "livery.json": manifest]
    engine.apply(files.map { FileChange(path: $0, content: .bytes(Array($1.utf8))) })
    return engine
  }

  private func reported(_ engine: ThemeEngine) -> [String] {
    engine.checkEverywhere().map { "\($0.file):\($0.range?.start.line ?? 0) \($0.code.rawValue)" }
  }

  @Test func itSilencesItsLineAlone() {
    let engine = engine(
      """
      { "s": {
        // livery-ignore unknown-reference: it comes later
        "a": "ref://gone",
        "b": "ref://gone"
      } }
      """)
    #expect(reported(engine) == ["a.json:4 LV1001"])
    #expect(engine.open(Context()).diagnostics.map(\.path) == ["b"])
    let report = engine.report(on: .all)
    #expect(report.suppressed.map(\.diagnostic.path) == ["a"])
    #expect(report.suppressed.map(\.reason) == ["it comes later"])
    // A suppressed finding is reported again when the comment is gone.
    engine.apply([FileChange(path: "a.json", content: .bytes(Array(#"{ "s": { "a": "ref://gone" } }"#.utf8)))])
    #expect(reported(engine) == ["a.json:1 LV1001"])
  }

  @Test func whatSilencesNothingIsTold() {
    #expect(reported(engine("{ \"a\": 1 // livery-ignore LV1001: r\n}")) == ["a.json:1 LV9001"])
    #expect(reported(engine("{ \"a\": 1 // livery-ignore LV1O01: r\n}")) == ["a.json:1 LV9002"])
    #expect(reported(engine("{ \"a\": 1 // livery-ignore\n}")) == ["a.json:1 LV9002"])
    #expect(reported(engine("{ \"a\": 1, // livery-ignore LV0001: r\n}")) == ["a.json:1 LV9001"])
    #expect(reported(engine("{ \"a\" 1 // livery-ignore LV0001: r\n}")).contains("a.json:1 LV0001"))
    #expect(
      reported(engine("{ \"a\": 1 // livery-ignore LV1001: r\n}", manifest: #"{ "rules": { "LV9001": "off" } }"#)) == []
    )
    // In one context alone, its effect in others is unknown.
    #expect(engine("{ \"a\": 1 // livery-ignore LV1001: r\n}").check(Context()) == [])
    #expect(engine("{ \"a\": 1 // livery-ignore LV1O01: r\n}").check(Context()).map(\.code) == [.unknownRule])
  }

  @Test func aReasonWithoutAColonIsOneFinding() {
    let values = "{ \"s\": { \"a\": \"ref://gone\" // livery-ignore LV1001 it comes later\n} }"
    for manifest in ["{}", #"{ "suppressionReasons": "required" }"#] {
      let findings = engine(values, manifest: manifest).checkEverywhere()
      #expect(findings.map(\.message) == ["unknown rule `it`"])
      #expect(findings.first?.help == "write `livery-ignore LV1001: it comes later` if a reason begins here")
    }
    let typing = engine(values.replacing("it comes later", with: "cylce")).checkEverywhere()
    #expect(typing.map(\.help) == ["did you mean `cycle`?"])
  }

  @Test func itIsOfUseWhenItIsInOneContext() {
    let values = "{ \"s\": { \"x\": 1,\n // livery-ignore LV1001: r\n \"x_iPad\": \"ref://gone\" } }"
    #expect(reported(engine(values)) == [])
  }

  @Test func theManifestMayAskForReasons() {
    let values = "{ \"s\": { \"a\": \"ref://gone\" // livery-ignore LV1001\n} }"
    #expect(reported(engine(values)) == [])
    let strict = engine(values, manifest: #"{ "suppressionReasons": "required" }"#)
    #expect(reported(strict) == ["a.json:1 LV1001", "a.json:1 LV9001"])
    #expect(strict.checkEverywhere().last?.message == "this comment has no reason, so it has no effect")
    #expect(reported(engine(values, manifest: #"{ "suppressionReasons": true }"#)) == ["livery.json:1 LV0013"])
  }

  @Test func manifestsHaveCommentsToo() {
    let manifest = "{\n// livery-ignore unknown-key: of another program\n\"owner\": \"me\" }"
    #expect(reported(engine("{}", manifest: manifest)) == [])
  }

  @Test func filesThatAreHeldBackKeepTheirComments() {
    let engine = engine("{ \"s\": {\n \"a\": \"ref://gone\" } } // livery-ignore LV1001: r")
    _ = engine.open(Context())
    engine.apply([FileChange(path: "a.json", content: .bytes(Array("{ ".utf8)))])
    #expect(reported(engine) == ["a.json:1 LV0001"])
  }
}

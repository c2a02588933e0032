// SPDX-License-Identifier: GPL-2.0-or-later

import FindingSamples
import JSONText
import StyledText
import TestSupport
import Testing
import ThemeEngine
import ThemeModel

@testable import Reporting

@Suite struct DiagnosticFormatTests {
  private let sample = Sample(files: ["a,b.json": "{ \"a\": \"ref://b\",\n\"a\": 1 }\n"])

  private func check(_ format: DiagnosticFormat, _ bundles: [BundleFindings], _ expected: String) {
    let text = format.text(bundles, for: .plain, width: 80)
    #expect(text == expected, "\n\(text)\n")
  }

  private var findings: BundleFindings {
    sample.findings(
      [
        sample.diagnostic(.noRoot, "no root: 100%", file: ""),
        sample.diagnostic(
          .unknownReference, "unknown reference `b`", file: "a,b.json", at: "ref://b",
          related: [sample.related("again", file: "a,b.json", at: "1 }")], help: "did you mean `a`?"),
        sample.diagnostic(.unused, "nothing leads\nto `a`", file: "a,b.json", at: ",\n\"a\""),
      ], prefix: "Examples/aurora/")
  }

  @Test func concise() {
    check(
      .concise, [findings],
      """
      Examples/aurora: error[LV1010] no root: 100%
      Examples/aurora/a,b.json:1:9: error[LV1001] unknown reference `b`
      Examples/aurora/a,b.json:1:17: info[LV1005] nothing leads␊to `a`

      """)
  }

  @Test func github() {
    check(
      .github, [findings],
      """
      ::error title=LV1010 no-root::no root: 100%25
      ::error file=Examples/aurora/a%2Cb.json,line=1,endLine=1,col=9,endColumn=15,title=LV1001 unknown-reference::\
      unknown reference `b`%0Ahelp: did you mean `a`?
      ::notice file=Examples/aurora/a%2Cb.json,line=1,endLine=2,col=17,title=LV1005 unused::nothing leads%0Ato `a`

      """)
  }

  @Test func githubLinesHaveNoControlCharacters() {
    let diagnostic = Diagnostic(
      code: .unknownRule, severity: .warning, message: "no rule `x\u{1B}[31m`", file: "a\u{9B}.json", range: nil,
      help: "a\u{202E}b\nc")
    let line = BundleFindings(BundlePlaces(bundle: "b"), diagnostics: [diagnostic]).githubLine(diagnostic)
    #expect(
      line == "::warning file=a\u{FFFD}.json,title=LV9002 unknown-rule::no rule `x␛[31m`%0Ahelp: a\u{FFFD}b%0Ac")
  }

  /// Threads draw the code frames, and the text is the same.
  @Test func codeFramesAreDrawnOnAllThreads() {
    var many = findings
    many.diagnostics = (0..<300).map { number in
      sample.diagnostic(
        .unknownReference, "reference \(number)", file: "a,b.json", at: number % 2 == 0 ? "ref://b" : "1 }")
    }
    let text = DiagnosticFormat.pretty.text([many, findings], for: .plain, width: 80)
    #expect(text.split(separator: "\n").count { $0.hasPrefix("error[LV1001] reference") } == 300)
    #expect(
      DiagnosticFormat.pretty.text([many, findings], for: .plain, width: 80, workers: BackwardWorkers()) == text)
  }

  @Test func pretty() {
    check(
      .pretty, [findings],
      """
      error[LV1010] no root: 100%

      error[LV1001] unknown reference `b`
       ┌ Examples/aurora/a,b.json:1:9
      1│ { "a": "ref://b",
       │         ^^^^^^^
      2│ "a": 1 }
       │      --- again
       └ help: did you mean `a`?

      info[LV1005] nothing leads␊to `a`
       ┌ Examples/aurora/a,b.json:1:17
      1│ { "a": "ref://b",
       │                 ^
      2│ "a": 1 }
       │ ^^^


      """)
  }

  @Test func json() {
    let one = sample.findings([sample.diagnostic(.unused, "m", file: "f.json")])
    let plain = #"{"code":"LV1005","slug":"unused","severity":"info","message":"m","file":"f.json"}"#
    let named = #"{"bundle":"aurora","code":"LV1005","slug":"unused","severity":"info","message":"m","file":"f.json"}"#
    check(.ndjson, [one], named + "\n")
    #expect(
      DiagnosticFormat.json.text([one], for: .plain, width: 80).filter { !$0.isWhitespace }
        == #"{"diagnostics":[\#(plain)],"errors":0,"warnings":0,"infos":1}"#)
    #expect(
      DiagnosticFormat.json.text([one, one], for: .plain, width: 80).filter { !$0.isWhitespace }
        == #"{"diagnostics":[\#(named),\#(named)],"errors":0,"warnings":0,"infos":2}"#)
    check(
      .json, [sample.findings([])],
      """
      {
        "diagnostics": [],
        "errors": 0,
        "warnings": 0,
        "infos": 0
      }

      """)
  }

  /// Each member that a finding may have, in its place.
  @Test func jsonOfAWholeFinding() {
    let start = SourcePosition(line: 2, column: 3, offset: 40)
    let range = SourceRange(start: start, end: SourcePosition(line: 5, column: 6, offset: 70))
    var diagnostic = Diagnostic(
      code: .badColor, severity: .warning, message: "m", file: "f.json", range: range, id: "i", path: "p/q",
      related: [.init(message: "r", file: "g.json", range: range), .init(message: "s", file: "", range: nil)],
      help: "h",
      fix: Finding.Fix(title: "t", safe: true, edits: [.init(range: ByteRange(40, 47), text: "\"red\"")]))
    diagnostic.isConsequence = true
    diagnostic.contexts = [Context(themes: ["a"]), Context(device: .pad)]
    diagnostic.heldBackSince = 8
    let place =
      #""range":{"start":{"line":2,"column":3,"offset":40},"end":{"line":5,"column":6,"offset":70}}"#
    let members = [
      #""bundle":"aurora""#, #""code":"LV2001""#, #""slug":"bad-color""#, #""severity":"warning""#, #""message":"m""#,
      #""file":"f.json""#, place, #""id":"i""#, #""path":"p/q""#, #""consequence":true"#,
      #""contexts":[{"themes":["a"]},{"device":"pad","themes":[]}]"#,
      #""related":[{"message":"r","file":"g.json",\#(place)},{"message":"s","file":""}]"#, #""help":"h""#,
      #""fix":{"title":"t","safe":true,"edits":[{"file":"f.json","offset":40,"length":7,"text":"\"red\""}]}"#,
      #""heldBack":true"#, #""since":8"#,
    ]
    check(.ndjson, [sample.findings([diagnostic])], "{\(members.joined(separator: ","))}\n")
  }

  @Test func jsonOfAReport() {
    func check(_ all: String, _ expected: String) {
      var findings = sample.findings([])
      findings.suppressed = [
        .init(diagnostic: sample.diagnostic(.unused, "m", file: "f.json"), source: .comment, reason: nil)
      ]
      findings.unchecked = [.unused]
      findings.permutations = (checked: 256, all: all)
      #expect(
        DiagnosticFormat.json.text([findings], for: .plain, width: 80).filter { !$0.isWhitespace }
          == #"{"diagnostics":[],"errors":0,"warnings":0,"infos":0,"suppressed":1,"unchecked":["LV1005"],"#
          + #""permutations":{"checked":256,"all":\#(expected)}}"#)
    }
    check("300", "300")
    check("9007199254740992", "9007199254740992")
    check("9007199254740993", #""9007199254740993""#)
    check("123456789012345678901234567890", #""123456789012345678901234567890""#)
  }

  @Test func sarif() {
    let diagnostic = sample.diagnostic(
      .unknownReference, "unknown", file: "a,b.json", at: "ref://b",
      related: [sample.related("again", file: "a,b.json", at: "1 }")])
    let log = sarifLog([sample.findings([diagnostic], prefix: "My Theme/")])
    let run = log["runs"]?.array?.first
    #expect(log["version"]?.string == "2.1.0")
    let rules = run?["tool"]?["driver"]?["rules"]?.array ?? []
    #expect(rules.count == 1)
    let explanation = Explanation(of: .unknownReference)
    #expect(rules.first?["id"] == "LV1001" && rules.first?["name"] == "unknown-reference")
    #expect(rules.first?["defaultConfiguration"]?["level"] == "error")
    #expect(rules.first?["shortDescription"]?["text"]?.string == explanation.meaning)
    #expect(rules.first?["help"]?["text"]?.string?.hasSuffix("How to fix it: \(explanation.remedy)") == true)
    let result = run?["results"]?.array?.first
    #expect(
      result?["locations"]?.text == """
        [{"physicalLocation":{"artifactLocation":{"uri":"My%20Theme/a%2Cb.json"},"region":{"startLine":1,"startColumn":9,\
        "endLine":1,"endColumn":16,"byteOffset":8,"byteLength":7}}}]
        """)
    #expect(result?["relatedLocations"]?.array?.first?["message"]?.text == #"{"text":"again"}"#)
  }

  /// A tool would take a bundle without findings for a good one.
  @Test func bundlesThatCannotBeRead() throws {
    func text(_ format: DiagnosticFormat, isListed: Bool = false) -> String {
      let gone = UnreadableBundle(name: "a:b", message: "`a:b` cannot be read:\nIt\u{1b}", isListed: isListed)
      var text: [UInt8] = []
      format.write([sample.findings([])], unreadable: [gone], for: .plain, width: 80) { text += $0 }
      return String(decoding: text, as: UTF8.self)
    }
    let expected = ##"[{"bundle":"a:b","message":"`a:b` cannot be read:\nIt\u001b"}]"##
    #expect(try JSONValue(parsing: Array(text(.json).utf8))["unreadable"]?.text == expected)
    let run = try JSONValue(parsing: Array(text(.sarif).utf8))["runs"]?.array?.first
    #expect(run?["invocations"]?.array?.first?["executionSuccessful"] == false)
    #expect(run?["results"] == [])
    #expect(text(.github) == "::error title=a%3Ab::`a:b` cannot be read:%0AIt␛\n")
    #expect(text(.github, isListed: true) == "")
    #expect(text(.concise) == "" && text(.ndjson) == "" && text(.pretty) == "")
  }

  @Test func sarifOfSuppressedFindings() {
    let diagnostic = sample.diagnostic(.unused, "unused", file: "a,b.json")
    var findings = sample.findings([diagnostic])
    findings.suppressed = [.init(diagnostic: diagnostic, source: .comment, reason: "kept")]
    let results = sarifLog([findings])["runs"]?.array?.first?["results"]?.array ?? []
    #expect(results.map { $0["suppressions"]?.text } == [nil, #"[{"kind":"inSource","justification":"kept"}]"#])
  }
}

extension DiagnosticFormat {
  /// The findings in this format, as one text.
  fileprivate func text(
    _ bundles: [BundleFindings], for stream: StreamStyle, width: Int, workers: some Workers = CallingThread()
  ) -> String {
    var text: [UInt8] = []
    write(bundles, for: stream, width: width, workers: workers) { text += $0 }
    return String(decoding: text, as: UTF8.self)
  }
}

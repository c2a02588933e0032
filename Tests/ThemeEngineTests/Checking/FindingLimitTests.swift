// SPDX-License-Identifier: GPL-2.0-or-later

import Testing
import ThemeModel

@testable import ThemeEngine

/// Files with more findings than a list has place for, in each format: `more-findings` counts the rest, and what is served does not
/// depend on the limit.
@Suite struct FindingLimitTests {
  private static let maximum = FindingList.maximumOfRule

  private static func many(_ text: (Int) -> String) -> String { (0..<2_500).map(text).joined() }

  private func engine(_ path: String, _ text: String, _ dialect: DialectName = .redbeard) -> ThemeEngine {
    let engine = ThemeEngine(bundle: "b")
    var files = ["livery.json": #"{"dialect": "\#(dialect.rawValue)"}"#, path: text]
    if dialect == .redbeard { files["theme.inc.json"] = #"{"themes": ["a.json"]}"# }
    engine.apply(
      files.sorted { $0.key < $1.key }.map { FileChange(path: $0.key, content: .bytes(Array($0.value.utf8))) })
    return engine
  }

  private struct Case: CustomTestStringConvertible, Sendable {
    let path: String
    let dialect: DialectName
    /// Accepted content.
    let good: String
    /// Content with 2,500 findings of a rule.
    let bad: String
    /// The same with an error after them.
    let broken: String
    let code: DiagnosticCode
    let omitted: Int

    var testDescription: String { "\(path) \(code.rawValue)" }
  }

  private static let cases: [Case] = {
    let plist = { (content: String) in #"<plist version="1.0"><dict>\#(content)</dict></plist>"# }
    let dates = many { "<key>k\($0)</key><date>2020-01-01T00:00:00Z</date>\n" }
    let commas = many { "\"k\($0)\": 1\n" }
    let keys = many { _ in "\"a\": 1,\n" }
    let numbers = many { "k\($0): .inf\n" }
    return [
      Case(
        path: "a.json", dialect: .redbeard, good: #"{"a": 1}"#, bad: "{\(commas)}", broken: "{\(commas) 01, [}",
        code: .missingComma,
        omitted: 499),
      Case(
        path: "a.json", dialect: .redbeard, good: #"{"a": 1}"#, bad: "{\(keys) \"a\": 2}",
        broken: "{\(keys) \"a\": 01}",
        code: .duplicateKey, omitted: 500),
      Case(
        path: "default.plist", dialect: .flat, good: plist("<key>a</key><real>1</real>"), bad: plist(dates),
        broken: plist(dates + "<key>"), code: .shape, omitted: 500),
      Case(
        path: "a.tokens.yaml", dialect: .tokens, good: "a: {$type: number, $value: 1}\n", bad: numbers,
        broken: numbers + "\"", code: .badNumber, omitted: 1000),
    ]
  }()

  @Test(arguments: cases) private func theRestIsCounted(_ example: Case) throws {
    let engine = engine(example.path, example.bad, example.dialect)
    let found = engine.report(on: .all).diagnostics
    #expect(found.count { $0.code == example.code } == Self.maximum)
    let omitted = found.compactMap(\.omitted)
    #expect(omitted.reduce(0) { $0 + $1.count } == example.omitted)
    let more = try #require(found.first { $0.omitted?.rule == example.code })
    #expect(more.message.hasSuffix(" more findings of `\(example.code.slug)` in this file are not listed"))
    #expect(more.file == example.path && more.range == nil && more.severity == example.code.severity)
    // It follows the findings that are listed.
    #expect(found.suffix(omitted.count).allSatisfy { $0.code == .moreFindings })
  }

  /// Findings about resolved values count with those of the file.
  @Test func resolvedValues() {
    let text = "{" + Self.many { "\"k\($0)\": {\"a\": \"ref://none\($0)\", \"a\": \"ref://no\($0)\"},\n" } + "\"b\": 1}"
    let found = engine("a.json", text).report(on: .all).diagnostics
    let codes: [DiagnosticCode] = [.unknownReference, .duplicateKey]
    #expect(codes.map { code in found.count { $0.code == code } } == [Self.maximum, Self.maximum])
    #expect(found.filter { $0.code == .moreFindings }.compactMap(\.omitted?.count) == [500, 500])
  }

  /// An error holds its file back even if it is beyond the limit.
  @Test(arguments: cases) private func laterErrorsCount(_ example: Case) throws {
    let engine = engine(example.path, example.good, example.dialect)
    engine.publish()
    let good = try engine.open(Context()).content
    engine.apply([FileChange(path: example.path, content: .bytes(Array(example.broken.utf8)))])
    engine.publish()
    let snapshot = engine.open(Context())
    #expect(try snapshot.content == good)
    #expect(snapshot.diagnostics.contains { $0.code.holdsBack && $0.heldBackSince != nil })
  }

  /// What a file leaves out has the weight that the manifest gives to its rule.
  @Test func silencedFindings() {
    let suppressed = { (code: String) in
      #"{"dialect": "redbeard", "suppressions": [{"code": "\#(code)", "file": "a.json", "reason": "old"}]}"#
    }
    func check(
      _ text: String, _ code: DiagnosticCode, _ expected: [Severity], _ location: SourceLocation = #_sourceLocation
    ) {
      let engine = engine("a.json", text)
      engine.apply([FileChange(path: "livery.json", content: .bytes(Array(suppressed(code.slug).utf8)))])
      let found = engine.report(on: .all).diagnostics.filter { $0.code == .moreFindings || $0.code == code }
      #expect(found.map(\.severity) == expected, sourceLocation: location)
    }
    check("{" + Self.many { _ in "\"a\": 1,\n" } + "\"b\": 1}", .duplicateKey, [])
    check("{" + Self.many { "\"k\($0)\": {\"a\": \"ref://none\($0)\"},\n" } + "\"b\": 1}", .unknownReference, [])
  }

  /// A suppression may belong to a finding that is not listed.
  @Test func suppressionsAreNotUnused() {
    func check(_ count: Int, unused: Int, unchecked: [DiagnosticCode], _ location: SourceLocation = #_sourceLocation) {
      let text = "{\(Array(repeating: "\"a\": 1,\n", count: count).joined()) // livery-ignore bad-color: why\n\"b\": 1}"
      let report = engine("a.json", text).report(on: .all)
      #expect(report.diagnostics.count { $0.code == .unusedSuppression } == unused, sourceLocation: location)
      #expect(report.unchecked == unchecked, sourceLocation: location)
    }
    check(10, unused: 1, unchecked: [])
    check(2_500, unused: 0, unchecked: [.unusedSuppression])
  }

  /// An edit of one id is read alone only while all findings are listed.
  @Test func editsOfFilesWithManyFindings() {
    func check(_ count: Int, _ location: SourceLocation = #_sourceLocation) {
      let file = { (color: String, width: Int) in
        "{" + (0..<count).map { "\"k\($0)\": {\"color\": \"\(color)\", \"colour\": \"#12345g\"},\n" }.joined()
          + "\"last\": {\"width\": \(width), \"width\": 1}}"
      }
      let edited = engine("a.json", file("#123456", 1))
      edited.publish()
      edited.apply([FileChange(path: "a.json", content: .bytes(Array(file("#123456", 22).utf8)))])
      let cold = engine("a.json", file("#123456", 22))
      #expect(
        edited.report(on: .all).diagnostics == cold.report(on: .all).diagnostics, sourceLocation: location)
    }
    check(990)
    check(Self.maximum - 1)
    check(Self.maximum)
    check(Self.maximum + 10)
  }

  /// Comments and trailing commas are findings of strict checks alone, and so is what is left out of them.
  @Test func strictFindings() {
    let report = engine("a.json", "{" + Self.many { "\"k\($0)\": 1, // why\n" } + "\"b\": 1}").report(on: .all)
    #expect(report.diagnostics.count { $0.omitted?.rule == .jsonComment } == 1)
    #expect(report.usual.diagnostics.isEmpty && report.unchecked == [])
  }

  /// What is left out has the severity that the manifest gives to the rule, and is gone where the rule is off.
  @Test func rulesOfTheManifest() {
    func check(_ level: String, _ expected: [Severity], _ location: SourceLocation = #_sourceLocation) {
      let engine = engine("a.json", "{" + Self.many { _ in "\"a\": 1,\n" } + "\"b\": 1}")
      let manifest = #"{"dialect": "redbeard", "rules": {"duplicate-key": "\#(level)"}}"#
      engine.apply([FileChange(path: "livery.json", content: .bytes(Array(manifest.utf8)))])
      let found = engine.report(on: .all).diagnostics.filter { $0.code == .moreFindings }
      #expect(found.map(\.severity) == expected, sourceLocation: location)
    }
    check("off", [])
    check("info", [.info])
    check("error", [.error])
  }
}

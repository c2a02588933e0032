// SPDX-License-Identifier: GPL-2.0-or-later

import Testing
import ThemeModel

@testable import ThemeEngine

/// Effects of a manifest's `rules` and `suppressions` on snapshots and checks.
@Suite struct PolicyTests {
  private let engine = ThemeEngine(bundle: "b")

  private func write(_ files: [String: String?]) {
    engine.apply(
      files.sorted { $0.key < $1.key }.map { path, text in
        FileChange(path: path, content: text.map { .bytes(Array($0.utf8)) } ?? .gone)
      })
  }

  private static let bundle: [String: String?] = [
    "theme.inc.json": #"{"themes": ["a.json", "sub/b.json"]}"#,
    "a.json": #"{"s": {"p": "ref://gone", "q": {"r": "ref://gone"}}, "t": "ref://gone", "k": {}}"#,
    "sub/b.json": #"{"k": 1, "u": "ref://gone",}"#,
    "orphan.json": "{}",
  ]

  /// Without a manifest: the findings of snapshots, of `check`, and of strict checks.
  private static let usual = ["error LV1001 s p", "error LV1001 s q/r", "error LV1001 t", "error LV1001 u"]

  private func words(_ diagnostics: [Diagnostic]) -> [String] {
    diagnostics.map { diagnostic in
      let parts = [diagnostic.severity.rawValue, diagnostic.code.rawValue, diagnostic.id, diagnostic.path]
      return parts.compactMap(\.self).joined(separator: " ")
    }.sorted()
  }

  /// The findings of snapshots, and those that `check` adds.
  private func check(
    _ manifest: String, published: [String], checked: [String] = ["info LV1008"],
    _ location: SourceLocation = #_sourceLocation
  ) {
    write(Self.bundle)
    write(["livery.json": manifest])
    engine.publish()
    #expect(words(engine.open(Context()).diagnostics) == published.sorted(), sourceLocation: location)
    #expect(words(engine.check(Context())) == (published + checked).sorted(), sourceLocation: location)
  }

  private static let clash = "warning LV1015 k"

  @Test func withoutRules() { check("{}", published: Self.usual + [Self.clash]) }

  @Test func rulesChangeSeverities() {
    check(
      #"{"rules": {"unknown-reference": "warning", "LV1015": "error"}}"#,
      published: Self.usual.map { "warning" + $0.dropFirst(5) } + ["error LV1015 k"])
    check(
      #"{"rules": {"LV1001": "info"}}"#, published: [Self.clash],
      checked: ["info LV1008"] + Self.usual.map { "info" + $0.dropFirst(5) })
  }

  @Test func rulesSilence() {
    check(#"{"rules": {"LV1001": "off", "orphan-file": "off"}}"#, published: [Self.clash], checked: [])
  }

  /// Findings of `check` alone stay there; a finding that a rule raises is reported by checks that are not strict.
  @Test func rulesRaise() {
    check(#"{"rules": {"orphan-file": "error"}}"#, published: Self.usual + [Self.clash], checked: ["error LV1008"])
    check(#"{"rules": {"trailing-comma": "warning"}}"#, published: Self.usual + [Self.clash, "warning LV0002"])
    check(#"{"rules": {"trailing-comma": "info"}}"#, published: Self.usual + [Self.clash])
    #expect(engine.report(on: .one(Context())).diagnostics.contains { $0.code == .trailingComma })
  }

  @Test func suppressionsMatchAllThatTheySay() {
    func suppression(_ members: String) -> String {
      #"{"suppressions": [{"code": "LV1001", "reason": "r"\#(members)}]}"#
    }
    func rest(_ silent: String...) -> [String] { Self.usual.filter { !silent.contains($0) } + [Self.clash] }
    check(suppression(""), published: [Self.clash])
    check(suppression(#", "file": "sub/*.json""#), published: rest("error LV1001 u"))
    check(suppression(#", "file": "sub""#), published: rest("error LV1001 u"))
    check(suppression(#", "id": "s""#), published: rest("error LV1001 s p", "error LV1001 s q/r"))
    check(suppression(#", "path": "q""#), published: rest("error LV1001 s q/r"))
    check(suppression(#", "path": "*""#), published: rest("error LV1001 s p", "error LV1001 s q/r"))
    check(suppression(#", "id": "s", "path": "p", "file": "a.json""#), published: rest("error LV1001 s p"))
    check(suppression(#", "id": "s", "path": "p", "file": "sub/**""#), published: rest())
  }

  @Test func aSuppressionOfNothingIsToldByChecksOfAllContexts() {
    write(Self.bundle)
    write([
      "livery.json": """
      {"suppressions": [{"code": "LV1001", "reason": "r"},
        {"code": "LV2001", "reason": "r"}]}
      """
    ])
    #expect(engine.check(Context()).map(\.code) == [.kindClash, .orphanFile])
    let reported = engine.checkEverywhere()
    // The rules go on being checked beside an error that is silenced.
    #expect(reported.map(\.code) == [.kindClash, .unusedSuppression, .orphanFile, .unused])
    #expect(reported[1].file == "livery.json" && reported[1].severity == .warning && reported[1].isConsequence)
    #expect(reported[1].range?.start == SourcePosition(line: 2, column: 3, offset: 55))
    #expect(engine.source(of: "livery.json") != nil)
    write(["livery.json": #"{"suppressions": [{"code": "LV2001", "reason": "r"}], "rules": {"LV9001": "off"}}"#])
    #expect(!engine.checkEverywhere().contains { $0.code == .unusedSuppression })
  }

  @Test func allContextsAreChecked() {
    write([
      "theme.inc.json": #"{"themes": ["a.json"]}"#,
      "a.json": #"{"always": "ref://gone", "x": 1, "x_iPad": "ref://gone"}"#,
      "livery.json": #"{"contexts": {"pad": {"device": "pad"}, "phone": {"device": "phone"}}}"#,
    ])
    #expect(words(engine.check(Context())) == ["error LV1001 always"])
    #expect(words(engine.checkEverywhere()) == ["error LV1001 always", "error LV1001 x"])
    // Of use in one of the contexts is of use.
    write([
      "livery.json": """
      {"contexts": {"pad": {"device": "pad"}}, "suppressions": [{"code": "LV1001", "id": "x", "reason": "r"}]}
      """
    ])
    #expect(words(engine.checkEverywhere()) == ["error LV1001 always"])
  }

  @Test func aRuleThatChangesIsAGeneration() {
    check("{}", published: Self.usual + [Self.clash])
    write(["livery.json": #"{"rules": {"LV1001": "off"}}"#])
    #expect(engine.publish().isNew)
    #expect(words(engine.open(Context()).diagnostics) == [Self.clash])
    #expect(!engine.publish().isNew)
  }

  /// A save in which a file is away for a moment is waited for, whatever the manifest says of the findings.
  @Test func halfASaveIsWorseThoughItIsSilent() {
    check(
      #"{"rules": {"LV1006": "off", "LV1001": "off"}}"#, published: [Self.clash])
    #expect(engine.publishUnlessWorse() != nil)
    write(["sub/b.json": nil])
    #expect(engine.publishUnlessWorse() == nil)
    write(["sub/b.json": #"{"k": 1, "u": 2}"#])
    #expect(engine.publishUnlessWorse() != nil)
  }
}

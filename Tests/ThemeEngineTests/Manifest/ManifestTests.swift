// SPDX-License-Identifier: GPL-2.0-or-later

import Foundation
import Testing
import TextComparison
import ThemeModel

@testable import ThemeEngine

/// The content of `livery.json`, and findings about it.
@Suite struct ManifestTests {
  /// The expected manifest, and `CODE line:column` of each expected finding in it.
  private func check(
    _ text: String, _ expected: [String] = [], _ location: SourceLocation = #_sourceLocation,
    is set: (inout Manifest) -> Void = { _ in }
  ) {
    let engine = ThemeEngine(bundle: "b")
    engine.apply([FileChange(path: "livery.json", content: .bytes(Array(text.utf8)))])
    var manifest = Manifest()
    set(&manifest)
    #expect(engine.sources.manifest == manifest, sourceLocation: location)
    let reported = engine.report(on: .one(Context())).diagnostics.filter { $0.file == "livery.json" }.map {
      diagnostic in
      let place = diagnostic.range.map { "\($0.start.line):\($0.start.column)" } ?? "?"
      return "\(diagnostic.code.rawValue) \(place)"
    }
    #expect(reported == expected, sourceLocation: location)
  }

  private func help(_ text: String) -> String? {
    let engine = ThemeEngine(bundle: "b")
    engine.apply([FileChange(path: "livery.json", content: .bytes(Array(text.utf8)))])
    return engine.check(Context()).first { $0.file == "livery.json" }?.help
  }

  @Test func whole() {
    check("{}")
    check("// nothing\n{ /* yet */ \"exclude\": [\"a\",], }") { $0.bounds.exclude = try? Selection(["a"]) }
    check("[]", ["LV0013 1:1"])
    check(#"{"nmae": 1}"#, ["LV1018 1:2"])
    #expect(help(#"{"nmae": 1}"#) == "did you mean `name`?")
    check(#"{"name": "a", "name": "b"}"#, ["LV0007 1:15"]) { $0.name = "b" }
    check(#"{"name": "a" "root": "b"}"#, ["LV0006 1:13"])
    check(#"{"name": 1, "root": "r.json"}"#, ["LV0013 1:10", "LV1010 1:21"]) { $0.root = "r.json" }
  }

  /// A manifest that only the letter case of its name keeps from being used. It is an orphan to a dialect with lists of files.
  @Test func aNameInTheWrongCase() {
    func check(_ files: [String: String], _ expected: [String], _ location: SourceLocation = #_sourceLocation) {
      let engine = ThemeEngine(bundle: "b")
      engine.apply(files.map { FileChange(path: $0, content: .bytes(Array($1.utf8))) })
      let reported = engine.checkEverywhere().filter { $0.file.lowercased().hasSuffix("livery.json") }.map {
        "\($0.file): \($0.code.rawValue) \($0.message); \($0.help ?? "")"
      }
      #expect(reported == expected, sourceLocation: location)
    }
    let redbeard = ["theme.inc.json": #"{ "themes": ["a.json"] }"#, "a.json": #"{ "gap": 4 }"#]
    let manifest = #"{ "dialect": "flat", "root": "a.json" }"#
    let orphan = "Livery.json: LV1008 no include file lists this file; list it in an include file, or remove it"
    let finding = "LV0013 this manifest is not used: its name must be in lower case; rename it to `livery.json`"
    check(redbeard.merging(["Livery.json": manifest]) { $1 }, ["Livery.json: \(finding)"])
    // Also where the dialect stays unknown without the manifest.
    check(["a.json": "{}", "LIVERY.json": manifest], ["LIVERY.json: \(finding)"])
    check(redbeard.merging(["Livery.json": manifest, "livery.json": "{}"]) { $1 }, [orphan])
    // A theme file, and a file in a directory.
    check(redbeard.merging(["Livery.json": #"{ "name": "x", "gap": 8 }"#]) { $1 }, [orphan])
    check(["a.json": #"{ "gap": 4 }"#, "Livery.json": "{}", "sub/Livery.json": manifest], [])
  }

  @Test func theSamplesOfTheReference() throws {
    let page = try String(contentsOf: Fixture.root.appending(path: "docs/manifest.md"), encoding: .utf8)
    let samples = page.split(separator: "```").enumerated().filter { $0.offset % 2 == 1 }.map {
      $0.element.dropFirst(5)
    }
    #expect(samples.count == 11)
    for sample in samples {
      let engine = ThemeEngine(bundle: "b")
      engine.apply([FileChange(path: "livery.json", content: .bytes(Array(sample.utf8)))])
      #expect(engine.report(on: .one(Context())).diagnostics.filter { $0.file == "livery.json" } == [], "\(sample)")
      #expect(engine.sources.manifest != Manifest(), "\(sample)")
    }
  }

  @Test func name() {
    check(#"{"name": "aurora borealis"}"#) { $0.name = "aurora borealis" }
    check(#"{"name": ""}"#, ["LV0013 1:10"])
    check(#"{"name": "a/b"}"#, ["LV0013 1:10"])
    check(#"{"name": "a\u0000b"}"#, ["LV0013 1:10"])
    check(#"{"name": "a\u0085b"}"#, ["LV0013 1:10"])
    let longest = String(repeating: "é", count: 127) + "e"
    check(#"{"name": "\#(longest)"}"#) { $0.name = longest }
    check(#"{"name": "\#(longest)e"}"#, ["LV0013 1:10"])
  }

  @Test func dialectAndRoot() {
    check(#"{"dialect": "redbeard", "root": "a.inc.json", "default": "day", "fallback": true}"#) {
      $0.dialect = .redbeard
      $0.root = "a.inc.json"
      $0.defaultTheme = "day"
      $0.fallsBack = true
    }
    check(#"{"dialect": "redberd"}"#, ["LV0013 1:13"])
    #expect(help(#"{"dialect": "redberd"}"#) == "did you mean `redbeard`?")
    check(#"{"root": ["a"], "default": null, "fallback": "yes"}"#, ["LV0013 1:10", "LV0013 1:28", "LV0013 1:46"])
  }

  /// `meant` is the text of the fix. Names that are not one slip away have none.
  @Test(
    arguments: [
      (#"{"context": {}}"#, "contexts"), (#"{"defualt": "a"}"#, "default"), (#"{"Root": "a"}"#, "root"),
      (#"{"dialect": "INLThemes"}"#, "inlthemes"), (#"{"dialect": "redbird"}"#, nil), (#"{"defluat": "a"}"#, nil),
      (#"{"limits": {"value": 10}}"#, "values"), (#"{"dialect": 7}"#, nil), (#"{"": 7}"#, nil),
    ] as [(String, String?)]) func misspeltNamesHaveASafeFix(text: String, meant: String?)
  {
    let engine = ThemeEngine(bundle: "b")
    engine.apply([FileChange(path: "livery.json", content: .bytes(Array(text.utf8)))])
    let found = engine.check(Context()).filter { $0.file == "livery.json" && $0.range != nil }
    #expect(found.map { $0.fix?.edits.map(\.text) } == [meant.map { [$0] }])
    #expect(found.allSatisfy { $0.fix?.safe ?? true })
  }

  @Test func suffixesAndExclude() {
    check(#"{"suffixes": {"pad": ["_iPad", "_tablet"], "phone": []}, "exclude": ["drafts/**"]}"#) {
      $0.suffixes = [.pad: ["_iPad", "_tablet"], .phone: []]
      $0.bounds.exclude = try? Selection(["drafts/**"])
    }
    check(#"{"suffixes": ["_iPad"]}"#, ["LV0013 1:14"])
    check(#"{"suffixes": {"tablet": ["_t"]}}"#, ["LV1018 1:15"]) { $0.suffixes = [:] }
    check(#"{"exclude": ["a", 7]}"#, ["LV0013 1:19"])
    check(#"{"exclude": "a"}"#, ["LV0013 1:13"])
    let long = String(repeating: "**/", count: Selection.maximumSegments) + "a"
    check(#"{"exclude": ["a", "\#(long)"]}"#, ["LV0013 1:13"])
    check(#"{"suppressions": [{"code": "unused", "file": "\#(long)", "reason": "r"}]}"#, ["LV0013 1:19"])
    check(#"{"suppressions": [{"code": "unused", "path": "\#(long)", "reason": "r"}]}"#, ["LV0013 1:19"])
  }

  @Test func contexts() {
    check(
      #"{"contexts": {"b": {"device": "pad", "version": "9.3.1", "language": "en-GB", "themes": ["x", "y"]}, "a": {}}}"#
    ) {
      let pad = Context(device: .pad, version: "9.3.1", language: "en_gb", themes: ["x", "y"])
      $0.contexts = [NamedContext(name: "b", context: pad), NamedContext(name: "a", context: Context())]
    }
    // A part of it would be a different context than the author meant.
    check(#"{"contexts": {"a": {"device": "pda", "version": "9"}, "b": {"version": "9"}}}"#, ["LV0013 1:31"]) {
      $0.contexts = [NamedContext(name: "b", context: Context(version: "9"))]
    }
    #expect(help(#"{"contexts": {"a": {"device": "pda"}}}"#) == "did you mean `pad`?")
    check(#"{"contexts": {"a": {"version": "9.x"}}}"#, ["LV0013 1:32"])
    check(#"{"contexts": {"a": {"version": 9}}}"#, ["LV0013 1:32"])
    check(#"{"contexts": {"a": {"language": ""}}}"#, ["LV0013 1:33"])
    check(#"{"contexts": {"a": {"themes": "x"}}}"#, ["LV0013 1:31"])
    check(#"{"contexts": {"a": {"themes": []}}}"#) { $0.contexts = [NamedContext(name: "a", context: Context())] }
    check(#"{"contexts": {"a": {"modifiers": {"size": "compact", "mood": "dark"}}, "b": {"modifiers": {}}}}"#) {
      let small = Context(modifiers: ["mood": "dark", "size": "compact"])
      $0.contexts = [NamedContext(name: "a", context: small), NamedContext(name: "b", context: Context())]
    }
    check(#"{"contexts": {"a": {"modifiers": "size"}}}"#, ["LV0013 1:34"])
    check(#"{"contexts": {"a": {"modifiers": ["size"]}, "b": {}}}"#, ["LV0013 1:34"]) {
      $0.contexts = [NamedContext(name: "b", context: Context())]
    }
    for count in [64, 65] {
      let themes = (0..<count).map { "t\($0)" }
      let modifiers = BytewiseDictionary(themes.map { ($0, "c") }) { first, _ in first }
      let isWithin = count <= 64
      check(
        #"{"contexts": {"a": {"themes": \#(themes)}}}"#, isWithin ? [] : ["LV0013 1:31"]
      ) { $0.contexts = isWithin ? [NamedContext(name: "a", context: Context(themes: themes))] : [] }
      let members = themes.map { #""\#($0)": "c""# }.joined(separator: ", ")
      check(
        #"{"contexts": {"a": {"modifiers": {\#(members)}}}}"#, isWithin ? [] : ["LV0013 1:34"]
      ) { $0.contexts = isWithin ? [NamedContext(name: "a", context: Context(modifiers: modifiers))] : [] }
    }
    #expect(help(#"{"contexts": {"a": {"modifiers": ["size"]}}}"#) == #"write { "MODIFIER": "CONTEXT" }"#)
    check(#"{"contexts": {"a": {"modifiers": {"size": 1, "mood": "dark"}}}}"#, ["LV0013 1:43"])
    check(#"{"contexts": {"a": {"modifiers": {"": "x", "b": "\u0000"}}}}"#, ["LV0013 1:35", "LV0013 1:49"])
    check(#"{"contexts": {"a": {"modifiers": {"size": "a", "size": "b"}}}}"#, ["LV0007 1:48"]) {
      $0.contexts = [NamedContext(name: "a", context: Context(modifiers: ["size": "b"]))]
    }
    check(#"{"contexts": {"a": {"modifier": {"size": "a"}}}}"#, ["LV1018 1:21"]) {
      $0.contexts = [NamedContext(name: "a", context: Context())]
    }
    check(#"{"contexts": {"a": {"divice": "pad"}}}"#, ["LV1018 1:21"]) {
      $0.contexts = [NamedContext(name: "a", context: Context())]
    }
    check(#"{"contexts": {"a": "pad"}}"#, ["LV0013 1:20"])
    check(#"{"contexts": []}"#, ["LV0013 1:14"])
  }

  @Test func outside() {
    check(#"{"outside": ["../common", "/srv/themes"]}"#) { $0.bounds.outside = ["../common", "/srv/themes"] }
    check(#"{"outside": "../common"}"#, ["LV0013 1:13"])
    check(#"{"outside": ["../common", ""]}"#, ["LV0013 1:27"])
  }

  @Test func limits() {
    check(#"{"limits": {"depth": 512, "fileSize": 268435456, "values": 16000000}}"#) {
      $0.limits = .ceiling
    }
    check(#"{"limits": {"depth": 1, "fileSize": 1, "values": 1}}"#) {
      $0.limits = BundleLimits(depth: 1, fileSize: 1, values: 1)
    }
    check(
      #"{"limits": {"depth": 513, "fileSize": 268435457, "values": 16000001}}"#,
      ["LV0013 1:22", "LV0013 1:39", "LV0013 1:60"])
    check(#"{"limits": {"depth": 0, "fileSize": -1, "values": 2.5}}"#, ["LV0013 1:22", "LV0013 1:37", "LV0013 1:51"])
    check(#"{"limits": {"depth": "9", "values": 1e3}}"#, ["LV0013 1:22"]) { $0.limits.values = 1000 }
    check(#"{"limits": {"size": 9}}"#, ["LV1018 1:13"])
    check(#"{"limits": 9}"#, ["LV0013 1:12"])
  }

  @Test func rules() {
    check(#"{"rules": {"LV1005": "off", "unused": "info", "kind-clash": "error", "LV3001": "warning"}}"#) {
      $0.policy.rules = [.unused: .severity(.info), .kindClash: .severity(.error), .contrast: .severity(.warning)]
    }
    check(#"{"rules": {"unusd": "off"}}"#, ["LV9002 1:12"])
    #expect(help(#"{"rules": {"unusd": "off"}}"#) == "did you mean `unused`?")
    check(#"{"rules": {"unused": "of", "LV1006": "warning"}}"#, ["LV0013 1:22"]) {
      $0.policy.rules = [.missingFile: .severity(.warning)]
    }
    #expect(help(#"{"rules": {"unused": "of"}}"#) == "did you mean `off`?")
    check(#"{"rules": {"unused": false}}"#, ["LV0013 1:22"])
    check(#"{"rules": ["unused"]}"#, ["LV0013 1:11"])
  }

  @Test(arguments: DiagnosticCode.allCases.filter(\.isFixed)) func whatNoRuleDecidesOn(code: DiagnosticCode) {
    for weight in ["off", "info", "warning", "error"] {
      check(#"{"rules": {"\#(code.slug)": "\#(weight)"}}"#, ["LV0013 1:12"])
    }
    check(#"{"suppressions": [{"code": "\#(code.rawValue)", "reason": "r"}]}"#, ["LV0013 1:28"])
  }

  @Test func suppressions() throws {
    check(#"{"suppressions": [{"code": "unused", "reason": "r"}]}"#) {
      $0.policy.suppressions = [.init(code: .unused, reason: "r", range: ByteRange(18, 51))]
    }
    let (files, paths) = (try Selection(["a/*"]), try Selection(["c/**"]))
    check(#"{"suppressions": [{"code":"LV1001","file":"a/*","id":"b","path":"c/**","reason":"r"}]}"#) {
      $0.policy.suppressions = [
        .init(
          code: .unknownReference, files: files, id: "b", paths: paths, reason: "r", range: ByteRange(18, 84))
      ]
    }
    check(#"{"suppressions": [{"code": "unused"}]}"#, ["LV0013 1:19"])
    check(#"{"suppressions": [{"reason": "r"}]}"#, ["LV0013 1:19"])
    check(#"{"suppressions": [{"code": "unused", "reason": ""}]}"#, ["LV0013 1:48"])
    check(#"{"suppressions": [{"code": "unusd", "reason": "r"}]}"#, ["LV9002 1:28"])
    check(#"{"suppressions": [{"code": "unused", "reason": "r", "file": 7}]}"#, ["LV0013 1:61"])
    check(#"{"suppressions": [{"code": "unused", "reason": "r", "files": "a"}]}"#, ["LV1018 1:53"]) {
      $0.policy.suppressions = [.init(code: .unused, reason: "r", range: ByteRange(18, 65))]
    }
    check(#"{"suppressions": ["unused"]}"#, ["LV0013 1:19"])
    let many = (0..<1_026).map { #"{"code":"unused","id":"\#($0 + 1000)","reason":"r"}"# }
    check("{\"suppressions\": [" + many.joined(separator: ",\n") + "]}", ["LV0013 1025:1"]) {
      $0.policy.suppressions = (0..<1_024).map {
        let start = 18 + 44 * $0
        return .init(code: .unused, id: "\($0 + 1000)", reason: "r", range: ByteRange(start, start + 42))
      }
    }
    check(#"{"suppressions": {"code": "unused"}}"#, ["LV0013 1:18"])
    check(#"{"suppressionReasons": "required"}"#) { $0.policy.suppressionReasons = .required }
    check(#"{"suppressionReasons": "optional"}"#) { _ in }
    check(#"{"suppressionReasons": true}"#, ["LV0013 1:24"])
  }

  /// While it cannot be read, the last good one counts.
  @Test func lastGood() {
    let engine = ThemeEngine(bundle: "b")
    for text in [#"{"outside": ["/srv"], "contexts": {"a": {}}}"#, #"{"outside": "#] {
      engine.apply([FileChange(path: "livery.json", content: .bytes(Array(text.utf8)))])
      engine.publish()
      #expect(engine.settings.bounds.outside == ["/srv"])
      #expect(engine.namedContexts.map(\.name) == ["a"])
    }
    engine.apply([FileChange(path: "livery.json", content: .gone)])
    #expect(engine.sources.manifest == Manifest())
    #expect(BundleSettings(manifest: .bytes(Array(#"{"name": "#.utf8))) == BundleSettings())
  }
}

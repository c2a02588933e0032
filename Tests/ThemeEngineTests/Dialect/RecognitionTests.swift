// SPDX-License-Identifier: GPL-2.0-or-later

import JSONText
import Testing
import ThemeModel

@testable import ThemeEngine

/// The recognised dialect of a bundle: by its manifest, by a root file that the user named, by its files.
@Suite struct RecognitionTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let name: String
    /// The content of each file: a key of `contents`, or a text.
    var files: [String: String]
    /// The root file that the user named.
    var root: String?
    /// The dialect, or the code and message of the finding that says why it is unknown.
    let expected: String

    var testDescription: String { name }
  }

  private static let contents = [
    "array": #"[{"a": "1"}, {"B": {"c": "2"}}]"#,
    "styles": #"{"Button": {"titleColor": "red"}}"#,
    "scalars": #"{"a": 1, "b": "x"}"#,
    "giotto": #"{"formatVersion": 2, "Constants": {"A": 1}, "Styles": {"S": {"a": "A"}}}"#,
    "giotto plist": "<plist><dict><key>Constants</key><dict><key>A</key><integer>1</integer></dict></dict></plist>",
    "flat": "<plist><dict><key>a</key><integer>1</integer></dict></plist>",
    "styles plist": "<plist><dict><key>A</key><dict><key>b</key><string>c</string></dict></dict></plist>",
    "array plist": "<plist><array><dict/><dict/></array></plist>",
    "earlier tokens": #"{"size": {"base": {"small": {"value": "2px", "type": "dimension"}}}}"#,
    "styles with values": #"{"Button": {"value": "red"}, "Slider": {"range": {"value": {"low": 1}}}}"#,
    "list plist": "<plist><array><string>a</string></array></plist>",
    "include": #"{"themes": []}"#,
    "scheme": "system: base16\npalette:\n  base00: '181818'\n",
    "old scheme": "scheme: a\nbase00: '181818'\n",
  ]

  static let cases: [Case] = [
    // By names alone.
    Case(name: "a root include file", files: ["theme.inc.json": "include", "a.json": "styles"], expected: "redbeard"),
    Case(name: "of a variant", files: ["theme_pad_9.inc.json": "include"], expected: "redbeard"),
    Case(name: "with a capital", files: ["Theme.inc.json": "include"], expected: "redbeard"),
    Case(
      name: "one below the root", files: ["core/theme.inc.json": "include", "x.json": "array"], expected: "redbeard"),
    Case(
      name: "several below the root", files: ["a/theme.inc.json": "include", "b/theme.inc.json": "include"],
      expected: """
        LV0012 this is not a bundle; it contains 2 bundles: `a`, `b`
        """),
    Case(name: "broken", files: ["theme.inc.json": "{"], expected: "redbeard"),
    Case(name: "with a wrong name", files: ["teme.inc.json": "include", "a.json": "styles"], expected: "redbeard"),
    Case(name: "an include file below", files: ["a/b.inc.json": "include", "a.json": "styles"], expected: "inlthemes"),

    // By contents.
    Case(name: "theme.json with an array", files: ["theme.json": "array", "more.json": "array"], expected: "oracle"),
    Case(
      name: "theme.json with an array beside styles", files: ["theme.json": "array", "a.json": "styles"],
      expected: "oracle"),
    Case(name: "the only array", files: ["themes/red.json": "array", "package.json": "scalars"], expected: "oracle"),
    Case(name: "two arrays in a property list", files: ["a.plist": "array plist"], expected: "oracle"),
    Case(
      name: "two arrays", files: ["a.json": "array", "b.json": "array"],
      expected: "LV0012 this bundle matches several dialects: `a.json`, `b.json` have arrays at their roots (oracle)"),
    Case(name: "Constants", files: ["theme_default.plist": "giotto plist"], expected: "giotto"),
    Case(name: "a formatVersion", files: ["theme.json": #"{"formatVersion": 1}"#], expected: "giotto"),
    Case(
      name: "Constants that are none", files: ["a.plist": "flat", "b.json": #"{"Constants": [1]}"#], expected: "flat"),
    Case(
      name: "Constants beside what might be something", files: ["a.plist": "flat", "b.json": "giotto"],
      expected: "giotto"),
    Case(
      name: "Constants beside an array", files: ["a.json": "array", "b.json": "giotto"],
      expected: """
        LV0012 this bundle matches several dialects: `a.json` has an array at its root (oracle); `b.json` has `Constants` \
        or a `formatVersion` (giotto)
        """),
    Case(name: "Constants beside theme.json", files: ["theme.json": "array", "b.json": "giotto"], expected: "oracle"),
    Case(name: "a scheme", files: ["a.yaml": "scheme", "b/c.yml": "old scheme"], expected: "base16"),
    Case(name: "a scheme in JSON", files: ["a.json": #"{"name": "a", "palette": {"base0F": ""}}"#], expected: "base16"),
    Case(
      name: "a scheme beside YAML of some tool", files: ["a.yaml": "scheme", "ci.yml": "on: x"], expected: "base16"),
    Case(
      name: "a palette that is none of a scheme", files: ["a.json": #"{"palette": {"red": {}}}"#],
      expected: "inlthemes"),
    Case(
      name: "schemes below a root include file", files: ["theme.inc.json": "include", "a.yaml": "scheme"],
      expected: "redbeard"),
    Case(
      name: "a scheme beside a flat property list", files: ["a.yaml": "scheme", "b.plist": "flat"],
      expected: """
        LV0012 this bundle matches several dialects: `b.plist` is a property list of plain values (flat); `a.yaml` has the \
        palette of a scheme (base16)
        """),
    Case(
      name: "YAML of some tool beside a flat property list", files: ["a.plist": "flat", "ci.yml": "on: {push: {}}"],
      expected: "flat"),
    Case(name: "a flat property list", files: ["a.plist": "flat", "b.plist": "flat"], expected: "flat"),
    Case(
      name: "dictionaries of dictionaries", files: ["a.json": "styles", "b.plist": "styles plist"],
      expected: "inlthemes"),
    Case(
      name: "tokens as tools wrote them before the format was stable", files: ["a/base.json": "earlier tokens"],
      expected: "tokens"),
    Case(name: "styles with attributes called value", files: ["a.json": "styles with values"], expected: "inlthemes"),
    Case(
      name: "a package of a tool, with values deep in it, beside a flat property list",
      files: ["a.plist": "flat", "package.json": #"{"name": "x", "config": {"a": {"value": 1}}}"#], expected: "flat"),
    Case(
      name: "YAML of a tool, with values deep in it, beside a scheme",
      files: ["a.yaml": "scheme", "ci.yml": "jobs:\n  env:\n    level: {value: 1}\n"], expected: "base16"),
    Case(
      name: "Constants beside objects with values",
      files: ["a.json": #"{"Constants": {"A": {"b": {"value": 1}}}, "Styles": {}}"#], expected: "giotto"),
    Case(
      name: "two things at once", files: ["a.plist": "flat", "b.plist": "styles plist"],
      expected: """
        LV0012 this bundle matches several dialects: `a.plist` is a property list of plain values (flat); `b.plist` is a \
        dictionary of dictionaries (inlthemes)
        """),
    Case(
      name: "an array beside styles", files: ["a.json": "array", "b.json": "styles"],
      expected: """
        LV0012 this bundle matches several dialects: `a.json` has an array at its root (oracle); `b.json` is a dictionary \
        of dictionaries (inlthemes)
        """),
    Case(
      name: "nothing that is a theme", files: ["a.json": "scalars", "b.plist": "list plist"],
      expected: """
        LV0012 the dialect of this bundle is unknown; Livery found: `a.json`, `b.plist`
        """),
    Case(
      name: "many files",
      files: Dictionary(uniqueKeysWithValues: (1...7).map { ("\($0).json", "scalars") }),
      expected: """
        LV0012 the dialect of this bundle is unknown; Livery found: `1.json`, `2.json`, `3.json`, \
        `4.json`, `5.json` and 2 more
        """),
    Case(
      name: "no files", files: [:],
      expected: "LV0012 no theme files found here"),
    Case(
      name: "what recovery makes of a broken file", files: ["theme.json": #"[{"a": "1" "b": "2"}, {}]"#],
      expected: "oracle"),

    // The manifest has the last word.
    Case(
      name: "a manifest wins over names", files: ["theme.inc.json": "include", "livery.json": #"{"dialect": "flat"}"#],
      expected: "flat"),
    Case(
      name: "a manifest settles what could be two things",
      files: ["a.plist": "flat", "b.plist": "styles plist", "livery.json": #"{"dialect": "inlthemes"}"#],
      expected: "inlthemes"),
    Case(
      name: "a manifest makes JSON a theme", files: ["a.json": "scalars", "livery.json": #"{"dialect": "flat"}"#],
      expected: "flat"),
    Case(
      name: "a manifest's root settles it",
      files: ["a.json": "array", "b.json": "array", "livery.json": #"{"root": "b.json"}"#], expected: "oracle"),
    Case(
      name: "a manifest's root that is not there", files: ["a.json": "array", "livery.json": #"{"root": "b.json"}"#],
      expected: "LV1010 the root file `b.json` is not in the bundle"),
    Case(
      name: "a manifest's root that is nothing",
      files: ["a.json": "array", "b.json": "scalars", "livery.json": #"{"root": "b.json"}"#],
      expected: "LV0012 `b.json` does not look like a theme of any dialect"),
    Case(
      name: "a manifest leaves a file out",
      files: ["a.json": "array", "b.json": "styles", "livery.json": #"{"exclude": ["a.json"]}"#],
      expected: "inlthemes"),
    Case(
      name: "an unknown dialect is as none", files: ["a.json": "array", "livery.json": #"{"dialect": "x"}"#],
      expected: "oracle"),
    Case(
      name: "a manifest alone is no theme", files: ["livery.json": #"{"contexts": {}}"#, "a.json": "array"],
      expected: "oracle"),

    // The user named the root file.
    Case(name: "a named root", files: ["a.json": "array", "b.json": "styles"], root: "a.json", expected: "oracle"),
    Case(
      name: "another named root", files: ["a.json": "array", "b.json": "styles"], root: "b.json", expected: "inlthemes"),
    Case(
      name: "a named include file", files: ["other.inc.json": "include", "theme.json": "array"], root: "other.inc.json",
      expected: "redbeard"),
    Case(
      name: "a named root wins over the manifest's",
      files: ["a.json": "array", "b.json": "styles", "livery.json": #"{"root": "b.json"}"#], root: "a.json",
      expected: "oracle"),
    Case(
      name: "the manifest's dialect holds for a named root",
      files: ["a.json": "styles", "livery.json": #"{"dialect": "redbeard"}"#], root: "a.json", expected: "redbeard"),
    Case(
      name: "a named root that is not there", files: ["a.json": "array"], root: "b.json",
      expected: "LV1010 the root file `b.json` is not in the bundle"),
  ]

  private func write(_ files: [String: String?], in engine: ThemeEngine) {
    engine.apply(
      files.sorted { $0.key < $1.key }.map { path, text in
        FileChange(path: path, content: text.map { .bytes(Array((Self.contents[$0] ?? $0).utf8)) } ?? .gone)
      })
  }

  private func answer(_ engine: ThemeEngine) -> String {
    engine.recognition.finding.map { "\($0.code.rawValue) \($0.message)" }
      ?? engine.dialectName?.rawValue ?? "nothing"
  }

  @Test(arguments: cases) func check(_ test: Case) {
    let engine = ThemeEngine(bundle: "b", rootFile: test.root)
    write(test.files, in: engine)
    #expect(answer(engine) == test.expected)
    // The result is the same for any order of the files.
    let other = ThemeEngine(bundle: "b", rootFile: test.root)
    write([:], in: other)
    for (path, text) in test.files.sorted(by: { $0.key > $1.key }) { write([path: text], in: other) }
    #expect(answer(other) == test.expected)
  }

  @Test func whatToWriteIsSaid() throws {
    let engine = ThemeEngine(bundle: "b")
    write(["a.json": "array", "b.json": "array"], in: engine)
    let help = try #require(engine.check(Context()).first?.help)
    for dialect in ["oracle", "giotto", "flat", "inlthemes", "redbeard", "base16"] {
      #expect(help.contains("\"\(dialect)\""))
    }
    #expect(help.contains("`livery.json`") && help.contains("{ \"dialect\":"))
  }

  @Test func everythingIsExcluded() {
    let engine = ThemeEngine(bundle: "b")
    write(["a.json": "array", "livery.json": #"{"exclude": ["*.json"]}"#], in: engine)
    #expect(answer(engine) == "LV0012 no theme files found here")
    #expect(engine.check(Context()).first?.help == "check `exclude` in `livery.json`: it may leave out all of them")
    write(["livery.json": nil, "a.json": nil], in: engine)
    #expect(engine.check(Context()).first?.help == "run `livery init`, or name another directory")
  }

  // MARK: Edits

  /// What was parsed for recognition is not what the first context reads, if the file changed in between.
  @Test func aFileThatChangesBeforeTheFirstContext() throws {
    let engine = ThemeEngine(bundle: "b")
    for number in 1...3 {
      write(["default.plist": "<plist><dict><key>a</key><integer>\(number)</integer></dict></plist>"], in: engine)
      #expect(engine.dialectName == .flat)
    }
    #expect(try content(engine)["constants"] == ["a": 3])
    #expect(engine.counters.filesParsed == 1)
  }

  /// Nor is it what the next recognition reads.
  @Test func aDialectThatChangesBeforeTheFirstContext() {
    let engine = ThemeEngine(bundle: "b")
    for (text, dialect) in [("array", "oracle"), (#"{"a": {"$value": 1, "$type": "number"}}"#, "tokens")] {
      write(["theme.json": text], in: engine)
      #expect(answer(engine) == dialect)
    }
  }

  /// The constants and styles that are served after a publication.
  private func content(_ engine: ThemeEngine) throws -> JSONValue {
    engine.publish()
    return try engine.open(Context()).content
  }

  /// An unreadable file counts as it did before.
  @Test(
    arguments: [
      "{", "[", "", "not JSON at all", #"{"Button": {"a": 1}"#, "<plist><dict>", "\u{FEFF}", #"{"a": "x" "b": 1}"#,
    ]) func aBrokenFileFlipsNothing(text: String) throws
  {
    let engine = ThemeEngine(bundle: "b")
    write(["theme.json": "array"], in: engine)
    let before = try content(engine)
    write(["theme.json": text], in: engine)
    #expect(engine.dialectName == .oracle)
    #expect(try content(engine) == before)
    #expect(engine.open(Context()).diagnostics.allSatisfy { $0.code.holdsBack })
    #expect(!engine.open(Context()).diagnostics.isEmpty)
    write(["theme.json": "array"], in: engine)
    #expect(try content(engine) == before)
    #expect(engine.open(Context()).diagnostics == [])
  }

  /// One broken file of several: the others alone would be something else.
  @Test func aBrokenFileGoesOnBeingEvidence() throws {
    let engine = ThemeEngine(bundle: "b")
    write(["theme_default.plist": "giotto plist", "more.plist": "flat"], in: engine)
    let before = try content(engine)
    write(["theme_default.plist": "<plist><dict><key>Constants</key>"], in: engine)
    #expect(engine.dialectName == .giotto)
    #expect(try content(engine) == before)
    write(["theme_default.plist": nil], in: engine)
    #expect(engine.dialectName == .flat)
  }

  @Test func aFileThatTurnsFromArrayToObject() throws {
    let engine = ThemeEngine(bundle: "b")
    write(["theme.json": "array"], in: engine)
    let oracle = try content(engine)
    write(["theme.json": "styles"], in: engine)
    engine.publish()
    let restarted = ThemeEngine(bundle: "b")
    restarted.restore(try #require(engine.heldRecord))
    write(["theme.json": "styles"], in: restarted)
    for engine in [engine, restarted] {
      #expect(engine.dialectName == .oracle)
      #expect(try content(engine) == oracle)
      let findings = engine.open(Context()).diagnostics
      #expect(findings.contains { $0.code == .unknownDialect && $0.help?.contains("livery forget") ?? false })
      #expect(findings.allSatisfy { $0.heldBackSince != nil })
    }
    write(["theme.json": "array"], in: restarted)
    #expect(try content(restarted) == oracle)
    #expect(restarted.open(Context()).diagnostics == [])

    engine.forgetPast()
    engine.publish()
    #expect(engine.dialectName == .inlthemes)
    let cold = ThemeEngine(bundle: "b")
    write(["theme.json": "styles"], in: cold)
    #expect(try content(engine) == content(cold))
    #expect(try content(engine) != oracle)
  }

  /// While the dialect is unknown, the last state is served.
  @Test func aBundleThatBecomesAmbiguous() throws {
    let engine = ThemeEngine(bundle: "b")
    write(["a.json": "array"], in: engine)
    let before = try content(engine)
    write(["b.json": "styles"], in: engine)
    #expect(engine.publishUnlessWorse() == nil)
    #expect(try content(engine) == before)
    #expect(engine.open(Context()).diagnostics.map(\.code) == [.unknownDialect])
    write(["livery.json": #"{"dialect": "oracle"}"#], in: engine)
    #expect(try content(engine) == before)
    #expect(engine.open(Context()).diagnostics == [])
    write(["livery.json": nil, "b.json": nil], in: engine)
    #expect(try content(engine) == before)
    #expect(engine.open(Context()).diagnostics == [])
  }

  /// A root file of another dialect that comes by mistake and goes again.
  @Test(arguments: [true, false]) func aRootThatServedNothingIsNotKept(isRestarted: Bool) throws {
    var engine = ThemeEngine(bundle: "b")
    let files: [String: String?] = ["default.plist": "flat", "night.plist": "flat"]
    write(files, in: engine)
    let before = try content(engine)
    #expect(engine.dialectName == .flat && before["constants"] != [:])
    for root in [#"{"themes": []}"#, #"{"include": ["gone.inc.json"]}"#] {
      write(["theme.inc.json": root], in: engine)
      #expect(try content(engine)["constants"] == [:])
      if isRestarted {
        let restarted = ThemeEngine(bundle: "b")
        if let record = engine.heldRecord { restarted.restore(record) }
        write(files, in: restarted)
        engine = restarted
      } else {
        write(["theme.inc.json": nil], in: engine)
      }
      #expect(engine.dialectName == .flat)
      #expect(try content(engine) == before)
      #expect(engine.open(Context()).held == 0)
    }
    // A root of other contexts: the others are still served with the values from before.
    write(["theme_pad.inc.json": "{", "default.plist": "styles"], in: engine)
    _ = engine.open(Context(device: .pad))
    engine.publish()
    write(files.merging(["theme_pad.inc.json": nil]) { $1 }, in: engine)
    #expect(engine.dialectName == .flat)
    #expect(try content(engine) == before)
  }

  @Test func aManifestThatChangesTheDialect() throws {
    let engine = ThemeEngine(bundle: "b")
    write(["a.json": "styles"], in: engine)
    #expect(engine.dialectName == .inlthemes)
    write(
      ["livery.json": #"{"dialect": "redbeard", "root": "a.inc.json"}"#, "a.inc.json": #"{"themes": ["a.json"]}"#],
      in: engine)
    #expect(engine.dialectName == .redbeard)
    #expect(try content(engine)["styles"] == ["Button": ["titleColor": "red"]])
    write(["livery.json": "{"], in: engine)
    #expect(engine.dialectName == .redbeard, "the last good manifest")
    write(["livery.json": nil, "a.inc.json": nil], in: engine)
    #expect(engine.dialectName == .inlthemes)
  }
}

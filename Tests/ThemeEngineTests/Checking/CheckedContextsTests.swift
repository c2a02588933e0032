// SPDX-License-Identifier: GPL-2.0-or-later

import JSONText
import TestSupport
import Testing
import TextComparison
import ThemeDialects
import ThemeModel

@testable import ThemeEngine

/// A bundle is checked in all contexts that it can mean, and each finding is reported once.
@Suite struct CheckedContextsTests {
  private func engine(_ files: some Sequence<(key: String, value: String)>) -> ThemeEngine {
    let engine = ThemeEngine(bundle: "b")
    engine.apply(files.sorted { $0.key < $1.key }.map { FileChange(path: $0, content: .bytes(Array($1.utf8))) })
    return engine
  }

  /// The checked contexts.
  private func check(_ files: [String: String], _ contexts: [String], _ location: SourceLocation = #_sourceLocation) {
    #expect(engine(files).report(on: .all).contexts.map(\.words) == contexts, sourceLocation: location)
  }

  @Test func contextsOfEachDialect() {
    check(["theme.inc.json": "{}"], ["-", "pad"])
    check(["theme_pad.inc.json": "{}"], ["-", "pad"])
    check(
      [
        "theme.inc.json": "{}", "theme_pad_9.inc.json": "{}", "theme_fr_fr.inc.json": "{}", "theme_9.0.inc.json": "{}",
        "theme_phone.inc.json": "{}",
      ], ["-", "9.0", "fr_fr", "phone", "pad", "pad fr_fr", "pad 9"])
    check(["theme.json": "[{}, {}]"], ["-"])
    check(["default.plist": plist("a", "b"), "night.plist": plist("a", "c")], ["-", "night"])
    let giotto = #"{ "formatVersion": 2 }"#
    check(
      ["theme_default.json": giotto, "a.json": giotto, "b.json": giotto],
      ["-", "a", "b", "a b", "b a"])
    check(
      ["livery.json": #"{ "dialect": "inlthemes", "default": "a" }"#, "a.json": "{}", "b.json": "{}"], ["-", "b"])
  }

  private func plist(_ key: String, _ value: String) -> String {
    "<plist><dict><key>\(key)</key><string>\(value)</string></dict></plist>"
  }

  /// Contexts of the same meaning are resolved once, but the themes that each names are looked for.
  @Test func namedContextsJoinIn() {
    let files = [
      "livery.json": """
      { "dialect": "flat",
        "contexts": { "dark": { "themes": ["night"] }, "lost": { "themes": ["gone"] }, "pad": { "device": "pad" } } }
      """, "default.plist": plist("a", "b"), "night.plist": plist("tint", "300,0,0"),
    ]
    check(files, ["-", "night"])
    let reported = engine(files).checkEverywhere()
    #expect(reported.map(\.code) == [.missingFile, .outOfRange])
    #expect(reported.map { $0.contexts.map(\.words) } == [["gone"], []])
  }

  /// Contexts that make the same choice are one permutation.
  @Test func permutations() {
    func check(_ contexts: String, _ checked: Int, _ location: SourceLocation = #_sourceLocation) {
      let permutations = engine([
        "livery.json": "{ \"contexts\": { \(contexts) } }", "a.json": #"{ "a": { "$type": "number", "$value": 1 } }"#,
        "app.resolver.json": """
        { "version": "2025.10", "sets": { "base": { "sources": [{ "$ref": "a.json" }] } },
          "modifiers": { "mode": { "default": "light", "contexts": { "light": [], "dark": [] } } },
          "resolutionOrder": [{ "$ref": "#/sets/base" }, { "$ref": "#/modifiers/mode" }] }
        """,
      ]).report(on: .all).permutations
      #expect(permutations?.all == "2" && permutations?.checked == checked, sourceLocation: location)
    }
    check("", 2)
    check(#""tablet": { "device": "pad" }"#, 2)
    check(#""a": { "modifiers": { "Mode": "Dark" } }, "b": { "themes": ["dark"] }, "c": { "themes": ["gone"] }"#, 2)
  }

  @Test func whatAFindingHoldsIn() {
    let reported = engine([
      "theme.inc.json": #"{ "themes": ["a.json"] }"#, "theme_pad.inc.json": #"{ "themes": ["a.json", "b.json"] }"#,
      "theme_fr_fr.inc.json": #"{ "themes": ["a.json", "lost.json"] }"#,
      "a.json": #"{ "s": { "always": "ref://gone", "p": 1, "p_iPad": "ref://gone", "q": "ref://here" } }"#,
      "b.json": ##"{ "here": "#fff000", "t": { "titleColor": "#1" } }"##,
    ]).checkEverywhere()
    let words = reported.map {
      "\($0.code.rawValue) \($0.path ?? "-"): \($0.contexts.map(\.words).joined(separator: ", "))"
    }
    #expect(
      words == [
        "LV1006 -: fr_fr",
        "LV1001 always: ", "LV1001 p: pad", "LV1001 q: -, fr_fr",
        // A finding of a file alone holds in every context that loads the file.
        "LV2001 titleColor: ",
      ])
  }

  /// New active suffixes need a new layout of keys with suffixes, so that contexts with the same suffixes come after one
  /// another. Findings keep the order of the contexts.
  @Test func suffixesChangeOnce() {
    func resolved(_ languages: [String]) -> (count: Int, contexts: [String]) {
      var files = ["a.json": #"{ "s": { "p": 1, "p_iPad": 2 }, "t": { "q": 1, "q_iPad": 3 } }"#]
      for root in ["theme", "theme_pad"] + languages.flatMap({ ["theme_\($0)", "theme_pad_\($0)"] }) {
        files["\(root).inc.json"] = #"{ "themes": ["a.json"] }"#
      }
      let members = languages.flatMap { language in
        [
          #""\#(language) pad": { "device": "pad", "language": "\#(language)" }"#,
          #""\#(language)": { "language": "\#(language)" }"#,
        ]
      }
      files["livery.json"] = #"{ "contexts": { \#(members.joined(separator: ", ")) } }"#
      let engine = engine(files)
      let contexts = engine.report(on: .all).contexts.map(\.words)
      return (engine.counters.valuesResolved, contexts)
    }
    let few = resolved([])
    let many = resolved(["en_gb", "fr_fr"])
    #expect(few.count > 0)
    #expect(many.count == few.count)
    #expect(many.contexts == ["-", "pad en_gb", "en_gb", "pad fr_fr", "fr_fr", "pad"])
  }

  @Test func aPairOfThemesIsACombination() {
    let reported = engine([
      "theme_default.json": #"{ "formatVersion": 2, "Constants": {}, "G": { "A": { "x": 1 }, "B": { "y": 1 } } }"#,
      "one.json": #"{ "formatVersion": 2, "Constants": {}, "G": { "A": { "_superstyle": "B" } } }"#,
      "two.json": #"{ "formatVersion": 2, "Constants": {}, "G": { "B": { "_superstyle": "A" } } }"#,
    ]).checkEverywhere()
    #expect(reported.map(\.code) == [.cycle])
    #expect(reported.first?.contexts.map(\.words) == ["one two", "two one"])
  }

  /// Every context has the meaning of one of the checked contexts.
  @Test(arguments: 1...40 as ClosedRange<UInt64>) func nothingIsLeftOut(seed: UInt64) {
    var random = SplitMix(seed: seed)
    let devices = ["", "_phone", "_pad"]
    let versions = ["", "_9", "_9.0", "_9.3.1", "_10.0"]
    let languages = ["", "_en_gb", "_fr-fr", "_fr_fr"]
    var files: [String: String] = [:]
    for device in devices {
      for version in versions {
        for language in languages where random.happens(onceIn: 6) {
          files["theme\(device)\(version)\(language).inc.json"] = "{}"
        }
      }
    }
    guard !files.isEmpty else { return }
    let engine = engine(files)
    let looked = Set(
      engine.bundleCheck.contextsToCheck(first: .max).first.compactMap { ViewKey(engine.contexts.plan(for: $0)) })
    for device in [nil, Context.Device.phone, .pad] {
      for version in [nil, "9", "9.0", "9.1", "9.3.1", "10", "10.0", "10.2.1", "11"] as [String?] {
        for language in [nil, "en_gb", "fr_fr", "de_de"] as [String?] {
          let context = Context(device: device, version: version, language: language)
          guard let key = ViewKey(engine.contexts.plan(for: context)) else { continue }
          #expect(looked.contains(key), "seed \(seed): \(context.words)")
        }
      }
    }
    #expect(engine.bundleCheck.contextsToCheck(first: .max).count <= 3 * files.count + 1)
  }

  /// A sweep over contexts with one view has the findings of a new view for each context.
  @Test(arguments: RandomBundle.all.indices, 1...8 as ClosedRange<UInt64>)
  func oneAfterAnotherIsLikeEachAlone(bundle: Int, seed: UInt64) {
    let bundle = RandomBundle.all[bundle]
    var random = SplitMix(seed: seed)
    var files = bundle.fixed
    for path in bundle.paths { files[path] = bundle.file(&random).text }
    // Possible declarations in unreadable files are summarised for all checked contexts.
    let isSummary = { (diagnostic: Diagnostic) in diagnostic.isConsequence && diagnostic.missingName != nil }
    let warm = engine(files)
    let all = warm.report(on: .all)
    #expect(warm.contexts.entries.isEmpty)
    var alone: BytewiseSet = []
    for context in all.contexts {
      alone.formUnion(
        engine(files).report(on: .one(context)).diagnostics.filter { !isSummary($0) }.map(\.essence))
    }
    let together = BytewiseSet(all.diagnostics.filter { $0.code != .unused && !isSummary($0) }.map(\.essence))
    let summarized = BytewiseSet(all.diagnostics.filter(isSummary).map(\.essence))
    #expect(together == alone.filter { !summarized.contains($0) }, "\(bundle.dialect), seed \(seed)")
    #expect(all.diagnostics.count == BytewiseSet(all.diagnostics.map(\.essence)).count)
  }

  /// A collection of schemes has no default, and far more schemes than other bundles have themes.
  @Test func everySchemeIsChecked() {
    var files: [String: String] = [:]
    let slots = (0..<16).map { "  base0\(String($0, radix: 16, uppercase: true)): '181818'\n" }.joined()
    for number in 100..<400 { files["s\(number).yaml"] = "name: a\nauthor: b\npalette:\n\(slots)" }
    #expect(engine(files).report(on: .all).diagnostics == [])
    files["s399.yaml"] = "name: a\nauthor: b\npalette:\n\(slots.dropLast(20))"
    let report = engine(files).report(on: .all)
    #expect(report.contexts.count == 300)
    #expect(report.diagnostics.map(\.code) == [.badTokenValue])
    files["livery.json"] = #"{ "default": "gone" }"#
    #expect(engine(files).report(on: .all).diagnostics.map(\.code) == [.missingFile, .badTokenValue])
  }

  @Test func moreContextsThanAnybodyWaitsFor() {
    var files = ["theme_default.json": #"{ "formatVersion": 2 }"#]
    for number in 10..<30 { files["t\(number).json"] = #"{ "formatVersion": 2 }"# }
    let report = engine(files).report(on: .all)
    #expect(report.contexts.count == 256)
    #expect(report.omittedContexts == 1 + 20 + 20 * 19 - 256)
  }

  @Test func constantsThatNothingLeadsTo() {
    func unused(_ values: String, _ more: [String: String] = [:]) -> [String?] {
      let files = ["theme.inc.json": #"{ "themes": ["a.json"] }"#, "a.json": values]
      return engine(files.merging(more) { $1 }).checkEverywhere().filter { $0.code == .unused }.map(\.id)
    }
    #expect(unused(#"{ "gap": 8, "line": 1, "box": { "margin": "ref://gap" } }"#) == ["line"])
    #expect(unused(#"{ "a": "ref://b", "b": 1, "box": { "x": [{ "y": "ref://a" }] } }"#) == [])
    #expect(unused(##"{ "ink": "#102030", "box": { "icon": "glyph://star/ink" } }"##) == [])
    #expect(
      unused(##"{ "ink": "#102030", "font": { "name": "A" }, "box": { "font": { "inherits": "ref://font" } } }"##) == [
        "ink"
      ])
    // One that is of use on a pad is of use.
    #expect(unused(#"{ "gap": 8, "box": { "margin": 1, "margin_iPad": "ref://gap" } }"#) == [])
    // The constant that was probably meant counts as used.
    #expect(unused(#"{ "gap": 8, "box": { "margin": "ref://gab" } }"#) == [])
    // A theme without styles is there for programs that read its constants.
    #expect(unused(#"{ "gap": 8 }"#) == [])
    #expect(
      engine(["theme.json": #"[{ "a": "x", "b": "y" }, { "UILabel": { "text": "@resource:a" } }]"#])
        .checkEverywhere().map(\.id) == ["b"])
    #expect(engine(["theme.json": #"[{ "a": "x" }, { "UILabel": { "text": "t" } }]"#]).check(Context()) == [])
  }
}

extension Context {
  fileprivate var words: String {
    let parts = [device?.rawValue, version, language].compactMap(\.self) + themes
    return parts.isEmpty ? "-" : parts.joined(separator: " ")
  }
}

extension Diagnostic {
  /// The part of a finding that is the same in all contexts. A cycle may be reported from any of its hops.
  fileprivate var essence: String {
    if code == .cycle {
      let places = [(file, range)] + related.map { ($0.file, $0.range) }
      return "cycle: \(BytewiseSet(places.map { "\($0):\($1?.start.offset ?? -1)" }).sorted())"
    }
    return "\(file):\(range?.start.offset ?? -1): \(code) \(id ?? "") \(path ?? "") \(message)"
  }
}

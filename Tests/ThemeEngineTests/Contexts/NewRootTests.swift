// SPDX-License-Identifier: GPL-2.0-or-later

import JSONText
import Testing
import TextComparison
import ThemeEngine
import ThemeModel

/// A new root file replaces that of the last generation when it can be read, also over a restart.
@Suite struct NewRootTests {
  @Test func theRootOfADevice() throws {
    let root = "theme_pad.inc.json"
    try checkSteps(
      ["theme.inc.json": #"{"themes": ["a.json"]}"#, "a.json": #"{"x": 1}"#], in: Context(device: .pad),
      HeldStep(root, "", serves: #"{"x": 1}"#, "LV0001 \(root) held"),
      HeldStep("a.json", #"{"x": 2}"#, serves: #"{"x": 2}"#, "LV0001 \(root) held"),
      HeldStep(root, "[]", serves: #"{"x": 2}"#, "LV1014 \(root) held"),
      HeldStep(root, "{}", serves: "{}"),
      HeldStep(root, "{", serves: "{}", "LV0001 \(root) held"),
      HeldStep(root, nil, serves: #"{"x": 2}"#))
  }

  @Test func theFileOfOracle() throws {
    try checkSteps(
      ["my.json": #"[{"x": 1}, {}]"#, "livery.json": #"{"dialect": "oracle"}"#],
      HeldStep("theme.json", "[", serves: #"{"x": 1}"#, "LV0001 theme.json held"),
      HeldStep("my.json", #"[{"x": 2}, {}]"#, serves: #"{"x": 2}"#, "LV0001 theme.json held"),
      HeldStep("my.json", nil, serves: #"{"x": 2}"#, "LV0001 theme.json held"),
      HeldStep("theme.json", #"[{"x": 3}, {}]"#, serves: #"{"x": 3}"#))
  }

  private static func token(_ value: Int) -> String { #"{"x": {"$type": "number", "$value": \#(value)}}"# }

  private static func document(_ source: String) -> String {
    #"{"version": "2025.10", "resolutionOrder": [{"type": "set", "name": "s", "sources": [{"$ref": "\#(source)"}]}]}"#
  }

  @Test func theFirstResolverDocument() throws {
    let root = "app.resolver.json"
    try checkSteps(
      ["a.tokens.json": Self.token(1)],
      HeldStep(root, "", serves: #"{"x": 1}"#, "LV0001 \(root) held"),
      HeldStep("a.tokens.json", Self.token(2), serves: #"{"x": 2}"#, "LV0001 \(root) held"),
      HeldStep(root, #"{"version": "2025.10"}"#, serves: #"{"x": 2}"#, "LV1025 \(root) held"),
      HeldStep(root, Self.document("a.tokens.json"), serves: #"{"x": 2}"#),
      HeldStep(root, #"{"version": "2025.10"}"#, serves: #"{"x": 2}"#, "LV1025 \(root) held"),
      HeldStep(root, nil, serves: #"{"x": 2}"#))
  }

  @Test func aSecondResolverDocument() throws {
    try checkSteps(
      [
        "a.tokens.json": Self.token(1), "b.tokens.json": Self.token(2),
        "a.resolver.json": Self.document("a.tokens.json"),
      ],
      HeldStep("b.resolver.json", "{", serves: #"{"x": 1}"#, "LV1007 b.resolver.json held", "LV0001 b.resolver.json"),
      HeldStep(
        "a.tokens.json", Self.token(3), serves: #"{"x": 3}"#, "LV1007 b.resolver.json held", "LV0001 b.resolver.json"),
      HeldStep("a.resolver.json", nil, serves: #"{"x": 3}"#, "LV0001 b.resolver.json held"),
      HeldStep("b.resolver.json", Self.document("b.tokens.json"), serves: #"{"x": 2}"#))
  }

  /// With the dialect in the manifest, each JSON file is a source.
  @Test func theFirstSourceIsRemovedBesideAnUnreadableDocument() throws {
    let root = "app.resolver.json"
    try checkSteps(
      ["a.json": Self.token(1), "b.json": Self.token(2), "livery.json": #"{"dialect": "tokens"}"#],
      HeldStep(root, "", serves: #"{"x": 2}"#, "LV0001 \(root) held"),
      HeldStep("a.json", nil, serves: #"{"x": 2}"#, "LV0001 \(root) held"),
      HeldStep("b.json", Self.token(3), serves: #"{"x": 3}"#, "LV0001 \(root) held"),
      HeldStep("c.json", Self.token(4), serves: #"{"x": 4}"#, "LV0001 \(root) held"))
  }

  /// The first one in the order of bytes counts at a start.
  @Test func aSecondRootOfTheSameName() throws {
    let theme = #"{"themes": ["a.json"]}"#
    try checkSteps(
      [
        "m/theme.inc.json": theme, "m/a.json": #"{"x": 1}"#, "b/a.json": #"{"x": 2}"#,
        "livery.json": #"{"dialect": "redbeard"}"#,
      ],
      HeldStep("b/theme.inc.json", theme, serves: #"{"x": 1}"#, "LV1007 m/theme.inc.json held"),
      HeldStep("m/a.json", #"{"x": 3}"#, serves: #"{"x": 3}"#, "LV1007 m/theme.inc.json held"),
      HeldStep("b/theme.inc.json", nil, serves: #"{"x": 3}"#))
  }

  @Test func aSecondThemeOfTheSameName() throws {
    try checkSteps(
      ["m/night.json": #"{"x": 1}"#, "livery.json": #"{"dialect": "flat"}"#], in: Context(themes: ["night"]),
      HeldStep("b/night.json", #"{"x": 2}"#, serves: #"{"x": 1}"#, "LV1007 m/night.json held"),
      HeldStep("b/night.json", nil, serves: #"{"x": 1}"#))
  }

  private static func plist(_ value: Int) -> String {
    "<plist><dict><key>x</key><integer>\(value)</integer></dict></plist>"
  }

  /// The bundle keeps its dialect until the file has content of the other one.
  @Test func theRootOfAnotherDialect() throws {
    let root = "theme.inc.json"
    try checkSteps(
      ["default.plist": Self.plist(1), "a.json": #"{"x": 5}"#],
      HeldStep(root, "", serves: #"{"x": 1}"#, "LV0012 \(root) held", "LV0001 \(root)"),
      HeldStep("default.plist", Self.plist(2), serves: #"{"x": 2}"#, "LV0012 \(root) held", "LV0001 \(root)"),
      HeldStep(
        "default.plist", "<", serves: #"{"x": 2}"#, "LV0001 default.plist held", "LV0012 \(root) held",
        "LV0001 \(root)"),
      HeldStep("default.plist", Self.plist(3), serves: #"{"x": 3}"#, "LV0012 \(root) held", "LV0001 \(root)"),
      HeldStep(root, "{}", serves: #"{"x": 3}"#, "LV0012 \(root) held"),
      HeldStep(root, #"{"themes": ["a.json"]}"#, serves: #"{"x": 5}"#),
      HeldStep(root, "", serves: #"{"x": 5}"#, "LV0001 \(root) held"))
  }

  @Test func theRootOfAnotherDialectIsRemoved() throws {
    let root = "theme.inc.json"
    try checkSteps(
      ["default.plist": Self.plist(1)],
      HeldStep(root, "[]", serves: #"{"x": 1}"#, "LV0012 \(root) held"),
      HeldStep("theme_pad.inc.json", "{", serves: #"{"x": 1}"#, "LV0012 \(root) held"),
      HeldStep(root, nil, serves: #"{"x": 1}"#, "LV0012 theme_pad.inc.json held", "LV0001 theme_pad.inc.json"),
      HeldStep("theme_pad.inc.json", nil, serves: #"{"x": 1}"#))
  }

  /// Content of a third dialect in it does not make other files ones of that dialect.
  @Test func theRootOfAnotherDialectWithTokens() throws {
    let (root, file) = ("theme.inc.json", "a.tokens.json")
    try checkSteps(
      ["default.plist": Self.plist(1)],
      HeldStep(root, Self.token(5), serves: #"{"x": 1}"#, "LV0012 \(root) held"),
      HeldStep(file, "", serves: #"{"x": 1}"#, "LV0012 \(root) held"),
      HeldStep(root, nil, serves: #"{"x": 1}"#, "LV0012 \(file) held", "LV0001 \(file)"))
  }

  /// The present dialect does not read it either, as a theme, as a source or for a plan.
  @Test func theRootOfAnotherDialectIsNotRead() throws {
    let root = "theme.inc.json"
    try checkSteps(
      ["Blue.json": #"{"UILabel": {"alpha": 1}}"#],
      HeldStep(root, "", serves: "{}", "LV0012 \(root) held", "LV0001 \(root)"),
      HeldStep(root, nil, serves: "{}"))
    try checkSteps(
      ["t.json": Self.token(1)],
      HeldStep(root, #"{"k": {"$type": "number", "$value": 9}}"#, serves: #"{"x": 1}"#, "LV0012 \(root) held"),
      HeldStep(root, #"{"themes": "dark.json"}"#, serves: #"{"x": 1}"#, "LV0012 \(root) held"),
      HeldStep(root, #"{"k": 5, "#, serves: #"{"x": 1}"#, "LV0012 \(root) held", "LV0001 \(root)"),
      HeldStep("t.json", Self.token(2), serves: #"{"x": 2}"#, "LV0012 \(root) held", "LV0001 \(root)"),
      HeldStep(root, nil, serves: #"{"x": 2}"#))
  }

  /// A file that the present dialect reads stays when the manifest that named the dialect goes.
  @Test func aServedFileIsNotSetAside() throws {
    let engine = ThemeEngine(bundle: "b")
    func write(_ files: [String: String?]) throws -> Snapshot {
      engine.apply(
        files.sorted { $0.key < $1.key }.map { path, text in
          FileChange(path: path, content: text.map { .bytes(Array($0.utf8)) } ?? .gone)
        })
      engine.publish()
      return engine.open(Context())
    }
    let before = try write(["theme.inc.json": Self.token(1), "livery.json": #"{"dialect": "tokens"}"#])
    let after = try write(["livery.json": nil])
    #expect(try after.content == before.content)
    #expect(after.diagnostics.map(\.code) == [.unknownDialect])
  }

  /// No content can make a name in upper case that of a root.
  @Test func theRootOfAnotherDialectInUpperCase() throws {
    let root = "Theme.INC.json"
    let theme = #"{"themes": ["a.json"]}"#
    try checkSteps(
      ["default.plist": Self.plist(1), "a.json": #"{"x": 5}"#],
      HeldStep(root, theme, serves: #"{"x": 1}"#, "LV0012 \(root) held"),
      HeldStep("theme.inc.json", theme, serves: #"{"x": 5}"#, "LV1009 \(root)"))
    let engine = ThemeEngine(bundle: "b")
    engine.apply([FileChange(path: "default.plist", content: .bytes(Array(Self.plist(1).utf8)))])
    _ = engine.open(Context())
    engine.publish()
    engine.apply([FileChange(path: root, content: .bytes(Array(theme.utf8)))])
    engine.publish()
    let finding = try #require(engine.open(Context()).diagnostics.first)
    #expect(finding.message.contains("is in lower case"))
    #expect(finding.help?.hasPrefix("rename the file, remove it, or name the dialect") ?? false)
  }

  /// Each content is parsed once, however many files come after it.
  @Test func aFileThatIsSetAsideIsParsedOnce() {
    let engine = ThemeEngine(bundle: "b")
    func write(_ path: String, _ text: String) {
      engine.apply([FileChange(path: path, content: .bytes(Array(text.utf8)))])
      engine.publish()
    }
    write("default.plist", Self.plist(1))
    _ = engine.open(Context())
    let large = #"{"a": [\#(String(repeating: "1, ", count: 100))1]}"#
    for number in 1...3 { write("n\(number).tokens.json", large) }
    let before = engine.counters.nodesDiscarded
    for number in 1...3 { write("m\(number).plist", Self.plist(2)) }
    #expect(engine.counters.nodesDiscarded < before + 100)
    write("n2.tokens.json", large + " ")
    #expect(engine.counters.nodesDiscarded > before + 100)
  }

  @Test func tokensBesideAnotherDialect() throws {
    let file = "a.tokens.json"
    try checkSteps(
      ["default.plist": Self.plist(1)],
      HeldStep(file, "", serves: #"{"x": 1}"#, "LV0012 \(file) held", "LV0001 \(file)"),
      HeldStep("default.plist", Self.plist(2), serves: #"{"x": 2}"#, "LV0012 \(file) held", "LV0001 \(file)"),
      HeldStep("a.resolver.json", "{}", serves: #"{"x": 2}"#, "LV0012 a.resolver.json held"),
      HeldStep("a.resolver.json", Self.document(file), serves: #"{"x": 2}"#, "LV0012  held"),
      HeldStep("a.resolver.json", nil, serves: #"{"x": 2}"#, "LV0012 \(file) held", "LV0001 \(file)"),
      HeldStep(file, Self.token(7), serves: #"{"x": 2}"#, "LV0012  held"),
      HeldStep(file, "", serves: #"{"x": 2}"#, "LV0012 \(file) held", "LV0001 \(file)"),
      HeldStep(file, Self.token(7), serves: #"{"x": 2}"#, "LV0012  held"),
      HeldStep("default.plist", nil, serves: #"{"x": 7}"#))
  }

  /// With no values, none can be lost.
  @Test func theRootOfAnotherDialectBesideNoValues() throws {
    try checkSteps(
      ["a.json": #"{"x": 5}"#], HeldStep("theme.inc.json", "", serves: "{}", "LV0001 theme.inc.json"),
      HeldStep("theme.inc.json", #"{"themes": ["a.json"]}"#, serves: #"{"x": 5}"#))
  }
}

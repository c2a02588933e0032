// SPDX-License-Identifier: GPL-2.0-or-later

import JSONText
import Testing
import TextComparison
import ThemeEngine
import ThemeModel

/// A new root file replaces that of the last generation when it can be read, also over a restart.
@Suite struct NewRootTests {
  private struct Step {
    var path: String
    /// Nil removes the file.
    var text: String?
    var constants: String
    var findings: [String]

    init(_ path: String, _ text: String?, serves constants: String, _ findings: String...) {
      (self.path, self.text, self.constants, self.findings) = (path, text, constants, findings)
    }
  }

  /// Checks the constants and the errors after each step.
  private func check(
    _ start: [String: String], in context: Context = Context(), _ steps: Step...,
    location: SourceLocation = #_sourceLocation
  ) throws {
    var files: BytewiseDictionary<FileChange> = [:]
    for (path, text) in start { files[path] = FileChange(path: path, content: .bytes(Array(text.utf8))) }
    let engine = ThemeEngine(bundle: "b")
    engine.apply(files.values.sorted { $0.path < $1.path })
    _ = engine.open(context)
    for step in steps {
      let change = FileChange(path: step.path, content: step.text.map { .bytes(Array($0.utf8)) } ?? .gone)
      files[step.path] = step.text == nil ? nil : change
      engine.apply([change])
      engine.publish()
      let restarted = ThemeEngine(bundle: "b")
      if let record = engine.heldRecord { restarted.restore(record) }
      restarted.apply(files.values.sorted { $0.path < $1.path })
      var since: [[Int?]] = []
      for engine in [engine, restarted] {
        let snapshot = engine.open(context)
        since.append(snapshot.diagnostics.map(\.heldBackSince))
        let name = "\(step.path): \(step.text ?? "gone"), \(engine === restarted ? "restarted" : "running")"
        let errors = snapshot.diagnostics.filter { $0.severity == .error }.map {
          "\($0.code.rawValue) \($0.file)\($0.heldBackSince == nil ? "" : " held")"
        }
        #expect(
          try snapshot.content["constants"] == JSONValue(parsing: Array(step.constants.utf8)), "\(name)",
          sourceLocation: location)
        #expect(errors == step.findings, "\(name)", sourceLocation: location)
        #expect(snapshot.held == errors.count { $0.hasSuffix("held") }, "\(name)", sourceLocation: location)
      }
      #expect(since[0] == since[1], "\(step.path): \(step.text ?? "gone")", sourceLocation: location)
    }
  }

  @Test func theRootOfADevice() throws {
    let root = "theme_pad.inc.json"
    try check(
      ["theme.inc.json": #"{"themes": ["a.json"]}"#, "a.json": #"{"x": 1}"#], in: Context(device: .pad),
      Step(root, "", serves: #"{"x": 1}"#, "LV0001 \(root) held"),
      Step("a.json", #"{"x": 2}"#, serves: #"{"x": 2}"#, "LV0001 \(root) held"),
      Step(root, "[]", serves: #"{"x": 2}"#, "LV1014 \(root) held"),
      Step(root, "{}", serves: "{}"),
      Step(root, "{", serves: "{}", "LV0001 \(root) held"),
      Step(root, nil, serves: #"{"x": 2}"#))
  }

  @Test func theFileOfOracle() throws {
    try check(
      ["my.json": #"[{"x": 1}, {}]"#, "livery.json": #"{"dialect": "oracle"}"#],
      Step("theme.json", "[", serves: #"{"x": 1}"#, "LV0001 theme.json held"),
      Step("my.json", #"[{"x": 2}, {}]"#, serves: #"{"x": 2}"#, "LV0001 theme.json held"),
      Step("my.json", nil, serves: #"{"x": 2}"#, "LV0001 theme.json held"),
      Step("theme.json", #"[{"x": 3}, {}]"#, serves: #"{"x": 3}"#))
  }

  private static func token(_ value: Int) -> String { #"{"x": {"$type": "number", "$value": \#(value)}}"# }

  private static func document(_ source: String) -> String {
    #"{"version": "2025.10", "resolutionOrder": [{"type": "set", "name": "s", "sources": [{"$ref": "\#(source)"}]}]}"#
  }

  @Test func theFirstResolverDocument() throws {
    let root = "app.resolver.json"
    try check(
      ["a.tokens.json": Self.token(1)],
      Step(root, "", serves: #"{"x": 1}"#, "LV0001 \(root) held"),
      Step("a.tokens.json", Self.token(2), serves: #"{"x": 2}"#, "LV0001 \(root) held"),
      Step(root, #"{"version": "2025.10"}"#, serves: #"{"x": 2}"#, "LV1025 \(root) held"),
      Step(root, Self.document("a.tokens.json"), serves: #"{"x": 2}"#),
      Step(root, #"{"version": "2025.10"}"#, serves: #"{"x": 2}"#, "LV1025 \(root) held"),
      Step(root, nil, serves: #"{"x": 2}"#))
  }

  @Test func aSecondResolverDocument() throws {
    try check(
      [
        "a.tokens.json": Self.token(1), "b.tokens.json": Self.token(2),
        "a.resolver.json": Self.document("a.tokens.json"),
      ],
      Step("b.resolver.json", "{", serves: #"{"x": 1}"#, "LV1007 b.resolver.json held", "LV0001 b.resolver.json"),
      Step(
        "a.tokens.json", Self.token(3), serves: #"{"x": 3}"#, "LV1007 b.resolver.json held", "LV0001 b.resolver.json"),
      Step("a.resolver.json", nil, serves: #"{"x": 3}"#, "LV0001 b.resolver.json held"),
      Step("b.resolver.json", Self.document("b.tokens.json"), serves: #"{"x": 2}"#))
  }

  /// With the dialect in the manifest, each JSON file is a source.
  @Test func theFirstSourceIsRemovedBesideAnUnreadableDocument() throws {
    let root = "app.resolver.json"
    try check(
      ["a.json": Self.token(1), "b.json": Self.token(2), "livery.json": #"{"dialect": "tokens"}"#],
      Step(root, "", serves: #"{"x": 2}"#, "LV0001 \(root) held"),
      Step("a.json", nil, serves: #"{"x": 2}"#, "LV0001 \(root) held"),
      Step("b.json", Self.token(3), serves: #"{"x": 3}"#, "LV0001 \(root) held"),
      Step("c.json", Self.token(4), serves: #"{"x": 4}"#, "LV0001 \(root) held"))
  }

  /// The first one in the order of bytes counts at a start.
  @Test func aSecondRootOfTheSameName() throws {
    let theme = #"{"themes": ["a.json"]}"#
    try check(
      [
        "m/theme.inc.json": theme, "m/a.json": #"{"x": 1}"#, "b/a.json": #"{"x": 2}"#,
        "livery.json": #"{"dialect": "redbeard"}"#,
      ],
      Step("b/theme.inc.json", theme, serves: #"{"x": 1}"#, "LV1007 m/theme.inc.json held"),
      Step("m/a.json", #"{"x": 3}"#, serves: #"{"x": 3}"#, "LV1007 m/theme.inc.json held"),
      Step("b/theme.inc.json", nil, serves: #"{"x": 3}"#))
  }

  @Test func aSecondThemeOfTheSameName() throws {
    try check(
      ["m/night.json": #"{"x": 1}"#, "livery.json": #"{"dialect": "flat"}"#], in: Context(themes: ["night"]),
      Step("b/night.json", #"{"x": 2}"#, serves: #"{"x": 1}"#, "LV1007 m/night.json held"),
      Step("b/night.json", nil, serves: #"{"x": 1}"#))
  }

  private static func plist(_ value: Int) -> String {
    "<plist><dict><key>x</key><integer>\(value)</integer></dict></plist>"
  }

  /// The bundle keeps its dialect until the file has content of the other one.
  @Test func theRootOfAnotherDialect() throws {
    let root = "theme.inc.json"
    try check(
      ["default.plist": Self.plist(1), "a.json": #"{"x": 5}"#],
      Step(root, "", serves: #"{"x": 1}"#, "LV0012 \(root) held", "LV0001 \(root)"),
      Step("default.plist", Self.plist(2), serves: #"{"x": 2}"#, "LV0012 \(root) held", "LV0001 \(root)"),
      Step(
        "default.plist", "<", serves: #"{"x": 2}"#, "LV0001 default.plist held", "LV0012 \(root) held",
        "LV0001 \(root)"),
      Step("default.plist", Self.plist(3), serves: #"{"x": 3}"#, "LV0012 \(root) held", "LV0001 \(root)"),
      Step(root, "{}", serves: #"{"x": 3}"#, "LV0012 \(root) held"),
      Step(root, #"{"themes": ["a.json"]}"#, serves: #"{"x": 5}"#),
      Step(root, "", serves: #"{"x": 5}"#, "LV0001 \(root) held"))
  }

  @Test func theRootOfAnotherDialectIsRemoved() throws {
    let root = "theme.inc.json"
    try check(
      ["default.plist": Self.plist(1)],
      Step(root, "[]", serves: #"{"x": 1}"#, "LV0012 \(root) held"),
      Step("theme_pad.inc.json", "{", serves: #"{"x": 1}"#, "LV0012 \(root) held"),
      Step(root, nil, serves: #"{"x": 1}"#, "LV0012 theme_pad.inc.json held", "LV0001 theme_pad.inc.json"),
      Step("theme_pad.inc.json", nil, serves: #"{"x": 1}"#))
  }

  /// Content of a third dialect in it does not make other files ones of that dialect.
  @Test func theRootOfAnotherDialectWithTokens() throws {
    let (root, file) = ("theme.inc.json", "a.tokens.json")
    try check(
      ["default.plist": Self.plist(1)],
      Step(root, Self.token(5), serves: #"{"x": 1}"#, "LV0012 \(root) held"),
      Step(file, "", serves: #"{"x": 1}"#, "LV0012 \(root) held"),
      Step(root, nil, serves: #"{"x": 1}"#, "LV0012 \(file) held", "LV0001 \(file)"))
  }

  /// The present dialect does not read it either: its content is no theme, no source and no part of a plan.
  @Test func theRootOfAnotherDialectIsNotRead() throws {
    let root = "theme.inc.json"
    try check(
      ["Blue.json": #"{"UILabel": {"alpha": 1}}"#],
      Step(root, "", serves: "{}", "LV0012 \(root) held", "LV0001 \(root)"),
      Step(root, nil, serves: "{}"))
    try check(
      ["t.json": Self.token(1)],
      Step(root, #"{"k": {"$type": "number", "$value": 9}}"#, serves: #"{"x": 1}"#, "LV0012 \(root) held"),
      Step(root, #"{"themes": "dark.json"}"#, serves: #"{"x": 1}"#, "LV0012 \(root) held"),
      Step(root, #"{"k": 5, "#, serves: #"{"x": 1}"#, "LV0012 \(root) held", "LV0001 \(root)"),
      Step("t.json", Self.token(2), serves: #"{"x": 2}"#, "LV0012 \(root) held", "LV0001 \(root)"),
      Step(root, nil, serves: #"{"x": 2}"#))
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
    try check(
      ["default.plist": Self.plist(1), "a.json": #"{"x": 5}"#],
      Step(root, theme, serves: #"{"x": 1}"#, "LV0012 \(root) held"),
      Step("theme.inc.json", theme, serves: #"{"x": 5}"#, "LV1009 \(root)"))
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
    try check(
      ["default.plist": Self.plist(1)],
      Step(file, "", serves: #"{"x": 1}"#, "LV0012 \(file) held", "LV0001 \(file)"),
      Step("default.plist", Self.plist(2), serves: #"{"x": 2}"#, "LV0012 \(file) held", "LV0001 \(file)"),
      Step("a.resolver.json", "{}", serves: #"{"x": 2}"#, "LV0012 a.resolver.json held"),
      Step("a.resolver.json", Self.document(file), serves: #"{"x": 2}"#, "LV0012  held"),
      Step("a.resolver.json", nil, serves: #"{"x": 2}"#, "LV0012 \(file) held", "LV0001 \(file)"),
      Step(file, Self.token(7), serves: #"{"x": 2}"#, "LV0012  held"),
      Step("default.plist", nil, serves: #"{"x": 7}"#))
  }

  /// With no values, none can be lost.
  @Test func theRootOfAnotherDialectBesideNoValues() throws {
    try check(
      ["a.json": #"{"x": 5}"#], Step("theme.inc.json", "", serves: "{}", "LV0001 theme.inc.json"),
      Step("theme.inc.json", #"{"themes": ["a.json"]}"#, serves: #"{"x": 5}"#))
  }
}

// SPDX-License-Identifier: GPL-2.0-or-later

import JSONText
import Testing
import ThemeModel

@testable import ThemeEngine

/// A bundle that its files do not identify any more keeps its dialect and its values over starts.
@Suite struct KeptDialectTests {
  private static let flat = "<plist><dict><key>a</key><integer>1</integer></dict></plist>"

  private func write(_ files: [String: String?], in engine: ThemeEngine) {
    engine.apply(
      files.sorted { $0.key < $1.key }.map { path, text in
        FileChange(path: path, content: text.map { .bytes(Array($0.utf8)) } ?? .gone)
      })
  }

  private func content(_ engine: ThemeEngine) throws -> JSONValue { try engine.open(Context()).content }

  /// An engine that starts with these files, after an earlier one.
  private func restarted(_ engine: ThemeEngine, _ files: [String: String?]) throws -> ThemeEngine {
    let restarted = ThemeEngine(bundle: "b")
    restarted.restore(try #require(engine.heldRecord))
    write(files, in: restarted)
    return restarted
  }

  /// The default theme is removed while the others are cut off: no content identifies the dialect. It and the values stay over starts.
  @Test func aBundleOfWhichNothingCanBeRead() throws {
    var engine = ThemeEngine(bundle: "b")
    write(["default.plist": Self.flat, "night.plist": Self.flat], in: engine)
    let before = try content(engine)
    let broken = ["default.plist": nil, "night.plist": "<plist><dict><key>"]
    write(broken, in: engine)
    engine.publish()
    for _ in 0..<3 {
      #expect(engine.dialectName == .flat)
      #expect(try content(engine) == before)
      #expect(engine.open(Context()).held > 0)
      engine = try restarted(engine, broken)
    }
    write(["default.plist": Self.flat, "night.plist": nil], in: engine)
    #expect(try content(engine) == before)
    #expect(engine.open(Context()).held == 0)
  }

  /// A slip in the manifest that names another dialect or root keeps the values of each context over starts.
  @Test(arguments: [
    #"{"dialect": "flat"}"#, #"{"dialect": "oracle"}"#, #"{"root": "none.plist"}"#, #"{"exclude": ["**"]}"#,
  ]) func aManifestThatHidesTheBundle(manifest: String) throws {
    var engine = ThemeEngine(bundle: "b")
    let files: [String: String?] = [
      "theme.inc.json": #"{"themes": ["a.json"]}"#, "a.json": #"{"x": {"y": 1}}"#,
      "theme_pad.inc.json": #"{"themes": ["b.json"]}"#, "b.json": #"{"x": 1}"#,
    ]
    write(files, in: engine)
    let pad = Context(device: .pad)
    let before = try [content(engine), engine.open(pad).content]
    write(["livery.json": manifest], in: engine)
    engine.publish()
    for number in 0..<3 {
      #expect(try [content(engine), engine.open(pad).content] == before, "\(manifest), \(number) restarts")
      #expect(engine.open(Context()).held > 0)
      engine = try restarted(engine, files.merging(["livery.json": manifest]) { $1 })
      if number == 1 { _ = engine.open(Context()) }
    }
    write(["livery.json": nil], in: engine)
    #expect(try [content(engine), engine.open(pad).content] == before)
    #expect(engine.open(Context()).held == 0 && engine.heldRecord == nil)
  }

  @Test func aBundleThatBecomesAmbiguous() throws {
    var engine = ThemeEngine(bundle: "b")
    let (array, styles) = (#"[{"a": "1"}, {"B": {"c": "2"}}]"#, #"{"Button": {"titleColor": "red"}}"#)
    write(["a.json": array], in: engine)
    let before = try content(engine)
    write(["b.json": styles], in: engine)
    engine.publish()
    for _ in 0..<3 {
      #expect(engine.dialectName == .oracle)
      #expect(try content(engine) == before)
      #expect(engine.open(Context()).diagnostics.map(\.code) == [.unknownDialect])
      engine = try restarted(engine, ["a.json": array, "b.json": styles])
    }
  }
}

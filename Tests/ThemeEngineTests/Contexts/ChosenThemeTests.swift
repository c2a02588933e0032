// SPDX-License-Identifier: GPL-2.0-or-later

import Foundation
import JSONText
import Testing
import ThemeEngine
import ThemeModel

/// Flat themes and themes of INLThemes in the engine: the changes by an edit, a new choice and a modification.
@Suite struct ChosenThemeTests {
  private let engine = ThemeEngine(bundle: "small")

  private func write(_ files: [String: String]) {
    engine.apply(
      files.sorted { $0.key < $1.key }.map { FileChange(path: $0.key, content: .bytes(Array($0.value.utf8))) })
  }

  /// The effect of the change in a context, as the patch of one generation.
  private func check(
    _ context: Context = Context(), patch: Set<PatchOperation>, after change: () throws -> Void,
    sourceLocation: SourceLocation = #_sourceLocation
  ) rethrows {
    let before = engine.open(context)
    try change()
    #expect(engine.publish().isNew, sourceLocation: sourceLocation)
    let after = engine.open(context)
    #expect(Set(after.delta(from: before).patch) == patch, sourceLocation: sourceLocation)
    #expect(after.diagnostics == [], sourceLocation: sourceLocation)
  }

  private let flat = [
    "livery.json": #"{ "dialect": "flat", "fallback": true }"#,
    "default.json": #"{ "aName": "Futura", "aSize": 20, "tint": "255,0,0", "gap": 8 }"#,
    "large.json": #"{ "aSize": 30, "gap": 9 }"#,
  ]

  @Test func anEditOfTheDefaultReachesThoseWhoFallBackToIt() {
    write(flat)
    check(
      Context(themes: ["large"]),
      patch: [
        .replace(path: "/constants/aName", value: .string("Georgia")),
        .replace(path: "/constants/a", value: .font(Font(name: "Georgia", size: 30))),
      ]
    ) {
      write(["default.json": #"{ "aName": "Georgia", "aSize": 21, "tint": "255,0,0", "gap": 7 }"#])
    }
  }

  @Test func anotherThemeChangesWhatDiffers() {
    write(flat)
    check(patch: [
      .replace(path: "/constants/aSize", value: .number(30)), .replace(path: "/constants/gap", value: .number(9)),
      .replace(path: "/constants/a", value: .font(Font(name: "Futura", size: 30))),
    ]) {
      try? engine.useThemes(["large"])
    }
  }

  @Test func aModifiedHalfChangesTheFont() throws {
    write(flat)
    try check(patch: [
      .replace(path: "/constants/aSize", value: .number(12)),
      .replace(path: "/constants/a", value: .font(Font(name: "Futura", size: 12))),
      .replace(path: "/constants/tint", value: .color(Color(red: 0, green: 0, blue: 0))),
    ]) {
      try engine.modifyConstant("aSize", to: 12)
      try engine.modifyConstant("tint", to: "0,0,0")
    }
    #expect(throws: ModificationError.self) { try engine.modifyConstant("tint", to: "0,0,256") }
  }

  private let elements = [
    "Red.json":
      ##"{ "INLThemeAlias": { "main": "#ff0000" }, "v": { "color": "main", "alpha": 1 }, "w": { "tintColor": "main" } }"##,
    "Blue.json": ##"{ "v": { "color": "#0000ff", "alpha": 1 } }"##,
  ]
  private let green = Value.color(Color(red: 0, green: 1, blue: 0))

  @Test func anAliasReachesAllWhoUseIt() {
    write(elements)
    let blue = engine.open(Context(themes: ["Blue"]))
    check(
      Context(themes: ["Red"]),
      patch: [.replace(path: "/styles/v/color", value: green), .replace(path: "/styles/w/tintColor", value: green)]
    ) {
      write(["Red.json": elements["Red.json", default: ""].replacing("#ff0000", with: "#00ff00")])
    }
    #expect(engine.open(Context(themes: ["Blue"])).delta(from: blue).patch == [])
  }

  /// Its missing values are removed: the program decides whether it keeps them.
  @Test func anotherThemeNamesWhatItLacks() throws {
    write(elements)
    try engine.useThemes(["Red"])
    let blue = Value.color(Color(red: 0, green: 0, blue: 1))
    try check(patch: [.replace(path: "/styles/v/color", value: blue), .remove(path: "/styles/w")]) {
      try engine.useThemes(["Blue"])
    }
  }

  @Test func aModifiedAttributeLeavesTheOthers() throws {
    write(elements)
    try check(Context(themes: ["Red"]), patch: [.replace(path: "/styles/v/color", value: green)]) {
      try engine.modifyStyle("v", at: "color", to: "#00FF00")
    }
    #expect(throws: ModificationError.self) { try engine.modifyStyle("v", at: "color", to: "#0f0") }
  }

  /// A lack in a theme of the examples would appear only where the theme is chosen.
  @Test(arguments: [("pocket", ["default", "night", "contrast"]), ("gallery", ["Daylight", "Evening", "Print"])])
  func examples(bundle: String, themes: [String]) throws {
    let changes = try Fixture.changes(of: Fixture.root.appending(path: "Examples/\(bundle)"))
    engine.apply(changes)
    let content = try engine.open(Context()).content
    func ids(_ content: JSONValue) -> Set<String> {
      Set(["constants", "styles"].flatMap { content[$0]?.object?.members.map(\.key) ?? [] })
    }
    #expect(ids(content).count >= 60)
    #expect(engine.check(Context()) == [])
    for theme in themes {
      let context = Context(themes: [theme])
      #expect(engine.check(context) == [])
      #expect(try ids(engine.open(context).content) == ids(content))
      #expect(try (engine.open(context).content == content) == (theme == themes[0]))
    }
  }
}

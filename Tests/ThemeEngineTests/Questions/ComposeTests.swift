// SPDX-License-Identifier: GPL-2.0-or-later

import JSONText
import Testing
import ThemeComposition
import ThemeEngine
import ThemeModel

/// Compositions of the published state, with places.
@Suite struct ComposeTests {
  private let engine = ThemeEngine(bundle: "small")

  private func write(_ files: [String: String?]) {
    engine.apply(
      files.sorted { $0.key < $1.key }.map { path, text in
        FileChange(path: path, content: text.map { .bytes(Array($0.utf8)) } ?? .gone)
      })
  }

  private func start() {
    write([
      "theme.inc.json": #"{"themes":["a.json","b.json"]}"#,
      "a.json": #"""
      {
        "accent": 7,
        "A": { "x": 1, "theme": "b/c" },
        "base": { "y": 2 }
      }
      """#,
      "b.json": #"""
      {
        "b/c": {
          "inherits": "ref://base",
          "x": "ref://accent", "on": { "z": 3 }
        }
      }
      """#,
    ])
    _ = engine.open(Context())
  }

  /// Compares the properties of an element of class A, and each layer and property as one line with its place.
  private func check(
    _ element: Element = Element(className: "A", states: ["on"]), gets properties: JSONValue, from lines: [String],
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    guard let found = engine.compose(element, in: Context()) else {
      Issue.record("its styles are small", sourceLocation: sourceLocation)
      return
    }
    func text(_ place: Cause?) -> String { place.map { "\($0.file):\($0.line):\($0.column)" } ?? "nowhere" }
    let layers = found.layers.flatMap { layer in
      ["\(layer.layer.kind) at \(text(layer.place))"] + layer.properties.map { "  \($0.path) at \(text($0.place))" }
    }
    #expect(found.properties.json == properties, sourceLocation: sourceLocation)
    #expect(layers == lines, sourceLocation: sourceLocation)
  }

  private let layers = [
    "class at a.json:3:8", "theme at b.json:2:10", "  x at b.json:4:10", "  y at a.json:4:18",
    "state at b.json:4:32", "  z at b.json:4:39",
  ]

  @Test func propertiesHaveThePlacesOfTheirDeclarations() {
    start()
    check(gets: ["y": 2, "x": 7, "z": 3], from: layers)
    check(
      Element(className: "B", changes: [[.init(key: "w", value: .number(1))]]), gets: ["w": 1],
      from: ["change at nowhere", "  w at nowhere"])
  }

  @Test func whatCountsIsPublished() {
    start()
    write(["a.json": #"{"accent": 8, "A": {"x": 1, "theme": "b/c"}}"#])
    check(
      gets: ["y": 2, "x": 7, "z": 3],
      from: [
        "class at a.json:1:20", "theme at b.json:2:10", "  x at b.json:4:10", "  y at b.json:3:17",
        "state at b.json:4:32", "  z at b.json:4:39",
      ])
    #expect(engine.publish().isNew)
    // The object of `y` is no longer declared; it keeps its value.
    check(
      gets: ["y": 2, "x": 8, "z": 3],
      from: [
        "class at a.json:1:20", "theme at b.json:2:10", "  x at b.json:4:10", "  y at b.json:3:17",
        "state at b.json:4:32", "  z at b.json:4:39",
      ])
  }

  @Test func aBrokenFileKeepsItsPlaces() {
    start()
    write(["a.json": "\n\n{"])
    #expect(engine.publish().isNew)
    check(gets: ["y": 2, "x": 7, "z": 3], from: layers)
  }

  @Test func aStateWithoutFilesKeepsItsPlaces() {
    start()
    write(["theme.inc.json": nil, "a.json": nil, "b.json": nil])
    #expect(engine.publish().isNew)
    check(gets: ["y": 2, "x": 7, "z": 3], from: layers)
  }

  /// The objects around it have no declaration either: their place is that of their last declared member.
  @Test func whatWasSetAtRunTimeHasNoPlace() throws {
    start()
    try engine.modifyStyle("b/c", at: "on/z", to: 9)
    #expect(engine.publish().isNew)
    check(
      gets: ["y": 2, "x": 7, "z": 9],
      from: [
        "class at a.json:3:8", "theme at nowhere", "  x at b.json:4:10", "  y at a.json:4:18",
        "state at nowhere", "  z at nowhere",
      ])
  }
}

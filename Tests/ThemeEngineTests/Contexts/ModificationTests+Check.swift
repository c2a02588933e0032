// SPDX-License-Identifier: GPL-2.0-or-later

import JSONText
import Testing
import ThemeEngine
import ThemeModel

/// The bundles to modify, and the comparison of the results with the expected ones.
extension ModificationTests {
  enum Step {
    case constant(String, JSONValue)
    case style(String, at: String, JSONValue)
    case inheritance(String, Bool?)
    case themes([String])
    case reset
  }

  typealias Bundle = [String: String]

  func engine(_ bundle: Bundle) -> ThemeEngine {
    let engine = ThemeEngine(bundle: "small")
    engine.apply(
      bundle.sorted { $0.key < $1.key }.map { FileChange(path: $0.key, content: .bytes(Array($0.value.utf8))) })
    return engine
  }

  private func take(_ step: Step, in engine: ThemeEngine) throws(ModificationError) {
    switch step {
    case .constant(let name, let value): try engine.modifyConstant(name, to: value)
    case .style(let name, let keyPath, let value): try engine.modifyStyle(name, at: keyPath, to: value)
    case .inheritance(let name, let inherits): try engine.setInheritance(ofStyle: name, to: inherits)
    case .themes(let names): try engine.useThemes(names)
    case .reset: engine.resetModifications()
    }
  }

  /// The last step gives the patch: `labels` in the style `Label` and where `Cell` has that as a value, besides `patch`. The
  /// set values can be restored from their stored form, and a reset leads back to the beginning.
  func check(
    _ bundle: Bundle, in context: Context = Context(), _ steps: Step..., gives patch: [PatchOperation] = [],
    inLabels labels: [PatchOperation] = [],
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let expected = Set(
      patch + labels.flatMap { [$0.moved(under: "/styles/Label"), $0.moved(under: "/styles/Cell/title")] })
    let engine = engine(bundle)
    let start = engine.open(context)
    for step in steps.dropLast() { try take(step, in: engine) }
    engine.publish()
    let before = engine.open(context)
    try take(#require(steps.last), in: engine)
    #expect(engine.publish().isNew == !expected.isEmpty, sourceLocation: sourceLocation)
    let after = engine.open(context)
    #expect(Set(after.delta(from: before).patch) == expected, sourceLocation: sourceLocation)
    #expect(after.diagnostics == [], sourceLocation: sourceLocation)

    let kept = try #require(Modifications(json: engine.modifications.json), sourceLocation: sourceLocation)
    let restored = self.engine(bundle)
    restored.restore(kept)
    restored.restore(themes: engine.themesInUse)
    #expect(try restored.open(context).content == after.content, sourceLocation: sourceLocation)

    engine.resetModifications()
    try engine.useThemes([])
    engine.publish()
    #expect(engine.open(context).digest == start.digest, sourceLocation: sourceLocation)
  }

  /// The step is refused and changes nothing.
  func check(
    _ bundle: Bundle, _ step: Step, fails error: ModificationError, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let engine = engine(bundle)
    _ = engine.open(Context())
    engine.publish()
    #expect(throws: error, sourceLocation: sourceLocation) { try take(step, in: engine) }
    #expect(!engine.publish().isNew, sourceLocation: sourceLocation)
    #expect(engine.modifications.isEmpty, sourceLocation: sourceLocation)
  }

  // MARK: The bundles

  var redbeard: Bundle {
    [
      "theme.inc.json": #"{ "themes": ["a.json"] }"#,
      "a.json": #"""
      {
        "spacing": 8,
        "base": { "height": 44, "on": { "x": 1 } },
        "button": { "inherits": "ref://base", "margin": "ref://spacing", "margin_iPad": 9, "width": 1 }
      }
      """#,
    ]
  }

  var oracle: Bundle {
    [
      "theme.json": #"""
      [
        { "line": "@float:0.5" },
        { "UILabel": { "width": "@resource:line", "tag": 1 }, "~box": { "tag": 2 } }
      ]
      """#
    ]
  }

  var giotto: Bundle {
    [
      "default.json": #"""
      {
        "formatVersion": 2,
        "Constants": { "FONT_BODY": "Georgia", "DIMENSION_GAP": 8, "BIG": 20 },
        "Styles": {
          "Base": { "gap": "DIMENSION_GAP", "height": 44 },
          "Label": { "_superstyle": "Base", "font": "font:FONT_BODY,BIG", "layer.width": 1 },
          "Cell": { "title": "style:Label" }
        }
      }
      """#,
      "brand.json": #"""
      {
        "formatVersion": 2, "Constants": { "DIMENSION_GAP": 9 },
        "Styles": { "Base": { "gap": "DIMENSION_GAP" }, "Only": { "x": 1 } }
      }
      """#,
    ]
  }

  var brand: Context { Context(themes: ["brand"]) }

  var flat: Bundle {
    [
      "livery.json": #"{ "dialect": "flat" }"#,
      "default.json": #"{ "aName": "Futura", "aSize": 20, "tint": "255,0,0", "gap": 8 }"#,
      "night.json": #"{ "gap": 1 }"#,
    ]
  }

  var base16: Bundle {
    let slots = (0..<16).map { "  base0\(String($0, radix: 16, uppercase: true)): '000000'\n" }
    return ["dark.yaml": "name: Dark\nauthor: Ann Author\npalette:\n\(slots.joined())"]
  }

  var inlthemes: Bundle {
    [
      "Red.json": ##"""
      {
        "INLThemeAlias": { "main": "#ff0000" },
        "v": { "text": "a", "alpha": 1, "font": "Futura", "fontSize": 12 }, "w": { "alpha": 1 }
      }
      """##
    ]
  }
}

extension PatchOperation {
  /// The same within the value at a path.
  fileprivate func moved(under base: String) -> PatchOperation {
    switch self {
    case .add(let path, let value): .add(path: base + path, value: value)
    case .remove(let path): .remove(path: base + path)
    case .replace(let path, let value): .replace(path: base + path, value: value)
    }
  }
}

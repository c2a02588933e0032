// SPDX-License-Identifier: MIT

import TestSupport
import Testing
import TextComparison
import ThemeComposition
import ThemeModel

@testable import ThemedElements

/// What holds in every theme system.
@Suite struct ThemingTests {
  /// A flat theme has constants alone.
  @Test func propertiesMayBeConstants() throws {
    let day = ##"{ "primaryColor": "#111111", "space": 4 }"##
    let stage = try Stage("flat", styles: "{}", constants: day)
    let label = stage.box("label")
    label.theme.constants = ["textColor": "primaryColor", "margin": "space", "tint": "missing"]
    stage.check("those that there are", gives: ["label margin=4", "label textColor=#111111"]) { label.theme.appear() }
    try stage.check("another theme", gives: ["label textColor=#eeeeee", "label tint=1"]) {
      try stage.show("flat", styles: "{}", constants: ##"{ "primaryColor": "#eeeeee", "space": 4, "missing": 1 }"##)
    }
    #expect(stage.theming.constant(named: "space") == 4)
    #expect(stage.theming.constant(named: "primaryCloor") == nil)
  }

  @Test func constantsLieOverStyles() throws {
    let stage = try Stage("redbeard", styles: #"{ "Box": { "margin": 1, "gap": 2 } }"#, constants: #"{ "space": 4 }"#)
    let box = stage.box("box")
    box.theme.constants = ["margin": "space", "gap": "missing"]
    stage.check("a constant, and a style where there is none", gives: ["box gap=2", "box margin=4"]) {
      box.theme.appear()
    }
  }

  @Test func anUnknownDialectSaysNothing() throws {
    let stage = try Stage("css", styles: #"{ "Box": { "margin": 1 } }"#)
    let box = stage.box("box")
    stage.check("nothing", gives: []) { box.theme.appear() }
  }

  /// An element may tell its tracker something while it is given a value: all is up to date in the end, and nothing comes
  /// twice.
  @Test func applicationsMayNest() throws {
    let stage = try Stage(
      "redbeard", styles: #"{ "Box": { "a": 1, "b": 1, "c": 1, "selected": { "b": 2, "c": 3 } } }"#)
    let box = stage.box("box")
    box.reaction = { [unowned box] keyPath in
      if keyPath == "a" { box.theme.states = ["selected"] }
    }
    stage.check("the state begins with the first value", gives: ["box a=1", "box b=2", "box c=3"]) {
      box.theme.appear()
    }
  }

  @Test func elementsMayComeAndGoMeanwhile() throws {
    let stage = try Stage("redbeard", styles: #"{ "Box": { "a": 1 } }"#)
    let first = stage.box("first")
    var second: Box? = stage.box("second")
    first.theme.appear()
    second?.theme.appear()
    second = nil
    var third: Box? = stage.box("third")
    third?.theme.appear()
    var late: Box?
    first.reaction = { _ in
      third = nil
      late = stage.box("late")
      late?.theme.appear()
    }
    try stage.check("the first makes one and drops one", gives: ["first a=2", "late a=2"]) {
      try stage.show("redbeard", styles: #"{ "Box": { "a": 2 } }"#)
    }
    #expect(third == nil && late != nil)
  }

  @Test func elementsAreNotHeld() throws {
    let stage = try Stage("redbeard", styles: #"{ "Box": { "a": 1 } }"#)
    weak var gone: Box?
    do {
      let box = stage.box("box")
      box.theme.appear()
      #expect(stage.theming.followers.count == 1)
      gone = box
    }
    #expect(gone == nil)
    #expect(stage.theming.followers.isEmpty)
  }

  // MARK: Work

  /// The number of compositions by an action.
  private func check(
    _ what: String, on stage: Stage, composes expected: Int, sourceLocation: SourceLocation = #_sourceLocation,
    _ action: () throws -> Void
  ) rethrows {
    let before = stage.theming.compositions.count
    try action()
    #expect(stage.theming.compositions.count - before == expected, "\(what)", sourceLocation: sourceLocation)
  }

  @Test func workFollowsWhatIsAnother() throws {
    let constants = #"{ "ink": 1, "paper": 2 }"#
    func styles(_ label: Int, _ button: Int) -> String {
      #"{ "Label": { "a": \#(label), "theme": "text" }, "text": { "b": 1 }, "Button": { "a": \#(button) } }"#
    }
    let stage = try Stage("redbeard", styles: styles(1, 1), constants: constants)
    let labels = (0..<1000).map { stage.box("label \($0)", "Label") }
    let buttons = (0..<1000).map { stage.box("button \($0)", "Button") }
    check("alike are composed once", on: stage, composes: 2) {
      for box in labels + buttons { box.theme.appear() }
    }
    try check("the same theme", on: stage, composes: 0) {
      try stage.show("redbeard", styles: styles(1, 1), constants: constants)
    }
    try check("one style", on: stage, composes: 1) {
      try stage.show("redbeard", styles: styles(1, 2), constants: constants)
    }
    try check("a constant that nobody looks at", on: stage, composes: 0) {
      try stage.show("redbeard", styles: styles(1, 2), constants: #"{ "ink": 2, "paper": 2 }"#)
    }
    check("one that is told something", on: stage, composes: 1) { labels[0].theme.applyChanges(["a": "ref://ink"]) }
    try check("the constant that it looks at", on: stage, composes: 1) {
      try stage.show("redbeard", styles: styles(1, 2), constants: #"{ "ink": 3, "paper": 2 }"#)
    }
    try check("a style by way of another", on: stage, composes: 2) {
      let styles = #"{ "Label": { "a": 1, "theme": "text" }, "text": { "b": 5 }, "Button": { "a": 2 } }"#
      try stage.show("redbeard", styles: styles, constants: #"{ "ink": 3, "paper": 2 }"#)
    }
    try check("the rules of another system", on: stage, composes: 3) { try stage.show("oracle", styles: styles(1, 2)) }
    try check("in Oracle any new style may be for all", on: stage, composes: 3) {
      try stage.show("oracle", styles: #"{ "Label": { "a": 1 }, "Label>Box": { "a": 2 }, "Button": { "a": 1 } }"#)
    }
  }

  /// Unused compositions and themes are not kept.
  @Test func nothingOldIsKept() throws {
    let stage = try Stage("redbeard", styles: #"{ "Box": { "a": 1 } }"#)
    let box = stage.box("box")
    box.theme.appear()
    for number in 0..<100 { box.theme.applyChanges(["a": .number(Double(number))]) }
    #expect(stage.theming.compositions.entries.count == 1)
    box.theme.element = nil
    weak var old: OneStyle?
    do {
      let source = OneStyle()
      old = source
      stage.theming.applyTheme(ThemeSnapshot(dialect: "redbeard", device: nil, source: source))
      box.theme.element = box
      box.theme.apply()
      #expect(old != nil)
    }
    stage.theming.applyTheme(ThemeSnapshot(dialect: "redbeard", device: nil, source: OneStyle()))
    #expect(old == nil)
  }

  /// A daemon of a later version may serve a dialect that this library does not know.
  @Test func aDialectThatIsNotKnownGivesNothing() throws {
    let stage = try Stage("redbeard", styles: #"{ "Box": { "a": 1 } }"#)
    let box = stage.box("box")
    stage.check("redbeard", gives: ["box a=1"]) { box.theme.appear() }
    try stage.check("unknown", gives: ["box -a"]) { try stage.show("unknown", styles: #"{ "Box": { "a": 1 } }"#) }
  }

  @Test func aTrackerMayComeBeforeItsElement() throws {
    let stage = try Stage("redbeard", styles: #"{ "Box": { "a": 1 } }"#)
    let box = stage.box("box")
    box.theme.element = nil
    stage.check("nobody to give it to", gives: []) { box.theme.appear() }
    box.theme.element = box
    stage.check("asked for", gives: ["box a=1"]) { box.theme.apply() }
    box.theme.element = nil
    try stage.check("whoever names the element tells its tracker", gives: ["box a=2"]) {
      try stage.show("redbeard", styles: #"{ "Box": { "a": 2 } }"#)
      stage.theming.applyTheme(to: box)
    }
  }

  @Test func circlesOfContainersEnd() throws {
    let stage = try Stage("oracle", styles: #"{ "Box": { "a": 1 }, "Box>Frame": { "a": 2 } }"#)
    let box = stage.box("box")
    let frame = stage.box("frame", "Frame", in: box)
    box.themeContainer = frame
    stage.check("each is in the other", gives: ["box a=2"]) { box.theme.appear() }
  }

  @Test func snapshotsHaveAJSONForm() throws {
    let theming = Theming()
    func snapshot(_ text: String) -> ThemeSnapshot? { ThemeSnapshot(json: Array(text.utf8)) }
    let first = try #require(
      snapshot(
        #"""
        { "bundle": "b", "dialect": "giotto", "context": { "device": "pad", "themes": [] }, "generation": 1,
          "constants": { "SPACE": 4 }, "styles": { "Label": { "gap": 1 }, "Label_IPAD": { "gap": 2 } } }
        """#))
    theming.applyTheme(first)
    #expect(theming.constant(named: "SPACE") == 4)
    #expect(theming.theme(named: "Label") == ["gap": 1])
    let stage = Stage()
    let label = stage.box("label")
    stage.theming.applyTheme(first)
    stage.check("for a pad", gives: ["label gap=2"]) { stage.theming.applyStyle("Label", to: label) }
    for text in ["", "{", "[]", "{}", #"{"dialect":"giotto","constants":{}}"#] {
      #expect(snapshot(text) == nil, "\(text)")
    }
  }

  // MARK: Any series

  private static let styles = [
    #"{ "Box": { "a": 1, "b": 1, "theme": "s" }, "s": { "b": 2, "on": { "a": 5, "c": 1 } }, "t": { "part": { "x": 1 } } }"#,
    #"{ "Box": { "a": 1, "on": { "a": 3 } }, "s": { "b": 2, "part": { "y": 1 } }, "t": { "part": 4, "b": 2 } }"#,
    #"{ "s": { "clearPreviousThemingValues": true, "c": 2 }, "t": { "theme": "s", "a": 1 } }"#,
  ]

  private static func change(_ random: inout SplitMix) -> [String: ThemeValue] {
    var change: [String: ThemeValue] = [:]
    let values: [ThemeValue] = [
      1, 2, "x", "ref://s", "ref://k", "ref://none", ["x": 1], ["y": 2], [1, 2], ["ref://k"], .null, "#ff0000",
      "glyph://star/none",
    ]
    for _ in 0...Int.random(in: 0..<3, using: &random) {
      change[["a", "b", "part", "on", "bAlpha"].randomElement(using: &random) ?? "a"] = values.randomElement(
        using: &random)
    }
    if Int.random(in: 0..<6, using: &random) == 0 { change["theme"] = Bool.random(using: &random) ? "s" : "t" }
    if Int.random(in: 0..<6, using: &random) == 0 { change["inherits"] = "ref://t" }
    if Int.random(in: 0..<8, using: &random) == 0 {
      change["clearPreviousThemingValues"] = .bool(Bool.random(using: &random))
    }
    return change
  }

  /// After any changes in any order, an element has the values of a new element with the same description. No value
  /// comes twice, and dropped changes have no effect.
  @Test func anySeriesEndsWhereANewElementBegins() throws {
    for seed in 0..<100 as Range<UInt64> {
      var random = SplitMix(seed: seed)
      let theming = Theming()
      var current = try snapshot("redbeard", styles: Self.styles[0], constants: #"{ "k": { "z": 1 } }"#)
      theming.applyTheme(current)
      let cell = Cell(in: theming)
      cell.theme.appear()
      var description = Element(className: "Box")
      for step in 0..<40 {
        switch Int.random(in: 0..<6, using: &random) {
        case 0:
          current = try snapshot(
            "redbeard", styles: Self.styles.randomElement(using: &random) ?? "{}", constants: #"{ "k": { "z": 1 } }"#)
          theming.applyTheme(current)
        case 1:
          description.identifier = ["s", "t", nil, "none"].randomElement(using: &random) ?? nil
          description.changes = []
          cell.theme.identifier = description.identifier
        case 2:
          description.states = Bool.random(using: &random) ? ["on"] : []
          cell.theme.states = description.states
        default:
          let change = Self.change(&random)
          description.changes.append(
            change.sorted { $0.key < $1.key }.map { Value.Member(key: $0.key, value: $0.value) })
          cell.theme.applyChanges(change)
        }
        let composition = compose(description, dialect: .redbeard, device: nil, from: current.source)
        let expected = leaves(of: composition.properties, leavingOut: ["on"])
        let expectedProperties = Dictionary(expected.map { ($0.keyPath, $0.value) }, uniquingKeysWith: { $1 })
        try #require(cell.properties == expectedProperties, "seed \(seed), step \(step)")
        try #require(!cell.wasGivenTwice, "seed \(seed), step \(step)")
      }
    }
  }
}

/// An element that forgets values that the theme no longer sets.
private final class Cell: Themeable {
  let theme: ThemeTracker
  var properties: [String: ThemeValue] = [:]
  var wasGivenTwice = false
  var themeClass: String { "Box" }
  var themeStates: Set<String> { ["on"] }

  init(in theming: Theming) {
    theme = ThemeTracker(in: theming)
    theme.element = self
  }

  func applyThemeValue(_ value: ThemeValue, forKeyPath keyPath: String) {
    if properties[keyPath] == value { wasGivenTwice = true }
    properties[keyPath] = value
  }

  func removeThemeValue(forKeyPath keyPath: String) { properties[keyPath] = nil }
}

/// A snapshot that can be seen to go.
private final class OneStyle: StyleSource, Sendable {
  var styleIDs: [String] { ["Box"] }
  func style(_ id: String) -> Value? { id == "Box" ? ["a": 7] : nil }
  func constant(_ id: String) -> Value? { nil }
}

// SPDX-License-Identifier: MIT

import Testing
import ThemeModel
import ThemedElements

/// The sections of the Redbeard Theme Reference 1.0 on themes in code, states and the life cycle.
@Suite struct RedbeardElementTests {
  private static let styles = ##"""
    {
      "UILabel": { "textColor": "#000000", "font": "Helvetica" },
      "title-label": { "textColor": "#00ff00", "font": "Helvetica" },
      "RBButton": { "theme": "button", "cornerRadius": 4 },
      "button": { "borderWidth": 2, "titleColor": "#000000" },
      "alert-button": { "clearPreviousThemingValues": true, "borderWidth": 1, "backgroundColor": "#ff8800" },
      "toggle": {
        "backgroundColor": "#ff8800", "titleColor": "#111111",
        "highlighted": { "titleColor": "#eeeeee", "backgroundColor": "#ffcc88", "glow": 1 },
        "selected": { "titleColor": "#eeeeee", "highlighted": { "titleColor": "#ffffff" } }
      },
      "layout-view": { "positioner": { "margin": [10, 0, 10, 0], "spacing": 10 } }
    }
    """##
  private static let constants = ##"{ "color-accent": "#ff8800" }"##

  private let stage: Stage

  init() throws {
    stage = try Stage("redbeard", styles: Self.styles, constants: Self.constants)
  }

  // MARK: Base themes and the life cycle

  @Test func baseThemeAtFirstAppearanceOnce() {
    let label = stage.box("label", "UILabel")
    stage.check("appears", gives: ["label textColor=#000000", #"label font="Helvetica""#]) { label.theme.appear() }
    stage.check("appears again", gives: []) { label.theme.appear() }
    let other = stage.box("other", "UISwitch")
    stage.check("no style of the class", gives: []) { other.theme.appear() }
    #expect(other.theme.missingStyles == [])
  }

  @Test func autoApplicationCanBeSwitchedOff() {
    let label = stage.box("label", "UILabel")
    label.theme.shouldAutoApplyOnFirstAppearance = false
    stage.check("appears", gives: []) { label.theme.appear() }
    stage.check("told something", gives: []) { label.theme.states = ["highlighted"] }
    stage.check("asked for", gives: ["label textColor=#000000", #"label font="Helvetica""#]) { label.theme.apply() }
  }

  @Test func themingCanBeDisabled() {
    let label = stage.box("label", "UILabel")
    label.theme.disableTheming = true
    stage.check("all of it", gives: []) {
      label.theme.appear()
      label.theme.identifier = "title-label"
      label.theme.applyChanges(["font": "Courier"])
    }
    stage.check("what it was told counts", gives: ["label textColor=#00ff00", #"label font="Courier""#]) {
      label.theme.disableTheming = false
    }
    stage.check("again", gives: []) {
      label.theme.disableTheming = true
      label.theme.identifier = nil
    }
    stage.check("back", gives: ["label textColor=#000000", #"label font="Helvetica""#]) {
      label.theme.disableTheming = false
    }
  }

  @Test func switchesForAllAreForElementsMadeAfterwards() {
    let before = stage.box("before", "UILabel")
    stage.theming.disableTheming = true
    let disabled = stage.box("disabled", "UILabel")
    stage.theming.disableTheming = false
    stage.theming.shouldAutoApplyOnFirstAppearance = false
    let quiet = stage.box("quiet", "UILabel")
    stage.check("one was there", gives: ["before textColor=#000000", #"before font="Helvetica""#]) {
      for box in [before, disabled, quiet] { box.theme.appear() }
    }
    #expect(disabled.theme.disableTheming && !quiet.theme.disableTheming)
    stage.check("its own switch", gives: ["disabled textColor=#000000", #"disabled font="Helvetica""#]) {
      disabled.theme.disableTheming = false
    }
  }

  /// Values that are set by the program are overridden when the theme is applied at first appearance.
  @Test func firstAppearanceAppliesAll() {
    let label = stage.box("label", "UILabel")
    stage.check("before", gives: ["label textColor=#000000", #"label font="Courier""#]) {
      label.theme.applyChanges(["font": "Courier"])
    }
    stage.check("appears", gives: ["label textColor=#000000", #"label font="Courier""#]) { label.theme.appear() }
  }

  // MARK: Identifiers

  @Test func identifierTakesThePlaceOfTheBaseTheme() {
    let button = stage.box("button", "RBButton")
    button.theme.identifier = "toggle"
    stage.check("only that", gives: ["button backgroundColor=#ff8800", "button titleColor=#111111"]) {
      button.theme.appear()
    }
    stage.check(
      "the base theme is back",
      gives: [
        "button cornerRadius=4", "button borderWidth=2", "button titleColor=#000000", "button -backgroundColor",
      ]
    ) { button.theme.identifier = nil }
  }

  @Test func unknownIdentifierLeavesTheBaseTheme() {
    let label = stage.box("label", "UILabel")
    label.theme.appear()
    stage.check("unknown", gives: []) { label.theme.identifier = "tilte-label" }
    #expect(label.theme.missingStyles == ["tilte-label"])
    stage.check("only what differs", gives: ["label textColor=#00ff00"]) { label.theme.identifier = "title-label" }
    #expect(label.theme.missingStyles == [])
  }

  // MARK: Changes

  @Test func changesAreCollectedUntilProcessed() throws {
    let label = stage.box("label", "UILabel")
    label.theme.appear()
    let title = try #require(stage.theming.theme(named: "title-label"))
    stage.check("pushed", gives: []) {
      label.theme.pushChanges(title)
      label.theme.pushChanges(["alpha": 0.5, "font": "Courier"])
    }
    stage.check("processed", gives: ["label textColor=#00ff00", #"label font="Courier""#, "label alpha=0.5"]) {
      label.theme.processChanges()
    }
    stage.check("processed again", gives: []) { label.theme.processChanges() }
    #expect(stage.theming.theme(named: "nope") == nil)
  }

  @Test func applyChangesDoesBoth() {
    let label = stage.box("label", "UILabel")
    label.theme.appear()
    stage.check("with what was pushed", gives: ["label alpha=1", "label backgroundColor=#ff0000"]) {
      label.theme.pushChanges(["alpha": 1])
      label.theme.applyChanges(["backgroundColor": "#FF0000"])
    }
  }

  @Test func identifierDropsChanges() {
    let label = stage.box("label", "UILabel")
    label.theme.appear()
    label.theme.applyChanges(["alpha": 1])
    label.theme.pushChanges(["tint": 1])
    stage.check("all of them", gives: ["label textColor=#00ff00", "label -alpha"]) {
      label.theme.identifier = "title-label"
    }
    stage.check("the pushed ones, too", gives: []) { label.theme.processChanges() }
  }

  @Test func aChangeMayClear() {
    let button = stage.box("button", "RBButton")
    button.theme.appear()
    // `alert-button` adds to the base theme unless it clears.
    stage.check(
      "with the flag",
      gives: ["button borderWidth=1", "button backgroundColor=#ff8800", "button -cornerRadius", "button -titleColor"]
    ) { button.theme.applyChanges(["theme": "alert-button"]) }
    let plain = stage.box("plain", "RBButton")
    plain.theme.appear()
    stage.check(
      "in the program", gives: ["plain alpha=1", "plain -borderWidth", "plain -cornerRadius", "plain -titleColor"]
    ) {
      plain.theme.applyChanges(["clearPreviousThemingValues": true, "alpha": 1])
    }
  }

  @Test func changesFollowTheTheme() throws {
    let label = stage.box("label", "UISwitch")
    stage.check("a reference", gives: ["label tint=#ff8800"]) {
      label.theme.applyChanges(["tint": "ref://color-accent"])
    }
    try stage.check("another accent", gives: ["label tint=#0088ff"]) {
      try stage.show("redbeard", styles: "{}", constants: ##"{ "color-accent": "#0088ff" }"##)
    }
  }

  // MARK: Parts

  private static let parts = ##"""
    {
      "RBButton": { "theme": "button" },
      "button": { "height": 44, "backgroundColor": "#cccccc", "highlighted": { "backgroundColor": "#999999" } },
      "alert-button": {
        "clearPreviousThemingValues": true, "backgroundColor": "#ff0000", "highlighted": { "backgroundColor": "#aa0000" }
      },
      "MainViewController": { "title": "Main", "okButton": { "theme": "alert-button" } },
      "OtherViewController": { "okButton": { "theme": "alert-button", "backgroundColor": "#00ff00" } },
      "PlainViewController": { "okButton": { "width": 3 } },
      "Loop": { "next": { "theme": "Loop" } }
    }
    """##

  /// A screen of a class with a button that is its `okButton`.
  private func screen(_ themeClass: String) throws -> (stage: Stage, screen: Box, button: Box) {
    let stage = try Stage("redbeard", styles: Self.parts)
    let screen = stage.box("screen", themeClass)
    let button = stage.box("ok", "RBButton", in: screen)
    screen.targets["okButton"] = [button]
    return (stage, screen, button)
  }

  /// Whoever appears first, the button has its class's theme, and over it the part.
  @Test(arguments: [true, false]) func aPartIsALayerOfItsElement(isScreenFirst: Bool) throws {
    let (stage, screen, button) = try screen("MainViewController")
    if isScreenFirst {
      stage.check("the screen", gives: [#"screen title="Main""#, "ok backgroundColor=#ff0000"]) {
        screen.theme.appear()
      }
      stage.check("the button", gives: ["ok backgroundColor=#ff0000"]) { button.theme.appear() }
    } else {
      stage.check("the button", gives: ["ok height=44", "ok backgroundColor=#cccccc"]) { button.theme.appear() }
      stage.check("the screen", gives: [#"screen title="Main""#, "ok backgroundColor=#ff0000", "ok -height"]) {
        screen.theme.appear()
      }
    }
    stage.check("its own state", gives: ["ok backgroundColor=#aa0000"]) { button.theme.states = ["highlighted"] }
    stage.check("and back", gives: ["ok backgroundColor=#ff0000"]) { button.theme.states = [] }
    stage.check("what is pushed lies over it", gives: ["ok backgroundColor=#123456"]) {
      button.theme.applyChanges(["backgroundColor": "#123456"])
    }
  }

  @Test func aPartSaysMoreThanTheStyleThatItNames() throws {
    let (stage, screen, _) = try screen("OtherViewController")
    stage.check("appears", gives: ["ok backgroundColor=#00ff00"]) { screen.theme.appear() }
  }

  @Test func aPartFollowsTheTheme() throws {
    let (stage, screen, button) = try screen("PlainViewController")
    stage.check("appears", gives: ["ok height=44", "ok backgroundColor=#cccccc", "ok width=3"]) {
      screen.theme.appear()
    }
    try stage.check("another theme", gives: ["ok height=40", "ok -backgroundColor", "ok -width"]) {
      try stage.show("redbeard", styles: #"{ "RBButton": { "height": 40 } }"#)
    }
    #expect(button.theme.missingStyles == [])
    try stage.check("the first again", gives: ["ok height=44", "ok backgroundColor=#cccccc", "ok width=3"]) {
      try stage.show("redbeard", styles: Self.parts)
    }
  }

  @Test func elementsThatArePartsOfEachOtherEnd() throws {
    let stage = try Stage("redbeard", styles: Self.parts)
    let (one, other) = (stage.box("one", "Loop"), stage.box("other", "Loop"))
    one.targets["next"] = [other]
    other.targets["next"] = [one]
    one.theme.appear()
    other.theme.appear()
    #expect(one.theme.missingStyles == [])
    #expect(other.theme.missingStyles == [])
  }

  /// Device suffixes count in pushed changes as in files.
  @Test func pushedSuffixesAreSettled() throws {
    let stage = Stage()
    let label = stage.box("label", "UISwitch")
    try stage.show("redbeard", styles: "{}", device: .pad)
    stage.check("on a pad", gives: ["label inner.x=4", "label margin=2"]) {
      label.theme.applyChanges(["margin": 1, "margin_iPad": 2, "inner": .object([.init(key: "x_iPad", value: 4)])])
    }
    try stage.show("redbeard", styles: "{}", device: .phone)
    stage.check("on a phone", gives: ["label tint=1"]) { label.theme.applyChanges(["tint": 1, "tint_iPad": 2]) }
  }

  // MARK: States

  @Test func statesAreLaidOver() {
    let button = stage.box("button", "toggle")
    button.theme.appear()
    stage.check(
      "highlighted",
      gives: ["button backgroundColor=#ffcc88", "button titleColor=#eeeeee", "button glow=1"]
    ) { button.theme.states = ["highlighted"] }
    // What the normal state does not set stays as it is: the element is only told.
    stage.check(
      "normal", gives: ["button backgroundColor=#ff8800", "button titleColor=#111111", "button -glow"]
    ) { button.theme.states = [] }
    stage.check("selected", gives: ["button titleColor=#eeeeee"]) { button.theme.states = ["selected"] }
    stage.check(
      "both", gives: ["button backgroundColor=#ffcc88", "button titleColor=#ffffff", "button glow=1"]
    ) { button.theme.states = ["highlighted", "selected"] }
  }

  /// Objects that are no states are parts, and an element may have states of its own.
  @Test func partsAreKeyPaths() {
    let view = stage.box("view", "layout-view")
    stage.check("parts", gives: ["view positioner.margin=[10,0,10,0]", "view positioner.spacing=10"]) {
      view.theme.appear()
    }
  }

  // MARK: Live

  @Test func onlyWhatChangedIsApplied() throws {
    let first = stage.box("first", "UILabel")
    let second = stage.box("second", "title-label")
    let unseen = stage.box("unseen", "UILabel")
    for box in [first, second] { box.theme.appear() }
    try stage.check("one style", gives: ["first textColor=#0000ff"]) {
      try stage.show(
        "redbeard",
        styles: ##"""
          { "UILabel": { "textColor": "#0000ff", "font": "Helvetica" },
            "title-label": { "textColor": "#00ff00", "font": "Helvetica" } }
          """##)
    }
    try stage.check("less than before", gives: ["first -font", #"second font="Courier""#]) {
      try stage.show(
        "redbeard",
        styles: ##"""
          { "UILabel": { "textColor": "#0000ff" }, "title-label": { "textColor": "#00ff00", "font": "Courier" } }
          """##)
    }
    stage.check("a late one", gives: ["unseen textColor=#0000ff"]) { unseen.theme.appear() }
  }

  @Test func themeMayComeAfterTheElements() throws {
    let stage = Stage()
    let label = stage.box("label", "UILabel")
    stage.check("nothing yet", gives: []) { label.theme.appear() }
    try stage.check("here it is", gives: ["label textColor=#000000"]) {
      try stage.show("redbeard", styles: ##"{ "UILabel": { "textColor": "#000000" } }"##)
    }
  }
}

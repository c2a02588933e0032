// SPDX-License-Identifier: MIT

import Testing
import ThemeModel
import ThemedElements

/// Section 2 of INLThemes' README, and missing values of a theme.
@Suite struct INLThemesElementTests {
  private static let day = ##"""
    {
      "mainVC.topLabel": { "textColor": "#ffffff", "text": "Hello" },
      "mainVC.aButton": { "backgroundColor": "#888888", "cornerRadius": 10 }
    }
    """##
  private static let night = ##"""
    { "mainVC.topLabel": { "textColor": "#222222", "text": "Hello" }, "mainVC.aButton": { "backgroundColor": "#000000" } }
    """##

  private let stage = Stage()
  private let controller: Box
  private let label: Box

  init() {
    controller = stage.box("controller")
    label = stage.box("label", in: controller)
    label.theme.elementId = "mainVC.topLabel"
    let row = stage.box("row", in: controller)
    for name in ["ok", "cancel"] { stage.box(name, in: row).theme.elementId = "mainVC.aButton" }
  }

  private static let dayByDay = [
    "label textColor=#ffffff", #"label text="Hello""#, "ok backgroundColor=#888888", "ok cornerRadius=10",
    "cancel backgroundColor=#888888", "cancel cornerRadius=10",
  ]

  @Test func consumersFollowTheTheme() throws {
    stage.check("before a theme", gives: []) { stage.theming.registerThemeConsumer(controller) }
    try stage.check("the first", gives: Self.dayByDay) { try stage.show("inlthemes", styles: Self.day) }
    try stage.check(
      "another: what it lacks stays",
      gives: [
        "label textColor=#222222", "ok backgroundColor=#000000", "ok -cornerRadius", "cancel backgroundColor=#000000",
        "cancel -cornerRadius",
      ]
    ) { try stage.show("inlthemes", styles: Self.night) }
    try stage.check("removed", gives: []) {
      stage.theming.removeThemeConsumer(controller)
      try stage.show("inlthemes", styles: Self.day)
    }
  }

  @Test func registeredAfterTheTheme() throws {
    try stage.show("inlthemes", styles: Self.day)
    stage.check("at once", gives: Self.dayByDay) { stage.theming.registerThemeConsumer(controller) }
    stage.check("a second time is the first", gives: []) { stage.theming.registerThemeConsumer(controller) }
    try stage.check("one removal is enough", gives: []) {
      stage.theming.removeThemeConsumer(controller)
      try stage.show("inlthemes", styles: Self.night)
    }
  }

  @Test func newElements() throws {
    try stage.show("inlthemes", styles: Self.day)
    stage.theming.registerThemeConsumer(controller)
    let cell = stage.box("cell", in: controller)
    cell.theme.elementId = "mainVC.topLabel"
    stage.check("when it is made", gives: ["cell textColor=#ffffff", #"cell text="Hello""#]) {
      stage.theming.applyTheme(to: cell)
    }
    controller.boxes = [cell]
    try stage.check("from then on with its consumer, and what went does not", gives: ["cell textColor=#222222"]) {
      try stage.show("inlthemes", styles: Self.night)
    }
  }

  @Test func oneElementIsThemedOnce() throws {
    try stage.show("inlthemes", styles: Self.day)
    stage.check("themed once", gives: Array(Self.dayByDay[..<2])) { stage.theming.applyTheme(to: label) }
    try stage.check("and not kept so", gives: []) { try stage.show("inlthemes", styles: Self.night) }
  }

  /// A view as well as a controller, with attributes of the program's own.
  @Test func anyElementMayBeAConsumer() throws {
    let view = stage.box("view")
    view.theme.elementId = "own"
    try stage.show("inlthemes", styles: #"{ "own": { "sparkle": 3 } }"#)
    stage.check("registered", gives: ["view sparkle=3"]) { stage.theming.registerThemeConsumer(view) }
  }

  /// Consumers are not held: one that goes without a word is gone.
  @Test func consumersAreNotHeld() throws {
    weak var gone: Box?
    do {
      let consumer = stage.box("consumer")
      consumer.theme.elementId = "mainVC.topLabel"
      stage.theming.registerThemeConsumer(consumer)
      gone = consumer
    }
    #expect(gone == nil)
    try stage.check("nobody is there", gives: []) { try stage.show("inlthemes", styles: Self.day) }
  }
}

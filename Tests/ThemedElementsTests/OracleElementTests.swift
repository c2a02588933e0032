// SPDX-License-Identifier: MIT

import Testing
import ThemeModel
import ThemedElements

/// The style list of Oracle's documentation of theme.json.
@Suite struct OracleElementTests {
  private static let styles = ##"""
    {
      "UILabel": { "textColor": "#000000", "alpha": 1 },
      "UILabel>UIButton": { "textColor": "#0000ff" },
      "UILabel>UIButton>UIToolbar": { "textColor": "#ff0000" },
      "~searchBox": { "alpha": 0.5, "layer.cornerRadius": 4 },
      "~plain": { "alpha": 0.7 },
      "UIButton": { "setTitleColor:forState:": { "$type": "calls", "$value": [["#111111", 0], ["#222222", 1]] } }
    }
    """##

  private let stage: Stage

  init() throws { stage = try Stage("oracle", styles: Self.styles) }

  @Test func stylesOfClassesAreAutomatic() {
    let label = stage.box("label", "UILabel")
    stage.check("any new one", gives: ["label textColor=#000000", "label alpha=1"]) { label.theme.appear() }
  }

  @Test func stylesInsideOthersAreAutomatic() {
    let toolbar = stage.box("toolbar", "UIToolbar")
    let stack = stage.box("stack", "UIStackView", in: toolbar)
    let button = stage.box("button", "UIButton", in: stack)
    let label = stage.box("label", "UILabel", in: button)
    stage.check("the longest chain", gives: ["label textColor=#ff0000", "label alpha=1"]) { label.theme.appear() }
    button.themeContainer = nil
    stage.check("taken out of the toolbar", gives: ["label textColor=#0000ff"]) {
      stage.theming.applyTheme(to: label)
    }
  }

  @Test func stylesWithAnIDAreAppliedByHand() {
    let label = stage.box("label", "UILabel")
    label.theme.appear()
    stage.check("without the tilde", gives: ["label alpha=0.5", "label layer.cornerRadius=4"]) {
      stage.theming.applyStyle("searchBox", to: label)
    }
    stage.check("with it, the same", gives: []) { stage.theming.applyStyle("~searchBox", to: label) }
    stage.check("another over it", gives: ["label alpha=0.7"]) { stage.theming.applyStyle("~plain", to: label) }
  }

  /// The value is a list of calls; when one of them changes, the setter is called for all.
  @Test func callsComeTogether() throws {
    let button = stage.box("button", "UIButton")
    let type = #""$type":"calls","$value""#
    stage.check(
      "two states", gives: [##"button setTitleColor:forState:={\##(type):[["#111111",0],["#222222",1]]}"##]
    ) { button.theme.appear() }
    try stage.check("less", gives: [##"button setTitleColor:forState:={\##(type):[["#111111",0]]}"##]) {
      try stage.show(
        "oracle", styles: ##"{ "UIButton": { "setTitleColor:forState:": {\##(type): [["#111111", 0]]} } }"##)
    }
  }
}

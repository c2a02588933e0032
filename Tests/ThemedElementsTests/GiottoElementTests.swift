// SPDX-License-Identifier: MIT

import Testing
import ThemeModel
import ThemedElements

/// The sections of Giotto's README on the application of styles, keys and special properties.
@Suite struct GiottoElementTests {
  private static let styles = ##"""
    {
      "CommonLabel": { "textColor": "#333333", "font": "Helvetica" },
      "Big": { "font": "Futura", "layer": { "borderWidth": 2 } },
      "Big_IPAD": { "font": "Futura-Large" },
      "HomeViewController": {
        "titleLabel": { "textColor": "#333333", "font": "Helvetica" },
        "buttons": { "layer": { "borderWidth": 1 }, "selected:titleColor": "#ffffff" },
        "tint": null
      }
    }
    """##

  private let stage: Stage

  init() throws { stage = try Stage("giotto", styles: Self.styles) }

  @Test func stylesAreAppliedInOrder() {
    let label = stage.box("label")
    stage.check("one", gives: ["label textColor=#333333", #"label font="Helvetica""#]) {
      stage.theming.applyStyle("CommonLabel", to: label)
    }
    stage.check("over it, with a key path", gives: [#"label font="Futura""#, "label layer.borderWidth=2"]) {
      stage.theming.applyStyle("Big", to: label)
    }
    stage.check("the first again", gives: [#"label font="Helvetica""#]) {
      stage.theming.applyStyle("CommonLabel", to: label)
    }
    #expect(label.theme.styles == ["Big", "CommonLabel"])
    stage.check("appearing does nothing by itself", gives: []) { stage.box("other").theme.appear() }
  }

  @Test func unknownStyleIsTold() {
    let label = stage.box("label")
    stage.check("misspelt", gives: []) { stage.theming.applyStyle("ComonLabel", to: label) }
    #expect(label.theme.missingStyles == ["ComonLabel"])
  }

  @Test func variantsFollowTheDevice() throws {
    let label = stage.box("label")
    stage.theming.applyStyle("Big", to: label)
    try stage.check("a pad", gives: [#"label font="Futura-Large""#]) {
      try stage.show("giotto", styles: Self.styles, device: .pad)
    }
  }

  /// A property may hold an object, or a list of them: the style's value is applied to all.
  @Test func propertiesMayHoldElements() {
    let controller = stage.box("controller")
    controller.targets["titleLabel"] = [stage.box("title")]
    controller.targets["buttons"] = [stage.box("ok"), stage.box("cancel")]
    stage.check(
      "each its own",
      gives: [
        "title textColor=#333333", #"title font="Helvetica""#, "ok layer.borderWidth=1", "cancel layer.borderWidth=1",
        "ok selected:titleColor=#ffffff", "cancel selected:titleColor=#ffffff", "controller tint=null",
      ]
    ) { stage.theming.applyStyle("HomeViewController", to: controller) }
    stage.check(
      "and taken back",
      gives: [
        "ok -layer.borderWidth", "cancel -layer.borderWidth", "ok -selected:titleColor", "cancel -selected:titleColor",
        "controller -tint", "title -font", "title -textColor",
      ]
    ) { controller.theme.styles = [] }
  }

  @Test func targetsMayHaveTargets() throws {
    try stage.show("giotto", styles: #"{ "Screen": { "header": { "title": { "layer": { "alpha": 1 } } } } }"#)
    let screen = stage.box("screen")
    let header = stage.box("header")
    screen.targets["header"] = [header]
    header.targets["title"] = [stage.box("title")]
    stage.check("two levels down", gives: ["title layer.alpha=1"]) { stage.theming.applyStyle("Screen", to: screen) }
  }

  /// What the protocol ThemeManagerCustomizationProtocol is for.
  @Test func elementsHandleKeyPathsThemselves() throws {
    let stage = Stage()
    let field = Field("field", "Field", on: stage)
    let screen = stage.box("screen")
    screen.targets["field"] = [field]
    try stage.show(
      "giotto",
      styles:
        ##"{ "Field": { "placeholderColor": "#777777", "tint": 1 }, "Screen": { "field": { "placeholderColor": 2 } } }"##
    )
    stage.check("the one it wants", gives: ["field special placeholderColor=#777777", "field tint=1"]) {
      stage.theming.applyStyle("Field", to: field)
    }
    stage.check("as a target, too", gives: ["field special placeholderColor=2"]) {
      stage.theming.applyStyle("Screen", to: screen)
    }
  }

  @Test func aRebrandingAppliesWhatDiffers() throws {
    let label = stage.box("label")
    stage.theming.applyStyle("CommonLabel", to: label)
    try stage.check("another brand", gives: ["label textColor=#cc0000"]) {
      try stage.show("giotto", styles: ##"{ "CommonLabel": { "textColor": "#cc0000", "font": "Helvetica" } }"##)
    }
  }
}

/// Handles one key path itself.
private final class Field: Box, ThemeCustomizing {
  func shouldApplyThemeCustomization(forKeyPath keyPath: String) -> Bool { keyPath == "placeholderColor" }

  func applyCustomization(ofThemeValue value: ThemeValue, forKeyPath keyPath: String) {
    note("special \(keyPath)=\(text(of: value))")
  }
}

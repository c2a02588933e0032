// SPDX-License-Identifier: GPL-2.0-or-later

/// LV3, LV4 and LV9: valid declarations that are probably mistakes.
extension Explanation {
  static let contrast = Explanation(
    "A text hardly stands out from the background of the same style.",
    reason: "Below a contrast of 4.5 to 1, or 3 to 1 for large text, many people cannot read it (WCAG 2, 1.4.3).",
    remedy: "Make the darker colour darker or the lighter one lighter.",
    bad: ##"{ "button": { "textColor": "#999999", "backgroundColor": "#ffffff" } }"##,
    good: ##"{ "button": { "textColor": "#595959", "backgroundColor": "#ffffff" } }"##)

  static let stateWithoutNormal = Explanation(
    "A state sets a property that the normal state does not set.",
    reason: "Theming only adds: when the state ends, the property keeps the state's value.",
    remedy: "Set the property in the normal state, too.",
    bad: ##"{ "button": { "height": 44, "highlighted": { "titleColor": "#ff9800" } } }"##,
    good: ##"{ "button": { "titleColor": "#000000", "highlighted": { "titleColor": "#ff9800" } } }"##)

  static let baseThemeLeak = Explanation(
    "A class's base theme sets properties that the element's own theme neither sets nor clears.",
    reason: "The own theme lies over the base theme, so values that only the base theme sets stay visible.",
    remedy: "Set the properties, or `clearPreviousThemingValues` in the own theme.",
    bad: #"{ "RBButton": { "theme": "flat", "borderWidth": 2 }, "flat": { "height": 44 } }"#,
    good: #"{ "RBButton": { "theme": "flat" }, "flat": { "height": 44, "borderWidth": 0 } }"#)

  static let nearDuplicateColor = Explanation(
    "Two constants have colours that look the same.",
    reason: "One of them was probably meant to be the other.",
    remedy: "Keep one, and let the other refer to it.",
    bad: ##"{ "ink": "#102030", "text": "#102031" }"##, good: ##"{ "ink": "#102030", "text": "ref://ink" }"##)

  static let suffixWithoutBase = Explanation(
    "A key has a device suffix, and the other devices have no value.",
    reason: "The property is missing on other devices.",
    remedy: "Add the key without its suffix.",
    bad: #"{ "button": { "height_iPad": 60 } }"#, good: #"{ "button": { "height": 44, "height_iPad": 60 } }"#)

  static let unreachableVariant = Explanation(
    "No device, version or language leads to a root file.",
    reason: "Nothing that only it includes is ever served.",
    remedy: "Rename it to theme[_device][_version][_language].inc.json, the device `phone` or `pad`, or remove it.",
    bad: .redbeard + [File("theme_tablet.inc.json", #"{ "themes": ["theme.json"] }"#), File("theme.json", "{}")],
    good: .redbeard + [File("theme_pad.inc.json", #"{ "themes": ["theme.json"] }"#), File("theme.json", "{}")])

  package static let unusedSuppression = Explanation(
    "A suppression or `livery-ignore` comment silences nothing.",
    reason: "Its problem is fixed, or it is misspelt. It would hide the next finding of that kind.",
    remedy: "Remove it, or correct its `file`, `id` and `path`.",
    in: "livery.json", with: .redbeard + [File("theme.json", #"{ "button": { "height_iPad": 60 } }"#)],
    bad: #"{ "suppressions": [{ "code": "cycle", "reason": "known" }] }"#,
    good: #"{ "suppressions": [{ "code": "suffix-without-base", "reason": "for pads alone" }] }"#)

  static let unknownRule = Explanation(
    "A suppression or `livery.json` names an unknown rule.",
    reason: "It has no effect.",
    remedy: "Correct the name. You can write the code or the name.",
    in: "livery.json", with: .redbeard + [File("theme.json", #"{ "gap": 8 }"#)],
    bad: #"{ "rules": { "duplicat-key": "error" } }"#, good: #"{ "rules": { "duplicate-key": "error" } }"#)
}

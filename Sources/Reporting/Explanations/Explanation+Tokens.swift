// SPDX-License-Identifier: GPL-2.0-or-later

/// Findings about design tokens and resolver documents.
extension Explanation {
  static let untypedToken = Explanation(
    "The type of a token is unknown.",
    reason: "A type is never guessed from the value, so programs would not know how to read it.",
    remedy: "Write `$type` at the token, or at a group around it.",
    in: "app.tokens.json", bad: #"{ "gap": { "$value": 8 } }"#,
    good: #"{ "gap": { "$type": "number", "$value": 8 } }"#)

  static let badName = Explanation(
    "A token or a group has a name that is not allowed.",
    reason: "References are written as `{group.token}`, and names that begin with `$` are reserved for the format.",
    remedy: "Use a name that is not empty, does not begin with `$` and has none of `{`, `}` and `.`.",
    in: "app.tokens.json", bad: #"{ "gap.small": { "$type": "number", "$value": 8 } }"#,
    good: #"{ "gap": { "small": { "$type": "number", "$value": 8 } } }"#)

  static let notAToken = Explanation(
    "A reference leads to a group.",
    reason: "Only tokens have values.",
    remedy: "Refer to a token of the group. The token that stands for the group itself is named `$root`.",
    in: "app.tokens.json",
    bad: ##"{ "gap": { "$type": "number", "$root": { "$value": 8 }, "wide": { "$value": "{gap}" } } }"##,
    good: ##"{ "gap": { "$type": "number", "$root": { "$value": 8 }, "wide": { "$value": "{gap.$root}" } } }"##)

  static let badPointer = Explanation(
    "A JSON pointer leads nowhere, or is not one.",
    reason: "`$ref` names a token, or a part of its value, as a path in the merged files.",
    remedy: "Write `#/group/token`, or `#/group/token/$value/part` for a part of the value.",
    in: "app.tokens.json",
    bad: ##"{ "$type": "number", "gap": { "$value": 8 }, "wide": { "$value": { "$ref": "#/space/$value" } } }"##,
    good: ##"{ "$type": "number", "gap": { "$value": 8 }, "wide": { "$value": { "$ref": "#/gap/$value" } } }"##)

  static let unknownModifier = Explanation(
    "A context chooses a modifier, or a context of a modifier, that the resolver document lacks.",
    reason: "The default context of the modifier serves in its place.",
    remedy: "Choose one of the names that the message lists.",
    in: "livery.json", with: [.resolver()],
    bad: #"{ "contexts": { "night": { "modifiers": { "mode": "drak" } } } }"#,
    good: #"{ "contexts": { "night": { "modifiers": { "mode": "dark" } } } }"#)

  static let missingContext = Explanation(
    "A modifier has no default context, and none was chosen.",
    reason: "The first context of the modifier is used. You may mean a different one.",
    remedy: "Choose a context by `--modifier NAME=CONTEXT`, or give the modifier a `default`.",
    in: "livery.json",
    with: [
      .resolver(
        #""density": { "contexts": { "wide": [], "narrow": [] } }"#, order: ##"{ "$ref": "#/modifiers/density" }"##)
    ],
    bad: #"{ "contexts": { "night": { "modifiers": { "mode": "dark" } } } }"#,
    good: #"{ "contexts": { "night": { "modifiers": { "mode": "dark", "density": "wide" } } } }"#)

  static let resolver = Explanation(
    "A resolver document breaks a rule of its format.",
    reason: "The part is left out, so that sets or modes are missing.",
    remedy: "Write the form in the message.",
    in: "app.resolver.json",
    bad: ##"{ "version": "2025.10", "resolutionOrder": [{ "$ref": "#/sets/base" }, { "$ref": "#/sets/none" }], "##
      + ##""sets": { "base": { "sources": [{ "gap": { "$type": "number", "$value": 8 } }] } } }"##,
    good: ##"{ "version": "2025.10", "resolutionOrder": [{ "$ref": "#/sets/base" }], "##
      + ##""sets": { "base": { "sources": [{ "gap": { "$type": "number", "$value": 8 } }] } } }"##)

  static let draftForm = Explanation(
    "A value is in the form of an earlier draft.",
    reason: "Livery reads it. Other tools of the format 2025.10 may not.",
    remedy: "`livery fix` writes the form of 2025.10.",
    in: "app.tokens.json", bad: #"{ "gap": { "$type": "dimension", "$value": "8px" } }"#,
    good: #"{ "gap": { "$type": "dimension", "$value": { "value": 8, "unit": "px" } } }"#)

  static let missingPart = Explanation(
    "A value of several parts lacks one of them.",
    reason: "Programs get the value without that part. The format asks for all of them.",
    remedy: "Write the part.",
    in: "app.tokens.json",
    bad: #"{ "edge": { "$type": "border", "$value": { "width": { "value": 1, "unit": "px" }, "style": "solid" } } }"#,
    good: ##"{ "edge": { "$type": "border", "$value": { "width": { "value": 1, "unit": "px" }, "style": "solid", "##
      + ##""color": { "colorSpace": "srgb", "components": [0, 0, 0] } } } }"##)

  static let deprecatedToken = Explanation(
    "A token refers to a token that is deprecated.",
    reason: "The deprecated token may go with the next version.",
    remedy: "Refer to the token that replaces it, or mark this one as deprecated, too.",
    in: "app.tokens.json",
    bad: #"{ "$type": "number", "gap": { "$value": 8, "$deprecated": true }, "wide": { "$value": "{gap}" } }"#,
    good: #"{ "$type": "number", "gap": { "$value": 8 }, "wide": { "$value": "{gap}" } }"#)
}

extension Explanation.File {
  /// A resolver document with the modifier `mode`, and a second modifier.
  fileprivate static func resolver(_ modifier: String = "", order: String = "") -> Explanation.File {
    Explanation.File(
      "app.resolver.json",
      """
      {
        "version": "2025.10",
        "modifiers": {
          "mode": { "default": "light", "contexts": { "light": [], "dark": [] } }\(modifier.isEmpty ? "" : ",\n    " + modifier)
        },
        "resolutionOrder": [{ "$ref": "#/modifiers/mode" }\(order.isEmpty ? "" : ", " + order)]
      }
      """)
  }
}

// SPDX-License-Identifier: GPL-2.0-or-later

import JSONText
import TestSupport
import TextComparison
import ThemeModel

/// A bundle of one dialect that is written and edited at random, with words that make things meet: names that refer to each
/// other, values of every form of the dialect, and some that are wrong. Some names and texts are canonically equal, `é` as
/// one scalar and as two, and still not the same.
struct RandomBundle {
  var dialect: String
  /// Files that never change.
  var fixed: BytewiseDictionary<String> = [:]
  /// The files that are written, removed and written anew.
  var paths: [String]
  /// Texts that files that list others are edited to; nil removes the file.
  var lists: [(path: String, text: String?)] = []
  var themes: [String] = []
  var names: [String]
  var keys: [String]
  var texts: [String]

  static let all = [redbeard, oracle, giotto, flat, inlthemes, base16, tokens, resolver]

  static let redbeard = RandomBundle(
    dialect: "redbeard",
    fixed: [
      "theme.inc.json": "{\"include\": [\"more.inc.json\"], \"themes\": [\"b.json\", \"\u{E9}.json\", \"c.json\"]}",
      "theme_pad.inc.json": "{\"themes\": [\"e\u{301}.json\", \"a.json\"]}",
      "more.inc.json": #"{"themes": ["a.json"]}"#,
    ], paths: ["a.json", "b.json", "c.json", "\u{E9}.json", "e\u{301}.json"],
    lists: [
      ("theme.inc.json", "{\"include\": [\"more.inc.json\"], \"themes\": [\"b.json\", \"e\u{301}.json\", \"c.json\"]}"),
      ("theme.inc.json", #"{"include": ["more.inc.json"], "themes": ["c.json", "gone.json", "a.json"]}"#),
      ("theme.inc.json", #"{"include": ["mroe.inc.json"], "themes": ["c.json", 12]}"#),
      ("theme.inc.json", #"{"include": 3, "themes": ["c.json"]}"#),
      ("theme.inc.json", #"{"themes": "b.json"}"#),
      ("theme.inc.json", "[]"),
      ("theme.inc.json", "{"),
      ("theme.inc.json", nil),
      ("more.inc.json", #"{"themes": ["a.json"]}"#),
      ("more.inc.json", #"{"themes": ["theme.inc.json", "a.json"]}"#),
      ("more.inc.json", #"{"themes": ["a.json", "x.json"]}"#),
      ("more.inc.json", #"{"themes": []}"#),
      ("more.inc.json", nil),
      ("theme_pad.inc.json", nil),
      ("theme_pad.inc.json", ""),
      ("theme_pad.inc.json", "[]"),
      ("theme_pad.inc.json", #"{"themes": ["b.json"]}"#),
    ], names: ["a", "b", "c", "d", "a_iPad", "RBButton", "\u{E9}", "e\u{301}"],
    keys: [
      "inherits", "titleColor", "titleColorAlpha", "margin", "margin_iPad", "highlighted", "name", "size", "style",
      "\u{E9}", "e\u{301}",
    ],
    texts: [
      "ref://a", "ref://b", "ref://c", "ref://gone", "#ff0000", "#1 fan", "glyph://star/a/12", "plain", "ref://\u{E9}",
      "ref://e\u{301}", "\u{E9}", "e\u{301}",
    ])

  static let oracle = RandomBundle(
    dialect: "oracle", paths: ["theme.json"],
    names: ["a", "b", "UIView", "UIView>UILabel", "~s", "~ s", "A>>B", "~\u{E9}", "~e\u{301}"],
    keys: ["textColor", "layer.color", "image:forState", "image:forState~1", "alpha~2", "\u{E9}", "e\u{301}"],
    texts: [
      "@resource:a", "@resource:b", "@resource:gone", "@color:1 0 0 1", "@color:2 0 0", "@font:Arial:12", "@nil",
      "plain",
      "@resource:~\u{E9}", "@image:\u{E9}", "@image:e\u{301}", "@colorref:@resource:a", "@uint:3", "@unit:3",
      "@bool:YES", "@image:x", "@edge_insets:1 2 3 4",
    ])

  static let giotto = RandomBundle(
    dialect: "giotto", fixed: ["livery.json": #"{"dialect": "giotto", "default": "base"}"#],
    paths: ["base.json", "brand.json", "dark.json", "\u{E9}.json", "e\u{301}.json"],
    themes: ["brand", "dark", "\u{E9}", "e\u{301}"],
    names: ["COLOR_A", "FONT_B", "A", "B", "C", "COLOR_\u{E9}", "COLOR_e\u{301}"],
    keys: [
      "_superstyle", "_inherit", "textColor", "layer.borderWidth", "layer", "layer.x,size", "selected:textColor",
      "title", "\u{E9}", "e\u{301}", "x.\u{E9}",
    ],
    texts: [
      "COLOR_\u{E9}", "COLOR_e\u{301}", "COLOR_A", "FONT_B", "COLOR_GONE", "A", "B,C", "C", "style:A", "s:B, C",
      "font:FONT_B,12", "f:system,COLOR_A",
      "c:fff",
      "color:#fff", "null", "point:1,2", "rect:1,2", "plain", "edge:1,2,3,4",
    ])

  static let flat = RandomBundle(
    dialect: "flat", fixed: ["livery.json": #"{"dialect": "flat", "fallback": true}"#],
    paths: ["default.json", "night.json", "\u{E9}.json", "e\u{301}.json"], themes: ["night", "\u{E9}", "e\u{301}"],
    names: [
      "fontName", "fontSize", "font", "tint", "headerImage", "imageTint", "\u{E9}", "e\u{301}", "\u{E9}Name",
      "e\u{301}Size",
    ], keys: [],
    texts: ["255,0,0", "1, 2, 3, 0.5", "300,0,0", "Futura", "x.png", "\u{E9}", "e\u{301}"])

  static let inlthemes = RandomBundle(
    dialect: "inlthemes", fixed: ["livery.json": #"{"dialect": "inlthemes", "default": "red"}"#],
    paths: ["red.json", "blue.json"], themes: ["blue"],
    names: ["INLThemeAlias", "main.label", "b", "c", "\u{E9}", "e\u{301}"],
    keys: ["font", "fontSize", "textColor", "color", "alpha", "image", "own", "main", "\u{E9}", "e\u{301}"],
    texts: ["#ff0000", "main", "own", "12", "red", "Helvetica", "\u{E9}", "e\u{301}"])

  /// JSON is YAML: the schemes are in both.
  static let base16 = RandomBundle(
    dialect: "base16", fixed: ["livery.json": #"{"dialect": "base16", "default": "day"}"#],
    paths: ["day.yaml", "night.json", "more/day.json", "\u{E9}.yml", "e\u{301}.yaml"],
    themes: ["night", "day", "more/day", "\u{E9}", "e\u{301}"],
    names: [
      "base00", "base01", "base0A", "base0F", "base10", "base0a", "name", "scheme", "slug", "variant", "system",
      "author",
    ], keys: ["base00", "base01", "base0A", "base0F", "base17", "base0a"],
    texts: ["#ff0000", "FFCC00", "123e45", "red", "", "base16", "base24", "\u{E9}", "e\u{301}"])

  /// Several files that are one source.
  static let tokens = RandomBundle(
    dialect: "tokens", fixed: ["livery.json": #"{"dialect": "tokens"}"#],
    paths: ["a.tokens.json", "b.tokens.yaml", "c.tokens"],
    lists: [
      ("app.resolver.json", ""), ("app.resolver.json", "[]"), ("app.resolver.json", nil), ("more.resolver.json", "{"),
      ("more.resolver.json", nil),
    ],
    names: ["a", "b", "a.b", "b.a", "a.a.b", "a.$root", "\u{E9}"], keys: ["a", "b", "$root", "\u{E9}", "e\u{301}"],
    texts: tokenTexts)

  /// A resolver document, of which modifiers and sources come and go.
  static let resolver = RandomBundle(
    dialect: "tokens",
    fixed: [
      "livery.json": #"{"dialect": "tokens"}"#, "app.resolver.json": resolverDocument("", dark: "b.json"),
    ],
    paths: ["a.json", "b.json", "more/c.json"],
    lists: [
      ("app.resolver.json", resolverDocument("", dark: "b.json#/a")),
      ("app.resolver.json", resolverDocument(#", { "b": { "$type": "number", "$value": 7 } }"#, dark: "b.json")),
      ("app.resolver.json", resolverDocument(##", { "$ref": "#/sets/more" }"##, dark: "gone.json")),
      ("app.resolver.json", resolverDocument(#", 3"#, dark: "more/c.json#/x")),
      ("app.resolver.json", resolverDocument("", dark: "a.json", order: ##"{ "$ref": "#/sets/more" }"##)),
      ("app.resolver.json", "{"),
      ("app.resolver.json", #"{"version": "2025.10"}"#),
      ("app.resolver.json", nil),
      ("other.resolver.json", "{"),
      ("other.resolver.json", nil),
    ], themes: ["night", "mode=night", "day"],
    names: ["a", "b", "a.b", "b.a", "a.a.b", "\u{E9}"], keys: ["a", "b", "$root", "\u{E9}", "e\u{301}"],
    texts: tokenTexts)

  private static let tokenTexts = [
    "{a}", "{a.b}", "{b.a}", "{b}", "{gone}", "{a.a.b}", "{a.$root}", "#ff0000", "#abc", "16px", "bold", "Inter",
    "solid", "plain {a}", "{\u{E9}}", "{e\u{301}}",
  ]

  private static func resolverDocument(
    _ source: String, dark: String, order: String = ##"{ "$ref": "#/sets/base" }, { "$ref": "#/modifiers/mode" }"##
  ) -> String {
    """
    { "version": "2025.10",
      "sets": { "base": { "sources": [{ "$ref": "a.json" }\(source)] },
        "more": { "sources": [{ "$ref": "more/c.json", "b": { "$type": "number", "$value": 1 } }] } },
      "modifiers": { "mode": { "default": "day", "contexts": {
        "day": [], "night": [{ "$ref": "\(dark)" }, { "$ref": "#/sets/more" }] } } },
      "resolutionOrder": [\(order)] }
    """
  }
}

// MARK: Design tokens

extension RandomBundle {
  private static let types = ["number", "color", "dimension", "border", "shadow", "fontWeight", "vendor", "typography"]

  private func tokenGroup(depth: Int, _ random: inout SplitMix) -> JSONValue {
    var group = JSONObject()
    if random.happens(onceIn: 3) { group["$type"] = .string(random.one(of: Self.types)) }
    if random.happens(onceIn: 5) { group["$extends"] = .string(random.one(of: texts)) }
    if random.happens(onceIn: 12) { group["$extends"] = .string(random.one(of: ["#/a", "#/b", "#/a/b", "#/b/a"])) }
    for key in keys where random.happens(onceIn: 2) {
      let isToken = key == "$root" || depth > 2 || random.happens(onceIn: 2)
      group[key] = isToken ? token(&random) : tokenGroup(depth: depth + 1, &random)
      if random.happens(onceIn: 15) { group[key] = random.one(of: [5, ["a"], ["a": 3], ["$ref": 3], "{a}"]) }
    }
    return .object(group)
  }

  private func token(_ random: inout SplitMix) -> JSONValue {
    var token = JSONObject()
    if random.happens(onceIn: 3) { token["$type"] = .string(random.one(of: Self.types)) }
    if random.happens(onceIn: 8) {
      token["$ref"] = .string(random.one(of: ["#/a", "#/a/b", "#/b/$value", "#/b/a/$value/components/0", "#/gone"]))
      if random.happens(onceIn: 3) { token["a"] = self.token(&random) }
    } else {
      token["$value"] = tokenValue(&random)
      if random.happens(onceIn: 15) { token["$ref"] = "#/a" }
    }
    return .object(token)
  }

  private func tokenValue(_ random: inout SplitMix) -> JSONValue {
    switch Int.random(in: 0..<12, using: &random) {
    case 0...3: return .string(random.one(of: texts))
    case 4: return .number(Double(Int.random(in: 0...3, using: &random)))
    case 5: return ["$ref": .string(random.one(of: ["#/a/$value/components/0", "#/a/b/$value/value", "#/b/a"]))]
    case 6...7:
      let part: JSONValue =
        random.happens(onceIn: 3) ? ["$ref": "#/a/b/$value/components/1"] : .number(random.one(of: [0, 0.5, 1, 2]))
      var color = JSONObject([("colorSpace", .string(random.one(of: ["srgb", "oklch", "none"])))])
      color["components"] = [0, part, random.one(of: [0.5, "none"])]
      if random.happens(onceIn: 3) { color["alpha"] = 1 }
      return .object(color)
    case 8: return ["value": .number(random.one(of: [1, 2])), "unit": .string(random.one(of: ["px", "rem", "em"]))]
    case 9...10:
      var border = JSONObject()
      if random.happens(onceIn: 2) { border["color"] = .string(random.one(of: texts)) }
      if random.happens(onceIn: 2) { border["width"] = tokenValue(&random) }
      border["style"] = .string(random.one(of: ["solid", "sold", "{b}"]))
      return .object(border)
    default:
      return [["color": .string(random.one(of: texts)), "blur": tokenValue(&random)], .string(random.one(of: texts))]
    }
  }
}

extension RandomBundle {
  /// The content of a file, written at random.
  func file(_ random: inout SplitMix) -> JSONValue {
    switch dialect {
    case "oracle": [constants(&random), styles(&random)]
    case "giotto": ["formatVersion": 2, "Constants": constants(&random), "G": styles(&random), "H": styles(&random)]
    case "flat": constants(&random)
    case "inlthemes": styles(&random)
    case "tokens": tokenGroup(depth: 0, &random)
    case "base16":
      Bool.random(using: &random)
        ? constants(&random)
        : .object(
          JSONObject((constants(&random).object?.members ?? []) + [(key: "palette", object(depth: 9, &random))]))
    default: .object(JSONObject((constants(&random).object?.members ?? []) + (styles(&random).object?.members ?? [])))
    }
  }

  func constants(_ random: inout SplitMix) -> JSONValue { object(names, &random) { value(depth: 9, &$0) } }

  func styles(_ random: inout SplitMix) -> JSONValue { object(names, &random) { object(depth: 1, &$0) } }

  /// A value as a theme file would have it; from that depth on none with members.
  func value(depth: Int, _ random: inout SplitMix) -> JSONValue {
    switch Int.random(in: 0..<(depth < 3 ? 9 : 7), using: &random) {
    case 0: .number(Double(Int.random(in: 0...2, using: &random)))
    case 1: random.one(of: [0.5, true, .null, 12])
    case 2...6: .string(random.one(of: texts))
    case 7: [value(depth: depth + 1, &random), value(depth: depth + 1, &random)]
    default: object(depth: depth + 1, &random)
    }
  }

  private func object(depth: Int, _ random: inout SplitMix) -> JSONValue {
    object(keys, &random) { value(depth: depth, &$0) }
  }

  private func object(
    _ keys: [String], _ random: inout SplitMix, _ value: (inout SplitMix) -> JSONValue
  ) -> JSONValue {
    var object = JSONObject()
    for key in keys.shuffled(using: &random) where Bool.random(using: &random) { object[key] = value(&random) }
    return .object(object)
  }
}

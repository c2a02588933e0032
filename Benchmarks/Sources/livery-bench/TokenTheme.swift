// SPDX-License-Identifier: GPL-2.0-or-later

/// A generated bundle of design tokens.
struct TokenTheme {
  static let editedName = "edited.tokens.json"
  static let editedColor = "\"hex\""

  let bundle: String
  private(set) var tokenCount = 0
  private(set) var fileCount = 0

  /// Files of a hundred tokens each: a third colours, the others aliases of these; and a file with one colour, `edited`.
  init(tokenCount: Int, directory: String) throws {
    bundle = directory
    for number in 0..<(tokenCount - 1) / 100 {
      let tokens = (0..<100).map { token in
        switch token % 3 {
        case 0: "\"t\(token)\": { \"$value\": \(Self.color(number, token)) }"
        case 1: "\"t\(token)\": { \"$value\": \"{g\(number).t\(token - 1)}\" }"
        default: "\"t\(token)\": { \"$value\": \"{g\((number * 7 + 1) % max(1, (tokenCount - 1) / 100)).t0}\" }"
        }
      }
      try write(
        "{ \"g\(number)\": { \"$type\": \"color\", \(tokens.joined(separator: ",\n")) } }\n", "g\(number).tokens.json")
      self.tokenCount += 100
    }
    try write(Self.edited, Self.editedName)
    self.tokenCount += 1
  }

  /// Chains of aliases over dimensions in one file.
  ///
  /// - Parameter references: how many of the tokens are aliases.
  init(tokenCount: Int, references: Int, directory: String) throws {
    bundle = directory
    let bases = tokenCount - references
    var last = (0..<bases).map { "b\($0)" }
    var tokens = last.map { "\"\($0)\": { \"$type\": \"dimension\", \"$value\": { \"value\": 1, \"unit\": \"px\" } }" }
    for reference in 0..<references {
      tokens.append("\"r\(reference)\": { \"$value\": \"{\(last[reference % bases])}\" }")
      last[reference % bases] = "r\(reference)"
    }
    try write("{ \(tokens.joined(separator: ",\n")) }\n", "all.tokens.json")
    self.tokenCount = tokenCount
  }

  /// One file: the colour `edited`, a group of numbers, and a group that extends it.
  init(inheriting count: Int, directory: String) throws {
    bundle = directory
    let tokens = (0..<count).map { "\"t\($0)\": { \"$value\": \($0) }" }.joined(separator: ",\n")
    try write(
      """
      { \(Self.editedToken),
      "written": { "$type": "number", \(tokens) },
      "inheriting": { "$extends": "{written}" } }

      """, Self.editedName)
    tokenCount = 2 * count + 1
  }

  /// One file: the colour `edited` before colours that are texts of earlier drafts, each of which has a finding, or objects.
  init(colors count: Int, areTexts: Bool, directory: String) throws {
    bundle = directory
    let tokens = (0..<count).map { number in
      let digits = String(0x100000 + number * 37, radix: 16)
      return "\"t\(number)\": { \"$value\": \(areTexts ? "\"#\(digits)\"" : Self.color(number, number % 100)) }"
    }
    try write(
      "{ \(Self.editedToken),\n\"colors\": { \"$type\": \"color\", \(tokens.joined(separator: ",\n")) } }\n",
      Self.editedName)
    tokenCount = count + 1
  }

  /// Adds a resolver document: all files are one set, and each modifier has contexts that change one token.
  ///
  /// - Parameter contexts: the number of contexts of each modifier.
  mutating func addDocument(contexts: [Int]) throws {
    let sources =
      (0..<fileCount - 1).map { "{ \"$ref\": \"g\($0).tokens.json\" }" } + ["{ \"$ref\": \"\(Self.editedName)\" }"]
    let modifiers = contexts.enumerated().map { number, count in
      let own = (0..<count).map { context in
        let source = "{ \"m\(number)\": { \"$type\": \"number\", \"$value\": \(context) } }"
        return "\"c\(context)\": [\(context == 0 ? "" : source)]"
      }
      return "\"m\(number)\": { \"default\": \"c0\", \"contexts\": { \(own.joined(separator: ", ")) } }"
    }
    let order = ["{ \"$ref\": \"#/sets/all\" }"] + contexts.indices.map { "{ \"$ref\": \"#/modifiers/m\($0)\" }" }
    try Files.write(
      """
      { "version": "2025.10", "sets": { "all": { "sources": [\(sources.joined(separator: ", "))] } },
        "modifiers": { \(modifiers.joined(separator: ",\n")) }, "resolutionOrder": [\(order.joined(separator: ", "))] }

      """, to: "\(bundle)/app.resolver.json")
  }

  private mutating func write(_ text: String, _ name: String) throws {
    try Files.write(text, to: "\(bundle)/\(name)")
    fileCount += 1
  }

  private static func color(_ first: Int, _ second: Int) -> String {
    let components = "[\(Double(first % 100) / 100), \(Double(second) / 100), 0.5]"
    return "{ \"colorSpace\": \"srgb\", \"components\": \(components) }"
  }

  private static let edited = "{ \(editedToken) }\n"

  /// The fallback of the colour changes from save to save.
  private static let editedToken = """
    "edited": { "$type": "color", "$value": { "colorSpace": "oklch", "components": [0.5, 0.1, 20], "hex": "#123456" } }
    """
}

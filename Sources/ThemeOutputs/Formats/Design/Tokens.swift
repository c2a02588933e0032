// SPDX-License-Identifier: GPL-2.0-or-later

import JSONText
import TextComparison
import ThemeModel

extension OutputFormat {
  static let tokens = OutputFormat(
    name: "tokens", group: .design, comment: nil,
    summary: "A file of the Design Tokens format 2025.10, whatever the dialect of the theme", options: [.aliases],
    policy:
      "Values of types that the format does not have are left out: texts, true and false, lists, images, points and their like. A "
      + "value whose name is also that of a group is the group's `$root`.",
    takeover: "tools read the file when it changes"
  ) { (request, choices) throws(OutputProblem) in
    let references = choices.writesReferences ? request.theme.references : [:]
    let entries = request.entries()
    var tokens: BytewiseDictionary<(names: [String], token: JSONValue)> = [:]
    var groups: BytewiseSet = []
    var fullNames: [(name: String, path: String)] = []
    for entry in entries {
      guard let token = entry.value.designToken else { continue }
      let names = try TokenGroup.names(of: entry)
      guard !names.isEmpty else {
        throw OutputProblem(
          "`\(entry.path)` has no name that a token could have", help: "rename it, or leave it out with `select`")
      }
      fullNames.append((names.joined(separator: "."), entry.path))
      tokens[entry.path] = (names, token)
      for count in 1..<max(names.count, 1) { groups.insert(names.prefix(count).joined(separator: ".")) }
    }
    try OutputName.checkUnique(fullNames) { Bytewise($0) }
    var root = TokenGroup()
    for entry in entries {
      guard var (names, token) = tokens[entry.path] else { continue }
      if let target = references[entry.path].flatMap({ tokens[$0] }), target.token == token {
        let name = target.names.joined(separator: ".")
        token = token.referring(to: groups.contains(name) ? "\(name).$root" : name)
      }
      root.add(token, at: names[...])
    }
    return JSONValue.object(root.json).pretty + "\n"
  }
}

extension OutputFormat.Option {
  fileprivate static let aliases = OutputFormat.Option(
    name: referencesName, choices: ["aliases", values],
    summary: "how a value that is only a reference is written: as an alias, or by its value")
}

/// A group of tokens, in the order in which they were added. A token with the name of a group is the group's `$root`.
private struct TokenGroup {
  private enum Member {
    case token(JSONValue)
    case group(TokenGroup)
  }

  private var members: [(name: String, member: Member)] = []
  /// By name: the place in `members`.
  private var places: BytewiseDictionary<Int> = [:]

  mutating func add(_ token: JSONValue, at names: ArraySlice<String>) {
    guard let name = names.first else { return }
    guard let place = places[name] else {
      places[name] = members.count
      var group = TokenGroup()
      group.add(token, at: names.dropFirst())
      return members.append((name, names.count == 1 ? .token(token) : .group(group)))
    }
    // A token that is given twice counts as it was given first.
    let isToken = if case .token = members[place].member { true } else { false }
    if names.count == 1, isToken { return }
    addToGroup(at: place, token, names.count == 1 ? ["$root"] : names.dropFirst())
  }

  /// Adds a token to the group at a place. A token there becomes the group's `$root`.
  private mutating func addToGroup(at place: Int, _ token: JSONValue, _ names: ArraySlice<String>) {
    var group = TokenGroup()
    switch members[place].member {
    case .group(let known): group = known
    case .token(let token): group.add(token, at: ["$root"])
    }
    // The group is not copied while it stands in no list.
    members[place].member = .token(.null)
    group.add(token, at: names)
    members[place].member = .group(group)
  }

  /// The names of the groups and of the token. The format keeps `{`, `}` and `.` for references, and `$` for its own members.
  static func names(of entry: OutputTheme.Entry) throws(OutputProblem) -> [String] {
    let id = try printable(entry.keys.joined(separator: "."), at: entry.path)
    return id.unicodeScalars.split(separator: ".").map { name in
      let name = String(name)
      if name == "$root" { return "$root" }
      let spelt = name.mappingScalars { $0 == "{" || $0 == "}" ? "-" : $0 }
      return spelt.utf8.first == UInt8(ascii: "$") ? "_" + spelt.dropFirst() : spelt
    }
  }

  var json: JSONObject {
    JSONObject(
      members.map { name, member in
        switch member {
        case .token(let token): (name, token)
        case .group(let group): (name, .object(group.json))
        }
      })
  }
}

extension JSONValue {
  /// The token with a reference for its value.
  fileprivate func referring(to name: String) -> JSONValue {
    var object = self.object ?? JSONObject()
    object["$value"] = .string("{\(name)}")
    return .object(object)
  }
}

extension Value {
  /// The value as a token; nil for values of types that the format does not have.
  fileprivate var designToken: JSONValue? {
    func token(_ type: String, _ value: JSONValue) -> JSONValue { ["$type": .string(type), "$value": value] }
    switch self {
    case .number(let number): return token("number", .number(number))
    case .colorReference(let color): return Value.color(color).json
    case .color, .colorInSpace: return json
    case .typed(let typed): return TokenType(rawValue: typed.type).map { _ in json }
    case .font(let font):
      guard let name = font.name, let size = font.size else { return nil }
      let weight: Double = font.system == .bold ? 700 : 400
      return token(
        "typography",
        [
          "fontFamily": .array([.string(name)]), "fontSize": ["value": .number(size), "unit": "px"],
          "fontWeight": .number(weight), "letterSpacing": ["value": 0, "unit": "px"], "lineHeight": 1.2,
        ])
    case .null, .bool, .string, .array, .object, .image, .glyph, .point, .size, .rect, .edgeInsets, .calls: return nil
    }
  }
}

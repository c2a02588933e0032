// SPDX-License-Identifier: GPL-2.0-or-later

import TextComparison
import ThemeModel
import ThemeSyntax

/// The names of a theme's aliases, to find the one that a text misspells.
///
/// Each text is searched once, within the limits of `NameSuggester`.
struct INLAliasNames {
  /// The attributes in which the value of an alias is of use.
  enum Kind: Hashable { case color, number, text }

  /// The name that was probably meant.
  struct Meant: Hashable {
    var help: String
    /// Nil where several names are equally near.
    var respelling: Finding.Respelling?
  }

  private var names: [String] = []
  private var namesOfKind: [Kind: [String]] = [:]
  private var texts: BytewiseSet = []
  private var suggesters: [Kind?: NameSuggester] = [:]
  private var rule: MisspellingRule?
  private var known: [Kind: BytewiseDictionary<Meant?>] = [:]

  init() {}

  /// - Parameter aliases: names, and the nodes of their values in the tree.
  init(_ aliases: [(name: String, value: SourceTree.Node)], in tree: SourceTree) {
    for alias in aliases {
      names.append(alias.name)
      if let kind = Self.kind(of: alias.value, in: tree) { namesOfKind[kind, default: []].append(alias.name) }
      if let text = tree.string(of: alias.value) { texts.insert(text) }
    }
  }

  private static func kind(of node: SourceTree.Node, in tree: SourceTree) -> Kind? {
    switch tree.kind(of: node) {
    case .number: .number
    case .string:
      tree.string(of: node).map { text in
        text.utf8.first == UInt8(ascii: "#") ? .color : number(in: text) == nil ? .text : .number
      }
    case .bool, .null, .object, .array, .invalid: nil
    }
  }

  /// The alias that an invalid colour or number probably means: the nearest one with such a value, else the nearest one.
  mutating func meant(by text: String, as kind: Kind) -> Meant? {
    search(text, kind) { names in
      let near = names.nearest(to: text, kind)
      guard let found = near ?? names.nearest(to: text, nil) else { return nil }
      let help = "did you mean `\(found.name)`?"
      guard found.isUnique else { return Meant(help: help) }
      let isSafe = near != nil && names.isMisspelling(text, of: found.name)
      return Meant(help: help, respelling: .init(written: text, meant: found.name, isSafe: isSafe))
    }
  }

  /// The alias that the name of a font misspells; nil where the text may as well be the font. The value of an alias is a font.
  mutating func meant(byFont text: String) -> Meant? {
    search(text, .text) { names in
      guard !names.texts.contains(text), let found = names.nearest(to: text, .text), found.isUnique,
        names.isMisspelling(text, of: found.name)
      else { return nil }
      return Meant(
        help: "did you mean `\(found.name)`?",
        respelling: .init(written: text, meant: found.name, isSafe: false))
    }
  }

  private mutating func search(_ text: String, _ kind: Kind, _ find: (inout Self) -> Meant?) -> Meant? {
    if names.isEmpty { return nil }
    if let known = known[kind]?[text] { return known }
    let meant = find(&self)
    known[kind, default: [:]][text] = .some(meant)
    return meant
  }

  /// - Parameter kind: nil for the names of all aliases.
  private mutating func nearest(to text: String, _ kind: Kind?) -> Suggestion? {
    suggesters[kind, default: NameSuggester()].nearest(to: text) { [names, namesOfKind] in
      kind.map { namesOfKind[$0] ?? [] } ?? names
    }
  }

  private mutating func isMisspelling(_ text: String, of name: String) -> Bool {
    let rule = rule ?? MisspellingRule(names: names)
    self.rule = rule
    return rule.isMisspelling(text, of: name)
  }
}

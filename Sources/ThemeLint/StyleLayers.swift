// SPDX-License-Identifier: GPL-2.0-or-later

import TextComparison
import ThemeModel

/// The styles that apply to one element together, since one names the other as its theme.
struct StyleLayers {
  private let theme: KnownTheme
  private let theming: AdditiveTheming
  /// Both ways. A name need not be that of a style.
  private var neighbours: BytewiseDictionary<[String]> = [:]
  /// The styles among them.
  private var styles: BytewiseDictionary<KnownTheme.Member> = [:]
  /// By name: the place in `keys`, for names that were asked for and all that are laid with them.
  private var groups: BytewiseDictionary<Int> = [:]
  private var keys: [BytewiseSet?] = []
  /// By name of a style that was asked for: nil for no style.
  private var known: BytewiseDictionary<Overrides?> = [:]

  init(_ theme: KnownTheme, _ theming: AdditiveTheming) {
    self.theme = theme
    self.theming = theming
    for style in theme.styles {
      guard let name = style.facts.details?.additive.theme else { continue }
      neighbours[style.name, default: []].append(name)
      neighbours[name, default: []].append(style.name)
    }
    if neighbours.isEmpty { return }
    for style in theme.styles where neighbours[style.name] != nil { styles[style.name] = style }
  }

  /// The properties that an element with this style may have from all styles that are laid with it. Empty for a style that is laid
  /// alone, and nil if one of them is too large to be looked at. Costs the sizes of these styles, once for all of them.
  mutating func keys(laidWith style: String) -> BytewiseSet? {
    if neighbours[style] == nil { return [] }
    if let known = groups[style] { return keys[known] }
    var found: BytewiseSet = []
    var rest = [style]
    var isKnown = true
    groups[style] = keys.count
    while let name = rest.popLast() {
      isKnown = isKnown && styles[name]?.facts.isLarge != true
      found.formUnion(theming.properties(of: members(of: name) ?? []))
      for neighbour in neighbours[name] ?? [] where groups[neighbour] == nil {
        groups[neighbour] = keys.count
        rest.append(neighbour)
      }
    }
    keys.append(isKnown ? found : nil)
    return keys.last ?? nil
  }

  /// What the style with this name overrides as a theme. Nil as for its members. Costs the size of the style, once.
  mutating func overrides(by name: String) -> Overrides? {
    if let known = known[name] { return known }
    let overrides = members(of: name).map { Overrides(by: $0, theming) }
    known[name] = .some(overrides)
    return overrides
  }

  /// The members of the style with this name. Nil without such a style, if its value is not an object, or if it is too large to be
  /// looked at.
  func members(of name: String) -> [Value.Member]? {
    guard styles[name]?.facts.isLarge == false, case .object(let members)? = styles[name].flatMap(theme.value(of:))
    else { return nil }
    return members
  }
}

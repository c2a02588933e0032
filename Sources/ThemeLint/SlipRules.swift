// SPDX-License-Identifier: GPL-2.0-or-later

import TextComparison
import ThemeModel

/// LV2008 and LV1018 that only the whole theme shows: texts that are the id of another value, and keys that are one slip away
/// from a key beside them.
///
/// An object that several members share is looked at once, and reported with the first of them by name.
func slipFindings(_ theme: KnownTheme, _ theming: AdditiveTheming, _ report: (DesignFinding) -> Void) {
  // Most themes need neither of the two, which cost a pass over all members.
  lazy var ids = BytewiseSet([theme.constants, theme.styles].joined().lazy.map(\.name))
  lazy var uses = keyUses(in: theme)
  // The dialect itself reports the keys that are near to these.
  let words = BytewiseSet(theming.states + [theming.clearKey])
  let known = BytewiseSet(theming.states + [theming.clearKey, theming.themeKey])
  var walk = SharedWalk()
  var texts: [WrittenID] = []
  let members = [theme.constants, theme.styles].joined().filter { member in
    guard let slips = member.facts.details?.slips, !slips.isEmpty else { return false }
    return slips.hasSimilarKeys || slips.texts.contains(where: ids.contains)
  }
  for member in members.inOrderOfNames {
    guard let value = theme.value(of: member) else { continue }
    func note(_ value: Value, under key: String, at path: [String], in object: Int?) {
      guard case .string(let text) = value, PossibleSlips.mayBeID(text, under: key, of: member.name), ids.contains(text)
      else { return }
      texts.append(WrittenID(name: text, path: path + [key], object: object))
    }
    note(value, under: member.name, at: [member.member.section.rawValue], in: nil)
    walk.visitObjects(in: value, at: member.path) { object in
      let similar = SimilarKeys(of: object.members).misspellings { known.contains($0) ? .max : uses[$0] ?? 0 }
      for slip in similar where !words.contains(slip.usual) { report(slip.finding(in: object.path)) }
      for inner in object.members { note(inner.value, under: inner.key, at: object.path, in: object.number) }
    }
  }
  for text in texts.withoutCycles(theme, &walk) { report(text.finding(theming)) }
}

extension SimilarKeys.Misspelling {
  /// - Parameter path: of the object with both keys.
  fileprivate func finding(in path: [String]) -> DesignFinding {
    DesignFinding(
      code: .unknownKey,
      message: isTie
        ? "`\(usual)` and `\(rare)` are both used, and one of them may be a misspelling"
        : "`\(rare)` may be a misspelling of `\(usual)`",
      path: path + [rare], related: [],
      help: isTie ? "use one of them, if both mean the same property" : "did you mean `\(usual)`?")
  }
}

/// A text that is an id.
private struct WrittenID {
  let name: String
  let path: [String]
  /// The number of the object that has the text as a member.
  let object: Int?

  func finding(_ theming: AdditiveTheming) -> DesignFinding {
    DesignFinding(
      code: .looksLikeConstant, message: "`\(name)` is an id, but only a text here", path: path, related: [],
      help: "write \"\(theming.referencePrefix)\(name)\"")
  }
}

extension [WrittenID] {
  /// The texts that can be meant as references: in an object that the named id itself contains, a reference to this id would be a
  /// cycle. Costs the sizes of the named ids.
  ///
  /// - Parameter walk: the one in which the objects of the texts have their numbers.
  fileprivate func withoutCycles(_ theme: KnownTheme, _ walk: inout SharedWalk) -> [WrittenID] {
    var places: BytewiseDictionary<[Int]> = [:]
    for index in indices where self[index].object != nil { places[self[index].name, default: []].append(index) }
    if places.isEmpty { return self }
    var isCycle = Array<Bool>(repeating: false, count: count)
    for id in [theme.constants, theme.styles].joined() {
      guard let places = places[id.name], !id.facts.isLarge, let value = theme.value(of: id) else { continue }
      walk.beginAgain()
      walk.visitObjects(in: value, at: []) { _ in }
      for place in places { isCycle[place] = self[place].object.map(walk.hasVisited) ?? false || isCycle[place] }
    }
    return indices.filter { !isCycle[$0] }.map { self[$0] }
  }
}

/// The number of uses of each key in styles. An object that several styles share counts once.
private func keyUses(in theme: KnownTheme) -> BytewiseDictionary<Int> {
  var uses: BytewiseDictionary<Int> = [:]
  var walk = SharedWalk()
  for style in theme.styles {
    guard let value = theme.value(of: style) else { continue }
    walk.visitObjects(in: value, at: []) { object in
      for member in object.members { uses[member.key, default: 0] += 1 }
    }
  }
  return uses
}

/// What may be a slip in a member, depending on the whole theme.
struct PossibleSlips: Sendable {
  /// Texts that are slips if they are ids.
  private(set) var texts: BytewiseSet = []
  /// Whether an object has keys that are one slip apart. The one that the theme has less often is the slip.
  private(set) var hasSimilarKeys = false

  var isEmpty: Bool { texts.isEmpty && !hasSimilarKeys }

  /// Keys whose values are texts for people, or ids.
  private static let ownTexts = ["text", "title", "placeholder", "name", "style", "identifier", "image"]

  init() {}

  /// - Parameter name: of the member.
  init(of name: String, _ value: Value) {
    note(value, under: name, of: name)
    var walk = SharedWalk()
    walk.visitObjects(in: value, at: []) { object in
      hasSimilarKeys = hasSimilarKeys || SimilarKeys(of: object.members).isAny
      for member in object.members { note(member.value, under: member.key, of: name) }
    }
  }

  private mutating func note(_ value: Value, under key: String, of name: String) {
    if case .string(let text) = value, Self.mayBeID(text, under: key, of: name) { texts.insert(text) }
  }

  /// Whether a text is meant as an id, if there is such an id.
  ///
  /// - Parameter name: of the member.
  static func mayBeID(_ text: String, under key: String, of name: String) -> Bool {
    guard Bytewise(text) != Bytewise(name) else { return false }
    let lower = key.lowercased()
    // One word may be meant for people.
    let isWord = !text.utf8.contains { $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_") || $0 == UInt8(ascii: "/") }
    if isWord { return lower.hasSuffix("color") }
    return !lower.hasSuffix("theme") && !ownTexts.contains(where: lower.hasSuffix)
  }
}

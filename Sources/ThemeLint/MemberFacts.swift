// SPDX-License-Identifier: GPL-2.0-or-later

import TextComparison
package import ThemeModel

/// What the rules need to know of one member of a theme, whatever the other members are.
package struct MemberFacts: Sendable {
  /// The colour of a constant.
  let color: ColorBytes?
  /// Nil where no rule has a question, as for most members.
  let details: Details?
  /// Whether the value is too large to be looked at, so that no other fact than its theme is known.
  let isLarge: Bool

  /// A class, so that a table of facts stays small where most members have none.
  final class Details: Sendable {
    /// Whether a text has low contrast.
    let hasLowContrast: Bool
    let additive: AdditiveFacts
    let slips: PossibleSlips
    /// The names of styles in `theme`, in the style and in its parts.
    let themes: BytewiseSet

    fileprivate init(hasLowContrast: Bool, additive: AdditiveFacts, slips: PossibleSlips, themes: BytewiseSet) {
      self.hasLowContrast = hasLowContrast
      self.additive = additive
      self.slips = slips
      self.themes = themes
    }
  }

  /// Costs a walk over the value, in which each object is looked at once.
  ///
  /// - Parameter vocabulary: that of `DesignRules.init`.
  package init(of member: DesignRules.Member, _ value: Value, _ vocabulary: DesignVocabulary?) {
    isLarge = false
    color = member.section == .constants ? ColorBytes(ofConstant: value) : nil
    guard let vocabulary else {
      details = nil
      return
    }
    var hasLowContrast = false
    var additive = AdditiveFacts()
    var slips = PossibleSlips()
    var themes: BytewiseSet = []
    if member.section == .styles {
      hasLowContrast = isContrastLow(inStyle: value, vocabulary)
      if let theming = vocabulary.additive {
        additive = AdditiveFacts(of: value, at: [member.section.rawValue, member.name], theming)
        themes = themeNames(in: value, theming)
      }
    }
    if vocabulary.additive != nil { slips = PossibleSlips(of: member.name, value) }
    let isEmpty = !hasLowContrast && additive.isEmpty && slips.isEmpty && themes.isEmpty
    details =
      isEmpty ? nil : Details(hasLowContrast: hasLowContrast, additive: additive, slips: slips, themes: themes)
  }

  /// The facts of a member that is too large to be looked at.
  ///
  /// - Parameters:
  ///   - vocabulary: that of `DesignRules.init`.
  ///   - text: the text of a key of the member.
  package init(ofLarge member: DesignRules.Member, _ vocabulary: DesignVocabulary?, text: (String) -> String?) {
    isLarge = true
    color = nil
    guard member.section == .styles, let theming = vocabulary?.additive, let theme = text(theming.themeKey) else {
      details = nil
      return
    }
    details = Details(
      hasLowContrast: false, additive: AdditiveFacts(theme: theme), slips: PossibleSlips(), themes: [])
  }
}

/// The facts of members, by number and hash.
struct FactTable: Sendable {
  private struct Entry: Sendable {
    let name: String
    let hash: UInt64
    let facts: MemberFacts
    /// The next entry with the same number.
    let next: UInt32?
  }

  private var entries: [Entry] = []
  /// By number: the first entry.
  private var first: [UInt32?] = []

  subscript(member: DesignRules.Member) -> MemberFacts? {
    var next = member.number < first.count ? first[member.number] : nil
    while let place = next.map(Int.init) {
      // The number of an id that is gone may belong to another id.
      if entries[place].hash == member.hash, Bytewise(entries[place].name) == Bytewise(member.name) {
        return entries[place].facts
      }
      next = entries[place].next
    }
    return nil
  }

  mutating func insert(_ facts: MemberFacts, of member: DesignRules.Member) {
    while first.count <= member.number { first.append(nil) }
    entries.append(Entry(name: member.name, hash: member.hash, facts: facts, next: first[member.number]))
    first[member.number] = UInt32(entries.count - 1)
  }
}

/// The members of a theme with their facts.
struct KnownMembers: Sendable {
  struct Member: Sendable {
    let member: DesignRules.Member
    let facts: MemberFacts
    var name: String { member.name }
    /// Of its value in the theme.
    var path: [String] { [member.section.rawValue, name] }
  }

  private(set) var constants: [Member] = []
  private(set) var styles: [Member] = []

  init(_ members: [DesignRules.Member], _ known: FactTable) {
    for member in members {
      guard let facts = known[member] else { continue }
      switch member.section {
      case .constants: constants.append(Member(member: member, facts: facts))
      case .styles: styles.append(Member(member: member, facts: facts))
      }
    }
  }

  /// The styles with such facts.
  func styles(where isIncluded: (MemberFacts.Details) -> Bool) -> [Member] {
    styles.filter { $0.facts.details.map(isIncluded) ?? false }
  }
}

/// A theme as the rules see it: the facts of its members, and their values on demand.
struct KnownTheme {
  typealias Member = KnownMembers.Member

  let members: KnownMembers
  let value: (DesignRules.Member) -> Value?

  var constants: [Member] { members.constants }
  var styles: [Member] { members.styles }

  func value(of member: Member) -> Value? { value(member.member) }
}

extension Sequence<KnownMembers.Member> {
  /// Of several members that share a mistake, the first by name gets the finding.
  var inOrderOfNames: [KnownMembers.Member] { sorted { Bytewise($0.name) < Bytewise($1.name) } }
}

/// The styles of one check of a rule that looks at each style by itself. What they share is looked at once in it: smaller checks would
/// repeat more work.
let stylesInCheck = 256

extension [KnownMembers.Member] {
  /// The members in parts of a number of them, at least one.
  func parts(of size: Int) -> [ArraySlice<KnownMembers.Member>] {
    stride(from: 0, to: count, by: Swift.max(size, 1)).map { self[$0...].prefix(size) }
  }
}

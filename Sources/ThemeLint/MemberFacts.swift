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

  struct Details: Sendable {
    /// Whether a text has low contrast.
    var hasLowContrast = false
    var additive = AdditiveFacts()
    var slips = PossibleSlips()
    /// The names of styles in `theme`, in the style and in its parts.
    var themes: BytewiseSet = []

    var isEmpty: Bool { !hasLowContrast && additive.isEmpty && slips.isEmpty && themes.isEmpty }
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
    let path = [member.section.rawValue, member.name]
    var details = Details()
    if member.section == .styles {
      details.hasLowContrast = hasLowContrast(Value.Member(key: member.name, value: value), vocabulary)
      if let theming = vocabulary.additive {
        details.additive = AdditiveFacts(of: value, at: path, theming)
        details.themes = themeNames(in: value, theming)
      }
    }
    if vocabulary.additive != nil { details.slips = PossibleSlips(of: member.name, value) }
    self.details = details.isEmpty ? nil : details
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
    details = Details(additive: AdditiveFacts(theme: theme))
  }
}

/// The facts of members, by number and hash.
struct FactTable: Sendable {
  private struct Entry: Sendable {
    let name: String
    let hash: UInt64
    let facts: MemberFacts
    /// The next entry with the same number.
    let next: Int?
  }

  private var entries: [Entry] = []
  /// By number: the first entry.
  private var first: [Int?] = []

  subscript(member: DesignRules.Member) -> MemberFacts? {
    var next = member.number < first.count ? first[member.number] : nil
    while let place = next {
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
    first[member.number] = entries.count - 1
  }
}

/// A theme with the facts of its members.
struct KnownTheme {
  struct Member {
    let member: DesignRules.Member
    let facts: MemberFacts
    var name: String { member.name }
    /// Of its value in the theme.
    var path: [String] { [member.section.rawValue, name] }
  }

  private(set) var constants: [Member] = []
  private(set) var styles: [Member] = []
  private let value: (DesignRules.Member) -> Value?

  init(_ members: [DesignRules.Member], _ known: FactTable, value: @escaping (DesignRules.Member) -> Value?) {
    self.value = value
    for member in members {
      guard let facts = known[member] else { continue }
      switch member.section {
      case .constants: constants.append(Member(member: member, facts: facts))
      case .styles: styles.append(Member(member: member, facts: facts))
      }
    }
  }

  func value(of member: Member) -> Value? { value(member.member) }

  /// The styles with such facts.
  func styles(where isIncluded: (MemberFacts.Details) -> Bool) -> [Member] {
    styles.filter { $0.facts.details.map(isIncluded) ?? false }
  }
}

extension Sequence<KnownTheme.Member> {
  /// Of several members that share a mistake, the first by name gets the finding.
  var inOrderOfNames: [KnownTheme.Member] { sorted { Bytewise($0.name) < Bytewise($1.name) } }
}

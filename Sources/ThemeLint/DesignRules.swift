// SPDX-License-Identifier: GPL-2.0-or-later

package import TextComparison
package import ThemeModel

/// Finds valid values that are probably mistakes, in one resolved theme after the other: those of a bundle's contexts, which
/// share most values. A value of an earlier theme is not checked again.
package struct DesignRules: Sendable {
  /// A member of a theme, without its value.
  package struct Entry: Sendable, Hashable {
    @Bytewise package var name: String
    /// The hash of the value. Members of two themes with the same name and hash have the same value.
    package var hash: UInt64

    package init(name: String, hash: UInt64) {
      self.name = name
      self.hash = hash
    }
  }

  private let vocabulary: DesignVocabulary?
  private var constants: [Entry: Value] = [:]
  private var styles: [Entry: Value] = [:]
  private var contrasts: [Entry: [DesignFinding]] = [:]

  /// - Parameter vocabulary: the vocabulary of the bundle's dialect; without one, only the rules about constants are checked.
  package init(_ vocabulary: DesignVocabulary?) { self.vocabulary = vocabulary }

  /// The findings in a theme, in the order of their rules, then of the ids.
  ///
  /// Costs a walk over the values that no earlier theme had. Rules about pairs of members, near colours and base themes, are
  /// checked in each theme.
  ///
  /// - Parameters:
  ///   - constants: the members of the snapshot's `constants`, in its order; `styles` likewise.
  ///   - value: returns the value of a new member; nil skips the member.
  package mutating func findings(
    constants: [Entry], styles: [Entry], value: (_ entry: Entry, _ section: Section) -> Value?
  ) -> [DesignFinding] {
    for entry in constants where self.constants[entry] == nil { self.constants[entry] = value(entry, .constants) }
    var findings = nearDuplicateFindings(members(constants, self.constants))
    guard let vocabulary else { return findings }
    for entry in styles where self.styles[entry] == nil {
      guard let value = value(entry, .styles) else { continue }
      self.styles[entry] = value
      contrasts[entry] = contrastFindings(Value.Member(key: entry.name, value: value), vocabulary)
    }
    for entry in styles { findings += contrasts[entry] ?? [] }
    if vocabulary.isAdditive {
      let styles = members(styles, self.styles)
      findings += additiveFindings(styles, vocabulary)
      findings += slipFindings(constants: members(constants, self.constants), styles: styles)
      findings += themeNameFindings(styles, vocabulary)
    }
    return findings
  }

  /// The two parts of a theme.
  package enum Section { case constants, styles }

  private func members(_ entries: [Entry], _ values: [Entry: Value]) -> [Value.Member] {
    entries.compactMap { entry in values[entry].map { Value.Member(key: entry.name, value: $0) } }
  }
}

// SPDX-License-Identifier: GPL-2.0-or-later

package import ThemeModel

typealias AdditiveTheming = DesignVocabulary.AdditiveTheming

/// Finds valid values that are probably mistakes, in one resolved theme after the other: those of a bundle's contexts, which
/// share most values.
///
/// What a member says by itself is found once for all themes, on any thread (`MemberFacts`). What depends on the other members is
/// decided for each theme, over these facts.
package struct DesignRules: Sendable {
  /// A member of a theme, without its value.
  package struct Member: Sendable {
    /// From 0. Members of several themes have the same number if they have the same name.
    package var number: Int
    package var section: Section
    package var name: String
    /// The hash of the value. Members of two themes with the same name and hash have the same value.
    package var hash: UInt64

    package init(number: Int, section: Section, name: String, hash: UInt64) {
      self.number = number
      self.section = section
      self.name = name
      self.hash = hash
    }
  }

  /// The two parts of a theme.
  package enum Section: String, Sendable { case constants, styles }

  private let vocabulary: DesignVocabulary?
  private var known = FactTable()

  /// - Parameter vocabulary: the vocabulary of the bundle's dialect; without one, only the rules about constants are checked.
  package init(_ vocabulary: DesignVocabulary?) { self.vocabulary = vocabulary }

  /// The codes of the rules that are checked.
  package var codes: [DiagnosticCode] { rules.flatMap(\.codes) }

  /// What a part does: a pass over a theme that reports findings.
  typealias Check = @Sendable (_ theme: KnownTheme, _ report: (DesignFinding) -> Void) -> Void

  /// Rules that are checked together.
  private struct Rule {
    let codes: [DiagnosticCode]
    let checks: (KnownMembers) -> [Check]

    init(_ codes: DiagnosticCode..., checks: @escaping (KnownMembers) -> [Check]) {
      self.codes = codes
      self.checks = checks
    }

    /// Rules that need one pass over a theme.
    init(_ codes: DiagnosticCode..., check: @escaping Check) {
      self.codes = codes
      checks = { _ in [check] }
    }
  }

  private var rules: [Rule] {
    var rules = [Rule(.nearDuplicateColor) { theme, report in nearDuplicateFindings(theme.constants).forEach(report) }]
    guard let vocabulary else { return rules }
    rules.append(Rule(.contrast, checks: { contrastChecks($0, vocabulary) }))
    guard let theming = vocabulary.additive else { return rules }
    rules += [
      Rule(.stateWithoutNormal, .baseThemeLeak, checks: { additiveChecks($0, theming) }),
      Rule(.looksLikeConstant, .unknownKey) { slipFindings($0, theming, $1) },
      Rule(.unknownReference) { themeNameFindings($0, theming, $1) },
    ]
    return rules
  }

  /// The members of a theme that no earlier theme had, or that were too large in earlier themes.
  package func newMembers(of theme: [Member]) -> [Member] {
    theme.filter { (vocabulary != nil || $0.section == .constants) && known[$0]?.isLarge != false }
  }

  package mutating func add(_ facts: MemberFacts, of member: Member) {
    if facts.isLarge, known[member] != nil { return }
    known.insert(facts, of: member)
  }

  /// A part of the rules in one theme.
  package struct Part: Sendable {
    fileprivate let members: KnownMembers
    fileprivate let check: Check

    /// Reports the findings.
    ///
    /// Costs O(members); rules about pairs of members, near colours and base themes, are checked in each theme. Where values share
    /// an object, the object is looked at once and reported with the first of them by name: in states, once for each look of the
    /// normal state.
    ///
    /// - Parameter value: the value of a member. Asked for styles that name each other, for members with a finding, and for all
    ///   styles if two keys of a style may be a misspelling.
    package func findings(value: (Member) -> Value?, _ report: (DesignFinding) -> Void) {
      withoutActuallyEscaping(value) { check(KnownTheme(members: members, value: $0), report) }
    }
  }

  /// The parts of the rules in a theme, in the order of the rules, to be checked one after the other or side by side. What values share
  /// may be reported by several parts: the first of them has the first value by name.
  ///
  /// - Parameter theme: the members of the snapshot's constants, in its order, then those of its styles. Only the names of large
  ///   members count, and the themes that they name.
  package func parts(of theme: [Member]) -> [Part] {
    let members = KnownMembers(theme, known)
    return rules.flatMap { $0.checks(members) }.map { Part(members: members, check: $0) }
  }
}

// SPDX-License-Identifier: GPL-2.0-or-later

import TextComparison
import ThemeModel

/// What misspelt ids were probably meant to be, remembered from one publication to the next and from view to view: it depends on the
/// names that are declared and on nothing else, so that no other edit has anything looked for again.
struct SuggestionMemory: Sendable {
  /// What is looked for, and among which names.
  struct Search: Hashable, Sendable {
    var missing: Finding.Missing
    /// A sum over the names and spaces of the ids that are declared.
    var names: UInt64
    /// The same over those that may be colours, where a colour is needed.
    var colors: UInt64?
  }

  private var known: [Search: Suggestion?] = [:]
  /// Names that were looked for; only ever grows.
  private(set) var searches = 0

  /// Answers that are kept at most. Each publication looks for so many in one view that this is enough for some views.
  private static let maximumAnswers = 16_384

  /// Which names are misspellings of others, among the names of this sum.
  private var rule: (names: UInt64, rule: MisspellingRule)?

  /// The rule for names of a sum, which are asked for when it is not known.
  mutating func rule(of sum: UInt64, _ names: () -> [String]) -> MisspellingRule {
    if let rule, rule.names == sum { return rule.rule }
    let new = MisspellingRule(names: names())
    rule = (sum, new)
    return new
  }

  /// What is known of a name, or else what `find` finds.
  mutating func suggestion(for search: Search, orFind find: () -> Suggestion?) -> Suggestion? {
    if let known = known[search] { return known }
    searches += 1
    if known.count >= Self.maximumAnswers { known = [:] }
    let found = find()
    known[search] = .some(found)
    return found
  }
}

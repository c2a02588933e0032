// SPDX-License-Identifier: GPL-2.0-or-later

import TextComparison
import ThemeModel

/// Suggestions for misspelt ids, kept between publications and shared by views. A suggestion depends on the declared names
/// only, so that other edits repeat no search.
struct SuggestionMemory: Sendable {
  /// A missing id, and the names that are searched.
  struct Search: Hashable, Sendable {
    var missing: Finding.Missing
    /// A sum over the names and spaces of the declared ids.
    var names: UInt64
    /// The sum for the ids that may be colours, if a colour is needed.
    var colors: UInt64?
  }

  private var known: [Search: Suggestion?] = [:]
  /// The number of searches. Never decreases.
  private(set) var searches = 0

  /// The number of times that all names were listed for the limit, for tests. Never decreases.
  private(set) var listings = 0

  /// The maximum number of kept suggestions: enough for a few views with as many searches as one publication allows.
  private static let maximumAnswers = 16_384

  private var rule = OfNames<MisspellingRule>()
  private var limit = OfNames<Int>()
  /// The ids that may be colours, as of the last question.
  var colors = ColorNames()

  /// The maximum number of searches among the names of a sum. `names` is called if the number is not kept.
  mutating func maximumSearches(among sum: UInt64, _ names: () -> [String]) -> Int {
    limit.value(for: sum) {
      listings += 1
      return NameIndex.maximumSearches(among: names())
    }
  }

  /// The rule for slips among the names of a sum. `names` is called if the rule is not kept.
  mutating func rule(of sum: UInt64, _ names: () -> [String]) -> MisspellingRule {
    rule.value(for: sum) { MisspellingRule(names: names()) }
  }

  /// The kept suggestion, or the result of `find`.
  mutating func suggestion(for search: Search, orFind find: () -> Suggestion?) -> Suggestion? {
    if let known = known[search] { return known }
    searches += 1
    if known.count >= Self.maximumAnswers { known = [:] }
    let found = find()
    known[search] = .some(found)
    return found
  }
}

/// What follows from the declared names, kept while their sum is the same.
private struct OfNames<Value: Sendable>: Sendable {
  private var kept: (sum: UInt64, value: Value)?

  mutating func value(for sum: UInt64, orMake make: () -> Value) -> Value {
    if let kept, kept.sum == sum { return kept.value }
    let value = make()
    kept = (sum, value)
    return value
  }
}

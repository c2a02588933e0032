// SPDX-License-Identifier: MIT

/// Suggests known names for the unknown ones of one list of findings.
///
/// The names are collected when the first suggestion is needed. `NameIndex.maximumSearches` limits the searches among them: a renamed
/// directory leaves thousands of unknown paths.
package struct NameSuggester: Sendable {
  private var index: NameIndex?
  private var searchesLeft = 0

  package init() {}

  /// The nearest known name; nil when none is near, or when too many were searched for before.
  ///
  /// - Parameter names: called once. The same names for each call.
  package mutating func nearest(to name: String, among names: () -> [String]) -> Suggestion? {
    if index == nil {
      let names = names()
      index = NameIndex(names)
      searchesLeft = NameIndex.maximumSearches(among: names)
    }
    guard searchesLeft > 0 else { return nil }
    searchesLeft -= 1
    return index?.nearest(to: name)
  }

  /// The help for a misspelt name, see `nearest`.
  package mutating func didYouMean(_ name: String, among names: () -> [String]) -> String? {
    nearest(to: name, among: names).map(\.question)
  }
}

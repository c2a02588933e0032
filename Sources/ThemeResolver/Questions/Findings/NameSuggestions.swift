// SPDX-License-Identifier: GPL-2.0-or-later

import DenseCollections
import TextComparison
import ThemeModel

/// Adds suggestions to the findings of ids that no file declares.
struct NameSuggestions {
  let view: View
  let database: Database

  private struct Misspelling: Hashable {
    var missing: Finding.Missing
    var needsColor: Bool
  }

  /// Adds suggestions to the findings of unknown references, in the order of the files, within the limit. Each name is
  /// searched once.
  ///
  /// - Parameter origins: of the findings.
  func add(to findings: inout [Finding], _ origins: [Report.Origin], _ suggestions: inout SuggestionMemory) {
    func place(_ finding: Finding) -> (rank: Int32, offset: UInt32) {
      guard let file = finding.file, let range = finding.range else { return (-1, 0) }
      return view.order(Location(file: file, range: range))
    }
    var known: [Misspelling: Suggestion?] = [:]
    // A style that another theme declares is spelt right.
    let unknown = findings.indices.filter { (findings[$0].missing?.space ?? .baseStyles) != .baseStyles }
      .map { (index: $0, place: place(findings[$0])) }.sorted { $0.place < $1.place }
    if unknown.isEmpty {
      suggestions.colors.forget()
      return
    }
    let maximumNames = suggestions.maximumSearches(among: view.graph.declaredNames) { declaredTexts }
    var names = Candidates(search: self)
    for (index, _) in unknown {
      guard let missing = findings[index].missing else { continue }
      let misspelling = Misspelling(missing: missing, needsColor: origins[index].needsColor)
      if known[misspelling] == nil, known.count < maximumNames {
        known[misspelling] = .some(suggestion(for: misspelling, among: &names, &suggestions))
      }
      guard let suggestion = known[misspelling] ?? nil, areAlikeBeyondPrefix(missing.name, suggestion.name) else {
        continue
      }
      let isCycle = origins[index].symbols.contains {
        leadsBack(to: $0, from: suggestion.name, missing.space, &names.stepsLeft)
      }
      if isCycle { continue }
      suggest(suggestion, in: &findings[index], &suggestions)
    }
  }

  /// The nearest declared id. Where a colour is needed, ids that are or may become colours come first.
  private func suggestion(
    for misspelling: Misspelling, among names: inout Candidates, _ suggestions: inout SuggestionMemory
  ) -> Suggestion? {
    let missing = misspelling.missing
    if let name = nameBeforeEnding(of: missing) {
      return Suggestion(name: name, isUnique: true, distance: missing.name.utf8.count - name.utf8.count)
    }
    func nearest(_ colors: UInt64?) -> Suggestion? {
      let search = SuggestionMemory.Search(missing: missing, names: view.graph.declaredNames, colors: colors)
      return suggestions.suggestion(for: search) {
        names.index(of: missing.space, colors: colors != nil).nearest(to: missing.name)
      }
    }
    if misspelling.needsColor, let color = nearest(suggestions.colors.sum(in: view.state, database)) { return color }
    return nearest(nil)
  }

  /// Whether two names are alike without the prefix of constants that both have, such as `COLOR_`.
  private func areAlikeBeyondPrefix(_ name: String, _ other: String) -> Bool {
    guard
      let prefix = database.rules.constantPrefixes.first(where: { name.hasPrefix($0) && other.hasPrefix($0) })
    else { return true }
    func rest(_ name: String) -> String { String(Substring(name.utf8.dropFirst(prefix.utf8.count))) }
    return nearest(to: rest(name), among: CollectionOfOne(rest(other))) != nil
  }

  /// The declared id that an unknown one is with the ending that references once had.
  private func nameBeforeEnding(of missing: Finding.Missing) -> String? {
    guard let ending = database.rules.earlierEnding, missing.name.utf8.count > ending.utf8.count,
      missing.name.utf8.suffix(ending.utf8.count).elementsEqual(ending.utf8)
    else { return nil }
    let name = String(Substring(missing.name.utf8.dropLast(ending.utf8.count)))
    guard let symbol = database.symbol(named: name, in: missing.space), view.state.symbol(symbol)?.isDeclared ?? false
    else { return nil }
    return name
  }

  /// The declared names that are searched. Each list is made when it is needed.
  private struct Candidates {
    private struct Kind: Hashable {
      var space: Declarations.Space
      var isColor: Bool
    }

    let search: NameSuggestions
    private var indexes: [Kind: NameIndex] = [:]
    /// The number of ids that may still be visited to find cycles.
    var stepsLeft = NameSuggestions.maximumDependents

    init(search: NameSuggestions) { self.search = search }

    mutating func index(of space: Declarations.Space, colors: Bool) -> NameIndex {
      let kind = Kind(space: space, isColor: colors)
      if let known = indexes[kind] { return known }
      let ids = search.declaredIDs.filter { id in
        search.database.space(id) == space && (!colors || search.mayBeColor(id))
      }
      let index = NameIndex(ids.map { search.database.text($0) })
      indexes[kind] = index
      return index
    }
  }

  /// Whether a name is the id itself or an id that depends on it: a reference to it would be a cycle.
  private func leadsBack(to symbol: SymbolID, from name: String, _ space: Declarations.Space, _ stepsLeft: inout Int)
    -> Bool
  {
    guard let target = database.symbol(named: name, in: space) else { return false }
    var waiting = [symbol]
    var seen: Set<SymbolID> = [symbol]
    while let symbol = waiting.popLast() {
      if symbol == target { return true }
      // Beyond the limit there are no suggestions.
      if stepsLeft <= 0 { return true }
      stepsLeft -= 1
      view.graph.references.forEach(of: symbol) { slot in
        let owner = view.state.owner(of: slot)
        if seen.insert(owner).inserted { waiting.append(owner) }
      }
      waiting += view.heirs(of: symbol).filter { seen.insert($0).inserted }
    }
    return false
  }

  /// The maximum number of ids that are visited to find cycles, over all findings.
  private static let maximumDependents = 200_000

  private func suggest(_ suggestion: Suggestion, in finding: inout Finding, _ suggestions: inout SuggestionMemory) {
    finding.help = "did you mean `\(suggestion.name)`?"
    finding.suggestedName = suggestion.name
    guard let missing = finding.missing else { return }
    if suggestion.isUnique {
      // A text that looks like a constant may be intended.
      let isSafe =
        finding.code != .looksLikeConstant
        && (nameBeforeEnding(of: missing) != nil
          || suggestions.rule(of: view.graph.declaredNames) { declaredTexts }
            .isMisspelling(missing.name, of: suggestion.name))
      finding.respelling = .init(written: missing.name, meant: suggestion.name, isSafe: isSafe)
    }
    guard let symbol = database.symbol(named: suggestion.name, in: missing.space),
      let origin = view.state.origin(of: symbol)
    else { return }
    let place = database.location(of: origin)
    let message = "`\(suggestion.name)` is declared here"
    finding.related.append(.init(message: message, file: place.file, range: place.range))
  }

  private var declaredIDs: some Sequence<SymbolID> {
    (0..<UInt32(view.state.symbols.count)).lazy.map(SymbolID.init(index:)).filter { symbol in
      view.state.symbol(symbol)?.isDeclared ?? false
    }
  }

  private var declaredTexts: [String] { declaredIDs.map { database.text($0) } }

  private func mayBeColor(_ symbol: SymbolID) -> Bool {
    database.mayBeColor(view.state.results[Int(symbol.index)].value)
  }
}

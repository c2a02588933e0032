// SPDX-License-Identifier: MIT

package import TextComparison

extension ResolverDocument {
  /// The choice that a context makes, and findings about names that the document does not have.
  ///
  /// Costs O(modifiers) and O(1) for each name, however many of them the document has. Suggestions for unknown names are limited.
  ///
  /// - Parameters:
  ///   - themes: each `CONTEXT`, which one modifier has, or `MODIFIER=CONTEXT`.
  ///   - reportsMissing: whether a modifier without a default and a choice is a finding.
  package func choice(
    _ given: BytewiseDictionary<String>, themes: [String], reportsMissing: Bool
  ) -> (choice: Choice, findings: [Finding]) {
    // Without modifiers there is nothing to choose.
    if modifiers.isEmpty, idleModifiers.isEmpty { return ([:], []) }
    var chosen = ContextChoice(document: self)
    for theme in themes { chosen.choose(theme) }
    var asked: BytewiseSet = []
    for (name, context) in given.sortedMembers {
      if let modifier = chosen.choose(context, of: name) { asked.insert(modifier.name) }
    }
    var (choice, findings) = (chosen.choice, chosen.findings)
    for modifier in modifiers where choice[modifier.name] == nil {
      choice[modifier.name] = modifier.usualContext
      // An unknown context has its own finding.
      guard reportsMissing, modifier.defaultContext == nil, !asked.contains(modifier.name) else { continue }
      findings.append(
        Finding(
          .missingContext, "no context of the modifier `\(modifier.name)` is chosen, and it has no default",
          range: modifier.range,
          help: "choose one of \(list(modifier.contexts.lazy.map(\.name))), or give it a `default`"))
    }
    return (choice, findings)
  }

  /// The choice that a context makes among the modifiers that select sources. Equal choices resolve to equal values.
  package func activeChoice(_ given: BytewiseDictionary<String>, themes: [String]) -> Choice {
    let choice = choice(given, themes: themes, reportsMissing: false).choice
    return Choice(modifiers.map { ($0.name, choice[$0.name] ?? $0.usualContext) }) { first, _ in first }
  }

  fileprivate func modifier(_ number: Int) -> Modifier {
    number < modifiers.count ? modifiers[number] : idleModifiers[number - modifiers.count]
  }

  /// The number of the meant modifier: the one of exactly this name, else the only one whose name differs in case.
  fileprivate func number(named name: String) -> Int? {
    if let exact = numbers[name] { return exact }
    let alike = foldedNumbers[name.lowercased()] ?? []
    return alike.count == 1 ? alike[0] : nil
  }

  /// The meant context of a modifier: the one of exactly this name, else the only one whose name differs in case.
  ///
  /// - Parameter alike: the contexts of the modifier with this name in lower case.
  private func context(named name: String, among alike: ArraySlice<ContextName>) -> ContextName? {
    alike.first { Bytewise($0.name) == Bytewise(name) } ?? (alike.count == 1 ? alike.first : nil)
  }

  /// The meant context of the modifier with a number.
  fileprivate func context(named name: String, of modifier: Int) -> ContextName? {
    let alike = foldedContexts[name.lowercased()] ?? []
    // They are in the order of modifiers: a binary search.
    var (start, end) = (0, alike.count)
    while start < end {
      let middle = start + (end - start) / 2
      if alike[middle].modifier < modifier { start = middle + 1 } else { end = middle }
    }
    return context(named: name, among: alike[start...].prefix { $0.modifier == modifier })
  }

  /// The meant contexts of all modifiers.
  fileprivate func contexts(named name: String) -> [ContextName] {
    let alike = foldedContexts[name.lowercased()] ?? []
    var meant: [ContextName] = []
    var rest = alike[...]
    while let first = rest.first {
      let own = rest.prefix { $0.modifier == first.modifier }
      if let context = context(named: name, among: own) { meant.append(context) }
      rest = rest.dropFirst(own.count)
    }
    return meant
  }
}

/// The choice of a context, made name by name.
private struct ContextChoice {
  let document: ResolverDocument
  var choice: ResolverDocument.Choice = [:]
  var findings: [Finding] = []
  private var suggestionCount = 0

  /// The names of one context for which a similar one is searched: each search looks at all names of the document.
  private static let maximumSuggestions = 8

  init(document: ResolverDocument) { self.document = document }

  mutating func choose(_ theme: String) {
    if let end = theme.utf8.firstIndex(of: UInt8(ascii: "=")) {
      let (name, context) = (String(theme[..<end]), String(theme[theme.utf8.index(after: end)...]))
      _ = choose(context, of: name, as: .theme(Bytewise(theme)))
      return
    }
    let having = document.contexts(named: theme).filter { $0.modifier < document.modifiers.count }
    if having.count == 1 {
      choice[document.modifiers[having[0].modifier].name] = having[0].name
      return
    }
    let modifiers = document.modifiers
    if having.isEmpty {
      let contexts = modifiers.lazy.flatMap { $0.contexts.lazy.map(\.name) }
      report(
        "no modifier has a context `\(theme)`",
        suggestion(for: theme, among: contexts) ?? "the contexts are: \(list(contexts))", .theme(Bytewise(theme)))
    } else {
      let names = having.lazy.map { "\(modifiers[$0.modifier].name)=\(theme)" }
      report("several modifiers have a context `\(theme)`", "write one of \(list(names))", .theme(Bytewise(theme)))
    }
  }

  /// Returns the modifier of this name.
  ///
  /// - Parameter theme: the theme's name that gives both names; nil for a member of `modifiers`.
  mutating func choose(
    _ context: String, of name: String, as theme: Finding.LackedName? = nil
  ) -> ResolverDocument.Modifier? {
    guard let number = document.number(named: name) else {
      let names = [document.modifiers, document.idleModifiers].joined().lazy.map(\.name)
      report(
        "the bundle has no modifier `\(name)`",
        suggestion(for: name, among: names) ?? "the modifiers are: \(list(names))",
        theme ?? .modifier(Bytewise(name)))
      return nil
    }
    let modifier = document.modifier(number)
    guard let chosen = document.context(named: context, of: number) else {
      let contexts = modifier.contexts.lazy.map(\.name)
      report(
        "the modifier `\(modifier.name)` has no context `\(context)`",
        suggestion(for: context, among: contexts) ?? "its contexts are: \(list(contexts))",
        theme ?? .context(ofModifier: Bytewise(name)))
      return modifier
    }
    choice[modifier.name] = chosen.name
    return modifier
  }

  private mutating func report(_ message: String, _ help: String, _ name: Finding.LackedName) {
    var finding = Finding(.unknownModifier, message, help: help)
    finding.lackedName = name
    findings.append(finding)
  }

  private mutating func suggestion(for name: String, among names: some Sequence<String>) -> String? {
    guard suggestionCount < Self.maximumSuggestions else { return nil }
    suggestionCount += 1
    return Suggestion.didYouMean(name, among: names)
  }
}

/// The first names of many.
private func list(_ names: some Collection<String>) -> String {
  let few = 20
  let shown = names.prefix(few).map { "`\($0)`" }.joined(separator: ", ")
  let rest = names.dropFirst(few).count
  return rest > 0 ? "\(shown) and \(rest) more" : shown
}

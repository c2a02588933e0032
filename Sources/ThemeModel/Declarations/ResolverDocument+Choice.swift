// SPDX-License-Identifier: MIT

package import TextComparison

extension ResolverDocument {
  /// The choice that a context makes, and findings about names that the document does not have.
  ///
  /// - Parameters:
  ///   - themes: each `CONTEXT`, which one modifier has, or `MODIFIER=CONTEXT`.
  ///   - reportsMissing: whether a modifier without a default and a choice is a finding.
  package func choice(
    _ given: BytewiseDictionary<String>, themes: [String], reportsMissing: Bool
  ) -> (choice: Choice, findings: [Finding]) {
    var choice: Choice = [:]
    var findings: [Finding] = []
    // Without modifiers there is nothing to choose.
    if modifiers.isEmpty, idleModifiers.isEmpty { return (choice, findings) }
    for theme in themes { choose(theme, &choice, &findings) }
    var asked: BytewiseSet = []
    for (name, context) in given.sortedMembers {
      if let modifier = choose(context, of: name, &choice, &findings) { asked.insert(modifier.name) }
    }
    for modifier in modifiers where choice[modifier.name] == nil {
      choice[modifier.name] = modifier.usualContext
      // An unknown context has its own finding.
      guard reportsMissing, modifier.defaultContext == nil, !asked.contains(modifier.name) else { continue }
      findings.append(
        Finding(
          .missingContext, "no context of the modifier `\(modifier.name)` is chosen, and it has no default",
          range: modifier.range,
          help: "choose one of \(Self.list(modifier.contexts.map(\.name))), or give it a `default`"))
    }
    return (choice, findings)
  }

  private func choose(_ theme: String, _ choice: inout Choice, _ findings: inout [Finding]) {
    if let end = theme.utf8.firstIndex(of: UInt8(ascii: "=")) {
      _ = choose(String(theme[theme.utf8.index(after: end)...]), of: String(theme[..<end]), &choice, &findings)
      return
    }
    let having = modifiers.filter { Self.name(theme, among: $0.contexts.lazy.map(\.name)) != nil }
    if having.count == 1, let context = Self.name(theme, among: having[0].contexts.lazy.map(\.name)) {
      choice[having[0].name] = context
      return
    }
    let contexts = modifiers.flatMap { $0.contexts.map(\.name) }
    findings.append(
      having.isEmpty
        ? Finding(
          .unknownModifier, "no modifier has a context `\(theme)`",
          help: Suggestion.didYouMean(theme, among: contexts) ?? "the contexts are: \(Self.list(contexts))")
        : Finding(
          .unknownModifier, "several modifiers have a context `\(theme)`",
          help: "write one of \(Self.list(having.map { "\($0.name)=\(theme)" }))"))
  }

  /// Returns the modifier of this name.
  private func choose(
    _ context: String, of name: String, _ choice: inout Choice, _ findings: inout [Finding]
  ) -> Modifier? {
    guard let modifier = modifier(named: name) else {
      let names = (modifiers + idleModifiers).map(\.name)
      findings.append(
        Finding(
          .unknownModifier, "there is no modifier `\(name)`",
          help: Suggestion.didYouMean(name, among: names)
            ?? (names.isEmpty ? "the bundle has no modifiers" : "the modifiers are: \(Self.list(names))")))
      return nil
    }
    guard let chosen = Self.name(context, among: modifier.contexts.lazy.map(\.name)) else {
      let contexts = modifier.contexts.map(\.name)
      findings.append(
        Finding(
          .unknownModifier, "the modifier `\(modifier.name)` has no context `\(context)`",
          help: Suggestion.didYouMean(context, among: contexts) ?? "its contexts are: \(Self.list(contexts))"))
      return modifier
    }
    choice[modifier.name] = chosen
    return modifier
  }

  /// The meant modifier. Costs O(1) where the name is exact.
  private func modifier(named name: String) -> Modifier? {
    let known = numbers[name] ?? Self.name(name, among: numbers.keys).flatMap { numbers[$0] }
    return known.map { $0 < modifiers.count ? modifiers[$0] : idleModifiers[$0 - modifiers.count] }
  }

  /// The meant name: exactly this one, else the only one that differs in case.
  private static func name(_ name: String, among names: some Sequence<String>) -> String? {
    if names.contains(where: { Bytewise($0) == Bytewise(name) }) { return name }
    let folded = name.lowercased()
    let alike = names.filter { $0.lowercased() == folded }
    return alike.count == 1 ? alike[0] : nil
  }

  private static func list(_ names: [String]) -> String {
    let few = 20
    let shown = names.prefix(few).map { "`\($0)`" }.joined(separator: ", ")
    return names.count > few ? "\(shown) and \(names.count - few) more" : shown
  }
}

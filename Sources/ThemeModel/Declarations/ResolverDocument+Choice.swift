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
    for (name, context) in given.sortedMembers { choose(context, of: name, &choice, &findings) }
    let asked = given.keys.compactMap { Self.name($0, among: modifiers.map(\.name)) }
    for modifier in modifiers where choice[modifier.name] == nil {
      choice[modifier.name] = modifier.usualContext
      // An unknown context has its own finding.
      guard reportsMissing, modifier.defaultContext == nil, !asked.containsBytewise(modifier.name) else { continue }
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
      return choose(String(theme[theme.utf8.index(after: end)...]), of: String(theme[..<end]), &choice, &findings)
    }
    let having = modifiers.filter { Self.name(theme, among: $0.contexts.map(\.name)) != nil }
    if having.count == 1, let context = Self.name(theme, among: having[0].contexts.map(\.name)) {
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

  private func choose(_ context: String, of name: String, _ choice: inout Choice, _ findings: inout [Finding]) {
    let all = modifiers + idleModifiers
    let names = all.map(\.name)
    guard let known = Self.name(name, among: names),
      let modifier = all.first(where: { Bytewise($0.name) == Bytewise(known) })
    else {
      findings.append(
        Finding(
          .unknownModifier, "there is no modifier `\(name)`",
          help: Suggestion.didYouMean(name, among: names)
            ?? (names.isEmpty ? "the bundle has no modifiers" : "the modifiers are: \(Self.list(names))")))
      return
    }
    let contexts = modifier.contexts.map(\.name)
    guard let chosen = Self.name(context, among: contexts) else {
      findings.append(
        Finding(
          .unknownModifier, "the modifier `\(known)` has no context `\(context)`",
          help: Suggestion.didYouMean(context, among: contexts) ?? "its contexts are: \(Self.list(contexts))"))
      return
    }
    choice[known] = chosen
  }

  /// The meant name: exactly this one, else the only one that differs in case.
  private static func name(_ name: String, among names: [String]) -> String? {
    if names.containsBytewise(name) { return name }
    let alike = names.filter { $0.lowercased() == name.lowercased() }
    return alike.count == 1 ? alike[0] : nil
  }

  private static func list(_ names: [String]) -> String {
    let few = 20
    let shown = names.prefix(few).map { "`\($0)`" }.joined(separator: ", ")
    return names.count > few ? "\(shown) and \(names.count - few) more" : shown
  }
}

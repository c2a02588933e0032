// SPDX-License-Identifier: GPL-2.0-or-later

import ThemeModel
import ThemeSyntax

/// `rules`, `suppressions` and `suppressionReasons`.
extension ManifestReader {
  private enum Weight: String, CaseIterable { case off, info, warning, error }
  private enum SuppressionKey: String, CaseIterable { case code, file, id, path, reason }

  mutating func readRules(_ node: SourceTree.Node) {
    guard isObject(node, "rules are given by code", help: #"write { "unused": "off" }"#) else { return }
    for member in members(of: node) {
      guard let code = code(member.key), let rule = rule(member.value) else { continue }
      manifest.policy.rules[code] = rule
    }
  }

  private mutating func rule(_ node: SourceTree.Node) -> Policy.Level? {
    switch choice(node, of: Weight.self, "a rule") {
    case .off: return .off
    case .info: return .severity(.info)
    case .warning: return .severity(.warning)
    case .error: return .severity(.error)
    case nil: return nil
    }
  }

  mutating func readSuppressions(_ node: SourceTree.Node) {
    let help = "write [{ \"code\": \"LV1008\", \"file\": \"drafts/**\", \"reason\": \"not finished\" }]"
    guard tree.kind(of: node) == .array else { return refuse(node, "suppressions are a list", help: help) }
    for element in tree.elements(of: node) {
      guard manifest.policy.suppressions.count < Policy.maximumSuppressions else {
        return refuse(
          element,
          "a manifest has at most \(Policy.maximumSuppressions) suppressions; this one and the next have no effect",
          help: "turn a rule off with `rules`, or accept known findings with `livery check --baseline`")
      }
      guard isObject(element, "a suppression is an object", help: help) else { continue }
      if let suppression = suppression(element) { manifest.policy.suppressions.append(suppression) }
    }
  }

  mutating func readSuppressionReasons(_ node: SourceTree.Node) {
    guard let reasons = choice(node, of: Policy.Reasons.self, "`suppressionReasons`") else { return }
    manifest.policy.suppressionReasons = reasons
  }

  /// Nil for an invalid suppression: a part of it would suppress more than the author meant.
  private mutating func suppression(_ node: SourceTree.Node) -> Policy.Suppression? {
    var code: DiagnosticCode?
    var texts: [SuppressionKey: String] = [:]
    var isCodeGiven = false
    var isReasonGiven = false
    var isWhole = true
    readMembers(of: node, as: SuppressionKey.self) { (reader, key, value) in
      switch key {
      case .code:
        isCodeGiven = true
        code = reader.text(value, "the code of a finding").flatMap { _ in reader.code(value) }
      case .reason:
        isReasonGiven = true
        texts[key] = reader.text(value, "a reason")
        isWhole = isWhole && texts[key] != nil
      case .file, .id, .path:
        texts[key] = reader.text(value, "a text to be matched")
        isWhole = isWhole && texts[key] != nil
      }
    }
    if !isCodeGiven { refuse(node, "a suppression needs the code that it silences, `code`") }
    if !isReasonGiven { refuse(node, "a suppression needs a `reason`, for later readers") }
    var patterns: [SuppressionKey: Selection] = [:]
    for key in [SuppressionKey.file, .path] {
      guard let text = texts[key] else { continue }
      patterns[key] = selection([text], node)
      isWhole = isWhole && patterns[key] != nil
    }
    guard isWhole, isReasonGiven, let code else { return nil }
    return Policy.Suppression(
      code: code, files: patterns[.file], id: texts[.id], paths: patterns[.path], reason: texts[.reason] ?? "",
      range: tree.range(of: node))
  }

  /// The code that a text names, by number or slug. Nil for an unknown code, and for a code that manifests cannot change; both
  /// are reported.
  private mutating func code(_ node: SourceTree.Node) -> DiagnosticCode? {
    let name = tree.string(of: node) ?? ""
    guard let code = DiagnosticCode(named: name) else {
      let names = DiagnosticCode.allCases.flatMap { [$0.slug, $0.rawValue] }
      var finding = Finding(
        .unknownRule, name.isEmpty ? "the name of the rule is empty" : "unknown rule `\(name)`",
        range: tree.range(of: node),
        help: Suggestion.didYouMean(name, among: names))
      // It is unknown which findings it was meant to suppress.
      finding.hidesDeclarations = true
      add(finding)
      return nil
    }
    guard !code.isFixed else {
      refuse(
        node, "`\(name)` is always an error: it says that a file or the whole bundle cannot be read",
        help: "fix the error, or take the file out of the bundle with `exclude`")
      return nil
    }
    return code
  }
}

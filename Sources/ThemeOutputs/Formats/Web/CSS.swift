// SPDX-License-Identifier: GPL-2.0-or-later

import TextComparison
import ThemeModel

extension OutputFormat {
  static let css = OutputFormat(
    name: "css", group: .web, comment: .init("/* ", " */"), summary: "Custom properties of a style sheet",
    options: [
      Option(
        name: "selector", text: ":root", summary: "the selector of the rule that declares the properties",
        check: CSSRule.check(selector:)),
      .prefix,
      .unit,
      .references,
    ],
    modes: .rules,
    policy: leftOutOfCSS + "A colour outside sRGB is its nearest colour there, and itself within `@supports`.",
    takeover: "a page that loads the file anew, as development servers do"
  ) { (request, choices) throws(OutputProblem) in
    let sheet = try CSSSheet(request, choices, prefix: "--")
    return sheet.text(in: choices["selector"] ?? "")
  }

  static let tailwind = OutputFormat(
    name: "tailwind", group: .web, comment: .init("/* ", " */"),
    summary: "Theme variables of Tailwind CSS 4, for `@import` after `tailwindcss`", options: [.unit], modes: .rules,
    policy: leftOutOfCSS + "A colour outside sRGB is its nearest colour there, and itself within `@supports`.",
    takeover: "the watching command line and the plugin for Vite see the file change"
  ) { (request, choices) throws(OutputProblem) in
    let sheet = try CSSSheet(request, choices, prefix: "--", namespace: \.tailwindNamespace)
    return sheet.text(in: "@theme", modesIn: ":root")
  }
}

/// Custom properties with those that other contexts change.
private struct CSSSheet {
  let base: CSSVariables
  let modes: [(condition: String, variables: [CSSVariables.Variable])]

  /// - Parameter namespace: the beginning of the names of a value.
  init(
    _ request: OutputRequest, _ choices: OutputChoices, prefix: String,
    namespace: (Value) -> String? = { _ in nil }
  ) throws(OutputProblem) {
    let own = choices["prefix"] ?? ""
    func variables(_ theme: OutputTheme) throws(OutputProblem) -> CSSVariables {
      let variables = try CSSVariables(theme.entries(in: request.selection), CSSValues(unit: choices.unit)) {
        entry, name in
        let namespace = namespace(entry.value).map { "\($0)-" } ?? ""
        return prefix + own + (name.hasPrefix(namespace) ? "" : namespace) + name
      }
      return choices.writesReferences ? variables.referring(by: theme.references) : variables
    }
    let base = try variables(request.theme)
    self.base = base
    var modes: [(condition: String, variables: [CSSVariables.Variable])] = []
    for mode in request.modes {
      modes.append((mode.condition, try variables(mode.theme).differing(from: base)))
    }
    self.modes = modes
  }

  /// - Parameters:
  ///   - rule: a selector, or an at-rule that declares variables.
  ///   - modeSelector: the selector within conditions of modes; nil for that of the rule.
  func text(in rule: String, modesIn modeSelector: String? = nil) -> String {
    var text = CSSRule.text(rule, base.variables)
    for mode in modes where !mode.variables.isEmpty {
      let selector = modeSelector ?? rule
      text += "\n" + CSSRule.text(mode.condition, selector, mode.variables)
    }
    func isWide(_ variable: CSSVariables.Variable) -> Bool { variable.wide != nil && variable.reference == nil }
    let wide = base.variables.filter(isWide)
    // A mode repeats all variables that the rules before it declare here, since these would have precedence over its own above.
    var names = BytewiseSet(wide.map(\.name))
    let wideModes = modes.map { mode in
      let variables = mode.variables.filter { isWide($0) || names.contains($0.name) }
      names.formUnion(BytewiseSet(variables.map(\.name)))
      return (mode.condition, variables)
    }.filter { !$0.1.isEmpty }
    guard !wide.isEmpty || !wideModes.isEmpty else { return text }
    // A screen of sRGB maps colours by itself, but browsers clip: the nearest colour stands above.
    text += "\n@supports (color: color(display-p3 1 1 1)) {\n"
    let selector = modeSelector ?? rule
    text += CSSRule.text(selector, wide, isWide: true, indent: "  ")
    for (condition, variables) in wideModes {
      text += CSSRule.text(condition, selector, variables, isWide: true, indent: "  ")
    }
    return text + "}\n"
  }
}

/// Rules of a style sheet.
enum CSSRule {
  static func text(
    _ selector: String, _ variables: [CSSVariables.Variable], isWide: Bool = false, indent: String = ""
  ) -> String {
    var text = "\(indent)\(selector) {\n"
    for variable in variables {
      text += indent
      text += "  "
      text += variable.name
      text += ": "
      if let reference = variable.reference {
        text += "var(\(reference))"
      } else {
        text += isWide ? variable.wide ?? variable.text : variable.text
      }
      text += ";\n"
    }
    return text + "\(indent)}\n"
  }

  /// A rule within an at-rule; or one of a selector, which is the condition itself.
  static func text(
    _ condition: String, _ selector: String, _ variables: [CSSVariables.Variable], isWide: Bool = false,
    indent: String = ""
  ) -> String {
    guard condition.utf8.first == UInt8(ascii: "@") else {
      return text(condition, variables, isWide: isWide, indent: indent)
    }
    return "\(indent)\(condition) {\n" + text(selector, variables, isWide: isWide, indent: indent + "  ")
      + "\(indent)}\n"
  }

  /// Fails for a text that is not a selector.
  @Sendable static func check(selector text: String) throws(OutputProblem) {
    guard text.isEmpty || !isPrelude(text) || text.utf8.first == UInt8(ascii: "@") else { return }
    throw OutputProblem("`\(text)` is not a selector", help: "write one such as `:root` or `[data-theme=dark]`")
  }

  /// Fails for a text that is neither an at-rule nor a selector.
  static func check(condition text: String) throws(OutputProblem) {
    guard text.isEmpty || !isPrelude(text) else { return }
    throw OutputProblem(
      "`\(text)` is neither an at-rule nor a selector",
      help: "write one such as `@media (prefers-color-scheme: dark)` or `[data-theme=dark]`")
  }

  /// Whether a text can stand before the braces of a rule.
  private static func isPrelude(_ text: String) -> Bool {
    !text.hasUnprintableScalar && !text.utf8.contains { "{};<\\".utf8.contains($0) }
      && !zip(text.utf8, text.utf8.dropFirst()).contains { $0 == UInt8(ascii: "/") && $1 == UInt8(ascii: "*") }
  }
}

extension Value {
  /// The namespace of Tailwind that has utilities for such values; nil for none.
  fileprivate var tailwindNamespace: String? {
    if srgbColor != nil { return "color" }
    guard case .typed(let token) = self, let type = TokenType(rawValue: token.type) else { return nil }
    return switch type {
    case .color: "color"
    case .dimension: "spacing"
    case .fontFamily: "font"
    case .fontWeight: "font-weight"
    case .typography: "text"
    case .shadow: "shadow"
    case .cubicBezier: "ease"
    case .duration, .number, .strokeStyle, .border, .transition, .gradient: nil
    }
  }
}

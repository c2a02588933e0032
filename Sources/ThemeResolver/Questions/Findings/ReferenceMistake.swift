// SPDX-License-Identifier: GPL-2.0-or-later

import ThemeModel

/// The reason why no file declares the id of a reference, where that is more than a misspelt name: the help for it.
struct ReferenceMistake {
  let help: String
  /// The text at the reference, in place of the number of files that were searched.
  var reason: String?

  private init(help: String, reason: String? = nil) {
    self.help = help
    self.reason = reason
  }

  /// Nil where the name may be misspelt.
  ///
  /// - Parameter target: the id.
  init?(_ target: SymbolID, _ issue: Issue, _ view: View, _ database: Database) {
    let name = database.text(target)
    func isDeclared(_ symbol: SymbolID) -> Bool { view.state.symbol(symbol)?.isDeclared ?? false }
    if let help = Self.notationHelp(for: name, issue, database) {
      self.init(help: help)
    } else if let base = database.base(of: target), isDeclared(base) {
      let id = database.text(base)
      self.init(
        help: "write the id without its device suffix: `\(id)`", reason: "`\(name)` is `\(id)` with a device suffix")
    } else if case .unknownReference = issue.kind, database.space(target) == .constants,
      let style = database.known(database.name(target), in: .styles), isDeclared(style)
    {
      self.init(
        help: "refer to a resource, or declare one with this value", reason: "`\(name)` is a style, and not a resource")
    } else {
      return nil
    }
  }

  /// The help for a slip in the notation of references and glyphs.
  private static func notationHelp(for name: String, _ issue: Issue, _ database: Database) -> String? {
    guard let notation = database.rules.notation else { return nil }
    if name.hasPrefix(notation.reference) { return "write the id without `\(notation.reference)`" }
    if let digits = notation.digits(ofColor: name), let usual = notation.colors.first {
      return "write the colour itself, `\(usual)\(digits)`"
    }
    guard let glyph = notation.glyph, isColorOfGlyph(issue, database), let height = Double(name), height > 0 else {
      return nil
    }
    return "a height needs a colour before it: write \(glyph)/\(name)"
  }

  /// Whether an issue is about the colour within a glyph: a value below another one without a key, which needs a colour.
  private static func isColorOfGlyph(_ issue: Issue, _ database: Database) -> Bool {
    let node = database.node(issue.origin)
    return node.flags.contains(.needsColor) && node.key == Declarations.noName && issue.slot.map { $0 > 0 } ?? false
  }
}

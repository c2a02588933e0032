// SPDX-License-Identifier: GPL-2.0-or-later

import JSONText
import TextComparison
import ThemeDialects
import ThemeModel
import ThemeSyntax

/// A change of the values set at run time, with its declarations: those of one id where the others stay, so that a call costs about the
/// same however many values are set.
struct ModificationEdit {
  enum Declared {
    /// All values; nil if there are none.
    case all(Declarations?)
    /// The one id that changes. It has no declaration where its values are removed.
    case one(name: String, space: Declarations.Space, Declarations)
  }

  let modifications: Modifications
  let declared: Declared

  /// The findings about the changed values, or about all.
  var findings: [Finding] {
    switch declared {
    case .all(let declarations): declarations?.findings ?? []
    case .one(_, _, let declarations): declarations.findings
    }
  }

  /// A change of all values.
  init(to new: Modifications, _ dialect: (any Dialect)?) {
    modifications = new
    declared = .all(new.isEmpty ? nil : dialect?.declarations(of: new) ?? Declarations())
  }

  /// A change of the values of one name.
  ///
  /// - Parameter hasFindings: whether there are findings about the present values. They may be about several of them.
  init(
    to new: Modifications, from old: Modifications, of name: String, hasFindings: Bool, _ dialect: (any Dialect)?
  ) {
    let alone = hasFindings || old.isEmpty || new.isEmpty ? nil : dialect?.change(of: name, from: old, to: new)
    guard let alone else {
      self.init(to: new, dialect)
      return
    }
    self.init(modifications: new, declared: alone)
  }

  private init(modifications: Modifications, declared: Declared) {
    self.modifications = modifications
    self.declared = declared
  }
}

extension Dialect {
  /// The change of the declaration of one name. Nil if all values have to be declared.
  fileprivate func change(
    of name: String, from old: Modifications, to new: Modifications
  ) -> ModificationEdit.Declared? {
    guard readsValuesAlone(path: ""), let before = entryAlone(of: old.only(name), named: name),
      let after = entryAlone(of: new.only(name), named: name), let space = after.space ?? before.space,
      before.space ?? space == space
    else { return nil }
    return .one(name: name, space: space, after.declarations)
  }

  /// The declarations of values of one name, if they are one entry, or none, without findings. Nil otherwise.
  private func entryAlone(
    of modifications: Modifications, named name: String
  ) -> (space: Declarations.Space?, declarations: Declarations)? {
    if modifications.isEmpty { return (nil, Declarations()) }
    let declarations = declarations(of: modifications)
    guard declarations.entries.count <= 1, declarations.links.isEmpty, declarations.findings.isEmpty,
      declarations.outline == nil, !declarations.isMisshapen
    else { return nil }
    guard let entry = declarations.entries.first else { return (nil, declarations) }
    guard entry.node == 0, Bytewise(declarations.name(of: entry)) == Bytewise(name) else { return nil }
    return (declarations.ids[Int(entry.id)].space, declarations)
  }

  /// Declares values that are set at run time, as a theme file of the dialect would.
  func declarations(of modifications: Modifications) -> Declarations {
    let styles = modifications.styles.map { (key: $0.name, value: JSONValue.object($0.style.properties)) }
      .filter { !($0.value.object?.members.isEmpty ?? true) }
    var writer = JSONWriter()
    writer.value(themeFile(constants: modifications.constants, styles: JSONObject(styles)))
    var declarations = declarations(of: parseJSON(writer.drainBytes()).tree, path: "")
    let replaced = BytewiseDictionary(
      modifications.styles.map { ($0.name, !($0.style.inherits ?? modifiedStylesInherit)) }, uniquingKeysWith: { $1 })
    declarations.setReplaces { replaced[$0] ?? !modifiedStylesInherit }
    return declarations
  }
}

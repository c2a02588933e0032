// SPDX-License-Identifier: GPL-2.0-or-later

import JSONText
import TextComparison
import ThemeDialects
import ThemeModel
import ThemeResolver

/// The reason why a value cannot be set at run time. Nothing changed.
package enum ModificationError: Error, Hashable {
  /// The constant does not exist; with a similar name.
  case unknownConstant(String, meant: String?)
  case unknownStyle(String, meant: String?)
  /// The bundle has no such theme.
  case unknownTheme(String, themes: [String])
  /// The bundle's dialect cannot read the value; with the reason and the way out.
  case badValue(String, help: String?)
}

/// Sets themes and values while the daemon runs. They take effect like an edit: with the next publication.
struct RunTimeValues {
  private let table: ContextTable
  private let findings: FindingCollector
  private var sources: BundleSources { table.sources }
  private var linked: LinkedFiles { table.linked }

  init(_ table: ContextTable, _ findings: FindingCollector) {
    self.table = table
    self.findings = findings
  }

  // MARK: Themes

  /// Chooses the themes of all contexts that name none, in order of precedence; an empty list for the bundle's default.
  func use(themes: [String]) throws(ModificationError) {
    let known = linked.dialect?.themes(in: PlannedFiles(sources)) ?? []
    if let unknown = themes.first(where: { !known.containsBytewise($0) }) {
      throw .unknownTheme(unknown, themes: known)
    }
    table.use(themes: themes)
  }

  // MARK: Values

  /// Sets the value of a constant, written as in a theme file; null resets it.
  func modifyConstant(_ name: String, to value: JSONValue) throws(ModificationError) {
    // A modification may have turned the constant into a style. It can still be reset.
    if sources.modifications.constants[name] == nil { try requireDeclared(name, .constants) }
    var new = sources.modifications
    new.setConstant(name, to: value)
    try set(name, to: value, new, at: [[ResolvedState.Section.constants.rawValue, name]]) {
      $0.setConstant(name, to: .null)
    }
  }

  /// Sets the value of a property of a style, written as in a theme file; null resets it.
  ///
  /// - Parameter keyPath: the keys from the style down to the property, joined by `/`, 32 at most; or as the dialect writes
  ///   paths, which may name several properties.
  func modifyStyle(_ name: String, at keyPath: String, to value: JSONValue) throws(ModificationError) {
    if sources.modifications.style(name) == nil { try requireDeclared(name, .styles) }
    let paths = linked.dialect?.propertyPaths(keyPath) ?? []
    guard !paths.isEmpty, paths.allSatisfy({ !$0.isEmpty && !$0.contains("") }) else {
      throw .badValue("`\(keyPath)` is not the path of a property", help: "write the keys joined by `/`")
    }
    // Each key becomes a nested object, which is read with native recursion.
    guard paths.allSatisfy({ $0.count <= 32 }) else {
      throw .badValue("the path of a property has 32 keys at most", help: nil)
    }
    var new = sources.modifications
    for keys in paths { new.setStyle(name, at: keys, to: value) }
    let style = [ResolvedState.Section.styles.rawValue, name]
    try set(name, to: value, new, at: paths.map { style + $0 }) { modifications in
      for keys in paths { modifications.setStyle(name, at: keys, to: .null) }
    }
  }

  /// Sets whether a modified style keeps the properties that files declare; nil for the dialect's default.
  func setInheritance(ofStyle name: String, to inherits: Bool?) throws(ModificationError) {
    if sources.modifications.style(name) == nil { try requireDeclared(name, .styles) }
    var new = sources.modifications
    new.setInheritance(ofStyle: name, to: inherits)
    put(new, of: name)
  }

  /// Replaces all values that are set.
  func put(_ new: Modifications) {
    guard new != sources.modifications else { return }
    apply(ModificationEdit(to: new, linked.dialect))
  }

  /// Replaces the values of one name.
  private func put(_ new: Modifications, of name: String) {
    let old = sources.modifications
    guard new.constants[name] != old.constants[name] || new.style(name) != old.style(name) else { return }
    apply(edit(to: new, of: name))
  }

  /// A change of the values of one name.
  private func edit(to new: Modifications, of name: String) -> ModificationEdit {
    ModificationEdit(
      to: new, from: sources.modifications, of: name, hasFindings: !sources.findingsOfModifications.isEmpty,
      linked.dialect)
  }

  private func apply(_ edit: ModificationEdit) {
    let arePlansStale = edit.modifications.isEmpty != sources.modifications.isEmpty
    sources.apply(edit)
    table.noteRunTimeEdit(arePlansStale: arePlansStale)
  }

  /// Sets values of one name, unless that leads to a new error in any open context or turns a typed value into a text. An error leaves
  /// everything as it was.
  ///
  /// - Parameter reset: removes the new values.
  private func set(
    _ name: String, to value: JSONValue, _ new: Modifications, at paths: [[String]],
    resetting reset: (inout Modifications) -> Void
  ) throws(ModificationError) {
    let old = sources.modifications
    let edit = edit(to: new, of: name)
    let reported = BytewiseSet(sources.findingsOfModifications.map(\.message))
    if let error = edit.findings.first(where: { $0.severity == .error && !reported.contains($0.message) }) {
      throw .badValue(error.message, help: error.help)
    }
    guard !value.isNull else { return put(new, of: name) }
    table.open(Context())
    /// A text that looks like a constant may be meant as a text, but not where the value before it is kept.
    func keepsValue(_ diagnostic: Diagnostic) -> Bool {
      diagnostic.code == .looksLikeConstant && diagnostic.heldBackSince != nil
    }
    let known = table.entries.keys.map { context in
      let found = findings.findings(in: context)
      return (context, found.errorKeys.union(found.diagnostics.lazy.filter(keepsValue).map(ErrorKey.init)))
    }
    apply(edit)
    for (context, known) in known {
      let error = findings.findings(in: context).diagnostics.first {
        ($0.severity == .error || keepsValue($0)) && !known.contains(ErrorKey($0))
      }
      guard let error else { continue }
      apply(self.edit(to: old, of: name))
      throw .badValue(error.message, help: error.help)
    }
    let texts = known.map { context, _ in (context: context, texts: paths.map { text(at: $0, in: context) }) }
    guard texts.contains(where: { $0.texts.contains { $0 != nil } }) else { return }
    var plain = new
    reset(&plain)
    apply(self.edit(to: plain, of: name))
    for (context, texts) in texts {
      for (path, text) in zip(paths, texts) {
        guard let text, let earlier = self.value(at: path, in: context), earlier.isMoreThanText else { continue }
        apply(self.edit(to: old, of: name))
        let form = linked.dialect?.rules.invalidColorHelp ?? ""
        var help = "write a value that the bundle's theme files may have for a \(earlier.typeName)"
        if case .color = earlier, !form.isEmpty { help = form }
        throw .badValue("`\(path[1])` is a \(earlier.typeName) here, and `\(text)` is only a text", help: help)
      }
    }
    apply(self.edit(to: new, of: name))
  }

  /// The text at a path in the unpublished state. Nil for a value of another type.
  private func text(at path: [String], in context: Context) -> String? {
    if case .string(let text)? = value(at: path, in: context) { text } else { nil }
  }

  /// The value at a path in the unpublished state.
  private func value(at path: [String], in context: Context) -> Value? {
    guard let section = ResolvedState.Section(rawValue: path[0]) else { return nil }
    table.bringUpToDate()
    let state = table.state(of: context)
    return linked.resolver.symbol(named: path[1], in: section, of: state).flatMap { state.value(of: $0, at: path) }
  }

  // MARK: Names

  private func requireDeclared(_ name: String, _ section: ResolvedState.Section) throws(ModificationError) {
    table.open(Context())
    if isDeclared(name, section) { return }
    // It may be declared in a theme that no context uses yet.
    linked.withoutCauses { sources.ensureRead(linked.files.paths.compactMap(linked.files.file(at:))) }
    if isDeclared(name, section) { return }
    let names = linked.resolver.declaredNames(in: section).filter { isDeclared($0, section) }
    let meant = nearest(to: name, among: names)?.name
    switch section {
    case .constants: throw .unknownConstant(name, meant: meant)
    case .styles: throw .unknownStyle(name, meant: meant)
    }
  }

  /// Whether an id with this name is declared in any file, and no open context has it in the other section.
  private func isDeclared(_ name: String, _ section: ResolvedState.Section) -> Bool {
    guard linked.resolver.isDeclared(name, in: section) else { return false }
    let other: ResolvedState.Section = section == .constants ? .styles : .constants
    return !linked.resolver.isShared(name)
      || table.entries.keys.allSatisfy {
        linked.resolver.symbol(named: name, in: other, of: table.state(of: $0)) == nil
      }
  }
}

extension Value {
  /// Whether it is not a plain text: a colour must stay a colour.
  fileprivate var isMoreThanText: Bool {
    switch self {
    case .string, .null, .image: false
    case .bool, .number, .array, .object, .color, .colorInSpace, .colorReference, .font, .glyph, .point, .size, .rect,
      .edgeInsets, .calls, .typed:
      true
    }
  }
}

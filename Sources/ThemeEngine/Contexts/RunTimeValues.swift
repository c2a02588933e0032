// SPDX-License-Identifier: GPL-2.0-or-later

import JSONText
import TextComparison
import ThemeDialects
import ThemeModel
import ThemeResolver
import ThemeSyntax

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
    var plain = sources.modifications
    plain.setConstant(name, to: .null)
    try set(new, setting: value, over: plain, at: [[ResolvedState.Section.constants.rawValue, name]])
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
    var plain = sources.modifications
    for keys in paths {
      new.setStyle(name, at: keys, to: value)
      plain.setStyle(name, at: keys, to: .null)
    }
    let style = [ResolvedState.Section.styles.rawValue, name]
    try set(new, setting: value, over: plain, at: paths.map { style + $0 })
  }

  /// Sets whether a modified style keeps the properties that files declare; nil for the dialect's default.
  func setInheritance(ofStyle name: String, to inherits: Bool?) throws(ModificationError) {
    if sources.modifications.style(name) == nil { try requireDeclared(name, .styles) }
    var new = sources.modifications
    new.setInheritance(ofStyle: name, to: inherits)
    put(new)
  }

  /// Replaces all values that are set.
  func put(_ new: Modifications) {
    guard new != sources.modifications else { return }
    let arePlansStale = new.isEmpty != sources.modifications.isEmpty
    sources.set(new)
    table.noteRunTimeEdit(arePlansStale: arePlansStale)
  }

  /// Sets values, unless that leads to a new error in any open context or turns a typed value into a text. An error leaves
  /// everything as it was.
  ///
  /// - Parameter plain: the modifications without the new values.
  private func set(
    _ new: Modifications, setting value: JSONValue, over plain: Modifications, at paths: [[String]]
  ) throws(ModificationError) {
    let old = sources.modifications
    let declared = linked.dialect?.declarations(of: new).findings ?? []
    let reported = BytewiseSet((linked.dialect?.declarations(of: old).findings ?? []).map(\.message))
    if let error = declared.first(where: { $0.severity == .error && !reported.contains($0.message) }) {
      throw .badValue(error.message, help: error.help)
    }
    guard !value.isNull else { return put(new) }
    table.open(Context())
    /// A text that looks like a constant may be meant as a text, but not where the value before it is kept.
    func keepsValue(_ diagnostic: Diagnostic) -> Bool {
      diagnostic.code == .looksLikeConstant && diagnostic.heldBackSince != nil
    }
    let known = table.entries.keys.map { context in
      let found = findings.findings(in: context)
      return (context, found.errorKeys.union(found.diagnostics.lazy.filter(keepsValue).map(ErrorKey.init)))
    }
    put(plain)
    let before = known.map { context, _ in paths.map { self.value(at: $0, in: context) } }
    put(new)
    for ((context, known), values) in zip(known, before) {
      let error = findings.findings(in: context).diagnostics.first {
        ($0.severity == .error || keepsValue($0)) && !known.contains(ErrorKey($0))
      }
      if let error {
        put(old)
        throw .badValue(error.message, help: error.help)
      }
      for (path, earlier) in zip(paths, values) {
        guard let earlier, case .string(let text)? = self.value(at: path, in: context), earlier.isMoreThanText else {
          continue
        }
        put(old)
        let form = linked.dialect?.rules.invalidColorHelp ?? ""
        var help = "write a value that the bundle's theme files may have for a \(earlier.typeName)"
        if case .color = earlier, !form.isEmpty { help = form }
        throw .badValue("`\(path[1])` is a \(earlier.typeName) here, and `\(text)` is only a text", help: help)
      }
    }
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

extension Dialect {
  /// Declares values that are set at run time, as a theme file of the dialect would.
  func declarations(of modifications: Modifications) -> Declarations {
    let styles = modifications.styles.map { (key: $0.name, value: JSONValue.object($0.style.properties)) }
      .filter { $0.value != .object(JSONObject()) }
    var writer = JSONWriter()
    writer.value(themeFile(constants: modifications.constants, styles: JSONObject(styles)))
    var declarations = declarations(of: parseJSON(writer.drainBytes()).tree, path: "")
    declarations.setReplaces { name in
      !(modifications.style(name)?.inherits ?? modifiedStylesInherit)
    }
    return declarations
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

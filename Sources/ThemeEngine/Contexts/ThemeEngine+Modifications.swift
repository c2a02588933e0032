// SPDX-License-Identifier: GPL-2.0-or-later

package import JSONText
import TextComparison
import ThemeDialects
package import ThemeModel
import ThemeResolver
import ThemeSyntax

/// Why something cannot be set at run time. Nothing changed.
package enum ModificationError: Error, Hashable {
  /// There is no such constant; with the one that was probably meant.
  case unknownConstant(String, meant: String?)
  case unknownStyle(String, meant: String?)
  /// The bundle has no such theme.
  case unknownTheme(String, themes: [String])
  /// The bundle's dialect cannot read the value: what is wrong, and the way out.
  case badValue(String, help: String?)
}

/// Themes and values that are set while the daemon runs. They take effect like an edit: with the next `publish`.
extension ThemeEngine {
  /// Chooses the themes of all contexts that name none, in order of precedence; none for the bundle's own default.
  package func useThemes(_ names: [String]) throws(ModificationError) {
    let known = dialect?.themes(in: files) ?? []
    if let unknown = names.first(where: { !known.containsBytewise($0) }) { throw .unknownTheme(unknown, themes: known) }
    choose(names)
  }

  private func choose(_ names: [String]) {
    guard Bytewise(names) != Bytewise(themesInUse) else { return }
    themesInUse = names
    hasUnpublishedChanges = true
    bringUpToDate()
    invalidate(contexts.keys.filter(\.themes.isEmpty))
    withoutCauses { bringUpToDate() }
  }

  /// Gives a constant another value, written as in a theme file; null takes that back.
  package func modifyConstant(_ name: String, to value: JSONValue) throws(ModificationError) {
    // What was set may have made another kind of id of it, which can be taken back all the same.
    if modifications.constants[name] == nil { try requireDeclared(name, .constants) }
    var new = modifications
    new.setConstant(name, to: value)
    var plain = modifications
    plain.setConstant(name, to: .null)
    try take(new, setting: value, over: plain, at: [[ResolvedState.Section.constants.rawValue, name]])
  }

  /// Gives a property of a style another value, written as in a theme file; null takes that back.
  ///
  /// - Parameter keyPath: the keys from the style down to the property, joined by `/`, 32 at most; or as the dialect writes
  ///   paths, which may name several properties.
  package func modifyStyle(_ name: String, at keyPath: String, to value: JSONValue) throws(ModificationError) {
    if modifications.style(name) == nil { try requireDeclared(name, .styles) }
    let paths = dialect?.propertyPaths(keyPath) ?? []
    guard !paths.isEmpty, paths.allSatisfy({ !$0.isEmpty && !$0.contains("") }) else {
      throw .badValue("`\(keyPath)` is not the path of a property", help: "write the keys joined by `/`")
    }
    // A path becomes nested objects: its length is a matter of the stack.
    guard paths.allSatisfy({ $0.count <= 32 }) else {
      throw .badValue("the path of a property has 32 keys at most", help: nil)
    }
    var new = modifications
    var plain = modifications
    for keys in paths {
      new.setStyle(name, at: keys, to: value)
      plain.setStyle(name, at: keys, to: .null)
    }
    let style = [ResolvedState.Section.styles.rawValue, name]
    try take(new, setting: value, over: plain, at: paths.map { style + $0 })
  }

  /// Says whether a modified style keeps what the files say of it; nil for the dialect's habit.
  package func setInheritance(ofStyle name: String, to inherits: Bool?) throws(ModificationError) {
    if modifications.style(name) == nil { try requireDeclared(name, .styles) }
    var new = modifications
    new.setInheritance(ofStyle: name, to: inherits)
    put(new)
  }

  /// Takes back everything that was set at run time but the choice of themes.
  package func resetModifications() { put(Modifications()) }

  /// Takes over what was set before; ids that are gone by now wait for their return.
  package func restore(_ modifications: Modifications) { put(modifications) }

  /// Chooses the themes that were chosen before; one that is gone by now is a finding until it is back.
  package func restore(themes: [String]) { choose(themes) }

  // MARK: Taking over

  /// Takes over what is set, unless that leads to a new error anywhere or makes a text of another value: then all is as it was.
  ///
  /// - Parameter plain: what is set without it.
  private func take(
    _ new: Modifications, setting value: JSONValue, over plain: Modifications, at paths: [[String]]
  ) throws(ModificationError) {
    let declarations = declarations(of: new)
    let known = BytewiseSet(self.declarations(of: modifications).findings.map(\.message))
    if let error = declarations.findings.first(where: { $0.severity == .error && !known.contains($0.message) }) {
      throw .badValue(error.message, help: error.help)
    }
    guard !value.isNull else { return put(new) }
    open(Context())
    let old = modifications
    let troubles = contexts.keys.map { ($0, self.troubles($0)) }
    put(plain)
    let before = troubles.map { context, _ in paths.map { self.value(at: $0, in: context) } }
    put(new)
    for ((context, known), values) in zip(troubles, before) {
      if let error = errors(in: context).first(where: { !known.contains(Trouble($0)) }) {
        put(old)
        throw .badValue(error.message, help: error.help)
      }
      for (path, earlier) in zip(paths, values) {
        guard let earlier, case .string(let text)? = self.value(at: path, in: context), earlier.isMoreThanText else {
          continue
        }
        put(old)
        let form = dialect?.rules.colorForm ?? ""
        var help = "write a value that the bundle's theme files may have for a \(earlier.typeName)"
        if case .color = earlier, !form.isEmpty { help = form }
        throw .badValue("`\(path[1])` is a \(earlier.typeName) here, and `\(text)` is only a text", help: help)
      }
    }
  }

  /// What a path comes to in the state that waits to be published.
  private func value(at path: [String], in context: Context) -> Value? {
    guard let section = ResolvedState.Section(rawValue: path[0]) else { return nil }
    bringUpToDate()
    let state = state(context)
    return resolver.symbol(named: path[1], in: section, of: state).flatMap { state.value(of: $0, at: path) }
  }

  private func put(_ new: Modifications) {
    guard new != modifications else { return }
    let isPlanStale = new.isEmpty != modifications.isEmpty
    modifications = new
    hasUnpublishedChanges = true
    declareModifications()
    invalidate(isPlanStale ? Array(contexts.keys) : [])
  }

  /// Hands what is set at run time to the resolver: as a theme file in the bundle's own dialect.
  func declareModifications() {
    let declarations = modifications.isEmpty ? nil : declarations(of: modifications)
    let file = FileTable.modifications
    files[file].reading = declarations.map { .init(findings: $0.findings) }
    noteFindings(of: file)
    counters.declarationsChanged += resolver.update(file, declarations).count
  }

  private func declarations(of modifications: Modifications) -> Declarations {
    guard let dialect else { return Declarations() }
    let styles = modifications.styles.map { (key: $0.name, value: JSONValue.object($0.style.properties)) }
      .filter { $0.value != .object(JSONObject()) }
    var writer = JSONWriter()
    writer.value(dialect.themeFile(constants: modifications.constants, styles: JSONObject(styles)))
    var declarations = dialect.declarations(of: parseJSON(writer.bytes).tree, path: "")
    declarations.setReplaces { name in
      !(modifications.style(name)?.inherits ?? dialect.modifiedStylesInherit)
    }
    return declarations
  }

  // MARK: Names

  private func requireDeclared(
    _ name: String, _ section: ResolvedState.Section
  ) throws(ModificationError) {
    open(Context())
    if isDeclared(name, section) { return }
    // It may stand in a theme that nobody uses yet.
    withoutCauses { ensureRead(files.paths.compactMap(files.file(at:))) }
    if isDeclared(name, section) { return }
    let meant = nearest(to: name, among: resolver.declaredNames(in: section).filter { isDeclared($0, section) })?.name
    switch section {
    case .constants: throw .unknownConstant(name, meant: meant)
    case .styles: throw .unknownStyle(name, meant: meant)
    }
  }

  /// Whether an id of that name is declared anywhere, and is not known to belong to the other section.
  private func isDeclared(_ name: String, _ section: ResolvedState.Section) -> Bool {
    guard resolver.isDeclared(name, in: section) else { return false }
    let other: ResolvedState.Section = section == .constants ? .styles : .constants
    return !resolver.isShared(name)
      || contexts.keys.allSatisfy { resolver.symbol(named: name, in: other, of: state($0)) == nil }
  }
}

extension Value {
  /// Whether it says more than any text would: what is a colour stays one.
  fileprivate var isMoreThanText: Bool {
    switch self {
    case .string, .null, .image: false
    case .bool, .number, .array, .object, .color, .colorReference, .font, .glyph, .point, .size, .rect, .edgeInsets,
      .calls:
      true
    }
  }
}

// SPDX-License-Identifier: GPL-2.0-or-later

import ThemeDialects
import ThemeModel
import ThemeSyntax

/// Reads a manifest. An invalid member is left out and reported.
struct ManifestReader: SettingsReader {
  let tree: SourceTree
  var manifest = Manifest()
  private(set) var findings = FindingList()

  private enum Key: String, CaseIterable {
    case name, dialect, root, `default`, fallback, suffixes, exclude, contexts, outside, limits, rules, suppressions,
      suppressionReasons
  }

  static func read(_ tree: SourceTree) -> (manifest: Manifest, findings: [Finding]) {
    var reader = ManifestReader(tree: tree)
    reader.readAll()
    return (reader.manifest, reader.findings.all)
  }

  /// Whether a file has members of a manifest and no others, so that it is hardly a theme.
  static func isManifest(_ tree: SourceTree) -> Bool {
    guard let root = tree.root else { return false }
    let keys = tree.members(of: root).map { tree.key(of: $0) }
    return !keys.isEmpty && keys.allSatisfy { Key(rawValue: $0) != nil }
  }

  private init(tree: SourceTree) { self.tree = tree }

  private mutating func readAll() {
    guard let root = tree.root else { return }
    guard isObject(root, "a manifest is an object") else { return }
    readMembers(of: root, as: Key.self) { (reader, key, node) in
      switch key {
      case .name: reader.readName(node)
      case .dialect: reader.readDialect(node)
      case .root: reader.manifest.root = reader.text(node, "the name of the root file")
      case .default: reader.manifest.defaultTheme = reader.text(node, "the name of the default theme")
      case .fallback: reader.readFallback(node)
      case .suffixes: reader.readSuffixes(node)
      case .exclude:
        reader.manifest.bounds.exclude = reader.texts(node, "a pattern").flatMap { reader.selection($0, node) }
      case .contexts: reader.manifest.contexts = reader.contexts(node)
      case .outside: reader.manifest.bounds.outside = reader.texts(node, "a directory") ?? []
      case .limits: reader.readLimits(node)
      case .rules: reader.readRules(node)
      case .suppressions: reader.readSuppressions(node)
      case .suppressionReasons: reader.readSuppressionReasons(node)
      }
    }
  }

  private mutating func readName(_ node: SourceTree.Node) {
    guard let name = text(node, "the bundle's name") else { return }
    // The name becomes part of paths: of the socket and of files in the state directory.
    if name.utf8.contains(UInt8(ascii: "/"))
      || name.unicodeScalars.contains(where: { $0.properties.generalCategory == .control })
    {
      return refuse(node, "a bundle's name has no `/` and no control characters")
    }
    guard name.utf8.count <= 255 else { return refuse(node, "a bundle's name has at most 255 bytes") }
    manifest.name = name
  }

  private mutating func readDialect(_ node: SourceTree.Node) {
    let names = DialectName.allCases.map(\.rawValue)
    guard let name = tree.string(of: node).flatMap(DialectName.init(rawValue:)) else {
      let near = tree.string(of: node).flatMap { Suggestion.didYouMean($0, among: names) }
      var finding = Finding(
        .manifest, "unknown dialect", range: tree.range(of: node),
        help: near ?? "the dialects are: \(names.joined(separator: ", "))")
      finding.respelling = tree.string(of: node).flatMap { respelling(of: $0, among: names) }
      return add(finding)
    }
    manifest.dialect = name
  }

  private mutating func readFallback(_ node: SourceTree.Node) {
    guard let fallsBack = tree.bool(of: node) else { return refuse(node, "`fallback` is true or false") }
    manifest.fallsBack = fallsBack
  }

  private mutating func readSuffixes(_ node: SourceTree.Node) {
    guard isObject(node, "suffixes are given by device", help: #"write { "pad": ["_iPad"] }"#) else { return }
    var suffixes: [Context.Device: [String]] = [:]
    readMembers(of: node, as: Context.Device.self) { (reader, device, value) in
      suffixes[device] = reader.texts(value, "a suffix")
    }
    manifest.suffixes = suffixes
  }
}

// MARK: - Parts of members

extension ManifestReader {
  mutating func reportUnknown(_ member: SourceTree.Member, suggestion: String?, keys: [String]) {
    let key = tree.key(of: member)
    var finding = Finding(
      .unknownKey, key.isEmpty ? "this key is empty" : "`\(key)` is an unknown key here",
      range: tree.keyRange(of: member),
      help: suggestion ?? "the keys here are: \(keys.joined(separator: ", "))")
    finding.hidesDeclarations = suggestion != nil
    finding.respelling = respelling(of: tree.key(of: member), among: keys)
    add(finding)
  }

  /// The fix of a name that is one slip, or the case of its letters, away from one known name. Without it the name has no effect.
  private func respelling(of name: String, among names: [String]) -> Finding.Respelling? {
    guard let near = nearest(to: name, among: names), near.isUnique, near.distance == 1 else { return nil }
    return .init(written: name, meant: near.name)
  }

  /// The selection of patterns. Nil for an empty list, and for a pattern over a limit, which is reported.
  mutating func selection(_ patterns: [String], _ node: SourceTree.Node) -> Selection? {
    guard !patterns.isEmpty else { return nil }
    do throws(SelectionError) {
      return try Selection(patterns)
    } catch {
      refuse(node, "\(error)", help: "write `**` once for any number of directories")
      return nil
    }
  }

  mutating func refuse(_ node: SourceTree.Node, _ message: String, help: String?) {
    add(Finding(.manifest, message, range: tree.range(of: node), help: help))
  }

  mutating func add(_ finding: Finding) { findings.append(finding) }
}

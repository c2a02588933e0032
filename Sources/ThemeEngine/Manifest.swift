// SPDX-License-Identifier: GPL-2.0-or-later

import ThemeDialects
import ThemeModel
import ThemeSyntax

/// What a bundle's `livery.json` fixes. Everything is optional.
struct Manifest: Hashable {
  static let path = "livery.json"

  var dialect: String?
  /// The root file, or the default theme's, relative to the bundle's root.
  var root: String?
  /// The name of the theme that serves when a context names none.
  var defaultTheme: String?
  /// Whether what a chosen theme lacks comes from the default one.
  var fallsBack = false
  /// Key suffixes by device, most preferred first.
  var suffixes: [Context.Device: [String]]?
  /// Patterns of paths that are no files of the bundle.
  var exclude: [String] = []

  func excludes(_ path: String) -> Bool {
    guard !exclude.isEmpty else { return false }
    if case .whole = Selection(exclude).answer(path.split(separator: "/").map(String.init)) { return true }
    return false
  }
}

/// Reads a manifest; what is wrong with a member leaves that member out.
struct ManifestReader {
  private let tree: SourceTree
  private var manifest = Manifest()
  private var findings: [Finding] = []

  private static let keys = ["default", "dialect", "exclude", "fallback", "root", "suffixes"]

  static func read(_ tree: SourceTree) -> (manifest: Manifest, findings: [Finding]) {
    var reader = ManifestReader(tree: tree)
    reader.readAll()
    return (reader.manifest, reader.findings)
  }

  private init(tree: SourceTree) { self.tree = tree }

  private mutating func readAll() {
    guard let root = tree.root else { return }
    guard tree.kind(of: root) == .object else { return refuse(root, "a manifest is an object") }
    for member in members(of: root) {
      let value = member.value
      switch tree.key(of: member) {
      case "dialect": readDialect(value)
      case "root":
        manifest.root = tree.string(of: value)
        if manifest.root == nil { refuse(value, "the name of the root file is needed here") }
      case "default":
        manifest.defaultTheme = tree.string(of: value)
        if manifest.defaultTheme == nil { refuse(value, "the name of the default theme is needed here") }
      case "fallback":
        manifest.fallsBack = tree.bool(of: value) ?? false
        if tree.bool(of: value) == nil { refuse(value, "`fallback` is true or false") }
      case "suffixes": readSuffixes(value)
      case "exclude": manifest.exclude = strings(value) ?? []
      case let key: unknown(key, member, among: Self.keys, "its keys are \(Self.keys.joined(separator: ", "))")
      }
    }
  }

  private mutating func readDialect(_ node: SourceTree.Node) {
    let names = allDialects.map { $0.name }
    guard let name = tree.string(of: node), names.contains(name) else {
      let near = tree.string(of: node).flatMap { Suggestion.didYouMean($0, among: names) }
      return refuse(
        node, "there is no such dialect", help: near ?? "the dialects are: \(names.joined(separator: ", "))")
    }
    manifest.dialect = name
  }

  private mutating func readSuffixes(_ node: SourceTree.Node) {
    guard tree.kind(of: node) == .object else {
      return refuse(node, "suffixes are given by device", help: "write { \"pad\": [\"_iPad\"] }")
    }
    var suffixes: [Context.Device: [String]] = [:]
    for member in members(of: node) {
      let name = tree.key(of: member)
      guard let device = Context.Device(rawValue: name) else {
        unknown(name, member, among: Context.Device.allCases.map(\.rawValue), "a device is phone or pad")
        continue
      }
      suffixes[device] = strings(member.value)?.filter { !$0.isEmpty }
    }
    manifest.suffixes = suffixes
  }

  private mutating func strings(_ node: SourceTree.Node) -> [String]? {
    guard tree.kind(of: node) == .array else {
      refuse(node, "a list of strings is needed here")
      return nil
    }
    var strings: [String] = []
    for element in tree.elements(of: node) {
      guard let string = tree.string(of: element) else {
        refuse(element, "a string is needed here")
        return nil
      }
      strings.append(string)
    }
    return strings
  }

  private mutating func members(of node: SourceTree.Node) -> [SourceTree.Member] {
    var reported: [Finding] = []
    let members = tree.effectiveMembers(of: node, reporting: { reported.append($0) })
    findings += reported
    return members
  }

  private mutating func unknown(_ key: String, _ member: SourceTree.Member, among keys: [String], _ help: String) {
    findings.append(
      Finding(
        .unknownKey, "a manifest has no key `\(key)` here", range: tree.keyRange(of: member),
        help: Suggestion.didYouMean(key, among: keys) ?? help))
  }

  private mutating func refuse(_ node: SourceTree.Node, _ message: String, help: String? = nil) {
    findings.append(Finding(.manifest, message, range: tree.range(of: node), help: help))
  }
}

// SPDX-License-Identifier: GPL-2.0-or-later

import LinuxIO
import ProcessIO
import ThemeModel
import ThemeSyntax

/// Reads the text of a configuration file, JSON with comments. Reports all errors at once, with their places.
struct ConfigurationReader: SettingsReader {
  let tree: SourceTree
  private let lines: LineTable
  private let path: String
  private let home: String?
  var file = ConfigurationFile()
  private var problems: [ConfigurationProblem] = []

  private enum Key: String, CaseIterable { case bundles, socket, group, stateDirectory, logLevel, limits }

  /// - Parameter earlier: the options of the files before this one.
  static func read(
    _ bytes: [UInt8], path: String, home: String?, over earlier: ConfigurationFile = ConfigurationFile()
  ) throws(BadConfiguration) -> ConfigurationFile {
    guard bytes.contains(where: { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }) else {
      throw BadConfiguration(problems: [empty(path)])
    }
    let (tree, findings) = parseJSON(bytes)
    var reader = ConfigurationReader(tree: tree, lines: LineTable(bytes), path: path, home: home)
    reader.file = earlier
    for finding in findings { reader.add(finding) }
    // A recovered tree of a file with syntax errors is not used.
    if reader.problems.isEmpty { reader.readAll() }
    guard reader.problems.isEmpty else { throw BadConfiguration(problems: reader.problems) }
    return reader.file
  }

  private init(tree: SourceTree, lines: LineTable, path: String, home: String?) {
    self.tree = tree
    self.lines = lines
    self.path = path
    self.home = home
  }

  private static func empty(_ path: String) -> ConfigurationProblem {
    ConfigurationProblem(
      place: ConfigurationPlace(file: path), message: "the configuration is empty", help: "write at least {}")
  }

  private mutating func readAll() {
    guard let root = tree.root else { return problems.append(Self.empty(path)) }
    guard isObject(root, "a configuration is an object") else { return }
    readMembers(of: root, as: Key.self) { (reader, key, node) in
      switch key {
      case .bundles: reader.readBundles(node)
      case .socket: reader.file.socketPath = reader.path(node, "the path of the socket")
      case .group: reader.readGroup(node)
      case .stateDirectory: reader.file.stateDirectory = reader.path(node, "the path of the directory")
      case .logLevel: reader.readLogLevel(node)
      case .limits: reader.readLimits(node)
      }
    }
  }

  private mutating func readGroup(_ node: SourceTree.Node) {
    guard let name = text(node, "the name of a group") else { return }
    file.group = groupIdentifier(named: name)
    if file.group == nil {
      refuse(node, "unknown group `\(name)`", help: "`getent group` lists all groups")
    }
  }

  private mutating func readLogLevel(_ node: SourceTree.Node) {
    let names = LogLevel.allCases.map(\.name)
    guard let name = text(node, "one of \(names.joined(separator: ", "))") else { return }
    file.logLevel = LogLevel(name: name)
    if file.logLevel == nil {
      let near = Suggestion.didYouMean(name, among: names)
      refuse(
        node, "unknown level `\(name)`", help: near ?? "use one of: \(names.joined(separator: ", "))")
    }
  }

  private mutating func readLimits(_ node: SourceTree.Node) {
    guard isObject(node, "limits are an object") else { return }
    readMembers(of: node, as: Limits.Key.self) { (reader, key, node) in
      guard let value = reader.number(node, in: key.range, "`\(key.rawValue)`") else { return }
      reader.file.limits[keyPath: key.member] = value
    }
  }
}

// MARK: - Members and values

extension ConfigurationReader {
  /// Without the value of a misspelt key, bundles would be removed, or open to all users.
  mutating func reportUnknown(_ member: SourceTree.Member, suggestion: String?, keys: [String]) {
    let message = "unknown key `\(tree.key(of: member))`"
    guard suggestion == nil else { return refuse(member.key, message, help: suggestion) }
    file.warnings.append(
      ConfigurationProblem(
        place: place(of: member.key), message: "\(message), which is ignored",
        help: "the keys here are: \(keys.joined(separator: ", "))"))
  }

  /// The elements of a list.
  mutating func elements(of node: SourceTree.Node) -> [SourceTree.Node] {
    guard tree.kind(of: node) == .array else {
      refuse(node, "a list is needed here", help: #"write ["NAME"]"#)
      return []
    }
    return Array(tree.elements(of: node))
  }

  /// An absolute path.
  mutating func path(_ node: SourceTree.Node, _ needed: String) -> String? {
    guard let text = text(node, needed) else { return nil }
    if text.utf8.first == UInt8(ascii: "/") { return text }
    if text == "~" || text.hasPrefix("~/") {
      guard let home else {
        refuse(node, "`~` cannot be used here: HOME is not set", help: "write the whole path")
        return nil
      }
      return home + text.dropFirst()
    }
    return "\(splitPath(path).directory)/\(text)"
  }

  func place(of node: SourceTree.Node) -> ConfigurationPlace { place(at: tree.range(of: node)) }

  private func place(at range: ByteRange?) -> ConfigurationPlace {
    guard let range else { return ConfigurationPlace(file: path) }
    let start = lines.position(Int(range.start))
    return ConfigurationPlace(file: path, line: start.line, column: start.column)
  }

  mutating func refuse(_ node: SourceTree.Node, _ message: String, help: String?) {
    problems.append(ConfigurationProblem(place: place(of: node), message: message, help: help))
  }

  /// Adds a finding of the parser. Infos, about comments and trailing commas, are ignored.
  mutating func add(_ finding: Finding) {
    let problem = ConfigurationProblem(
      place: place(at: finding.range), message: finding.message, help: finding.help)
    switch finding.severity {
    case .error: problems.append(problem)
    case .warning: file.warnings.append(problem)
    case .info: break
    }
  }
}

extension ConfigurationFile {
  /// Whether a `livery.json` has `bundles`, as the configuration of a daemon does and the manifest of a bundle does not. Nil for a text
  /// that cannot be read.
  package static func namesBundles(_ text: [UInt8]) -> Bool? {
    let (tree, findings) = parseJSON(text)
    guard let root = tree.root, !findings.contains(where: \.code.holdsBack) else { return nil }
    return tree.members(of: root).contains { tree.key(of: $0, is: "bundles") }
  }
}

// SPDX-License-Identifier: GPL-2.0-or-later

import JSONText
import LinuxIO
import LiveryConfiguration
import TextComparison
import ThemeModel
import ThemeOutputs
import ThemeSyntax

/// Reads the text of `outputs.json`, JSON with comments. Reports all errors at once, with their places.
///
/// An unknown key is an error as well: an output without its meaning could overwrite a file.
struct OutputConfigurationReader: SettingsReader {
  let tree: SourceTree
  private let lines: LineTable
  private let path: String
  private let home: String?
  private var problems: [ConfigurationProblem] = []

  /// Outputs of a configuration.
  static let maximumOutputs = 1000
  static let maximumModes = 32

  private enum Key: String, CaseIterable { case roles, outputs }

  enum OutputKey: String, CaseIterable {
    case name, format, file, directory, bundle, context, select, roles, options, modes, template, text, reload,
      required, overwrite, unsaved
  }

  private enum ModeKey: String, CaseIterable { case when, context }
  private enum AppearanceKey: String, CaseIterable { case appearance }

  static func read(
    _ bytes: [UInt8], path: String, home: String?
  ) throws(BadConfiguration) -> OutputConfiguration {
    guard bytes.contains(where: { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }) else {
      let place = ConfigurationPlace(file: path)
      throw BadConfiguration(problems: [
        ConfigurationProblem(place: place, message: "the file is empty", help: #"write { "outputs": [] }"#)
      ])
    }
    let (tree, findings) = parseJSON(bytes)
    var reader = OutputConfigurationReader(tree: tree, lines: LineTable(bytes), path: path, home: home)
    for finding in findings { reader.add(finding) }
    var configuration = OutputConfiguration()
    // A recovered tree of a file with syntax errors is not used.
    if reader.problems.isEmpty { configuration.outputs = reader.readAll() }
    guard reader.problems.isEmpty else { throw BadConfiguration(problems: reader.problems) }
    return configuration
  }

  private init(tree: SourceTree, lines: LineTable, path: String, home: String?) {
    self.tree = tree
    self.lines = lines
    self.path = path
    self.home = home
  }

  private mutating func readAll() -> [ConfiguredOutput] {
    guard let root = tree.root, isObject(root, "the outputs are an object", help: #"write { "outputs": [] }"#) else {
      return []
    }
    var roles = Roles()
    var places: BytewiseDictionary<ConfigurationPlace> = [:]
    var list: SourceTree.Node?
    readMembers(of: root, as: Key.self) { (reader, key, node) in
      switch key {
      case .roles:
        roles = reader.roles(node)
        places = reader.rolePlaces(node)
      case .outputs: list = node
      }
    }
    guard let list else {
      refuse(root, "the outputs are missing", help: #"write "outputs": []"#)
      return []
    }
    guard tree.kind(of: list) == .array else {
      refuse(list, "the outputs are a list", help: #"write [{ "name": "kitty", "format": "kitty", "file": "…" }]"#)
      return []
    }
    let nodes = Array(tree.elements(of: list))
    guard nodes.count <= Self.maximumOutputs else {
      refuse(list, "\(nodes.count) outputs are more than \(Self.maximumOutputs)", help: "write fewer")
      return []
    }
    let outputs = nodes.compactMap { output($0, roles, places) }
    problems += OutputPaths(configuration: path).problems(of: outputs)
    return outputs
  }

  // MARK: Outputs

  private mutating func output(
    _ node: SourceTree.Node, _ roles: Roles, _ rolePlaces: BytewiseDictionary<ConfigurationPlace>
  ) -> ConfiguredOutput? {
    guard
      isObject(node, "an output is an object", help: #"write { "name": "NAME", "format": "FORMAT", "file": "PATH" }"#)
    else { return nil }
    let members = members(of: node)
    func member(_ key: OutputKey) -> SourceTree.Node? {
      members.first { tree.key(of: $0).isBytewiseEqual(to: key.rawValue) }?.value
    }
    let format = member(.format).flatMap { self.format($0) }
    let placeKey: OutputKey = format?.makesDirectory == true ? .directory : .file
    for key in [OutputKey.name, .format, placeKey] where member(key) == nil {
      refuse(node, "an output needs `\(key.rawValue)`", help: #"write "\#(key.rawValue)": "…""#)
    }
    guard let nameNode = member(.name), let placeNode = member(placeKey), let name = outputName(nameNode), let format,
      let path = path(placeNode, "the path of the \(placeKey.rawValue)")
    else {
      // A key that is misspelt may be the one that is missing.
      readMembers(of: node, as: OutputKey.self) { _, _, _ in }
      return nil
    }
    var output = ConfiguredOutput(name: name, format: format, path: path, place: place(of: placeNode))
    output.roles = roles
    output.rolePlaces = rolePlaces
    for key in [OutputKey.file, .directory] where key != placeKey {
      guard let other = member(key) else { continue }
      refuse(
        other, "an output of the format \(format.name) has no `\(key.rawValue)`",
        help: "write `\(placeKey.rawValue)` alone")
    }
    readMembers(of: node, as: OutputKey.self) { (reader, key, value) in reader.read(key, value, into: &output) }
    if format.group == .any, output.template == nil {
      refuse(node, "an output of the format template needs `template`", help: #"write "template": "PATH""#)
    }
    return output
  }

  private mutating func read(_ key: OutputKey, _ node: SourceTree.Node, into output: inout ConfiguredOutput) {
    switch key {
    case .name, .format, .file, .directory: break
    case .bundle: output.bundle = bundle(node)
    case .context: output.context = context(node) ?? Context()
    case .select:
      output.select = patterns(node)
      if !output.format.group.takesSelection {
        let source =
          output.format.group.takesRoles ? "its colours are those of roles" : "the template chooses the values"
        refuse(node, "an output of the format \(output.format.name) selects nothing: \(source)")
      }
    case .roles:
      output.roles = roles(node).merged(over: output.roles)
      for (role, place) in rolePlaces(node) { output.rolePlaces[role] = place }
      if !output.format.group.takesRoles { refuse(node, "an output of the format \(output.format.name) has no roles") }
    case .options: output.options += options(node, of: output.format)
    case .modes: output.modes = modes(node, of: output.format)
    case .template:
      output.template = path(node, "the path of the template")
      if output.format.group != .any { refuse(node, "only outputs of the format template have a template") }
    case .text:
      if let text = option(key.rawValue, at: node, node, of: output.format) { output.options.append(text) }
    case .reload: output.reload = reload(node)
    case .required: output.isRequired = truth(node)
    case .overwrite: output.overwrites = truth(node)
    case .unsaved: output.takesUnsaved = truth(node)
    }
  }

  private mutating func outputName(_ node: SourceTree.Node) -> String? {
    guard let name = text(node, "a name") else { return nil }
    guard name.utf8.count <= 100, !name.hasUnprintableScalar else {
      refuse(node, "a name has at most 100 bytes and no control characters")
      return nil
    }
    return name
  }

  private mutating func format(_ node: SourceTree.Node) -> OutputFormat? {
    guard let name = text(node, "the name of a format") else { return nil }
    if let format = OutputFormat.all.first(where: { Bytewise($0.name) == Bytewise(name) }) { return format }
    refuse(
      node, "`\(name)` is not a format",
      help: Suggestion.didYouMean(name, among: OutputFormat.all.map(\.name)) ?? "`livery formats` lists all formats")
    return nil
  }

  private mutating func bundle(_ node: SourceTree.Node) -> String? {
    guard let text = text(node, "the name or the directory of a bundle") else { return nil }
    return text.utf8.contains(UInt8(ascii: "/")) || text == "~" ? path(node, "the directory of a bundle") : text
  }

  private mutating func roles(_ node: SourceTree.Node) -> Roles {
    guard isObject(node, "roles are an object", help: #"write { "background": "constants/ID" }"#) else {
      return Roles()
    }
    var roles = Roles()
    for member in members(of: node) {
      do throws(OutputProblem) {
        let object = JSONObject([(key: tree.key(of: member), value: tree.json(of: member.value))])
        roles = try Roles(json: .object(object)).merged(over: roles)
      } catch {
        refuse(member.key, error.message, help: error.help)
      }
    }
    return roles
  }

  /// The place of each path of a role, by the role: `background`, `ansi[3]`.
  private func rolePlaces(_ node: SourceTree.Node) -> BytewiseDictionary<ConfigurationPlace> {
    var places: BytewiseDictionary<ConfigurationPlace> = [:]
    for member in tree.effectiveMembers(of: node, reporting: { _ in }) {
      let role = tree.key(of: member)
      places[role] = place(of: member.value)
      for (index, element) in tree.elements(of: member.value).enumerated() {
        places["\(role)[\(index)]"] = place(of: element)
      }
    }
    return places
  }

  private mutating func patterns(_ node: SourceTree.Node) -> [String] {
    let patterns = texts(node, "a pattern such as constants/color*") ?? []
    do throws(SelectionError) {
      _ = try Selection(select: patterns)
    } catch {
      refuse(node, "\(error)")
    }
    return patterns
  }

  private mutating func options(
    _ node: SourceTree.Node, of format: OutputFormat
  ) -> [(name: String, value: String)] {
    guard isObject(node, "options are an object of strings", help: #"write { "OPTION": "VALUE" }"#) else { return [] }
    return members(of: node).compactMap { option(tree.key(of: $0), at: $0.key, $0.value, of: format) }
  }

  /// Reports an option that the format does not have at its key, an invalid value at the value.
  private mutating func option(
    _ name: String, at key: SourceTree.Node, _ node: SourceTree.Node, of format: OutputFormat
  ) -> (name: String, value: String)? {
    var place = key
    do throws(OutputProblem) {
      let option = try format.option(named: name)
      place = node
      guard let value = tree.string(of: node) else {
        refuse(node, "the value of an option is a string")
        return nil
      }
      try option.validate(value)
      return (name, value)
    } catch {
      refuse(place, error.message, help: error.help)
      return nil
    }
  }

  private mutating func modes(_ node: SourceTree.Node, of format: OutputFormat) -> [ConfiguredOutput.Mode] {
    guard tree.kind(of: node) == .array else {
      refuse(node, "modes are a list", help: #"write [{ "when": "@media …", "context": {} }]"#)
      return []
    }
    let nodes = Array(tree.elements(of: node))
    guard nodes.count <= Self.maximumModes else {
      refuse(node, "\(nodes.count) modes are more than \(Self.maximumModes)")
      return []
    }
    return nodes.compactMap { node in
      guard isObject(node, "a mode is an object", help: #"write { "when": "@media …", "context": {} }"#) else {
        return nil
      }
      var condition: String?
      var context: Context?
      readMembers(of: node, as: ModeKey.self) { (reader, key, node) in
        switch key {
        case .when:
          condition = reader.condition(node)
          if let condition { reader.check(condition, of: format, at: node) }
        case .context: context = reader.context(node)
        }
      }
      guard let condition, let context else {
        refuse(node, "a mode needs `when` and `context`")
        return nil
      }
      return ConfiguredOutput.Mode(condition: condition, context: context)
    }
  }

  private mutating func condition(_ node: SourceTree.Node) -> String? {
    guard tree.kind(of: node) == .object else { return text(node, "an at-rule or a selector") }
    var appearance: Roles.Appearance?
    readMembers(of: node, as: AppearanceKey.self) { (reader, _, node) in
      appearance = reader.choice(node, of: Roles.Appearance.self, "an appearance")
    }
    return appearance?.condition
  }

  private mutating func check(_ condition: String, of format: OutputFormat, at node: SourceTree.Node) {
    do throws(OutputProblem) {
      try format.check(condition: condition)
    } catch {
      refuse(node, error.message, help: error.help)
    }
  }

  private mutating func reload(_ node: SourceTree.Node) -> ConfiguredOutput.Reload {
    if let isWanted = tree.bool(of: node) { return isWanted ? .usual : .off }
    guard tree.kind(of: node) == .array, !Array(tree.elements(of: node)).isEmpty else {
      refuse(node, "a reload is true, false, or a program with its arguments", help: #"write ["PROGRAM", "ARGUMENT"]"#)
      return .off
    }
    return texts(node, "a program or an argument").map(ConfiguredOutput.Reload.command) ?? .off
  }

  private mutating func truth(_ node: SourceTree.Node) -> Bool {
    if let truth = tree.bool(of: node) { return truth }
    refuse(node, "true or false is needed here")
    return false
  }

  // MARK: Values and problems

  /// An absolute path; `~/` is the home of the user. There are no variables.
  private mutating func path(_ node: SourceTree.Node, _ needed: String) -> String? {
    guard let text = text(node, needed) else { return nil }
    if text.utf8.first == UInt8(ascii: "/") { return text }
    guard text.hasPrefix("~/") else {
      refuse(node, "`\(text)` is not an absolute path", help: "write a path that begins with / or ~/")
      return nil
    }
    guard let home else {
      refuse(node, "`~` cannot be used here: HOME is not set", help: "write the whole path")
      return nil
    }
    return home + text.dropFirst()
  }

  private func place(of node: SourceTree.Node) -> ConfigurationPlace { place(at: tree.range(of: node)) }

  private func place(at range: ByteRange?) -> ConfigurationPlace {
    guard let range else { return ConfigurationPlace(file: path) }
    let start = lines.position(Int(range.start))
    return ConfigurationPlace(file: path, line: start.line, column: start.column)
  }

  mutating func reportUnknown(_ member: SourceTree.Member, suggestion: String?, keys: [String]) {
    refuse(
      member.key, "unknown key `\(tree.key(of: member))`",
      help: suggestion ?? "the keys here are: \(keys.joined(separator: ", "))")
  }

  mutating func refuse(_ node: SourceTree.Node, _ message: String, help: String?) {
    problems.append(ConfigurationProblem(place: place(of: node), message: message, help: help))
  }

  mutating func add(_ finding: Finding) {
    guard finding.severity != .info else { return }
    problems.append(
      ConfigurationProblem(place: place(at: finding.range), message: finding.message, help: finding.help))
  }
}

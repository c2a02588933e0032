// SPDX-License-Identifier: GPL-2.0-or-later

import TextComparison
import ThemeModel
import ThemeSyntax

/// A theme file: constants, and styles in groups.
struct GiottoFile {
  private let tree: SourceTree
  private let maximumValues: Int
  private var reader: GiottoReader
  private var builder = DeclarationBuilder()
  /// The first place of each style.
  private var styles: BytewiseDictionary<(group: String, keyRange: ByteRange)> = [:]
  private var hasConstants = false
  /// The key that is meant as `formatVersion`.
  private var misspeltVersion: SourceTree.Node?
  /// The values that the file declares so far.
  private var weight = 0

  /// The meaning of the entries of a file.
  private enum Format {
    /// `Constants` and groups of styles.
    case groups
    /// Before version 2: every entry is a constant.
    case constants
  }

  /// - Parameter maximumValues: values of a file: key lists within key lists multiply.
  static func declarations(of tree: SourceTree, maximumValues: Int = 4_000_000) -> Declarations {
    var file = GiottoFile(tree: tree, maximumValues: maximumValues)
    file.declareAll()
    file.builder.report(file.reader.findings)
    return file.builder.declarations
  }

  private init(tree: SourceTree, maximumValues: Int) {
    self.tree = tree
    self.maximumValues = maximumValues
    reader = GiottoReader(tree: tree, maximumValues: maximumValues)
  }

  private mutating func declareAll() {
    guard let root = tree.root, tree.kind(of: root) != .invalid else { return }
    guard tree.kind(of: root) == .object else {
      builder.noteMisshapen()
      return reader.report(
        .shape, "a theme must be a dictionary, and this is \(reader.words(root))", root,
        help: "write `formatVersion`, `Constants` and groups of styles")
    }
    let members = reader.members(of: root)
    let format = format(of: members)
    if case .groups = format { noteConstants(among: members) }
    for member in members where !tree.key(of: member, is: "formatVersion") && member.key != misspeltVersion {
      switch format {
      case .constants:
        // A theme of version 2 with a wrong number loses everything.
        if tree.key(of: member, is: "Constants"), tree.kind(of: member.value) == .object { builder.noteMisshapen() }
        declareConstant(member, isConventional: false)
      case .groups:
        if tree.key(of: member, is: "Constants") {
          declareConstants(member)
        } else if isMisspeltConstants(member) {
          reportMisspeltConstants(member)
        } else {
          declareGroup(member)
        }
      }
    }
  }

  // MARK: Version

  private mutating func format(of members: [SourceTree.Member]) -> Format {
    guard let version = members.first(where: { tree.key(of: $0, is: "formatVersion") })?.value else {
      guard
        let constants = members.first(where: {
          tree.key(of: $0, is: "Constants") && tree.kind(of: $0.value) == .object
        })
      else { return .constants }
      let slip = members.first { member in
        tree.kind(of: member.value) != .object
          && nearest(to: tree.key(of: member), among: CollectionOfOne("formatVersion")) != nil
      }
      misspeltVersion = slip?.key
      reader.report(
        .formatVersion, "this theme has no `formatVersion`; Livery reads it as version 2",
        tree.keyRange(of: slip ?? constants),
        help: slip == nil ? Self.versionHelp : "did you mean `formatVersion`?")
      return .groups
    }
    switch tree.kind(of: version) {
    case .number:
      // A number that a double cannot hold was reported by the parser.
      guard let number = tree.number(of: version) else { return .groups }
      return format(ofVersion: number, version)
    case .string:
      let text = tree.string(of: version) ?? ""
      let number = number(in: text)
      let found = text.isEmpty ? "an empty text" : "the text `\(text)`"
      report("`formatVersion` must be a number, and this is \(found)", tree.range(of: version))
      return number.map { $0 < 2 ? .constants : .groups } ?? .groups
    case .object, .array, .bool, .null:
      report("`formatVersion` must be a number, and this is \(reader.words(version))", tree.range(of: version))
      return .groups
    case .invalid: return .groups
    }
  }

  private mutating func format(ofVersion number: Double, _ version: SourceTree.Node) -> Format {
    if number < 2 { return .constants }
    if number > 2 { report("unknown format version; Livery reads the file as version 2", tree.range(of: version)) }
    return .groups
  }

  private mutating func report(_ message: String, _ range: ByteRange) {
    reader.report(.formatVersion, message, range, help: Self.versionHelp)
  }

  private static let versionHelp = "write the number 2 for `formatVersion`"

  // MARK: Entries

  /// "The plist describing a theme must contain a Constants dictionary".
  private mutating func noteConstants(among members: [SourceTree.Member]) {
    hasConstants = members.contains { tree.key(of: $0, is: "Constants") }
    guard !hasConstants, !members.contains(where: isMisspeltConstants),
      let version = members.first(where: { tree.key(of: $0, is: "formatVersion") })
    else { return }
    reader.report(
      .shape, "this theme has no `Constants`, which Giotto requires", tree.keyRange(of: version),
      severity: .info, help: "add a dictionary `Constants`, which may be empty")
  }

  /// Whether a group is named nearly like `Constants`, which the theme lacks, and holds values that are not styles.
  private func isMisspeltConstants(_ member: SourceTree.Member) -> Bool {
    guard !hasConstants, tree.kind(of: member.value) == .object,
      nearest(to: tree.key(of: member), among: CollectionOfOne("Constants")) != nil
    else { return false }
    return tree.members(of: member.value).contains { tree.kind(of: $0.value) != .object }
  }

  private mutating func reportMisspeltConstants(_ member: SourceTree.Member) {
    let name = tree.key(of: member)
    reader.report(
      .shape, "the group `\(name)` contains values that are not styles", tree.keyRange(of: member),
      help: "did you mean `Constants`?",
      respelling: .init(written: name, meant: "Constants"))
    // Its repeated keys are reported now, so that the fix does not seem to add them.
    _ = reader.members(of: member.value)
    builder.noteMisshapen()
  }

  private mutating func declareConstants(_ member: SourceTree.Member) {
    guard let constants = dictionary(member, "`Constants` must be a dictionary") else { return }
    for constant in reader.members(of: constants) { declareConstant(constant, isConventional: true) }
  }

  /// - Parameter isConventional: whether names promise types, as from version 2 on.
  private mutating func declareConstant(_ member: SourceTree.Member, isConventional: Bool) {
    let name = tree.key(of: member)
    let content = reader.constant(member.value, named: name)
    if isConventional, let departure = ConstantConvention.departure(name, content) {
      reader.report(
        departure.code, departure.message, tree.keyRange(of: member), severity: departure.severity,
        help: departure.help, id: name)
    }
    builder.entry(name, in: .constants)
    item(content, member).declare(in: &builder)
  }

  private mutating func declareGroup(_ member: SourceTree.Member) {
    let group = tree.key(of: member)
    guard let styles = dictionary(member, "the group `\(group)` must be a dictionary of styles") else { return }
    for style in reader.members(of: styles) { declareStyle(style, group) }
  }

  private mutating func declareStyle(_ member: SourceTree.Member, _ group: String) {
    let name = tree.key(of: member)
    let keyRange = tree.keyRange(of: member)
    if let first = styles[name] {
      return reader.report(
        .duplicateStyle, "the style `\(name)` is already in the group `\(first.group)`; the first one counts", keyRange,
        help: "give each style its own name", related: [("first given here", first.keyRange)], id: name)
    }
    styles[name] = (group, keyRange)
    var item = item(reader.style(member.value, named: name), member)
    weight += item.weight
    if weight > maximumValues {
      weight -= item.weight
      item.content = .invalid
      reader.report(
        .limit, "with this style the file has more than \(maximumValues) values", keyRange,
        help: "list fewer properties in one key", id: name)
    }
    builder.entry(name, in: .styles)
    item.declare(flags: .replaces, in: &builder)
  }

  private func item(_ content: GiottoItem.Content, _ member: SourceTree.Member) -> GiottoItem {
    GiottoItem(content: content, range: tree.range(of: member.value), keyRange: tree.keyRange(of: member))
  }

  /// The value of a member that must be a dictionary; any other value is reported.
  private mutating func dictionary(_ member: SourceTree.Member, _ rule: String) -> SourceTree.Node? {
    switch tree.kind(of: member.value) {
    case .object: return member.value
    case .invalid: return nil
    case .array, .string, .number, .bool, .null:
      reader.report(
        .shape, "\(rule), and this is \(reader.words(member.value))", member.value, help: "write a dictionary")
      builder.noteMisshapen()
      return nil
    }
  }
}

// SPDX-License-Identifier: GPL-2.0-or-later

import TextComparison
import ThemeModel
import ThemeSyntax

/// A theme: elements with their attributes, and aliases for shared values.
struct INLThemeFile {
  private var reader: DeclarationReader
  private var aliases: BytewiseDictionary<Alias> = [:]
  private var aliasNames = INLAliasNames()

  /// A short name for a value. An attribute may have the name in place of the value.
  private struct Alias {
    var name: SourceTree.Node
    var value: SourceTree.Node
    /// The number in `chainedAliases` if the value is the name of an alias itself. Names are followed once: an attribute has that name
    /// as its text.
    var chained: Int?
  }

  /// An alias whose value an attribute cannot use, with the finding there.
  private struct BadAlias {
    var name: String
    var value: SourceTree.Node
    var use: Finding
    /// The attribute in words.
    var user: String
    var respelling: Finding.Respelling?
  }

  /// The findings about aliases whose values are the names of aliases. Each names the uses, which keep their values while it stands.
  private var chainedAliases: [Finding] = []
  private var badAliases: [BadAlias] = []
  /// Aliases whose values some attribute could use as a colour or a number.
  private var usedAliases: BytewiseSet = []

  static let aliasKey = "INLThemeAlias"
  private static let knownAttributes = BytewiseSet(INLElementClass.allAttributes)

  static func declarations(of tree: SourceTree) -> Declarations {
    var file = INLThemeFile(reader: DeclarationReader(tree))
    file.declareAll()
    return file.reader.builder.declarations
  }

  private init(reader: DeclarationReader) { self.reader = reader }

  private mutating func declareAll() {
    guard let root = reader.tree.root else { return }
    guard reader.tree.kind(of: root) == .object else {
      reader.report(
        .shape, "a theme must be a dictionary of elements", root, help: "write { \"ELEMENT\": { \"ATTRIBUTE\": ... } }")
      reader.builder.noteMisshapen()
      return
    }
    let members = reader.members(of: root)
    let aliases = members.first(where: isAliases) ?? members.first(where: isMisspeltAliases)
    if let aliases {
      if !isAliases(aliases) { refuseKey(of: aliases) }
      readAliases(aliases.value)
    }
    for member in members where member.key != aliases?.key { declareElement(member) }
    reportAliases()
  }

  private func isAliases(_ member: SourceTree.Member) -> Bool { reader.tree.key(of: member) == Self.aliasKey }

  private func isMisspeltAliases(_ member: SourceTree.Member) -> Bool {
    let key = reader.tree.key(of: member)
    return Self.aliasKeys.misspelt(key, KeyEnds(key)) != nil
      || ["inlthemealias", "inlthemealiases"].contains(key.lowercased())
  }

  private static let aliasKeys = KnownWords([aliasKey])

  /// Reports the misspelt key of the aliases. They are read all the same, or each use of one would be reported.
  private mutating func refuseKey(of aliases: SourceTree.Member) {
    reader.builder.noteMisshapen()
    let key = reader.tree.key(of: aliases)
    reader.report(
      .unknownKey, "the aliases of a theme are under `\(Self.aliasKey)`, and not `\(key)`", aliases.key,
      severity: .error,
      help: "did you mean `\(Self.aliasKey)`?", respelling: .init(written: key, meant: Self.aliasKey, isSafe: true))
  }

  // MARK: Aliases

  private mutating func readAliases(_ node: SourceTree.Node) {
    guard reader.tree.kind(of: node) == .object else {
      reader.builder.noteMisshapen()
      return report(
        .shape, "`\(Self.aliasKey)` must be a dictionary of names and values", Self.aliasKey, at: node,
        help: "write { \"NAME\": \"#RRGGBB\" }")
    }
    let members = reader.members(of: node)
    for member in members { aliases[reader.tree.key(of: member)] = Alias(name: member.key, value: member.value) }
    aliasNames = INLAliasNames(members.map { (reader.tree.key(of: $0), $0.value) }, in: reader.tree)
    for member in members { checkAlias(member) }
  }

  private mutating func checkAlias(_ member: SourceTree.Member) {
    let name = reader.tree.key(of: member)
    switch reader.tree.kind(of: member.value) {
    case .object, .array:
      report(
        .shape, "an alias must be a text, a number or a boolean", Self.aliasKey, name, at: member.value,
        help: "write the value in each attribute that needs it")
    case .string:
      guard let text = reader.tree.string(of: member.value), let other = aliases[text] else { return }
      aliases[name]?.chained = chainedAliases.count
      reader.path = [.key(name)]
      chainedAliases.append(
        reader.finding(
          .looksLikeConstant, "`\(text)` is only a text here: an alias cannot refer to an alias", member.value,
          id: Self.aliasKey, related: [("the alias `\(text)` is defined here", other.name)],
          help: "write the value of `\(text)` here"))
      reader.path = []
    case .number, .bool, .null, .invalid: break
    }
  }

  // MARK: Elements

  private mutating func declareElement(_ member: SourceTree.Member) {
    let id = reader.tree.key(of: member)
    reader.builder.entry(id, in: .styles)
    guard reader.tree.kind(of: member.value) == .object else {
      report(
        .shape, "an element must be a dictionary of attributes", id, at: member.value,
        help: "write { \"ATTRIBUTE\": ... }")
      reader.builder.leaf(.invalid, range: reader.tree.range(of: member.value))
      return
    }
    reader.builder.begin(.object, range: reader.tree.range(of: member.value))
    for member in reader.members(of: member.value) { declareAttribute(member, of: id) }
    reader.builder.end()
  }

  /// The present attribute.
  private struct Attribute {
    var element: String
    var name: String
    var member: SourceTree.Member
    /// The node of its value: that of the member, or of an alias.
    var content: SourceTree.Node
    var alias: Alias?
  }

  private mutating func declareAttribute(_ member: SourceTree.Member, of element: String) {
    var attribute = Attribute(
      element: element, name: reader.tree.key(of: member), member: member, content: member.value)
    checkName(of: attribute)
    if let alias = reader.tree.string(of: member.value).flatMap({ aliases[$0] }) {
      attribute.content = alias.value
      attribute.alias = alias
      if let number = alias.chained {
        chainedAliases[number].addUse(reader.range(of: member.value))
        return leaf(.string(reader.tree.string(of: alias.value) ?? ""), attribute, flags: .isFaulty)
      }
      if isContainer(alias.value) { return leaf(.invalid, attribute) }
    }
    switch (INLAttribute(attribute.name), reader.tree.kind(of: attribute.content)) {
    case (_, .invalid): leaf(.invalid, attribute)
    case (_, .null): leaf(.null, attribute)
    case (.color, _): declareColor(attribute)
    case (.number, _), (.fontSize, _): declareNumber(attribute)
    case (.image, .string):
      noteUse(attribute)
      leaf(.image(reader.tree.string(of: attribute.content) ?? ""), attribute)
    case (.font, .string): declareFont(attribute)
    case (.boolean, .string), (.boolean, .number): declareBoolean(attribute)
    case (.image, _), (.font, _), (.boolean, _), (.plain, _): declarePlain(attribute.content, attribute)
    }
  }

  private mutating func checkName(of attribute: Attribute) {
    guard !Self.knownAttributes.contains(attribute.name) else { return }
    if attribute.name.isEmpty {
      return report(
        .unknownAttribute, "this attribute has no name", attribute.element, "", at: attribute.member.key,
        help: "give it a name, or remove it")
    }
    let near = nearest(to: attribute.name, among: INLElementClass.allAttributes)
    reader.path = [.key(attribute.name)]
    reader.report(
      .unknownAttribute, "INLThemes has no attribute `\(attribute.name)`", attribute.member.key, id: attribute.element,
      help: near.map { "did you mean `\($0.name)`?" } ?? "keep it if the app applies it itself",
      // An app may have an attribute of that name.
      respelling: near.flatMap {
        $0.isUnique && $0.distance == 1
          ? .init(written: attribute.name, meant: $0.name, isSafe: false) : nil
      })
    reader.path = []
  }

  private mutating func declareColor(_ attribute: Attribute) {
    let text = reader.tree.string(of: attribute.content)
    if let color = text.flatMap(INLColor.parse) {
      noteUse(attribute)
      return leaf(.color(color), attribute)
    }
    let digits = text.flatMap(Finding.Respelling.init(threeDigitColor:))
    let alias = digits == nil ? meantAlias(text, .color, attribute) : nil
    let message = text.map { $0.isEmpty ? "this colour is empty" : "`\($0)` is not a valid colour" }
    report(
      .badColor, message ?? "a colour must be a text", attribute,
      help: digits.map { "write \($0.meant)" } ?? alias?.help ?? "write #RRGGBB, with digits 0-9 and A-F",
      respelling: digits ?? alias?.respelling)
    leaf(.invalid, attribute)
  }

  /// The alias that an attribute probably means. Nil for the value of an alias, which cannot refer to a second one.
  private mutating func meantAlias(
    _ text: String?, _ kind: INLAliasNames.Kind, _ attribute: Attribute
  ) -> INLAliasNames.Meant? {
    guard attribute.alias == nil, let text else { return nil }
    return aliasNames.meant(by: text, as: kind)
  }

  /// A name of a font may be that of a misspelt alias.
  private mutating func declareFont(_ attribute: Attribute) {
    if let text = reader.tree.string(of: attribute.content) {
      if attribute.alias == nil, let meant = aliasNames.meant(byFont: text) {
        report(
          .looksLikeConstant, "`\(text)` looks like an alias, but is not defined", attribute, help: meant.help,
          respelling: meant.respelling)
        return leaf(.string(text), attribute, flags: .isFaulty)
      }
      if text.utf8.first != UInt8(ascii: "#") { noteUse(attribute) }
    }
    declarePlain(attribute.content, attribute)
  }

  /// A text or a number stays as it is.
  private mutating func declareBoolean(_ attribute: Attribute) {
    if let meant = INLAttribute.boolean(meantBy: attribute.content, in: reader.tree) {
      var fix: Finding.Fix?
      // The value of an alias may have other uses, and a program may need the value as it is.
      if attribute.alias == nil, reader.tree.format == .json {
        fix = Finding.Fix(
          title: "Replace with `\(meant)`", safe: false,
          edits: [.init(range: reader.tree.range(of: attribute.content), text: "\(meant)")])
      }
      report(
        .typeMismatch, "`\(attribute.name)` must be a boolean, and this is \(reader.words(attribute.content))",
        attribute, severity: .info, help: "write \(meant)", fix: fix)
    }
    declarePlain(attribute.content, attribute)
  }

  private mutating func declareNumber(_ attribute: Attribute) {
    if reader.tree.kind(of: attribute.content) == .number {
      // Without a number it was reported with the file's syntax.
      guard let number = reader.tree.number(of: attribute.content) else { return leaf(.invalid, attribute) }
      noteUse(attribute)
      return leaf(.number(number), attribute)
    }
    let text = reader.tree.string(of: attribute.content)
    guard let number = text.flatMap({ number(in: $0) }) else {
      let alias = meantAlias(text, .number, attribute)
      let message = text.map { $0.isEmpty ? "this number is empty" : "`\($0)` is not a number" }
      report(
        .badNumber, message ?? "`\(attribute.name)` must be a number", attribute,
        help: alias?.help ?? "write a number", respelling: alias?.respelling)
      return leaf(.invalid, attribute)
    }
    if case .fontSize = INLAttribute(attribute.name) {
      report(
        .numberInString, "the value of `\(attribute.name)` is a number written as a text", attribute,
        help: "write it as a number")
    }
    noteUse(attribute)
    leaf(.number(number), attribute)
  }

  private mutating func noteUse(_ attribute: Attribute) {
    if let name = attribute.alias.flatMap({ reader.tree.string(of: $0.name) }) { usedAliases.insert(name) }
  }

  private mutating func declarePlain(_ node: SourceTree.Node, _ attribute: Attribute) {
    declarePlain(
      node, key: attribute.name, keyRange: reader.tree.keyRange(of: attribute.member),
      range: reader.tree.range(of: attribute.member.value))
  }

  private mutating func declarePlain(
    _ node: SourceTree.Node, key: String?, keyRange: ByteRange = ByteRange(0, 0), range: ByteRange
  ) {
    switch reader.tree.kind(of: node) {
    case .object:
      reader.builder.begin(.object, key: key, keyRange: keyRange, range: range)
      for member in reader.members(of: node) {
        declarePlain(
          member.value, key: reader.tree.key(of: member), keyRange: reader.tree.keyRange(of: member),
          range: reader.tree.range(of: member.value))
      }
      reader.builder.end()
    case .array:
      reader.builder.begin(.array, key: key, keyRange: keyRange, range: range)
      for element in reader.tree.elements(of: node) {
        declarePlain(element, key: nil, range: reader.tree.range(of: element))
      }
      reader.builder.end()
    case .string, .number, .bool, .null, .invalid:
      guard let value = reader.tree.string(of: node).map(Value.string) ?? reader.scalar(node) else {
        return reader.builder.leaf(.invalid, key: key, keyRange: keyRange, range: range)
      }
      reader.builder.leaf(.literal, operand: reader.builder.literal(value), key: key, keyRange: keyRange, range: range)
    }
  }

  private func isContainer(_ node: SourceTree.Node) -> Bool {
    switch reader.tree.kind(of: node) {
    case .object, .array: true
    case .string, .number, .bool, .null, .invalid: false
    }
  }

  // MARK: Output

  private mutating func leaf(_ value: Value, _ attribute: Attribute, flags: Declarations.Flags = []) {
    reader.builder.leaf(
      .literal, operand: reader.builder.literal(value), flags: flags, key: attribute.name,
      keyRange: reader.tree.keyRange(of: attribute.member),
      range: reader.tree.range(of: attribute.member.value))
  }

  private mutating func leaf(_ operation: Declarations.Operation, _ attribute: Attribute) {
    reader.builder.leaf(
      operation, key: attribute.name, keyRange: reader.tree.keyRange(of: attribute.member),
      range: reader.tree.range(of: attribute.member.value))
  }

  /// Reports the errors of an attribute's value. The report for an alias waits until all its uses are known.
  private mutating func report(
    _ code: DiagnosticCode, _ message: String, _ attribute: Attribute, severity: Severity? = nil, help: String,
    respelling: Finding.Respelling? = nil, fix: Finding.Fix? = nil
  ) {
    var finding = Finding(
      code, message, severity: severity, range: reader.range(of: attribute.member.value), id: attribute.element,
      path: Path.escape(attribute.name), help: help, fix: fix)
    guard let alias = attribute.alias else {
      finding.respelling = respelling
      return reader.builder.report(finding)
    }
    let name = reader.tree.string(of: alias.name) ?? ""
    badAliases.append(
      BadAlias(
        name: name, value: alias.value, use: finding, user: "`\(attribute.name)` of `\(attribute.element)`",
        respelling: respelling))
  }

  /// Reports aliases that no attribute can use, each once at its declaration. For an alias that some attributes can use, reports
  /// the attributes that cannot.
  private mutating func reportAliases() {
    for finding in chainedAliases { reader.builder.report(finding) }
    var reported: [Finding] = []
    /// By the name of an alias, the numbers in `reported`.
    var known: BytewiseDictionary<[DiagnosticCode: Int]> = [:]
    for alias in badAliases {
      if usedAliases.contains(alias.name) {
        var finding = alias.use
        finding.related = reader.related([("the alias is defined here", alias.value)])
        reader.builder.report(finding)
        continue
      }
      let number = known[alias.name]?[alias.use.code] ?? reported.count
      if number == reported.count {
        known[alias.name, default: [:]][alias.use.code] = number
        reported.append(finding(of: alias))
      }
      reported[number].addUse(alias.use.range, "\(alias.user) uses it here")
    }
    for finding in reported { reader.builder.report(finding) }
  }

  /// A finding at the declaration of an alias.
  private func finding(of alias: BadAlias) -> Finding {
    var finding = alias.use
    finding.range = reader.range(of: alias.value)
    finding.id = Self.aliasKey
    finding.path = Path.escape(alias.name)
    finding.respelling = alias.respelling
    finding.help = alias.use.help.map { "\($0), or give \(alias.user) another value" }
    return finding
  }

  /// Reports a finding about an attribute, or an alias, of an id.
  private mutating func report(
    _ code: DiagnosticCode, _ message: String, _ id: String, _ attribute: String? = nil, at node: SourceTree.Node,
    help: String
  ) {
    reader.path = attribute.map { [.key($0)] } ?? []
    reader.report(code, message, node, id: id, help: help)
    reader.path = []
  }
}

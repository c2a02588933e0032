// SPDX-License-Identifier: GPL-2.0-or-later

import TextComparison
import ThemeModel
import ThemeSyntax

/// A theme.json: an array of a list of resources and a list of styles.
struct OracleFile {
  let tree: SourceTree
  var builder = DeclarationBuilder()
  private(set) var list = List.resources
  /// The resource or style that is being declared.
  private var id = ""
  /// The keys from the id down to the value that is being declared, the id not counted.
  var path: [String] = []

  enum List { case resources, styles }

  /// The key of a value within its id; none for the value of an id and for elements of arrays.
  struct Place {
    var key: String?
    var keyRange = ByteRange(0, 0)
  }

  /// - Parameter isWhole: false for what was set at run time, which changes no order.
  static func declarations(of tree: SourceTree, isWhole: Bool = true) -> Declarations {
    var file = OracleFile(tree: tree, isWhole: isWhole)
    file.declareAll()
    return file.builder.declarations
  }

  private let isWhole: Bool

  private init(tree: SourceTree, isWhole: Bool) {
    self.tree = tree
    self.isWhole = isWhole
  }

  private mutating func declareAll() {
    let form = "write [ { \"resource\": ... }, { \"style\": { ... } } ]"
    guard let root = tree.root else { return }
    guard tree.kind(of: root) == .array else {
      builder.noteMisshapen()
      return report(.shape, "a theme file is an array of a list of resources and a list of styles", root, help: form)
    }
    let lists = Array(tree.elements(of: root).prefix(3))
    if lists.count < 2 {
      let missing = lists.isEmpty ? "the list of resources and the list of styles are" : "the list of styles is"
      report(.shape, "\(missing) missing in this array", root, help: form)
      builder.noteMisshapen()
    }
    if lists.count > 2 {
      report(
        .shape, "what follows the list of styles means nothing", lists[2], severity: .warning,
        help: "a theme file has two lists; remove the rest")
    }
    if let resources = lists.first {
      if isObject(resources, "the list of resources") { declareResources(resources) } else { builder.noteMisshapen() }
    }
    if lists.count >= 2 {
      if isObject(lists[1], "the list of styles") { declareStyles(lists[1]) } else { builder.noteMisshapen() }
    }
  }

  private mutating func isObject(_ node: SourceTree.Node, _ name: String) -> Bool {
    switch tree.kind(of: node) {
    case .object: return true
    case .invalid: return false
    case .array, .string, .number, .bool, .null:
      report(.shape, "\(name) is an object", node, help: "write { \"NAME\": ... }")
      return false
    }
  }

  // MARK: Resources

  private mutating func declareResources(_ node: SourceTree.Node) {
    list = .resources
    for member in members(of: node) {
      id = tree.key(of: member)
      checkName(member)
      builder.entry(id, in: .constants)
      declare(member.value, Place(keyRange: tree.keyRange(of: member)))
    }
    id = ""
  }

  /// Resources are called `primaryColor`.
  private mutating func checkName(_ member: SourceTree.Member) {
    let isMedial = id.allSatisfy { $0 != "_" && $0 != "-" && !$0.isWhitespace }
    guard let first = id.first, first.isLetter, !first.isUppercase, isMedial else {
      return report(
        .unknownKey, "`\(id)` is not a usual name for a resource", member.key,
        help: "begin it in lower case and write its words in medial caps: primaryColor")
    }
  }

  // MARK: Styles

  private mutating func declareStyles(_ node: SourceTree.Node) {
    list = .styles
    let styles = styles(of: node)
    for (selector, member, isFaulty) in styles {
      id = selector.text
      builder.entry(id, in: .styles)
      if isObject(member.value, "a style") {
        declareStyle(member, isFaulty ? .isFaulty : [])
      } else {
        leaf(.invalid, member.value, Place(keyRange: tree.keyRange(of: member)))
      }
    }
    id = ""
    if isWhole { declareOrder(of: styles.map(\.selector), node) }
  }

  /// Declares the order of the styles that may match one element with chains of equal length, see `OracleOrder`.
  private mutating func declareOrder(of selectors: [StyleSelector], _ node: SourceTree.Node) {
    var groups: [StyleSelector.Match: Int] = [:]
    for case let match? in selectors.map(\.match) { groups[match, default: 0] += 1 }
    let order = selectors.filter { $0.match.map { groups[$0, default: 0] > 1 } ?? false }
    guard !order.isEmpty else { return }
    builder.entry(OracleOrder.styleID, in: .styles)
    builder.begin(.object, range: tree.range(of: node))
    builder.leaf(
      .literal, operand: builder.literal(.array(order.map { .string($0.text) })), key: OracleOrder.key,
      range: tree.range(of: node))
    builder.end()
  }

  /// The styles that count: of several with one selector the last, at the place of the first. Several with one style id are
  /// an error, since it is unknown which one is meant.
  private mutating func styles(
    of list: SourceTree.Node
  ) -> [(selector: StyleSelector, member: SourceTree.Member, isFaulty: Bool)] {
    var styles: [(selector: StyleSelector, member: SourceTree.Member, isFaulty: Bool)] = []
    var places: [StyleSelector: Int] = [:]
    for member in tree.members(of: list) {
      let key = tree.key(of: member)
      guard let selector = StyleSelector(key) else {
        report(.badSelector, "`\(key)` is not a style key", member.key, help: StyleSelector.help)
        continue
      }
      if let place = places[selector] {
        id = selector.text
        reportDuplicate(
          "the style `\(selector.text)` is given twice; the last one counts", member, styles[place].member,
          severity: selector.isStyleID ? .error : .warning)
        id = ""
        styles[place].member = member
        styles[place].isFaulty = selector.isStyleID
      } else {
        places[selector] = styles.count
        styles.append((selector, member, false))
      }
    }
    return styles
  }

  private mutating func declareStyle(_ style: SourceTree.Member, _ flags: Declarations.Flags) {
    builder.begin(.object, flags: flags, keyRange: tree.keyRange(of: style), range: tree.range(of: style.value))
    for property in properties(of: style.value) {
      path.append(property.key.name)
      if property.key.isCall {
        declareCalls(property)
      } else if let member = property.members.last {
        declare(member.value, Place(key: property.key.name, keyRange: tree.keyRange(of: member)))
      }
      path.removeLast()
    }
    builder.end()
  }

  /// A property of a style: one member of the object, or several that are calls of one setter.
  private struct Property {
    var key: PropertyKey
    var members: [SourceTree.Member]
  }

  private mutating func properties(of style: SourceTree.Node) -> [Property] {
    var properties: [Property] = []
    var places: BytewiseDictionary<Int> = [:]
    for member in members(of: style) {
      guard let key = PropertyKey(tree.key(of: member)) else {
        report(.shape, "this key names no property", member.key, help: "write NAME, NAME:ARGUMENT or NAME~1")
        continue
      }
      if let place = places[key.name] {
        if !key.isCall, let earlier = properties[place].members.last {
          reportDuplicate(
            "the property `\(key.name)` is given twice in this style; the last one counts", member, earlier,
            severity: .warning)
        }
        properties[place].members.append(member)
      } else {
        places[key.name] = properties.count
        properties.append(Property(key: key, members: [member]))
      }
    }
    return properties
  }

  private mutating func declareCalls(_ property: Property) {
    guard let first = property.members.first else { return }
    builder.begin(
      .calls, key: property.key.name, keyRange: tree.keyRange(of: first), range: tree.range(of: first.value))
    for (index, call) in property.members.enumerated() {
      path.append(String(index))
      let place = Place(keyRange: tree.keyRange(of: call))
      switch tree.kind(of: call.value) {
      case .array:
        let count = tree.elements(of: call.value).reduce(0) { count, _ in count + 1 }
        if property.key.argumentCounts.contains(count) {
          declareArray(call.value, place)
        } else {
          let wanted = property.key.argumentCounts.upperBound
          report(
            .badArity, "`\(property.key.name)` takes \(wanted) arguments, and this call has \(count)", call.value,
            help: "write one argument for each part of the key")
          leaf(.invalid, call.value, place)
        }
      case .invalid: leaf(.invalid, call.value, place)
      case .object, .string, .number, .bool, .null:
        report(
          .shape, "`\(property.key.name)` is a call and takes an array of arguments", call.value,
          help: "write [ \"ARGUMENT\", ... ]")
        leaf(.invalid, call.value, place)
      }
      path.removeLast()
    }
    builder.end()
  }

  // MARK: Output

  mutating func members(of object: SourceTree.Node) -> [SourceTree.Member] {
    var findings: [Finding] = []
    let members = tree.effectiveMembers(of: object, reporting: { findings.append($0) })
    for finding in findings { builder.report(finding) }
    return members
  }

  mutating func leaf(
    _ value: Value, _ node: SourceTree.Node, _ place: Place, flags: Declarations.Flags = []
  ) {
    builder.leaf(
      .literal, operand: builder.literal(value), flags: flags, key: place.key, keyRange: place.keyRange,
      range: tree.range(of: node))
  }

  mutating func leaf(_ operation: Declarations.Operation, _ node: SourceTree.Node, _ place: Place) {
    builder.leaf(operation, key: place.key, keyRange: place.keyRange, range: tree.range(of: node))
  }

  private mutating func reportDuplicate(
    _ message: String, _ later: SourceTree.Member, _ earlier: SourceTree.Member, severity: Severity
  ) {
    let place = tree.hasPlaces ? tree.keyRange(of: earlier) : nil
    report(
      .duplicateKey, message, later.key, severity: severity,
      related: place.map { [.init(message: "first given here", range: $0)] } ?? [], help: "remove one of them")
  }

  mutating func report(
    _ code: DiagnosticCode, _ message: String, _ node: SourceTree.Node, severity: Severity? = nil,
    related: [Finding.Related] = [], help: String, respelling: Finding.Respelling? = nil
  ) {
    var finding = Finding(
      code, message, severity: severity, range: tree.hasPlaces ? tree.range(of: node) : nil,
      id: id.isEmpty ? nil : id, path: path.isEmpty ? nil : path.map(Path.escape).joined(separator: "/"),
      related: related, help: help)
    finding.respelling = respelling
    builder.report(finding)
  }
}

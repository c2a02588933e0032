// SPDX-License-Identifier: GPL-2.0-or-later

import TextComparison
import ThemeModel
import ThemeSyntax

/// A theme.json: an array of a list of resources and a list of styles.
struct OracleFile {
  var reader: DeclarationReader
  /// False for values that were set at run time, which change no order.
  private let isWhole: Bool
  private(set) var list = List.resources
  var resourceNames = ResourceNames()

  enum List { case resources, styles }

  typealias Place = DeclarationReader.Place

  static func declarations(of tree: SourceTree, isWhole: Bool = true) -> Declarations {
    var file = OracleFile(reader: DeclarationReader(tree), isWhole: isWhole)
    file.declareAll()
    return file.reader.builder.declarations
  }

  private init(reader: DeclarationReader, isWhole: Bool) {
    self.reader = reader
    self.isWhole = isWhole
  }

  private mutating func declareAll() {
    let form = "write [ { \"resource\": ... }, { \"style\": { ... } } ]"
    guard let root = reader.tree.root else { return }
    guard reader.tree.kind(of: root) == .array else {
      reader.builder.noteMisshapen()
      return reader.report(
        .shape, "a theme file must be an array of two objects, the resources and the styles", root, help: form)
    }
    let lists = Array(reader.tree.elements(of: root).prefix(3))
    if lists.count < 2 {
      let missing = lists.isEmpty ? "the list of resources and the list of styles are" : "the list of styles is"
      reader.report(.shape, "\(missing) missing in this array", root, help: form)
      reader.builder.noteMisshapen()
    }
    if lists.count > 2, isOfValues(lists[1]), isOfObjects(lists[2]) {
      reader.builder.noteMisshapen()
      reader.report(
        .shape, "the styles are the second object of the array, and this is the third", lists[2],
        help: "write all resources into the first object")
      return declareResources(of: lists)
    }
    if lists.count > 2 {
      reader.report(
        .shape, "nothing after the list of styles is read", lists[2], severity: .warning,
        help: "remove it")
    }
    declareResources(of: lists)
    if lists.count >= 2 {
      if isObject(lists[1], "the list of styles") { declareStyles(lists[1]) } else { reader.builder.noteMisshapen() }
    }
  }

  /// Whether a node has the form of a list of resources, and cannot be one of styles.
  private func isOfValues(_ node: SourceTree.Node) -> Bool {
    let members = reader.tree.members(of: node)
    return reader.tree.kind(of: node) == .object && !members.contains { reader.tree.kind(of: $0.value) == .object }
  }

  /// Whether a node has the form of a list of styles, and has one.
  private func isOfObjects(_ node: SourceTree.Node) -> Bool {
    let members = Array(reader.tree.members(of: node))
    return reader.tree.kind(of: node) == .object && !members.isEmpty
      && members.allSatisfy { reader.tree.kind(of: $0.value) == .object }
  }

  private mutating func declareResources(of lists: [SourceTree.Node]) {
    if let resources = lists.first {
      if isObject(resources, "the list of resources") {
        declareResources(resources)
      } else {
        reader.builder.noteMisshapen()
      }
    }
  }

  private mutating func isObject(_ node: SourceTree.Node, _ name: String) -> Bool {
    switch reader.tree.kind(of: node) {
    case .object: return true
    case .invalid: return false
    case .array, .string, .number, .bool, .null:
      reader.report(.shape, "\(name) must be an object", node, help: "write { \"NAME\": ... }")
      return false
    }
  }

  // MARK: Resources

  private mutating func declareResources(_ node: SourceTree.Node) {
    list = .resources
    for member in reader.members(of: node) {
      let name = reader.tree.key(of: member)
      reader.id = name.isEmpty ? nil : .key(name)
      check(name, member)
      reader.builder.entry(name, in: .constants)
      declare(member.value, Place(keyRange: reader.tree.keyRange(of: member)))
    }
    reader.id = nil
  }

  private mutating func check(_ name: String, _ member: SourceTree.Member) {
    guard !Self.isCamelCase(name) else { return }
    reader.report(
      .unknownKey, "`\(name)` does not follow the naming convention for resources", member.key,
      help: "write the name in camel case, for example primaryColor")
  }

  /// Resources are called `primaryColor`.
  static func isCamelCase(_ name: String) -> Bool {
    guard let first = name.first, !name.utf8.contains(where: { $0 == UInt8(ascii: "_") || $0 == UInt8(ascii: "-") })
    else {
      return false
    }
    // To ask a character for its properties takes long.
    if let byte = first.asciiValue, name.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) {
      return (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
    }
    return first.isLetter && !first.isUppercase && !name.contains(where: \.isWhitespace)
  }

  // MARK: Styles

  private mutating func declareStyles(_ node: SourceTree.Node) {
    list = .styles
    let styles = styles(of: node)
    for (selector, member, isFaulty) in styles {
      reader.id = .key(selector.text)
      reader.builder.entry(selector.text, in: .styles)
      if isObject(member.value, "a style") {
        declareStyle(member, isFaulty ? .isFaulty : [])
      } else {
        reader.leaf(.invalid, member.value, Place(keyRange: reader.tree.keyRange(of: member)))
      }
    }
    reader.id = nil
    if isWhole { declareOrder(of: styles.map(\.selector), node) }
  }

  /// Declares the order of styles that may match one element by chains of equal length, see `OracleOrder`.
  private mutating func declareOrder(of selectors: [StyleSelector], _ node: SourceTree.Node) {
    var groups: [StyleSelector.Match: Int] = [:]
    let matches = selectors.map(\.match)
    for case let match? in matches { groups[match, default: 0] += 1 }
    let order = zip(selectors, matches).filter { $1.map { groups[$0, default: 0] > 1 } ?? false }.map(\.0)
    guard !order.isEmpty else { return }
    reader.builder.entry(OracleOrder.name, in: .order)
    reader.builder.leaf(
      .literal, operand: reader.builder.literal(.array(order.map { .string($0.text) })),
      range: reader.tree.range(of: node))
  }

  /// The effective styles: of several with one selector the last, at the place of the first. Several with one style id are an
  /// error.
  private mutating func styles(
    of list: SourceTree.Node
  ) -> [(selector: StyleSelector, member: SourceTree.Member, isFaulty: Bool)] {
    var styles: [(selector: StyleSelector, member: SourceTree.Member, isFaulty: Bool)] = []
    var places: [StyleSelector: Int] = [:]
    for member in reader.tree.members(of: list) {
      let key = reader.tree.key(of: member)
      guard let selector = StyleSelector(key) else {
        reader.report(.badSelector, "`\(key)` is not a valid style key", member.key, help: StyleSelector.help)
        continue
      }
      if let place = places[selector] {
        reader.id = .key(selector.text)
        reportDuplicate(
          "the style `\(selector.text)` is given twice; the last one counts", member, styles[place].member,
          severity: selector.isStyleID ? .error : .warning)
        reader.id = nil
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
    reader.builder.begin(
      .object, flags: flags, keyRange: reader.tree.keyRange(of: style), range: reader.tree.range(of: style.value))
    for property in properties(of: style.value) {
      reader.path.append(.key(property.key.name))
      if property.key.isCall {
        declareCalls(property)
      } else if let member = property.members.last {
        declare(member.value, Place(key: property.key.name, keyRange: reader.tree.keyRange(of: member)))
      }
      reader.path.removeLast()
    }
    reader.builder.end()
  }

  /// A property of a style: one member of the object, or several that are calls of one setter.
  private struct Property {
    var key: PropertyKey
    var members: [SourceTree.Member]
  }

  private mutating func properties(of style: SourceTree.Node) -> [Property] {
    var properties: [Property] = []
    var places: BytewiseDictionary<Int> = [:]
    for member in reader.members(of: style) {
      guard let key = PropertyKey(reader.tree.key(of: member)) else {
        reader.report(.shape, "this key names no property", member.key, help: "write NAME, NAME:ARGUMENT or NAME~1")
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
    reader.builder.begin(
      .calls, key: property.key.name, keyRange: reader.tree.keyRange(of: first),
      range: reader.tree.range(of: first.value))
    for (index, call) in property.members.enumerated() {
      reader.path.append(.element(index))
      let place = Place(keyRange: reader.tree.keyRange(of: call))
      switch reader.tree.kind(of: call.value) {
      case .array:
        let count = reader.tree.elements(of: call.value).reduce(0) { count, _ in count + 1 }
        if property.key.argumentCounts.contains(count) {
          declareArray(call.value, place)
        } else {
          let wanted = property.key.argumentCounts.upperBound
          reader.report(
            .badArity, "`\(property.key.name)` takes \(wanted) arguments, and this call has \(count)", call.value,
            help: "write one argument for each part of the key")
          reader.leaf(.invalid, call.value, place)
        }
      case .invalid: reader.leaf(.invalid, call.value, place)
      case .object, .string, .number, .bool, .null:
        reader.report(
          .shape, "`\(property.key.name)` is a call and needs an array of arguments", call.value,
          help: "write [ \"ARGUMENT\", ... ]")
        reader.leaf(.invalid, call.value, place)
      }
      reader.path.removeLast()
    }
    reader.builder.end()
  }

  // MARK: Findings

  private mutating func reportDuplicate(
    _ message: String, _ later: SourceTree.Member, _ earlier: SourceTree.Member, severity: Severity
  ) {
    reader.report(
      .duplicateKey, message, later.key, severity: severity, related: [("first given here", earlier.key)],
      help: "remove one of them")
  }
}

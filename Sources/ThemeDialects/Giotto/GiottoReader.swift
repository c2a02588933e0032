// SPDX-License-Identifier: GPL-2.0-or-later

import TextComparison
import ThemeModel
import ThemeSyntax

/// Reads the constants and styles of one file, each by itself, and notes their errors.
struct GiottoReader {
  private var reader: DeclarationReader
  /// The present constant or style.
  private var id: String?
  /// The keys from the style down to the present value.
  private var path: [String] = []

  /// The maximum number of levels that key paths lead down in a style.
  private static let deepest = 128
  private let maximumValues: Int

  /// - Parameter maximumValues: values of a style.
  init(tree: SourceTree, maximumValues: Int) {
    reader = DeclarationReader(tree)
    self.maximumValues = maximumValues
  }

  var findings: FindingList { reader.builder.declarations.reported }

  // MARK: Constants

  mutating func constant(_ node: SourceTree.Node, named name: String) -> GiottoItem.Content {
    id = name
    defer { id = nil }
    let way = "write a single value; styles belong in groups, in a theme with `formatVersion` 2"
    switch reader.tree.kind(of: node) {
    case .object, .array:
      report(.constantContainer, "the constant `\(name)` cannot be \(words(node))", node, help: way)
      return .invalid
    case .number, .bool, .null, .invalid: return scalar(node)
    case .string: break
    }
    let text = reader.tree.string(of: node) ?? ""
    switch GiottoValue(text) {
    case .value(let value): return .literal(value)
    case .font(let name, let size): return .font(name: name, size: size)
    case .styles:
      report(.constantContainer, "the constant `\(name)` cannot be a style", node, help: way)
      return .invalid
    case .bad(let problem): return refuse(problem, node)
    case .text:
      if Giotto.constantPrefixes.contains(where: text.hasPrefix) {
        report(
          .looksLikeConstant, "`\(text)` is only a text here: a constant cannot refer to a constant", node,
          help: "write the value itself")
        return .faulty(.string(text))
      }
      return .literal(.string(text))
    }
  }

  // MARK: Styles

  mutating func style(_ node: SourceTree.Node, named name: String) -> GiottoItem.Content {
    id = name
    defer { id = nil }
    let way = "write a dictionary of properties, or style:NAME"
    switch reader.tree.kind(of: node) {
    case .object: return .object(object(node))
    case .invalid: return .invalid
    case .string:
      if case .styles(let names) = GiottoValue(reader.tree.string(of: node) ?? "") { return styles(names, node) }
      report(.shape, "the style `\(name)` must be a dictionary, and this is a text", node, help: way)
      return .invalid
    case .array, .number, .bool, .null:
      report(.shape, "the style `\(name)` must be a dictionary, and this is \(words(node))", node, help: way)
      return .invalid
    }
  }

  private mutating func value(_ node: SourceTree.Node) -> GiottoItem.Content {
    switch reader.tree.kind(of: node) {
    case .object: return .object(object(node))
    case .array: return array(node)
    case .number, .bool, .null, .invalid: return scalar(node)
    case .string: break
    }
    let text = reader.tree.string(of: node) ?? ""
    switch GiottoValue(text) {
    case .value(let value): return .literal(value)
    case .font(let name, let size): return .font(name: name, size: size)
    case .styles(let names): return styles(names, node)
    case .bad(let problem): return refuse(problem, node)
    case .text: return .lookup(text)
    }
  }

  private mutating func array(_ node: SourceTree.Node) -> GiottoItem.Content {
    var elements: [GiottoItem] = []
    for (index, element) in reader.tree.elements(of: node).enumerated() {
      path.append(String(index))
      elements.append(GiottoItem(content: value(element), range: reader.tree.range(of: element)))
      path.removeLast()
    }
    return .array(elements)
  }

  /// The object of a value `style:`.
  private mutating func styles(_ names: [String], _ node: SourceTree.Node) -> GiottoItem.Content {
    var object = GiottoObject()
    object.parents = parents(names, .init(name: "", range: reader.tree.range(of: node)))
    return .object(object)
  }

  /// The styles of a list. Missing names are reported.
  private mutating func parents(_ names: [String], _ model: GiottoObject.Parent) -> [GiottoObject.Parent] {
    if names.contains("") {
      report(.missingParent, "a style name is missing here", model.range, help: "write style names separated by commas")
    }
    return names.map { name in
      var parent = model
      parent.name = name
      return parent
    }
  }

  // MARK: Objects

  /// Keys with a meaning of their own.
  private static let words = KnownWords(["_superstyle", "_inherit"])

  /// A member under one of its paths.
  private struct Entry {
    var path: [String]
    var item: GiottoItem
  }

  private mutating func object(_ node: SourceTree.Node) -> GiottoObject {
    var object = GiottoObject()
    var base: [GiottoObject.Parent] = []
    var entries: [Entry] = []
    for member in members(of: node) {
      let written = reader.tree.key(of: member)
      switch written.trimmingBlanks {
      case "_superstyle": object.parents += parents(member, "_superstyle")
      case "_inherit": base += parents(member, "_inherit")
      case let key:
        if key.utf8.first == UInt8(ascii: "_"), let word = Self.words.misspelt(key, KeyEnds(key)) {
          reader.report(
            .unknownKey, "`\(key)` has no special meaning, unlike `\(word)`", member.key, severity: .warning,
            help: "did you mean `\(word)`?")
        }
        read(member, GiottoKey(written), into: &entries)
      }
    }
    object.parents = base + object.parents
    lay(unique(entries), on: &object)
    return object
  }

  /// The styles that `_superstyle` or `_inherit` names: a list of styles, or one of the default theme.
  private mutating func parents(_ member: SourceTree.Member, _ key: String) -> [GiottoObject.Parent] {
    let isList = key == "_superstyle"
    let model = GiottoObject.Parent(
      name: "", space: isList ? .styles : .baseStyles, key: key, keyRange: reader.tree.keyRange(of: member),
      range: reader.tree.range(of: member.value))
    guard let text = reader.tree.string(of: member.value) else {
      if reader.tree.kind(of: member.value) != .invalid {
        report(
          .badInherits, "`\(key)` must be a text, and this is \(words(member.value))", member.value,
          help: isList ? "write style names separated by commas" : "write the name of a style")
      }
      return [model]
    }
    return parents(isList ? GiottoValue.parts(of: text[...]) : [text.trimmingBlanks], model)
  }

  private mutating func read(_ member: SourceTree.Member, _ key: GiottoKey, into entries: inout [Entry]) {
    for broken in key.broken {
      report(
        .shape, broken.isEmpty ? "a property has no name here" : "`\(broken)` is not a key path: a part of it is empty",
        reader.tree.keyRange(of: member), help: "write names separated by dots")
    }
    var paths = key.paths
    if paths.contains(where: { $0.count > 1 && path.count + $0.count > Self.deepest }) {
      paths.removeAll { path.count + $0.count > Self.deepest }
      report(
        .limit, "this key path is more than \(Self.deepest) levels deep", reader.tree.keyRange(of: member),
        help: "use fewer levels")
    }
    // The longest path counts for the limit of depth.
    guard let longest = paths.max(by: { $0.count < $1.count }) else { return }
    path += longest
    let item = GiottoItem(
      content: value(member.value), range: reader.tree.range(of: member.value),
      keyRange: reader.tree.keyRange(of: member))
    if case .lookup(let text) = item.content { reportHash(text, under: paths, item.range) }
    path.removeLast(longest.count)
    for path in paths { entries.append(Entry(path: path, item: item)) }
  }

  /// Reports a colour in another notation under keys that are named like colours.
  private mutating func reportHash(_ text: String, under paths: [[String]], _ range: ByteRange) {
    let isColor = paths.map { path in path.last.map { Color(hash: text, under: $0) != nil } ?? false }
    guard isColor.contains(true) else { return }
    let meant = "color:\(text.dropFirst())"
    // Other properties may be texts.
    let fix = isColor.allSatisfy(\.self) ? Finding.Respelling(written: text, meant: meant, isSafe: false) : nil
    report(
      .badColor, "`\(text)` is only a text here", range, severity: .info, help: "write \(meant)", respelling: fix)
  }

  /// If differently spelled keys mean one property, the last member counts, at the place of the first.
  private mutating func unique(_ entries: [Entry]) -> [Entry] {
    var result: [Entry] = []
    var places: [Bytewise<[String]>: Int] = [:]
    for entry in entries {
      if let place = places[Bytewise(entry.path)] {
        report(
          .duplicateKey, "the property `\(entry.path.joined(separator: "."))` is given twice; the last one counts",
          entry.item.keyRange, help: "remove one of them",
          related: [("first given here", result[place].item.keyRange)])
        result[place] = entry
      } else {
        places[Bytewise(entry.path)] = result.count
        result.append(entry)
      }
    }
    return result
  }

  /// Makes members of entries. The longer a path, the later it comes: `x.y` lies over `x`, wherever they stand.
  private mutating func lay(_ entries: [Entry], on object: inout GiottoObject) {
    var sorted = entries
    let hasPaths = entries.contains { $0.path.count > 1 }
    if hasPaths {
      sorted = entries.enumerated()
        .sorted { ($0.element.path.count, $0.offset) < ($1.element.path.count, $1.offset) }
        .map(\.element)
    }
    for entry in sorted {
      guard object.weight + entry.item.weight + entry.path.count <= maximumValues else {
        report(
          .limit, "this style has more than \(maximumValues) values", entry.item.keyRange,
          help: "list fewer properties in one key")
        break
      }
      var clashes: [GiottoItem.Clash] = []
      object.lay(entry.item.wrapped(in: entry.path.dropFirst()), at: entry.path[0]) { clashes.append($0) }
      for clash in clashes { report(clash) }
    }
    if hasPaths { object.order(by: entries.map { $0.path[0] }) }
  }

  private mutating func report(_ clash: GiottoItem.Clash) {
    path += clash.path
    report(
      .kindClash,
      "`\(clash.path.joined(separator: "."))` has an object and a single value as its value; this one counts",
      clash.over.keyRange, help: "remove one of them", related: [("given here as well", clash.under.keyRange)])
    path.removeLast(clash.path.count)
  }

  // MARK: Findings

  mutating func members(of object: SourceTree.Node) -> [SourceTree.Member] { reader.members(of: object) }

  func words(_ node: SourceTree.Node) -> String { reader.words(node) }

  private func scalar(_ node: SourceTree.Node) -> GiottoItem.Content {
    reader.scalar(node).map(GiottoItem.Content.literal) ?? .invalid
  }

  private mutating func refuse(_ problem: GiottoValue.Problem, _ node: SourceTree.Node) -> GiottoItem.Content {
    report(
      problem.code, problem.message, reader.tree.range(of: node), help: problem.help, respelling: problem.respelling)
    return .invalid
  }

  mutating func report(
    _ code: DiagnosticCode, _ message: String, _ node: SourceTree.Node, severity: Severity? = nil, help: String
  ) {
    report(code, message, reader.tree.range(of: node), severity: severity, help: help)
  }

  mutating func report(
    _ code: DiagnosticCode, _ message: String, _ range: ByteRange, severity: Severity? = nil, help: String,
    related: [(message: String, range: ByteRange)] = [], id named: String? = nil,
    respelling: Finding.Respelling? = nil
  ) {
    let hasPlaces = reader.tree.hasPlaces
    var finding = Finding(
      code, message, severity: severity, range: hasPlaces ? range : nil, id: named ?? id,
      path: path.isEmpty ? nil : path.map(Path.escape).joined(separator: "/"),
      related: hasPlaces ? related.map { .init(message: $0.message, range: $0.range) } : [], help: help)
    finding.respelling = respelling
    reader.builder.report(finding)
  }
}

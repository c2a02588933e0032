// SPDX-License-Identifier: GPL-2.0-or-later

import TextComparison
import ThemeModel
import ThemeSyntax

/// Reads a resolver document. What is broken is left out, with a finding at its place.
struct ResolverDocumentReader {
  var reader: DeclarationReader
  /// Relative to the bundle's root.
  let path: String
  /// The sources of sets, by the sets' pointers; nil while they are being read.
  private var sets: [SourceTree.Node: [ResolverDocument.Source]?] = [:]
  private var sourceCount = 0
  /// The references that are being followed.
  private var open: [SourceTree.Node] = []

  private static let rootKeys = [
    "name", "version", "description", "sets", "modifiers", "resolutionOrder", "$schema", "$defs", "$extensions",
  ]
  private static let setKeys = ["sources", "description", "$extensions", "type", "name", "$ref"]
  private static let modifierKeys = ["contexts", "default", "description", "$extensions", "type", "name", "$ref"]

  static func declarations(of tree: SourceTree, path: String) -> Declarations {
    var reader = ResolverDocumentReader(reader: DeclarationReader(tree), path: path)
    if let document = reader.read() { reader.reader.builder.setResolver(document) }
    return reader.reader.builder.declarations
  }

  /// Whether a value is a set: an object with `sources`.
  static func isSet(_ node: SourceTree.Node, in tree: SourceTree) -> Bool {
    tree.members(of: node).contains { tree.key(of: $0, is: "sources") && tree.kind(of: $0.value) == .array }
  }

  /// The declarations of a set that another document refers to.
  static func declarations(of tree: SourceTree, set: SourceTree.Node, at pointer: [String], path: String)
    -> Declarations
  {
    var reader = ResolverDocumentReader(reader: DeclarationReader(tree), path: path)
    let sources = reader.sources(ofSet: set, at: pointer)
    reader.reader.builder.setResolver(ResolverDocument(set: sources))
    return reader.reader.builder.declarations
  }

  private init(reader: DeclarationReader, path: String) {
    self.reader = reader
    self.path = path
  }

  var tree: SourceTree { reader.tree }

  // MARK: The document

  private mutating func read() -> ResolverDocument? {
    guard let root = tree.root else { return nil }
    guard tree.kind(of: root) == .object else {
      reader.builder.noteMisshapen()
      reader.report(
        .resolver, "a resolver document is an object, and this is \(reader.words(root))", root,
        help: "write { \"version\": \"2025.10\", \"resolutionOrder\": […] }")
      return nil
    }
    let members = reader.members(of: root)
    for member in members where !Self.rootKeys.containsBytewise(tree.key(of: member)) {
      refuseKey(member, Self.rootKeys)
    }
    checkVersion(members.first { tree.key(of: $0, is: "version") }, root)
    let modifiers = readAll(members)
    guard let order = members.first(where: { tree.key(of: $0, is: "resolutionOrder") }) else {
      reader.report(
        .resolver, "a resolver document has a `resolutionOrder`", root,
        help: "write \"resolutionOrder\": [{ \"$ref\": \"#/sets/NAME\" }]")
      return ResolverDocument(items: [])
    }
    guard tree.kind(of: order.value) == .array else {
      reader.report(
        .resolver, "`resolutionOrder` is an array, and this is \(reader.words(order.value))", order.value,
        help: "write [{ \"$ref\": \"#/sets/NAME\" }]")
      return ResolverDocument(items: [])
    }
    let items = readItems(order.value)
    let named = items.compactMap { if case .modifier(let modifier) = $0 { modifier.name } else { nil } }
    return ResolverDocument(items: items, idleModifiers: modifiers.filter { !named.containsBytewise($0.name) })
  }

  private mutating func checkVersion(_ version: SourceTree.Member?, _ root: SourceTree.Node) {
    if let version, tree.string(of: version.value) == "2025.10" { return }
    reader.report(
      .resolver,
      version == nil ? "a resolver document has a `version`" : "the version of a resolver document is \"2025.10\"",
      version?.value ?? root, help: "write \"version\": \"2025.10\"")
  }

  /// Reads sets and modifiers, also those that `resolutionOrder` does not name. Returns the modifiers.
  private mutating func readAll(_ members: [SourceTree.Member]) -> [ResolverDocument.Modifier] {
    var modifiers: [ResolverDocument.Modifier] = []
    for member in members {
      let isSets = tree.key(of: member, is: "sets")
      guard isSets || tree.key(of: member, is: "modifiers") else { continue }
      guard tree.kind(of: member.value) == .object else {
        reader.report(
          .resolver, "`\(tree.key(of: member))` is an object, and this is \(reader.words(member.value))", member.value,
          help: "write { \"NAME\": { … } }")
        continue
      }
      for named in reader.members(of: member.value) {
        let pointer = [tree.key(of: member), tree.key(of: named)]
        if isSets {
          _ = sources(ofSet: named.value, at: pointer)
        } else if let modifier = modifier(named.value, named: tree.key(of: named), at: pointer, isReported: true) {
          modifiers.append(modifier)
        }
      }
    }
    return modifiers
  }

  // MARK: Items

  private mutating func readItems(_ order: SourceTree.Node) -> [ResolverDocument.Item] {
    var items: [ResolverDocument.Item] = []
    var names: BytewiseDictionary<SourceTree.Node> = [:]
    let elements = Array(tree.elements(of: order))
    if elements.isEmpty {
      reader.report(
        .resolver, "`resolutionOrder` is empty, so that there are no tokens", order,
        help: "write [{ \"$ref\": \"#/sets/NAME\" }]")
    }
    for (index, element) in elements.enumerated() {
      let pointer = ["resolutionOrder", String(index)]
      guard tree.kind(of: element) == .object else {
        reader.report(
          .resolver, "an item of `resolutionOrder` is an object, and this is \(reader.words(element))", element,
          help: "write { \"$ref\": \"#/sets/NAME\" } or { \"$ref\": \"#/modifiers/NAME\" }")
        continue
      }
      let members = reader.members(of: element)
      if let reference = members.first(where: { tree.key(of: $0, is: "$ref") }) {
        if let item = referredItem(reference, members, element, at: pointer) { items.append(item) }
        continue
      }
      guard let (name, isSet) = inlineName(members, element) else { continue }
      if let other = names[name] {
        reader.report(
          .resolver, "two items of `resolutionOrder` are named `\(name)`, and the first one counts", element,
          related: [("the first one", other)], help: "rename one of them")
        continue
      }
      names[name] = element
      if isSet {
        items.append(.set(.init(name: name, sources: sources(ofSet: element, at: pointer))))
      } else if let modifier = modifier(element, named: name, at: pointer, isReported: true) {
        items.append(.modifier(modifier))
      }
    }
    return items
  }

  private mutating func inlineName(
    _ members: [SourceTree.Member], _ element: SourceTree.Node
  ) -> (name: String, isSet: Bool)? {
    let name = members.first { tree.key(of: $0, is: "name") }.flatMap { tree.string(of: $0.value) }
    let type = members.first { tree.key(of: $0, is: "type") }.flatMap { tree.string(of: $0.value) }
    guard let name, type == "set" || type == "modifier" else {
      reader.report(
        .resolver, name == nil ? "this item has no name" : "this item is neither a set nor a modifier", element,
        help: "write \"name\": \"NAME\" and \"type\": \"set\" or \"modifier\"; or { \"$ref\": \"#/sets/NAME\" }")
      return nil
    }
    return (name, type == "set")
  }

  /// The set or modifier that an item of `resolutionOrder` refers to. Members beside the reference replace its own.
  private mutating func referredItem(
    _ reference: SourceTree.Member, _ members: [SourceTree.Member], _ item: SourceTree.Node, at pointer: [String]
  ) -> ResolverDocument.Item? {
    let text = tree.string(of: reference.value)
    if let text, text.utf8.first != UInt8(ascii: "#") {
      return externalSource(text, reference.value, leavingOut: []).map { .set(.init(name: text, sources: [$0])) }
    }
    guard let target = text.flatMap(JSONPointer.init(fragment:))?.segments, target.count == 2,
      let node = self.node(at: target), target[0] == "sets" || target[0] == "modifiers"
    else {
      reader.report(
        .resolver, text.map { "`\($0)` is no set or modifier of this document" } ?? "`$ref` is a text", reference.value,
        help: suggestion(text) ?? "write \"#/sets/NAME\" or \"#/modifiers/NAME\"")
      return nil
    }
    let overrides = members.filter { !tree.key(of: $0, is: "$ref") }
    if target[0] == "sets" {
      if overrides.contains(where: { tree.key(of: $0, is: "sources") }) {
        return .set(.init(name: target[1], sources: sources(ofSet: item, at: pointer)))
      }
      return .set(.init(name: target[1], sources: sources(ofSet: node, at: target)))
    }
    return modifier(node, named: target[1], at: target, overriding: overrides, itemAt: pointer, isReported: false)
      .map { .modifier($0) }
  }

  /// The name of a set or modifier that is nearest to a reference to none.
  private func suggestion(_ text: String?) -> String? {
    guard let text, let root = tree.root else { return nil }
    var known: [String] = []
    for key in ["sets", "modifiers"] {
      guard let group = tree.members(of: root).first(where: { tree.key(of: $0) == key }) else { continue }
      known += tree.members(of: group.value).map { "#/\(key)/\(tree.key(of: $0))" }
    }
    return Suggestion.didYouMean(text, among: known)
  }

  /// The value at a pointer.
  func node(at pointer: [String]) -> SourceTree.Node? { tree.root.flatMap { tree.node(at: pointer, below: $0) } }

  // MARK: Modifiers

  private mutating func modifier(
    _ node: SourceTree.Node, named name: String, at pointer: [String], overriding: [SourceTree.Member] = [],
    itemAt item: [String] = [], isReported: Bool
  ) -> ResolverDocument.Modifier? {
    guard tree.kind(of: node) == .object else {
      if isReported {
        reader.report(
          .resolver, "a modifier is an object, and this is \(reader.words(node))", node,
          help: "write { \"contexts\": { \"NAME\": […] } }")
      }
      return nil
    }
    let findings = reader.builder.declarations.findings.count
    let members = reader.members(of: node)
    if isReported {
      for member in members where !Self.modifierKeys.containsBytewise(tree.key(of: member)) {
        refuseKey(member, Self.modifierKeys)
      }
    }
    func member(_ key: String) -> (member: SourceTree.Member, pointer: [String])? {
      if let own = overriding.first(where: { tree.key(of: $0) == key }) { return (own, item) }
      return members.first { tree.key(of: $0) == key }.map { ($0, pointer) }
    }
    guard let contexts = member("contexts"), tree.kind(of: contexts.member.value) == .object else {
      if isReported {
        reader.report(
          .resolver, "a modifier has `contexts`", node, help: "write \"contexts\": { \"NAME\": […], \"NAME\": […] }")
      }
      return nil
    }
    var named: [ResolverDocument.Named] = []
    for context in reader.members(of: contexts.member.value) {
      let key = tree.key(of: context)
      named.append(
        .init(name: key, sources: sources(context.value, at: contexts.pointer + ["contexts", key], of: "a context")))
    }
    guard !named.isEmpty else {
      if isReported {
        reader.report(
          .resolver, "the modifier `\(name)` has no contexts", contexts.member.value,
          help: "write two or more contexts, or make it a set")
      }
      return nil
    }
    if named.count == 1, isReported {
      reader.report(
        .resolver, "the modifier `\(name)` has a single context, as a set has", contexts.member.key, severity: .warning,
        help: "add a context, or make it a set")
    }
    let usual = member("default")
    let defaultContext = usual.flatMap { tree.string(of: $0.member.value) }
    let isKnown = defaultContext.map { named.map(\.name).containsBytewise($0) } ?? false
    if let usual, !isKnown, isReported || !overriding.isEmpty {
      reader.report(
        .resolver, "the default of `\(name)` is not one of its contexts", usual.member.value,
        help: defaultContext.flatMap { Suggestion.didYouMean($0, among: named.map(\.name)) }
          ?? "write one of: \(named.map { "\"\($0.name)\"" }.joined(separator: ", "))")
    }
    if !isReported, overriding.isEmpty { reader.builder.dropFindings(from: findings) }
    return .init(
      name: name, contexts: named, defaultContext: usual == nil ? nil : isKnown ? defaultContext : named[0].name,
      range: tree.range(of: contexts.member.key))
  }

  // MARK: Sources

  /// The sources of a set, which are read once.
  mutating func sources(ofSet node: SourceTree.Node, at pointer: [String]) -> [ResolverDocument.Source] {
    if let known = sets[node] {
      guard let known else {
        reader.report(
          .resolver, "the set `\(pointer.last ?? "")` refers to itself", node, help: "remove one of the references")
        return []
      }
      return known
    }
    guard tree.kind(of: node) == .object else {
      reader.report(
        .resolver, "a set is an object, and this is \(reader.words(node))", node, help: "write { \"sources\": […] }")
      sets[node] = .some([])
      return []
    }
    sets[node] = .some(nil)
    let members = reader.members(of: node)
    for member in members where !Self.setKeys.containsBytewise(tree.key(of: member)) { refuseKey(member, Self.setKeys) }
    var found: [ResolverDocument.Source] = []
    if let list = members.first(where: { tree.key(of: $0, is: "sources") }) {
      found = sources(list.value, at: pointer + ["sources"], of: "`sources`")
    } else if let reference = members.first(where: { tree.key(of: $0, is: "$ref") }) {
      found = referredSources(reference.value, leavingOut: [], from: pointer) ?? []
    } else {
      reader.report(.resolver, "a set has `sources`", node, help: "write \"sources\": [{ \"$ref\": \"FILE.json\" }]")
    }
    sets[node] = .some(found)
    return found
  }

  private mutating func sources(
    _ list: SourceTree.Node, at pointer: [String], of what: String
  ) -> [ResolverDocument.Source] {
    guard tree.kind(of: list) == .array else {
      reader.report(
        .resolver, "\(what) is an array, and this is \(reader.words(list))", list,
        help: "write [{ \"$ref\": \"FILE.json\" }]")
      return []
    }
    var found: [ResolverDocument.Source] = []
    for (index, element) in tree.elements(of: list).enumerated() {
      found += source(element, at: pointer + [String(index)])
      let excess = found.count + sourceCount - ResolverDocument.maximumSources
      guard excess <= 0 else {
        found.removeLast(min(excess, found.count))
        reader.report(
          .limit, "the document has more than \(ResolverDocument.maximumSources) sources", element,
          help: "divide it into several bundles")
        break
      }
    }
    sourceCount += found.count
    return found
  }

  private mutating func source(_ node: SourceTree.Node, at pointer: [String]) -> [ResolverDocument.Source] {
    guard tree.kind(of: node) == .object else {
      reader.report(
        .resolver, "a source is an object, and this is \(reader.words(node))", node,
        help: "write { \"$ref\": \"FILE.json\" }, or tokens")
      return []
    }
    let members = reader.members(of: node)
    let own = ResolverDocument.Source(file: nil, pointer: pointer, leftOut: [], range: tree.range(of: node))
    guard let reference = members.first(where: { tree.key(of: $0, is: "$ref") }) else { return [own] }
    let beside = members.map { tree.key(of: $0) }.filter { $0 != "$ref" }
    guard let found = referredSources(reference.value, leavingOut: beside, from: pointer) else { return [] }
    if beside.isEmpty { return found }
    return found + [.init(file: nil, pointer: pointer, leftOut: ["$ref"], range: tree.range(of: node))]
  }

  /// The sources that a `$ref` leads to; nil for one that is reported.
  private mutating func referredSources(
    _ node: SourceTree.Node, leavingOut leftOut: [String], from pointer: [String]
  ) -> [ResolverDocument.Source]? {
    guard let text = tree.string(of: node) else {
      reader.report(.badPointer, "`$ref` is a text", node, help: "write \"FILE.json\" or \"#/sets/NAME\"")
      return nil
    }
    if text.utf8.first != UInt8(ascii: "#") { return externalSource(text, node, leavingOut: leftOut).map { [$0] } }
    return internalSources(text, node, leavingOut: leftOut, from: pointer)
  }

  /// The sources that a pointer into the document leads to.
  private mutating func internalSources(
    _ text: String, _ node: SourceTree.Node, leavingOut leftOut: [String], from pointer: [String]
  ) -> [ResolverDocument.Source]? {
    func refuse(_ message: String, _ help: String, _ code: DiagnosticCode = .resolver) {
      reader.report(code, message, node, help: help)
    }
    guard let target = JSONPointer(fragment: text)?.segments else {
      refuse("`\(text)` is not a JSON pointer", "write \"#/sets/NAME\"", .badPointer)
      return nil
    }
    switch target.first {
    case "resolutionOrder":
      refuse("nothing may refer into `resolutionOrder`", "move the set into `sets`, and refer to it there")
      return nil
    case "modifiers":
      refuse("only `resolutionOrder` may refer to a modifier", "refer to a set")
      return nil
    case nil:
      refuse("the document cannot be a source of itself", "refer to a set")
      return nil
    default: break
    }
    guard let (found, place) = resolved(target) else {
      refuse("nothing is at `\(text)`", suggestion(text) ?? "write the pointer to a set: \"#/sets/NAME\"")
      return nil
    }
    if target.elementsEqual(pointer.prefix(target.count)) {
      refuse("this refers to what it stands in", "refer to another set")
      return nil
    }
    if Self.isSet(found, in: tree) || place.count == 2 && place[0] == "sets" { return sources(ofSet: found, at: place) }
    guard tree.members(of: found).contains(where: { tree.key(of: $0, is: "$ref") }) else {
      return [.init(file: nil, pointer: place, leftOut: leftOut, range: tree.range(of: node))]
    }
    guard !open.contains(found) else {
      refuse("this refers to itself", "remove one of the references")
      return nil
    }
    open.append(found)
    defer { open.removeLast() }
    return source(found, at: place).map {
      .init(file: $0.file, pointer: $0.pointer, leftOut: $0.leftOut + leftOut, range: tree.range(of: node))
    }
  }

  /// The value at a pointer and its own place: references on the way are followed.
  private func resolved(_ pointer: [String]) -> (node: SourceTree.Node, place: [String])? {
    guard var node = tree.root else { return nil }
    var place: [String] = []
    var rest = pointer[...]
    var steps = 0
    while let segment = rest.first {
      if let next = tree.node(at: [segment], below: node) {
        node = next
        place.append(segment)
        rest.removeFirst()
        continue
      }
      steps += 1
      guard steps < 64,
        let reference = tree.members(of: node).first(where: { tree.key(of: $0, is: "$ref") }),
        let target = tree.string(of: reference.value).flatMap(JSONPointer.init(fragment:))?.segments,
        let root = tree.root
      else { return nil }
      rest = (target + rest)[...]
      node = root
      place = []
    }
    return (node, place)
  }

  /// The source in another file. A fragment names a tree of tokens in it.
  private mutating func externalSource(
    _ text: String, _ node: SourceTree.Node, leavingOut leftOut: [String]
  ) -> ResolverDocument.Source? {
    let end = text.utf8.firstIndex(of: UInt8(ascii: "#")) ?? text.endIndex
    let name = String(text[..<end])
    guard let file = bundlePath(name) else {
      reader.report(
        .outsideBundle, "`\(name)` leads out of the bundle", node,
        help: "copy the file into the bundle, and name it relative to this document")
      return nil
    }
    var pointer: [String] = []
    if end < text.endIndex {
      var fragment = String(text[end...])
      if fragment.utf8.count > 1, fragment.utf8.dropFirst().first != UInt8(ascii: "/") {
        reader.report(
          .badPointer, "a pointer begins with `#/`, and this is read as `#/\(fragment.dropFirst())`", node,
          severity: .warning, help: "write \"\(name)#/\(fragment.dropFirst())\"")
        fragment = "#/" + fragment.dropFirst()
      }
      guard let parsed = JSONPointer(fragment: fragment) else {
        reader.report(.badPointer, "`\(fragment)` is not a JSON pointer", node, help: "write \"\(name)#/group\"")
        return nil
      }
      pointer = parsed.segments
    }
    let isDocument = Tokens.isNamedAsResolver(file) || Bytewise(file) == Bytewise(path)
    if isDocument, let first = pointer.first, first == "modifiers" || first == "resolutionOrder" {
      reader.report(
        .resolver, "a source cannot be in `\(first)` of a resolver document", node,
        help: "refer to a set of that document")
      return nil
    }
    return .init(file: file, pointer: pointer, leftOut: leftOut, range: tree.range(of: node))
  }

  /// The path in the bundle of a name that is relative to the document; nil for one outside.
  private func bundlePath(_ name: String) -> String? {
    if name.utf8.first == UInt8(ascii: "/") || name.utf8.contains(UInt8(ascii: ":")) || name.isEmpty { return nil }
    var segments = path.split(separator: "/").dropLast().map(String.init)
    for segment in name.split(separator: "/") {
      switch segment {
      case ".": continue
      case "..": if segments.popLast() == nil { return nil }
      default: segments.append(String(segment))
      }
    }
    return segments.joined(separator: "/")
  }

  private mutating func refuseKey(_ member: SourceTree.Member, _ keys: [String]) {
    let key = tree.key(of: member)
    reader.report(
      .unknownKey, "a resolver document has no `\(key)` here", member.key,
      help: Suggestion.didYouMean(key, among: keys) ?? "remove it; the members are: \(keys.joined(separator: ", "))")
  }
}

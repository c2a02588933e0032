// SPDX-License-Identifier: GPL-2.0-or-later

import TextComparison
import ThemeModel
import ThemeSyntax

/// Reads a resolver document. Invalid parts are left out, with a finding at their places.
struct ResolverDocumentReader {
  private var sources: ResolverSourceReader
  private var reader: DeclarationReader {
    get { sources.reader }
    _modify { yield &sources.reader }
  }

  static let rootKeys = [
    "name", "version", "description", "sets", "modifiers", "resolutionOrder", "$schema", "$defs", "$extensions",
  ]
  static let modifierKeys = ["contexts", "default", "description", "$extensions", "type", "name", "$ref"]

  static func declarations(of tree: SourceTree, path: String) -> Declarations {
    var reader = ResolverDocumentReader(sources: ResolverSourceReader(reader: DeclarationReader(tree), path: path))
    if let document = reader.read() { reader.reader.builder.setResolver(document) }
    reader.sources.noteErrors()
    return reader.reader.builder.declarations
  }

  private init(sources: ResolverSourceReader) { self.sources = sources }

  private var tree: SourceTree { sources.tree }

  // MARK: The document

  private mutating func read() -> ResolverDocument? {
    guard let root = tree.root else { return nil }
    guard tree.kind(of: root) == .object else {
      reader.report(
        .resolver, "a resolver document is an object, and this is \(reader.words(root))", root,
        help: "write { \"version\": \"2025.10\", \"resolutionOrder\": […] }")
      return nil
    }
    let members = reader.members(of: root)
    for member in members where !Self.rootKeys.containsBytewise(tree.key(of: member)) {
      sources.refuse(key: member, Self.rootKeys)
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
    let named = items.reduce(into: BytewiseSet()) { names, item in
      if case .modifier(let modifier) = item { names.insert(modifier.name) }
    }
    return ResolverDocument(items: items, idleModifiers: modifiers.filter { !named.contains($0.name) })
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
          _ = sources.read(set: named.value, at: pointer)
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
        items.append(.set(.init(name: name, sources: sources.read(set: element, at: pointer))))
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
      return sources.external(text, reference.value, leavingOut: [], at: pointer).map {
        .set(.init(name: text, sources: [$0]))
      }
    }
    guard let target = text.flatMap(JSONPointer.init(fragment:))?.segments, target.count == 2,
      let node = sources.node(at: target), target[0] == "sets" || target[0] == "modifiers"
    else {
      reader.report(
        .resolver, text.map { "\(quotedText($0)) is not a set or modifier of this document" } ?? "`$ref` is a text",
        reference.value,
        help: sources.suggestion(text) ?? "write \"#/sets/NAME\" or \"#/modifiers/NAME\"")
      return nil
    }
    let overrides = members.filter { !tree.key(of: $0, is: "$ref") }
    if target[0] == "sets" {
      if overrides.contains(where: { tree.key(of: $0, is: "sources") }) {
        return .set(.init(name: target[1], sources: sources.read(set: item, at: pointer)))
      }
      return .set(.init(name: target[1], sources: sources.read(set: node, at: target)))
    }
    return modifier(node, named: target[1], at: target, overriding: overrides, itemAt: pointer, isReported: false)
      .map { .modifier($0) }
  }

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
    let before = reader.builder.declarations.reported.mark
    let members = reader.members(of: node)
    if isReported {
      for member in members where !Self.modifierKeys.containsBytewise(tree.key(of: member)) {
        sources.refuse(key: member, Self.modifierKeys)
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
        .init(
          name: key, sources: sources.read(context.value, at: contexts.pointer + ["contexts", key], of: "a context")))
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
    if !isReported, overriding.isEmpty { reader.builder.dropFindings(since: before) }
    return .init(
      name: name, contexts: named, defaultContext: usual == nil ? nil : isKnown ? defaultContext : named[0].name,
      range: tree.range(of: contexts.member.key))
  }
}

// SPDX-License-Identifier: GPL-2.0-or-later

import TextComparison
import ThemeModel
import ThemeSyntax

/// Reads the sources of sets and contexts in a resolver document: files, sets, and tokens in the document itself.
struct ResolverSourceReader {
  var reader: DeclarationReader
  /// Relative to the bundle's root.
  let path: String
  /// The sources of sets, by the sets' places; nil while they are being read.
  private var sets: [SourceTree.Node: [ResolverDocument.Source]?] = [:]
  private var sourceCount = 0
  /// By object that a pointer led through: the values of its members. Of several members with one key the last one counts.
  private var members: [SourceTree.Node: BytewiseDictionary<SourceTree.Node>] = [:]
  /// The references to other places than sets that are being followed.
  private var open: [SourceTree.Node] = []
  /// The number of all references that are being followed.
  private var depth = 0
  /// The pointers to sets and modifiers.
  private var pointers = NameSuggester()

  static let setKeys = ["sources", "description", "$extensions", "type", "name", "$ref"]

  init(reader: DeclarationReader, path: String) {
    self.reader = reader
    self.path = path
  }

  /// Whether a value is a set: an object with `sources`.
  static func isSet(_ node: SourceTree.Node, in tree: SourceTree) -> Bool {
    tree.members(of: node).contains { tree.key(of: $0, is: "sources") && tree.kind(of: $0.value) == .array }
  }

  /// The declarations of a set that another document refers to.
  static func declarations(of tree: SourceTree, set: SourceTree.Node, at pointer: [String], path: String)
    -> Declarations
  {
    var reader = ResolverSourceReader(reader: DeclarationReader(tree), path: path)
    let sources = reader.read(set: set, at: pointer)
    reader.reader.builder.setResolver(ResolverDocument(set: sources))
    reader.noteErrors()
    return reader.reader.builder.declarations
  }

  /// A document with an error keeps its last good state as a whole: sources, sets and modifiers refer to each other.
  mutating func noteErrors() {
    if reader.builder.declarations.findings.contains(where: { $0.severity == .error }) {
      reader.builder.noteMisshapen()
    }
  }

  var tree: SourceTree { reader.tree }

  // MARK: Sources

  /// The sources of a set, which are read once.
  mutating func read(set node: SourceTree.Node, at pointer: [String]) -> [ResolverDocument.Source] {
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
    for member in members where !Self.setKeys.containsBytewise(tree.key(of: member)) {
      refuse(key: member, Self.setKeys)
    }
    var found: [ResolverDocument.Source] = []
    if let list = members.first(where: { tree.key(of: $0, is: "sources") }) {
      found = read(list.value, at: pointer + ["sources"], of: "`sources`")
    } else if let reference = members.first(where: { tree.key(of: $0, is: "$ref") }) {
      found = referredSources(reference.value, leavingOut: [], from: pointer) ?? []
    } else {
      reader.report(.resolver, "a set has `sources`", node, help: "write \"sources\": [{ \"$ref\": \"FILE.json\" }]")
    }
    sets[node] = .some(found)
    return found
  }

  mutating func read(
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
    let own = ResolverDocument.Source(
      file: nil, pointer: pointer, leftOut: [], place: pointer, range: tree.range(of: node))
    guard let reference = members.first(where: { tree.key(of: $0, is: "$ref") }) else {
      guard let slip = members.first(where: isMisspeltReference) else { return [own] }
      refuse(key: slip, ["$ref"])
      return []
    }
    let beside = members.map { tree.key(of: $0) }.filter { $0 != "$ref" }
    guard let found = referredSources(reference.value, leavingOut: beside, from: pointer) else { return [] }
    if beside.isEmpty { return found }
    return found
      + [.init(file: nil, pointer: pointer, leftOut: ["$ref"], place: pointer, range: tree.range(of: node))]
  }

  private static let referenceKey = KnownWords(["$ref"])

  private func isMisspeltReference(_ member: SourceTree.Member) -> Bool {
    let key = tree.key(of: member)
    return tree.kind(of: member.value) == .string && Self.referenceKey.misspelt(key, KeyEnds(key)) != nil
  }

  /// The sources that a `$ref` leads to; nil for one that is reported.
  private mutating func referredSources(
    _ node: SourceTree.Node, leavingOut leftOut: [String], from pointer: [String]
  ) -> [ResolverDocument.Source]? {
    guard let text = tree.string(of: node) else {
      reader.report(.badPointer, "`$ref` is a text", node, help: "write \"FILE.json\" or \"#/sets/NAME\"")
      return nil
    }
    if text.utf8.first != UInt8(ascii: "#") {
      return external(text, node, leavingOut: leftOut, at: pointer).map { [$0] }
    }
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
      refuse("\(quotedText(text)) is not a JSON pointer", "write \"#/sets/NAME\"", .badPointer)
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
      refuse("this refers to a set that contains it", "refer to another set")
      return nil
    }
    guard depth < ResolverDocument.maximumDepth else {
      refuse(
        "more than \(ResolverDocument.maximumDepth) references lead to each other here", "let them name their files",
        .limit)
      return nil
    }
    depth += 1
    defer { depth -= 1 }
    if Self.isSet(found, in: tree) || place.count == 2 && place[0] == "sets" { return read(set: found, at: place) }
    guard tree.members(of: found).contains(where: { tree.key(of: $0, is: "$ref") }) else {
      return [.init(file: nil, pointer: place, leftOut: leftOut, place: pointer, range: tree.range(of: node))]
    }
    guard !open.contains(found) else {
      refuse("this refers to itself", "remove one of the references")
      return nil
    }
    open.append(found)
    defer { open.removeLast() }
    return source(found, at: place).map {
      .init(
        file: $0.file, pointer: $0.pointer, leftOut: $0.leftOut + leftOut, place: pointer, range: tree.range(of: node))
    }
  }

  /// The value at a pointer. Reads the members of an object once, since a document may name each of them.
  mutating func node(at pointer: [String]) -> SourceTree.Node? {
    guard var node = tree.root else { return nil }
    for segment in pointer {
      guard let next = self.node(at: segment, below: node) else { return nil }
      node = next
    }
    return node
  }

  private mutating func node(at segment: String, below node: SourceTree.Node) -> SourceTree.Node? {
    guard tree.kind(of: node) == .object else { return tree.node(at: [segment], below: node) }
    if let known = members[node] { return known[segment] }
    let table = BytewiseDictionary(tree.members(of: node).map { (tree.key(of: $0), $0.value) }) { _, last in last }
    members[node] = table
    return table[segment]
  }

  /// The value at a pointer and its own place: references on the way are followed.
  private mutating func resolved(_ pointer: [String]) -> (node: SourceTree.Node, place: [String])? {
    guard var node = tree.root else { return nil }
    var place: [String] = []
    var rest = pointer[...]
    var steps = 0
    while let segment = rest.first {
      if let next = self.node(at: segment, below: node) {
        node = next
        place.append(segment)
        rest.removeFirst()
        continue
      }
      steps += 1
      guard steps < ResolverDocument.maximumDepth,
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
  mutating func external(
    _ text: String, _ node: SourceTree.Node, leavingOut leftOut: [String], at place: [String]
  ) -> ResolverDocument.Source? {
    let end = text.utf8.firstIndex(of: UInt8(ascii: "#")) ?? text.endIndex
    let name = String(text[..<end])
    guard let file = Self.path(of: name, from: path) else {
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
    return .init(file: file, pointer: pointer, leftOut: leftOut, place: place, range: tree.range(of: node))
  }

  /// The path in the bundle of a file that a document names relative to itself; nil for one outside.
  static func path(of name: String, from document: String) -> String? {
    if name.utf8.first == UInt8(ascii: "/") || name.utf8.contains(UInt8(ascii: ":")) || name.isEmpty { return nil }
    let separator = UInt8(ascii: "/")
    var segments = document.utf8.split(separator: separator).dropLast().map { String(Substring($0)) }
    for segment in name.utf8.split(separator: separator) {
      switch Substring(segment) {
      case ".": continue
      case "..": if segments.popLast() == nil { return nil }
      default: segments.append(String(Substring(segment)))
      }
    }
    return segments.joined(separator: "/")
  }

  // MARK: Findings

  /// The name of a set or modifier that is nearest to a reference to none.
  mutating func suggestion(_ text: String?) -> String? {
    guard let text, let root = tree.root else { return nil }
    let tree = tree
    return pointers.didYouMean(text) {
      ["sets", "modifiers"].flatMap { key in
        guard let group = tree.members(of: root).first(where: { tree.key(of: $0) == key }) else { return [String]() }
        return tree.members(of: group.value).map { "#/\(key)/\(tree.key(of: $0))" }
      }
    }
  }

  /// Reports a key that the format does not have. It is an error where a key of the format is meant, whose value is lost.
  mutating func refuse(key member: SourceTree.Member, _ keys: [String]) {
    let key = tree.key(of: member)
    let meant = Suggestion.didYouMean(key, among: keys)
    reader.report(
      .unknownKey, "a resolver document has no `\(key)` here", member.key, severity: meant == nil ? nil : .error,
      help: meant ?? "remove it; the members are: \(keys.joined(separator: ", "))")
  }
}

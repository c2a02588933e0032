// SPDX-License-Identifier: GPL-2.0-or-later

import ThemeModel
import ThemeSyntax

/// The common part of the readers of all dialects: the tree of a file, its declarations, and the path of the present value, for
/// findings.
struct DeclarationReader {
  let tree: SourceTree
  var builder: DeclarationBuilder
  /// The present id; nil outside of ids.
  var id: Step?
  /// The path from the id down to the present value, without the id.
  var path: [Step] = []
  /// Suffixes of keys, which findings leave out.
  let suffixes: KeySuffixes

  /// A part of a place. Its text is made for findings only.
  enum Step {
    case member(SourceTree.Member)
    case key(String)
    case element(Int)
  }

  /// The key of a value within its object; none for the value of an id and for elements of arrays.
  struct Place {
    var key: String?
    var keyRange = ByteRange(0, 0)
    /// Without `[]`, which costs a call for an option set of another module.
    var flags = Declarations.Flags(rawValue: 0)

    func with(_ flags: Declarations.Flags) -> Place { Place(key: key, keyRange: keyRange, flags: flags) }
  }

  /// - Parameter nodes: declarations to reserve storage for.
  init(_ tree: SourceTree, suffixes: KeySuffixes = .none, reserving nodes: Int = 0) {
    self.tree = tree
    self.suffixes = suffixes
    builder = nodes > 0 ? DeclarationBuilder(reserving: nodes) : DeclarationBuilder()
  }

  // MARK: The file

  /// The effective members of an object: of members with one key, the last. See `SourceTree.effectiveMembers`.
  mutating func members(of object: SourceTree.Node) -> [SourceTree.Member] {
    var findings: [Finding] = []
    let members = tree.effectiveMembers(of: object, reporting: { findings.append($0) })
    for finding in findings { builder.report(finding) }
    return members
  }

  /// A number, a boolean or null; nil for other kinds, and for a number that was reported as LV2011.
  func scalar(_ node: SourceTree.Node) -> Value? {
    switch tree.kind(of: node) {
    case .number: tree.number(of: node).map { .number($0) }
    case .bool: tree.bool(of: node).map { .bool($0) }
    case .null: .null
    case .object, .array, .string, .invalid: nil
    }
  }

  /// The kind of a value in words.
  func words(_ node: SourceTree.Node) -> String {
    switch tree.kind(of: node) {
    case .object: "a dictionary"
    case .array: "an array"
    case .string: "a text"
    case .number: "a number"
    case .bool: "a boolean"
    case .null: "null"
    case .invalid: "no value"
    }
  }

  // MARK: Declarations

  mutating func leaf(_ value: Value, _ node: SourceTree.Node, _ place: Place = Place()) {
    builder.leaf(
      .literal, operand: builder.literal(value), flags: place.flags, key: place.key, keyRange: place.keyRange,
      range: tree.range(of: node))
  }

  mutating func leaf(_ operation: Declarations.Operation, _ node: SourceTree.Node, _ place: Place = Place()) {
    builder.leaf(operation, key: place.key, keyRange: place.keyRange, range: tree.range(of: node))
  }

  // MARK: Findings

  /// A place in the file; nil in a file that is not a text.
  func range(of node: SourceTree.Node) -> ByteRange? { tree.hasPlaces ? tree.range(of: node) : nil }

  /// Related places; none in a file that is not a text.
  func related(_ places: [(message: String, node: SourceTree.Node)]) -> [Finding.Related] {
    tree.hasPlaces ? places.map { .init(message: $0.message, range: tree.range(of: $0.node)) } : []
  }

  /// A finding about the present value, at a node.
  ///
  /// - Parameter named: the id, outside of ids.
  func finding(
    _ code: DiagnosticCode, _ message: String, _ node: SourceTree.Node, severity: Severity? = nil,
    id named: String? = nil, related: [(message: String, node: SourceTree.Node)] = [], help: String,
    respelling: Finding.Respelling? = nil
  ) -> Finding {
    var finding = Finding(
      code, message, severity: severity, range: range(of: node), id: named ?? id.map(text),
      path: path.isEmpty ? nil : path.map { Path.escape(text($0)) }.joined(separator: "/"),
      related: self.related(related), help: help)
    finding.respelling = respelling
    return finding
  }

  /// Reports a finding about the present value, at a node.
  mutating func report(
    _ code: DiagnosticCode, _ message: String, _ node: SourceTree.Node, severity: Severity? = nil,
    id named: String? = nil, related: [(message: String, node: SourceTree.Node)] = [], help: String,
    respelling: Finding.Respelling? = nil
  ) {
    builder.report(
      finding(
        code, message, node, severity: severity, id: named, related: related, help: help, respelling: respelling))
  }

  /// The key or number of a step, without a device suffix.
  func text(_ step: Step) -> String {
    switch step {
    case .member(let member): suffixes.without(tree.key(of: member))
    case .key(let key): key
    case .element(let index): String(index)
    }
  }
}

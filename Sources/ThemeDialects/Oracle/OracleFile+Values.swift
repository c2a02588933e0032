// SPDX-License-Identifier: GPL-2.0-or-later

import ThemeModel
import ThemeSyntax

/// The values of resources and of styles' properties.
extension OracleFile {
  mutating func declare(_ node: SourceTree.Node, _ place: Place) {
    switch tree.kind(of: node) {
    case .object: declareObject(node, place)
    case .array: declareArray(node, place)
    case .string: declareText(tree.string(of: node) ?? "", node, place)
    case .number, .bool, .null, .invalid: declareVerbatim(node, place)
    }
  }

  mutating func declareArray(_ node: SourceTree.Node, _ place: Place) {
    builder.begin(.array, key: place.key, keyRange: place.keyRange, range: tree.range(of: node))
    for (index, element) in tree.elements(of: node).enumerated() {
      path.append(String(index))
      declare(element, Place())
      path.removeLast()
    }
    builder.end()
  }

  private mutating func declareText(_ text: String, _ node: SourceTree.Node, _ place: Place) {
    let read = TypedText(text)
    if let problem = read.problem {
      report(
        problem.code, problem.message, node, severity: problem.severity, help: problem.help,
        respelling: problem.respelling)
    }
    switch read.meaning {
    case .literal(let value): leaf(value, node, place, flags: read.problem?.severity == .error ? .isFaulty : [])
    case .nothing: leaf(.invalid, node, place)
    case .resource(let name):
      guard let target = operand(name, node, place) else { return }
      builder.leaf(
        .reference, operand: target, key: place.key, keyRange: place.keyRange, range: tree.range(of: node))
    case .colorOfResource(let name):
      guard let target = operand(name, node, place) else { return }
      builder.begin(.colorReference, key: place.key, keyRange: place.keyRange, range: tree.range(of: node))
      builder.leaf(.reference, operand: target, flags: .needsColor, range: tree.range(of: node))
      builder.end()
    }
  }

  /// What refers to a resource. Nil in a resource, which must not: then the value is declared as one that cannot be used.
  private mutating func operand(_ resource: String, _ node: SourceTree.Node, _ place: Place) -> UInt32? {
    switch list {
    case .styles: return builder.id(resource, in: .constants)
    case .resources:
      report(
        .resourceToResource, "a resource cannot point to another resource, and this points to `\(resource)`", node,
        help: "write the value itself, or refer to `\(resource)` where this resource is used")
      leaf(.invalid, node, place)
      return nil
    }
  }

  // MARK: Verbatim values

  /// Objects that are values pass through; the texts in them are plain texts.
  private mutating func declareObject(_ node: SourceTree.Node, _ place: Place) {
    builder.begin(.object, key: place.key, keyRange: place.keyRange, range: tree.range(of: node))
    for member in members(of: node) {
      let inner = Place(key: tree.key(of: member), keyRange: tree.keyRange(of: member))
      switch tree.kind(of: member.value) {
      case .object: declareObject(member.value, inner)
      case .array, .string, .number, .bool, .null, .invalid: declareVerbatim(member.value, inner)
      }
    }
    builder.end()
  }

  private mutating func declareVerbatim(_ node: SourceTree.Node, _ place: Place) {
    if let value = verbatim(node) { leaf(value, node, place) } else { leaf(.invalid, node, place) }
  }

  /// A value as it stands in the file; nil when a part of it cannot be used.
  private mutating func verbatim(_ node: SourceTree.Node) -> Value? {
    switch tree.kind(of: node) {
    case .null: return .null
    case .bool: return tree.bool(of: node).map { .bool($0) }
    case .number: return tree.number(of: node).map { .number($0) }
    case .string: return tree.string(of: node).map { .string($0) }
    case .invalid: return nil
    case .array:
      var elements: [Value] = []
      for element in tree.elements(of: node) {
        guard let value = verbatim(element) else { return nil }
        elements.append(value)
      }
      return .array(elements)
    case .object:
      var result: [Value.Member] = []
      for member in members(of: node) {
        guard let value = verbatim(member.value) else { return nil }
        result.append(.init(key: tree.key(of: member), value: value))
      }
      return .object(result)
    }
  }
}

// SPDX-License-Identifier: GPL-2.0-or-later

import ThemeModel
import ThemeSyntax

/// The values of resources and of styles' properties.
extension OracleFile {
  mutating func declare(_ node: SourceTree.Node, _ place: Place) {
    switch reader.tree.kind(of: node) {
    case .object: declareObject(node, place)
    case .array: declareArray(node, place)
    case .string: declareText(reader.tree.string(of: node) ?? "", node, place)
    case .number, .bool, .null, .invalid: declareVerbatim(node, place)
    }
  }

  mutating func declareArray(_ node: SourceTree.Node, _ place: Place) {
    reader.builder.begin(.array, key: place.key, keyRange: place.keyRange, range: reader.tree.range(of: node))
    for (index, element) in reader.tree.elements(of: node).enumerated() {
      reader.path.append(.element(index))
      declare(element, Place())
      reader.path.removeLast()
    }
    reader.builder.end()
  }

  private mutating func declareText(_ text: String, _ node: SourceTree.Node, _ place: Place) {
    let read = TypedText(text)
    if let problem = read.problem {
      reader.report(
        problem.code, problem.message, node, severity: problem.severity, help: problem.help,
        respelling: problem.respelling)
    }
    switch read.meaning {
    case .literal(let value): reader.leaf(value, node, place.with(read.problem?.severity == .error ? .isFaulty : []))
    case .nothing: reader.leaf(.invalid, node, place)
    case .resource(let name):
      guard let target = operand(name, node, place) else { return }
      reader.builder.leaf(
        .reference, operand: target, key: place.key, keyRange: place.keyRange, range: reader.tree.range(of: node))
    case .colorOfResource(let name):
      guard let target = operand(name, node, place) else { return }
      reader.builder.begin(
        .colorReference, key: place.key, keyRange: place.keyRange, range: reader.tree.range(of: node))
      reader.builder.leaf(.reference, operand: target, flags: .needsColor, range: reader.tree.range(of: node))
      reader.builder.end()
    }
  }

  /// The operand of a reference to a resource. Nil within a resource, where references are invalid: the value is declared as
  /// unusable.
  private mutating func operand(_ resource: String, _ node: SourceTree.Node, _ place: Place) -> UInt32? {
    switch list {
    case .styles: return reader.builder.id(resource, in: .constants)
    case .resources:
      reader.report(
        .resourceToResource, "a resource cannot refer to another resource, and this one refers to `\(resource)`", node,
        help: "write the value itself, or refer to `\(resource)` where this resource is used")
      reader.leaf(.invalid, node, place)
      return nil
    }
  }

  // MARK: Verbatim values

  /// Objects as values stay as they are, and their texts are plain texts.
  private mutating func declareObject(_ node: SourceTree.Node, _ place: Place) {
    reader.builder.begin(.object, key: place.key, keyRange: place.keyRange, range: reader.tree.range(of: node))
    for member in reader.members(of: node) {
      let inner = Place(key: reader.tree.key(of: member), keyRange: reader.tree.keyRange(of: member))
      switch reader.tree.kind(of: member.value) {
      case .object: declareObject(member.value, inner)
      case .array, .string, .number, .bool, .null, .invalid: declareVerbatim(member.value, inner)
      }
    }
    reader.builder.end()
  }

  private mutating func declareVerbatim(_ node: SourceTree.Node, _ place: Place) {
    if let value = verbatim(node) { reader.leaf(value, node, place) } else { reader.leaf(.invalid, node, place) }
  }

  /// A value as written in the file; nil if a part of it cannot be used.
  private mutating func verbatim(_ node: SourceTree.Node) -> Value? {
    switch reader.tree.kind(of: node) {
    case .null, .bool, .number: return reader.scalar(node)
    case .string: return reader.tree.string(of: node).map { .string($0) }
    case .invalid: return nil
    case .array:
      var elements: [Value] = []
      for element in reader.tree.elements(of: node) {
        guard let value = verbatim(element) else { return nil }
        elements.append(value)
      }
      return .array(elements)
    case .object:
      var result: [Value.Member] = []
      for member in reader.members(of: node) {
        guard let value = verbatim(member.value) else { return nil }
        result.append(.init(key: reader.tree.key(of: member), value: value))
      }
      return .object(result)
    }
  }
}

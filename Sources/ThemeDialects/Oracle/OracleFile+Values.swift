// SPDX-License-Identifier: GPL-2.0-or-later

import ThemeModel
import ThemeSyntax

/// The values of resources and of styles' properties.
extension OracleFile {
  mutating func declare(_ node: SourceTree.Node, _ place: Place) {
    switch reader.tree.kind(of: node) {
    case .object: declareObject(node, place, Dotted(property: place.key, steps: reader.path.count))
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
    if text.utf8.first != UInt8(ascii: "@"), let slip = slip(text, place) {
      reader.report(slip.code, slip.message, node, severity: .warning, help: "write \"\(slip.meant)\"")
      return reader.leaf(.string(text), node, place.with(slip.code == .looksLikeConstant ? .isFaulty : []))
    }
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

  /// A text without `@` that was probably meant as a value. It stays a text.
  private mutating func slip(_ text: String, _ place: Place) -> UntypedText? {
    let isResource = list == .resources
    var key = place.key
    if isResource, reader.path.isEmpty, case .key(let name)? = reader.id { key = name }
    return UntypedText(text, under: key, isResource: isResource) {
      !isResource && resourceNames.contains($0, in: reader.tree)
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
  private mutating func declareObject(_ node: SourceTree.Node, _ place: Place, _ dotted: Dotted) {
    reader.builder.begin(.object, key: place.key, keyRange: place.keyRange, range: reader.tree.range(of: node))
    for member in reader.members(of: node) {
      let inner = Place(key: reader.tree.key(of: member), keyRange: reader.tree.keyRange(of: member))
      reader.path.append(.member(member))
      switch reader.tree.kind(of: member.value) {
      case .object: declareObject(member.value, inner, dotted)
      case .string:
        reportUnread(member.value, dotted)
        declareVerbatim(member.value, inner)
      case .array, .number, .bool, .null, .invalid: declareVerbatim(member.value, inner)
      }
      reader.path.removeLast()
    }
    reader.builder.end()
  }

  /// Reports a typed text in an object, which stays a text.
  private mutating func reportUnread(_ node: SourceTree.Node, _ dotted: Dotted) {
    guard let text = reader.tree.string(of: node), text.utf8.first == UInt8(ascii: "@"),
      TypedText(text).problem?.code != .unknownType
    else { return }
    let way = path(dotted).map { "write the property as `\($0)` in the style itself" }
    reader.report(
      .looksLikeConstant, "`\(text)` is only a text here, since values in objects are not read", node, severity: .info,
      help: way ?? "write the value outside of the object")
  }

  /// The dotted path of the present value. Nil where it leads to no property, and for one that is too long to be read.
  private func path(_ dotted: Dotted) -> String? {
    let steps = reader.path.dropFirst(dotted.steps)
    guard let property = dotted.property, steps.count <= 8 else { return nil }
    let path = ([property] + steps.map(reader.text)).joined(separator: ".")
    return path.utf8.count <= 200 ? path : nil
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

/// Where the dotted paths of properties begin that an object could be written as.
private struct Dotted {
  /// The property with the object; nil where a dotted path leads to no property.
  let property: String?
  /// The steps to the property.
  let steps: Int
}

// SPDX-License-Identifier: MIT

import TextComparison

/// Values that consist of values of other types.
extension TokenReading {
  /// The good parts of a composite value; nil when there is none.
  mutating func composite(
    _ token: WrittenToken, _ type: TokenType, others: [String] = [],
    _ other: (inout Self, String, WrittenToken) -> Value? = { _, _, _ in nil }
  ) -> Value? {
    let keys = type.parts.map(\.key)
    guard
      let members = members(
        of: token, keys + others, "a \(type.rawValue)",
        help: "write an object with the parts \(keys.joined(separator: ", "))")
    else { return nil }
    var parts: [Value.Member] = []
    for part in type.parts {
      guard let member = members[part.key] else {
        unwritten.append((path + [part.key]).joined(separator: "/"))
        lackingParts.append(path + [part.key])
        continue
      }
      guard let value = within(part.key, { $0.content(of: member, as: part.type) }) else {
        lackingParts.append(path + [part.key])
        continue
      }
      let clamped: Value =
        if type == .gradient, case .number(let position) = value { .number(min(1, max(0, position))) } else { value }
      parts.append(.init(key: part.key, value: clamped))
    }
    if parts.isEmpty { return nil }
    for key in others {
      guard let member = members[key] else { continue }
      if let value = within(key, { other(&$0, key, member) }) {
        parts.append(.init(key: key, value: value))
      } else {
        lackingParts.append(path + [key])
      }
    }
    return .object(parts)
  }

  /// A shadow or a gradient: a list, of which each element is a composite value.
  mutating func list(_ token: WrittenToken, of type: TokenType) -> Value? {
    let help = "write an array of objects"
    if type == .shadow, token.object != nil {
      return shadowLayer(token).map { typed(type.rawValue, .array([$0]), token) }
    }
    guard let elements = token.elements else {
      return refuse(token, type == .shadow ? "an object or an array" : "an array of stops", help: help)
    }
    if elements.isEmpty { return problem(.badTokenValue, "this \(type.rawValue) is empty", help: help) }
    var values: [Value] = []
    for (index, element) in elements.enumerated() {
      let value: Value? = within(String(index)) { reading in
        if case .token(let value) = element { return reading.onlyElement(of: value, type) }
        return type == .shadow ? reading.shadowLayer(element) : reading.composite(element, type)
      }
      if let value { values.append(value) } else { lackingParts.append(path + [String(index)]) }
    }
    return values.isEmpty ? nil : typed(type.rawValue, .array(values), token)
  }

  /// Within a list, a reference to a token with a list of one element means that element.
  private mutating func onlyElement(of value: Value, _ type: TokenType) -> Value? {
    guard let list = checked(value, is: type) else { return nil }
    if case .array(let elements) = list.tokenContent, elements.count == 1 { return elements[0] }
    return problem(
      .badTokenValue, "this token has several elements, and one is needed here",
      help: "refer to a token with one element, or to one element of it: { \"$ref\": \"#/group/token/$value/0\" }")
  }

  private mutating func shadowLayer(_ token: WrittenToken) -> Value? {
    let layer = composite(token, .shadow, others: ["inset"]) { reading, _, member in
      if case .bool(let inset)? = member.scalar { return .bool(inset) }
      return reading.refuse(member, "true or false", help: "write true for a shadow within, or leave it out")
    }
    guard case .object(var members)? = layer else { return nil }
    if !members.contains(where: { $0.key == "inset" }) { members.append(.init(key: "inset", value: .bool(false))) }
    return .object(members)
  }

  private static let strokeStyles = ["solid", "dashed", "dotted", "double", "groove", "ridge", "outset", "inset"]
  private static let lineCaps = ["round", "butt", "square"]

  mutating func strokeStyle(_ token: WrittenToken) -> Value? {
    func help() -> String {
      let names = Self.strokeStyles.joined(separator: ", ")
      return "write one of: \(names); or { \"dashArray\": […], \"lineCap\": \"round\" }"
    }
    if let name = token.string {
      if Self.strokeStyles.containsBytewise(name) { return typed("strokeStyle", .string(name), token) }
      return problem(
        .badTokenValue, "\(quotedText(name)) is not a stroke style",
        help: Suggestion.didYouMean(name, among: Self.strokeStyles) ?? help())
    }
    guard let members = members(of: token, ["dashArray", "lineCap"], "a strokeStyle", help: help()) else { return nil }
    var parts: [Value.Member] = []
    for key in ["dashArray", "lineCap"] {
      guard let member = members[key] else {
        unwritten.append((path + [key]).joined(separator: "/"))
        lackingParts.append(path + [key])
        continue
      }
      let value = within(key) { key == "dashArray" ? $0.dashArray(member) : $0.lineCap(member) }
      if let value { parts.append(.init(key: key, value: value)) } else { lackingParts.append(path + [key]) }
    }
    return parts.isEmpty ? nil : typed("strokeStyle", .object(parts), token)
  }

  private mutating func dashArray(_ token: WrittenToken) -> Value? {
    guard let elements = token.elements else { return refuse(token, "an array of dimensions", help: "write an array") }
    var dashes: [Value] = []
    for (index, element) in elements.enumerated() {
      guard let dash = within(String(index), { $0.content(of: element, as: .dimension) }) else { return nil }
      dashes.append(dash)
    }
    return .array(dashes)
  }

  private mutating func lineCap(_ token: WrittenToken) -> Value? {
    if let name = token.string, Self.lineCaps.containsBytewise(name) { return .string(name) }
    if token.hasUnresolved { return nil }
    return problem(
      .badTokenValue, "a line cap is round, butt or square", help: "write \"round\", \"butt\" or \"square\"")
  }
}

// SPDX-License-Identifier: MIT

import JSONText
import TextComparison

/// Reads the value of a design token as one of a type, and collects the problems.
///
/// It follows the Design Tokens format 2025.10. Drafts of the format are read, too, with a warning each. A value that does not
/// fit is nil. A composite value consists of its good parts.
package struct TokenReading {
  package private(set) var problems: [TokenProblem] = []
  /// The paths of parts that are missing or wrong in a composite value.
  package private(set) var lackingParts: [[String]] = []
  /// Those of them that are written.
  package var failedParts: [[String]] { lackingParts.filter { !unwritten.contains($0.joined(separator: "/")) } }
  /// Parts that are not written.
  private var unwritten: [String] = []
  /// From the value down to the part that is being read.
  private var path: [String] = []

  package init() {}

  /// The value of a token.
  ///
  /// - Parameters:
  ///   - type: the name of its type.
  ///   - requiresAllParts: whether a composite value with a missing or wrong part is none.
  package mutating func value(of token: WrittenToken, type name: String, requiresAllParts: Bool) -> Value? {
    guard let type = TokenType(rawValue: name) else {
      if token.hasUnresolved { return nil }
      return typed(name, token.content, token)
    }
    let value = value(of: token, as: type)
    if !unwritten.isEmpty {
      let names = unwritten.map { "`\($0)`" }.joined(separator: ", ")
      problems.append(
        TokenProblem(
          .missingPart, [], "this \(name) lacks \(names)",
          help: unwritten.count == 1 ? "write this part" : "write these parts"))
    }
    return requiresAllParts && !lackingParts.isEmpty ? nil : value
  }

  private func typed(_ type: String, _ value: Value, _ token: WrittenToken) -> Value {
    if type == TokenType.number.rawValue { return value }
    let written = token.written
    return .typed(TypedValue(type: type, value: value, written: written == value ? nil : written))
  }

  // MARK: Values and parts

  private mutating func value(of token: WrittenToken, as type: TokenType) -> Value? {
    if token.isUnresolved { return nil }
    if case .token(let value) = token { return checked(value, is: type) }
    if case .string(let text)? = token.scalar, Self.hasReference(text) { return refuseReference(in: text) }
    switch type {
    case .color: return color(token)
    case .number:
      guard let number = token.number else { return refuse(token, "a number", help: "write a number") }
      return .number(number)
    case .dimension: return measure(token, type, units: ["px", "rem"])
    case .duration: return measure(token, type, units: ["ms", "s"])
    case .fontFamily: return fontFamily(token)
    case .fontWeight: return fontWeight(token)
    case .cubicBezier: return cubicBezier(token)
    case .strokeStyle: return strokeStyle(token)
    case .border, .transition, .typography:
      return composite(token, type).map { typed(type.rawValue, $0, token) }
    case .shadow, .gradient: return list(token, of: type)
    }
  }

  /// The value of another token, which has to be of a type.
  private mutating func checked(_ value: Value, is type: TokenType) -> Value? {
    if Bytewise(value.tokenType) == Bytewise(type.rawValue) { return value }
    return problem(
      .typeMismatch, "expected a token of type \(type.rawValue) here, but this one is of type \(value.tokenType)",
      help: "refer to a token of type \(type.rawValue)")
  }

  /// The content of a part of a value.
  private mutating func content(of token: WrittenToken, as type: TokenType) -> Value? {
    value(of: token, as: type)?.tokenContent
  }

  private mutating func within<Result>(_ key: String, _ body: (inout Self) -> Result) -> Result {
    path.append(key)
    defer { path.removeLast() }
    return body(&self)
  }

  // MARK: Problems

  private mutating func problem(
    _ code: DiagnosticCode, _ message: String, help: String, replacement: Value? = nil
  ) -> Value? {
    problems.append(TokenProblem(code, path, message, help: help, replacement: replacement))
    return nil
  }

  private mutating func refuse(_ token: WrittenToken, _ expected: String, help: String) -> Value? {
    if token.hasUnresolved { return nil }
    var help = help
    if case .token = token { help += "; for a part of another token write { \"$ref\": \"#/group/token/$value/part\" }" }
    return problem(.badTokenValue, "expected \(expected) here, but this is \(token.words)", help: help)
  }

  private mutating func outOfRange(_ what: String, _ range: String) -> Value? {
    problem(.outOfRange, "\(what) is outside of its range", help: "write a number \(range)")
  }

  private mutating func noteDraft(_ text: String, as value: Value) {
    _ = problem(
      .draftForm, "`\(text)` is the form of an earlier draft", help: "write \(value.json.text)", replacement: value)
  }

  private static func hasReference(_ text: String) -> Bool {
    text.utf8.contains(UInt8(ascii: "{")) && text.utf8.contains(UInt8(ascii: "}"))
  }

  private mutating func refuseReference(in text: String) -> Value? {
    problem(
      .badTokenValue, "a reference has to be the whole text, but this one is a part of `\(text)`",
      help: "write nothing but `{group.token}`")
  }

  /// The members of an object by their keys. Refuses other values and keys.
  private mutating func members(
    of token: WrittenToken, _ keys: [String], _ expected: String, help: String
  ) -> BytewiseDictionary<WrittenToken>? {
    guard let object = token.object else {
      _ = refuse(token, expected, help: help)
      return nil
    }
    var members: BytewiseDictionary<WrittenToken> = [:]
    for (key, value) in object {
      if keys.containsBytewise(key) {
        members[key] = value
      } else {
        within(key) { reading in
          _ = reading.problem(
            .badTokenValue, "\(expected) has no part `\(key)`",
            help: Suggestion.didYouMean(key, among: keys) ?? "remove it; the parts are: \(keys.joined(separator: ", "))"
          )
        }
        lackingParts.append(path + [key])
      }
    }
    return members
  }
}

// MARK: - Simple values

extension TokenReading {
  private mutating func measure(_ token: WrittenToken, _ type: TokenType, units: [String]) -> Value? {
    let list = units.map { "\"\($0)\"" }.joined(separator: " or ")
    let help = "write { \"value\": NUMBER, \"unit\": \(list) }"
    if let text = token.string {
      guard let draft = Self.draft(text, units: units) else {
        return problem(.badTokenValue, "`\(text)` is not a \(type.rawValue)", help: help)
      }
      noteDraft(text, as: draft)
      return typed(type.rawValue, draft, token)
    }
    let before = problems.count
    guard let members = members(of: token, ["value", "unit"], "a \(type.rawValue)", help: help) else { return nil }
    guard problems.count == before, !token.hasUnresolved else { return nil }
    guard let value = members["value"], let unit = members["unit"] else {
      let missing = members["value"] == nil ? "value" : "unit"
      return problem(.badTokenValue, "this \(type.rawValue) has no `\(missing)`", help: help)
    }
    guard let number = value.number else {
      return within("value") { $0.refuse(value, "a number", help: "write a number without its unit") }
    }
    guard let name = unit.string, units.containsBytewise(name) else {
      return within("unit") {
        $0.problem(.badTokenValue, "the unit of a \(type.rawValue) is \(list)", help: "write \(list)")
      }
    }
    return typed(type.rawValue, Self.measure(number, name), token)
  }

  private static func measure(_ number: Double, _ unit: String) -> Value {
    .object([.init(key: "value", value: .number(number)), .init(key: "unit", value: .string(unit))])
  }

  /// `16px`, as drafts of the format wrote it.
  private static func draft(_ text: String, units: [String]) -> Value? {
    for unit in units.sorted(by: { $0.utf8.count > $1.utf8.count }) {
      guard let digits = text.without(ending: unit), let number = Self.number(digits) else { continue }
      return measure(number, unit)
    }
    return nil
  }

  private static func number(_ text: String) -> Double? {
    let isPlain = text.utf8.allSatisfy {
      (0x30...0x39).contains($0) || $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "-")
    }
    guard isPlain, let number = Double(text), number.isFinite else { return nil }
    return number
  }

  private mutating func fontFamily(_ token: WrittenToken) -> Value? {
    let help = "write the name of a font, or an array of names"
    if let name = token.string { return typed("fontFamily", .array([.string(name)]), token) }
    guard let elements = token.elements else { return refuse(token, "a name or an array of names", help: help) }
    if elements.isEmpty { return problem(.badTokenValue, "this list of fonts is empty", help: help) }
    var names: [Value] = []
    for (index, element) in elements.enumerated() {
      let name: Value? = within(String(index)) { reading in
        if case .token(let value) = element {
          guard let family = reading.checked(value, is: .fontFamily) else { return nil }
          if case .array(let names) = family.tokenContent, names.count == 1 { return names[0] }
          return reading.problem(
            .badTokenValue, "this token has several fonts, and stands for one here",
            help: "refer to a token with one font")
        }
        guard let name = element.string else {
          return reading.refuse(element, "the name of a font", help: "write a text")
        }
        return Self.hasReference(name) ? reading.refuseReference(in: name) : .string(name)
      }
      guard let name else { return nil }
      names.append(name)
    }
    return typed("fontFamily", .array(names), token)
  }

  private static let weights: [(name: String, weight: Double)] = [
    ("thin", 100), ("hairline", 100), ("extra-light", 200), ("ultra-light", 200), ("light", 300), ("normal", 400),
    ("regular", 400), ("book", 400), ("medium", 500), ("semi-bold", 600), ("demi-bold", 600), ("bold", 700),
    ("extra-bold", 800), ("ultra-bold", 800), ("black", 900), ("heavy", 900), ("extra-black", 950),
    ("ultra-black", 950),
  ]

  private mutating func fontWeight(_ token: WrittenToken) -> Value? {
    if let name = token.string {
      if let weight = Self.weights.first(where: { Bytewise($0.name) == Bytewise(name) }) {
        return typed("fontWeight", .number(weight.weight), token)
      }
      let names = Self.weights.map(\.name)
      let meant = names.first { $0 == name.lowercased() }
      return problem(
        .badTokenValue, "`\(name)` is not the name of a weight",
        help: meant.map { "write `\($0)`" } ?? Suggestion.didYouMean(name, among: names)
          ?? "write a number from 1 to 1000, or one of: \(names.joined(separator: ", "))")
    }
    guard let number = token.number else {
      return refuse(token, "a weight", help: "write a number from 1 to 1000, or a name such as \"bold\"")
    }
    guard (1...1000).contains(number) else { return outOfRange("the weight", "from 1 to 1000") }
    return typed("fontWeight", .number(number), token)
  }

  private mutating func cubicBezier(_ token: WrittenToken) -> Value? {
    let help = "write [x1, y1, x2, y2], with x from 0 to 1"
    guard let elements = token.elements else { return refuse(token, "an array of four numbers", help: help) }
    guard elements.count == 4 else {
      return problem(.badTokenValue, "a cubicBezier has four numbers, and this one \(elements.count)", help: help)
    }
    var numbers: [Value] = []
    for (index, element) in elements.enumerated() {
      let number: Value? = within(String(index)) { reading in
        guard let number = element.number else { return reading.refuse(element, "a number", help: "write a number") }
        let isInRange = index % 2 == 1 || (0...1).contains(number)
        return isInRange ? .number(number) : reading.outOfRange(index == 0 ? "x1" : "x2", "from 0 to 1")
      }
      guard let number else { return nil }
      numbers.append(number)
    }
    return typed("cubicBezier", .array(numbers), token)
  }
}

// MARK: - Colours

extension TokenReading {
  private static let colorHelp =
    "write { \"colorSpace\": \"srgb\", \"components\": [1, 0.5, 0] }, components as numbers or \"none\""

  private mutating func color(_ token: WrittenToken) -> Value? {
    if let text = token.string { return draftColor(text) }
    let before = problems.count
    let keys = ["colorSpace", "components", "alpha", "hex"]
    guard let members = members(of: token, keys, "a color", help: Self.colorHelp) else { return nil }
    guard problems.count == before, !token.hasUnresolved else { return nil }
    guard let space = space(members["colorSpace"]),
      let components = components(members["components"], in: space)
    else { return nil }
    var alpha = 1.0
    if let member = members["alpha"] {
      let value: Value? = within("alpha") { reading in
        guard let alpha = member.number else {
          return reading.refuse(member, "a number", help: "write a number from 0 to 1")
        }
        return (0...1).contains(alpha) ? .number(alpha) : reading.outOfRange("alpha", "from 0 to 1")
      }
      guard case .number(let number)? = value else { return nil }
      alpha = number
    }
    var hex: UInt32?
    if let member = members["hex"] {
      guard let number = within("hex", { $0.hex(member) }) else { return nil }
      // Another colour's fallback says nothing of this one.
      if members["components"]?.isLiteral ?? false, members["colorSpace"]?.isLiteral ?? false { hex = number }
    }
    let form: ColorInSpace.Form =
      switch (members["alpha"] != nil, members["hex"] != nil) {
      case (true, true): .whole
      case (true, false): .withoutHex
      case (false, true): .withoutAlpha
      case (false, false): .withoutBoth
      }
    return Value(ColorInSpace(space, components, alpha: alpha, hex: hex, form: form))
  }

  private mutating func draftColor(_ text: String) -> Value? {
    guard text.utf8.first == UInt8(ascii: "#"), let color = Color(draft: text) else {
      return problem(.badTokenValue, "`\(text)` is not a color", help: Self.colorHelp)
    }
    var members: [Value.Member] = [
      .init(key: "colorSpace", value: .string("srgb")),
      .init(key: "components", value: .array([color.red, color.green, color.blue].map { .number($0) })),
    ]
    if color.alpha < 1 { members.append(.init(key: "alpha", value: .number(color.alpha))) }
    members.append(.init(key: "hex", value: .string(color.hex)))
    noteDraft(text, as: .object(members))
    return Value(
      ColorInSpace(.srgb, (color.red, color.green, color.blue), alpha: color.alpha, hex: nil, form: .text))
  }

  private mutating func space(_ member: WrittenToken?) -> ColorSpace? {
    guard let member else {
      _ = problem(.badTokenValue, "this color has no `colorSpace`", help: Self.colorHelp)
      return nil
    }
    return within("colorSpace") { reading in
      if let name = member.string, let space = ColorSpace(rawValue: name) { return space }
      let names = ColorSpace.allCases.map(\.rawValue)
      _ = reading.problem(
        .badTokenValue, member.string.map { "`\($0)` is not a colour space" } ?? "a colour space is a text",
        help: member.string.flatMap { Suggestion.didYouMean($0, among: names) }
          ?? "write one of: \(names.joined(separator: ", "))")
      return nil
    }
  }

  private mutating func components(
    _ member: WrittenToken?, in space: ColorSpace
  ) -> (Double?, Double?, Double?)? {
    guard let member else {
      _ = problem(.badTokenValue, "this color has no `components`", help: Self.colorHelp)
      return nil
    }
    return within("components") { reading in
      guard let elements = member.elements else {
        _ = reading.refuse(member, "an array of three components", help: Self.colorHelp)
        return nil
      }
      guard elements.count == 3 else {
        _ = reading.problem(
          .badTokenValue, "a color has three components, and this one \(elements.count)", help: Self.colorHelp)
        return nil
      }
      var components: [Double?] = []
      for (index, element) in elements.enumerated() {
        guard let component = reading.component(element, index, in: space) else { return nil }
        components.append(component)
      }
      return (components[0], components[1], components[2])
    }
  }

  /// A component; nil within for `none`, nil for one that is wrong.
  private mutating func component(_ element: WrittenToken, _ index: Int, in space: ColorSpace) -> Double?? {
    within(String(index)) { reading in
      if let text = element.string, text == "none" { return .some(nil) }
      guard let number = element.number else {
        _ = reading.refuse(element, "a number or \"none\"", help: "write a number or \"none\"")
        return nil
      }
      let range = space.range(ofComponent: index)
      if range.contains(number) { return number }
      _ = reading.outOfRange("this component of \(space.rawValue)", range.words)
      return nil
    }
  }

  private mutating func hex(_ member: WrittenToken) -> UInt32? {
    if let text = member.string, text.utf8.first == UInt8(ascii: "#"), let color = Color(draft: text) {
      if text.utf8.count == 7 { return color.hexNumber }
      if text.utf8.count == 4 {
        noteDraft(text, as: .string(color.hex))
        return color.hexNumber
      }
    }
    _ = problem(
      .badTokenValue, "the hex of a color is a text of six digits", help: "write \"#rrggbb\", or leave it out")
    return nil
  }
}

// MARK: - Composite values

extension TokenReading {
  /// The good parts of a composite value; nil when there is none.
  private mutating func composite(
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
  private mutating func list(_ token: WrittenToken, of type: TokenType) -> Value? {
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

  /// A token of a list stands for its one element within another list.
  private mutating func onlyElement(of value: Value, _ type: TokenType) -> Value? {
    guard let list = checked(value, is: type) else { return nil }
    if case .array(let elements) = list.tokenContent, elements.count == 1 { return elements[0] }
    return problem(
      .badTokenValue, "this token has several elements, and stands for one here",
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

  private mutating func strokeStyle(_ token: WrittenToken) -> Value? {
    let names = Self.strokeStyles.joined(separator: ", ")
    let help = "write one of: \(names); or { \"dashArray\": […], \"lineCap\": \"round\" }"
    if let name = token.string {
      if Self.strokeStyles.containsBytewise(name) { return typed("strokeStyle", .string(name), token) }
      return problem(
        .badTokenValue, "`\(name)` is not a stroke style",
        help: Suggestion.didYouMean(name, among: Self.strokeStyles) ?? help)
    }
    guard let members = members(of: token, ["dashArray", "lineCap"], "a strokeStyle", help: help) else { return nil }
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

// SPDX-License-Identifier: MIT

import TextComparison

/// Values whose parts are texts and numbers: measures, fonts and curves.
extension TokenReading {
  mutating func measure(_ token: WrittenToken, _ type: TokenType, units: [String]) -> Value? {
    func list() -> String { units.map { "\"\($0)\"" }.joined(separator: " or ") }
    func help() -> String { "write { \"value\": NUMBER, \"unit\": \(list()) }" }
    if let text = token.string {
      guard let draft = Self.draft(text, units: units) else {
        return problem(.badTokenValue, "\(quotedText(text)) is not a \(type.rawValue)", help: help())
      }
      noteDraft(text, as: draft)
      return typed(type.rawValue, draft, token)
    }
    let before = problems.count
    guard let members = members(of: token, ["value", "unit"], "a \(type.rawValue)", help: help()) else { return nil }
    guard problems.count == before, !token.hasUnresolved else { return nil }
    guard let value = members["value"], let unit = members["unit"] else {
      let missing = members["value"] == nil ? "value" : "unit"
      return problem(.badTokenValue, "this \(type.rawValue) has no `\(missing)`", help: help())
    }
    guard let number = value.number else {
      return within("value") { $0.refuse(value, "a number", help: "write a number without its unit") }
    }
    guard let name = unit.string, units.containsBytewise(name) else {
      return within("unit") {
        $0.problem(.badTokenValue, "the unit of a \(type.rawValue) is \(list())", help: "write \(list())")
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

  mutating func fontFamily(_ token: WrittenToken) -> Value? {
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
            .badTokenValue, "this token has several fonts, and one is needed here",
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

  mutating func fontWeight(_ token: WrittenToken) -> Value? {
    if let name = token.string {
      if let weight = Self.weights.first(where: { Bytewise($0.name) == Bytewise(name) }) {
        return typed("fontWeight", .number(weight.weight), token)
      }
      let names = Self.weights.map(\.name)
      let meant = names.first { $0 == name.lowercased() }
      return problem(
        .badTokenValue, "\(quotedText(name)) is not the name of a weight",
        help: meant.map { "write `\($0)`" } ?? Suggestion.didYouMean(name, among: names)
          ?? "write a number from 1 to 1000, or one of: \(names.joined(separator: ", "))")
    }
    guard let number = token.number else {
      return refuse(token, "a weight", help: "write a number from 1 to 1000, or a name such as \"bold\"")
    }
    guard (1...1000).contains(number) else { return outOfRange("the weight", "from 1 to 1000") }
    return typed("fontWeight", .number(number), token)
  }

  mutating func cubicBezier(_ token: WrittenToken) -> Value? {
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

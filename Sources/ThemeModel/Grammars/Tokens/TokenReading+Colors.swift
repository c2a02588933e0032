// SPDX-License-Identifier: MIT

import TextComparison

extension TokenReading {
  private static let colorHelp =
    "write { \"colorSpace\": \"srgb\", \"components\": [1, 0.5, 0] }, components as numbers or \"none\""

  mutating func color(_ token: WrittenToken) -> Value? {
    if let text = token.string { return draftColor(text) }
    if let color = Self.literalColor(token) { return Value(color) }
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
      // The fallback of a referenced colour does not apply to this colour.
      if members["components"]?.isLiteral ?? false, members["colorSpace"]?.isLiteral ?? false { hex = number }
    }
    let form = ColorInSpace.Form(hasAlpha: members["alpha"] != nil, hasHex: members["hex"] != nil)
    return Value(ColorInSpace(space, components, alpha: alpha, hex: hex, form: form))
  }

  /// The colour of a valid object of numbers and texts, as nearly all are. Nil for any other token, which is read member by member to
  /// find what is wrong: for a valid one that takes five times as long.
  private static func literalColor(_ token: WrittenToken) -> ColorInSpace? {
    guard case .literal(.object(let members)) = token else { return nil }
    var space: ColorSpace?
    var components: [Double] = []
    var (alpha, hex): (Double?, UInt32?)
    for member in members {
      switch (member.key, member.value) {
      case ("colorSpace", .string(let name)): space = ColorSpace(rawValue: name)
      case ("components", .array(let elements)):
        components = elements.compactMap { if case .number(let number) = $0 { number } else { nil } }
        guard components.count == elements.count else { return nil }
      case ("alpha", .number(let number)) where (0...1).contains(number): alpha = number
      case ("hex", .string(let text)) where text.utf8.count == 7:
        guard let color = Color(draft: text) else { return nil }
        hex = color.hexNumber
      default: return nil
      }
    }
    guard let space, components.count == 3,
      components.indices.allSatisfy({ space.range(ofComponent: $0).contains(components[$0]) })
    else { return nil }
    return ColorInSpace(
      space, (components[0], components[1], components[2]), alpha: alpha ?? 1, hex: hex,
      form: .init(hasAlpha: alpha != nil, hasHex: hex != nil))
  }

  private mutating func draftColor(_ text: String) -> Value? {
    guard text.utf8.first == UInt8(ascii: "#"), let color = Color(draft: text) else {
      return problem(.badTokenValue, "\(quotedText(text)) is not a color", help: Self.colorHelp)
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
        .badTokenValue, member.string.map { "\(quotedText($0)) is not a colour space" } ?? "a colour space is a text",
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

  /// A component: an inner nil for `none`, an outer nil for an invalid one.
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

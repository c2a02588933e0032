// SPDX-License-Identifier: MIT

import TextComparison
import ThemeModel

/// Reads what a program pushes as Redbeard reads a theme file: `ref://ID`, `inherits`, colours (`#` or `0x` and 6 or 8
/// digits) with the alpha beside them, `glyph://...` and objects that are fonts. What cannot be resolved is left out,
/// null is as if it were not written. Values that are resolved already, from a style that was handed out, stay as they
/// are.
struct PushedValues<Source: StyleSource> {
  let source: Source
  /// How many values references may still bring in: a small request must not unfold without end. What comes after is
  /// left out.
  private var room = 100_000

  init(source: Source) {
    self.source = source
  }

  /// The members of a change; `theme` stays as it is.
  mutating func change(_ members: [Value.Member]) -> [Value.Member] {
    read(members.filter { $0.key != "theme" }) + members.filter { $0.key == "theme" }
  }

  private mutating func read(_ members: [Value.Member]) -> [Value.Member] {
    let own = readOwn(members.filter { $0.key != "inherits" })
    guard case .string(let text)? = members.last(where: { $0.key == "inherits" })?.value,
      let id = redbeardReference(text), let parent = resolve(id), case .object = parent
    else { return own }
    var tree = PropertyTree()
    tree.lay(parent, layer: 0, source: nil)
    tree.lay(.object(own), layer: 0, source: nil)
    if case .object(let merged) = tree.value { return merged }
    return own
  }

  private mutating func readOwn(_ members: [Value.Member]) -> [Value.Member] {
    var values: [Value?] = []
    for member in members { values.append(read(member.value)) }
    let alphas = BytewiseDictionary(
      zip(members, values).compactMap { member, value -> (String, Double)? in
        guard member.key.hasSuffix("Alpha"), case .number(let alpha)? = value, (0...1).contains(alpha) else {
          return nil
        }
        return (String(member.key.dropLast("Alpha".count)), alpha)
      }, uniquingKeysWith: { $1 })
    return zip(members, values).compactMap { member, value in
      guard let value else { return nil }
      // Only a colour that is read here: in a style that was handed out its alpha is multiplied already.
      if case .string = member.value, case .color(var color) = value, let alpha = alphas[member.key] {
        color.alpha *= alpha
        return Value.Member(key: member.key, value: .color(color))
      }
      return Value.Member(key: member.key, value: value)
    }
  }

  /// The value of an id; nil when there is none, or no room for it.
  private mutating func resolve(_ id: String) -> Value? {
    guard room > 0, let value = source.constant(id) ?? source.style(id) else { return nil }
    room -= value.count
    return room < 0 ? nil : value
  }

  /// Nil when the value is left out.
  private mutating func read(_ value: Value) -> Value? {
    switch value {
    case .null: return nil
    case .string(let text): return read(text)
    case .array(let elements):
      var values: [Value] = []
      for element in elements {
        guard let value = element == .null ? .null : read(element) else { return nil }
        values.append(value)
      }
      return .array(values)
    case .object(let members):
      let isFont =
        members.allSatisfy { ["style", "name", "size"].contains($0.key) }
        && members.contains { $0.key == "style" || $0.key == "name" }
      return isFont ? font(read(members)) : .object(read(members))
    case .bool, .number, .color, .colorReference, .font, .image, .glyph, .point, .size, .rect, .edgeInsets, .calls:
      return value
    }
  }

  private mutating func read(_ text: String) -> Value? {
    if let id = redbeardReference(text) { return resolve(id) }
    if text.hasPrefix("glyph://") { return glyph(text.dropFirst("glyph://".count)) }
    return color(text).map(Value.color) ?? .string(text)
  }

  private func color(_ text: some StringProtocol) -> Color? {
    guard text.hasPrefix("#") || text.hasPrefix("0x") else { return nil }
    let digits = text.dropFirst(text.hasPrefix("#") ? 1 : 2)
    guard digits.utf8.count == 6 || digits.utf8.count == 8, digits.allSatisfy({ $0.isASCII && $0.isHexDigit }),
      let number = UInt32(digits.utf8.count == 6 ? "\(digits)ff" : String(digits), radix: 16)
    else { return nil }
    func component(_ shift: UInt32) -> Double { Double(number >> shift & 255) / 255 }
    return Color(red: component(24), green: component(16), blue: component(8), alpha: component(0))
  }

  private func font(_ members: [Value.Member]) -> Value? {
    var font = Font()
    for member in members {
      switch (member.key, member.value) {
      case ("name", .string(let name)): font.name = name
      case ("style", .string(let style)): font.textStyle = style
      case ("size", .number(let size)): font.size = size
      default: return nil
      }
    }
    return .font(font)
  }

  /// `NAME[/COLOUR[/HEIGHT]]`; the colour is `#hex` or an id, which may hold slashes.
  private func glyph(_ text: Substring) -> Value? {
    var parts = text.split(separator: "/", omittingEmptySubsequences: false)[...]
    guard let icon = parts.popFirst(), !icon.isEmpty else { return nil }
    var glyph = Glyph(name: String(icon))
    if parts.count >= 2 {
      guard let height = parts.popLast().flatMap({ Double($0) }), height.isFinite, height > 0 else { return nil }
      glyph.height = height
    }
    if parts.isEmpty { return .glyph(glyph) }
    let name = parts.joined(separator: "/")
    let color = name.hasPrefix("#") ? color(name).map(Value.color) : source.constant(name)
    guard case .color(let color)? = color else { return nil }
    glyph.color = color
    return .glyph(glyph)
  }
}

/// The id in `ref://ID`.
func redbeardReference(_ text: String) -> String? {
  text.hasPrefix("ref://") ? String(text.dropFirst("ref://".count)) : nil
}

extension Value {
  /// The number of values in it, itself included.
  var count: Int {
    switch self {
    case .array(let elements): elements.reduce(1) { $0 + $1.count }
    case .object(let members): members.reduce(1) { $0 + $1.value.count }
    case .calls(let calls): calls.reduce(1) { $0 + $1.reduce(1) { $0 + $1.count } }
    case .null, .bool, .number, .string, .color, .colorReference, .font, .image, .glyph, .point, .size, .rect,
      .edgeInsets:
      1
    }
  }
}

// SPDX-License-Identifier: MIT

import TextComparison
import ThemeModel

/// Reads pushed values by the grammar of theme files (`RedbeardText`): references, `inherits`, colours with the
/// alpha beside them, glyphs and fonts. A value that cannot be resolved is left out, null is as if it were not written.
/// Values that are resolved already, from a style that was handed out, stay as they are.
struct PushedValues<Source: StyleSource> {
  let source: Source
  /// The number of values that references may still add: a small request must not expand without end. Further values are left
  /// out.
  private var valuesLeft = 100_000

  init(source: Source) {
    self.source = source
  }

  /// The members of a change; `theme` stays as it is.
  mutating func change(_ members: [Value.Member]) -> [Value.Member] {
    read(members.filter { $0.key != RedbeardText.themeKey }) + members.filter { $0.key == RedbeardText.themeKey }
  }

  private mutating func read(_ members: [Value.Member]) -> [Value.Member] {
    let own = readOwn(members.filter { $0.key != RedbeardText.inheritsKey })
    guard case .string(let text)? = members.last(where: { $0.key == RedbeardText.inheritsKey })?.value,
      let id = RedbeardText.reference(text), let parent = resolve(id), case .object = parent
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
        guard member.key.hasSuffix(RedbeardText.alphaSuffix), case .number(let alpha)? = value, (0...1).contains(alpha)
        else {
          return nil
        }
        return (String(member.key.dropLast(RedbeardText.alphaSuffix.count)), alpha)
      }, uniquingKeysWith: { $1 })
    return zip(members, values).compactMap { member, value in
      guard let value else { return nil }
      // Only for a colour that is read here: in a resolved style, the alpha is multiplied already.
      if case .string = member.value, case .color(var color) = value, let alpha = alphas[member.key] {
        color.alpha *= alpha
        return Value.Member(key: member.key, value: .color(color))
      }
      return Value.Member(key: member.key, value: value)
    }
  }

  /// The value of an id; nil for an unknown id, and for a value past the limit.
  private mutating func resolve(_ id: String) -> Value? {
    guard valuesLeft > 0, let value = source.constant(id) ?? source.style(id) else { return nil }
    valuesLeft -= value.count
    return valuesLeft < 0 ? nil : value
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
      guard RedbeardText.isFont(members.map(\.key)) else { return .object(read(members)) }
      return RedbeardText.font(read(members)).map(Value.font)
    case .bool, .number, .color, .colorInSpace, .colorReference, .font, .image, .glyph, .point, .size, .rect,
      .edgeInsets, .calls, .typed:
      return value
    }
  }

  private mutating func read(_ text: String) -> Value? {
    if let id = RedbeardText.reference(text) { return resolve(id) }
    do throws(RedbeardText.GlyphFault) {
      if let (glyph, colorID) = try RedbeardText.glyph(text) { return self.glyph(glyph, colorID) }
    } catch {
      return nil
    }
    return RedbeardText.color(Array(text.utf8)[...]).map(Value.color) ?? .string(text)
  }

  private func glyph(_ glyph: Glyph, _ colorID: String?) -> Value? {
    guard let colorID else { return .glyph(glyph) }
    guard case .color(let color)? = source.constant(colorID) else { return nil }
    var glyph = glyph
    glyph.color = color
    return .glyph(glyph)
  }
}

extension Value {
  /// The number of values in it, itself included.
  var count: Int {
    switch self {
    case .array(let elements): elements.reduce(1) { $0 + $1.count }
    case .object(let members): members.reduce(1) { $0 + $1.value.count }
    case .calls(let calls): calls.reduce(1) { $0 + $1.reduce(1) { $0 + $1.count } }
    case .typed(let token): token.value.count
    case .null, .bool, .number, .string, .color, .colorInSpace, .colorReference, .font, .image, .glyph, .point, .size,
      .rect,
      .edgeInsets:
      1
    }
  }
}

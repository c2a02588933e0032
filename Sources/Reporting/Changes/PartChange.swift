// SPDX-License-Identifier: GPL-2.0-or-later

import StyledText
import TextComparison
import ThemeModel

/// A part of a composite value that differs between two values: a member of an object, or an element of an array.
struct PartChange {
  /// Keys and indices from the value down.
  let path: [String]
  /// Nil for an added part.
  let old: Value?
  /// Nil for a removed part.
  let new: Value?

  /// A line has room for few of them.
  private static let maximumParts = 8

  /// The first parts that differ, as deep as both values have them; none if one of the values has no parts, or if the values are
  /// arrays of different lengths.
  static func parts(from old: Value, to new: Value) -> [PartChange] {
    var parts: [PartChange] = []
    _ = collect(old, new, [], into: &parts)
    return parts
  }

  /// Returns false if the values are compared as wholes.
  private static func collect(_ old: Value, _ new: Value, _ path: [String], into parts: inout [PartChange]) -> Bool {
    guard let before = old.parts, let after = new.parts, before.isList == after.isList else { return false }
    if before.isList, before.members.count != after.members.count { return false }
    let known = BytewiseDictionary(before.members.map { ($0.key, $0.value) }, uniquingKeysWith: { $1 })
    let kept = BytewiseSet(after.members.map(\.key))
    for member in after.members where parts.count < maximumParts {
      let earlier = known[member.key]
      if let earlier, earlier == member.value { continue }
      let path = path + [member.key]
      if let earlier, collect(earlier, member.value, path, into: &parts) { continue }
      parts.append(PartChange(path: path, old: earlier, new: member.value))
    }
    for member in before.members where parts.count < maximumParts && !kept.contains(member.key) {
      parts.append(PartChange(path: path + [member.key], old: member.value, new: nil))
    }
    return true
  }

  /// The parts before and after: `lineHeight 1.5` and `1.6`. Several parts, and added or removed ones, have their names in both.
  static func cells(_ parts: [PartChange]) -> (old: StyledLine, new: StyledLine) {
    var cells = (old: StyledLine(), new: StyledLine())
    if parts.count == 1, let old = parts[0].old, let new = parts[0].new {
      cells.old.append("\(parts[0].name) ")
      cells.old.append(part: old)
      cells.new.append(part: new)
      return cells
    }
    for (number, part) in parts.enumerated() {
      part.append(part.old, isFirst: number == 0, to: &cells.old)
      part.append(part.new, isFirst: number == 0, to: &cells.new)
    }
    return cells
  }

  private var name: String { path.joined(separator: ".") }

  private func append(_ value: Value?, isFirst: Bool, to line: inout StyledLine) {
    if !isFirst { line.append(", ") }
    line.append(value == nil ? "no \(name)" : "\(name) ")
    if let value { line.append(part: value) }
  }
}

extension StyledLine {
  fileprivate mutating func append(part value: Value) {
    if value.isMeasure { append(TypedValue(type: "", value: value).shortText) } else { append(value) }
  }
}

extension Value {
  /// The parts of a composite value, without the type of a token; nil for a value that is read as a whole.
  fileprivate var parts: (members: [Member], isList: Bool)? {
    switch self {
    case .typed(let token): return token.value.parts
    case .object(let members) where members.map(\.key) == ["$type", "$value"]: return members[1].value.parts
    case .object(let members): return isMeasure ? nil : (members, false)
    case .array(let elements):
      return (elements.enumerated().map { Member(key: String($0), value: $1) }, true)
    case .null, .bool, .number, .string, .color, .colorInSpace, .colorReference, .font, .image, .glyph, .point, .size,
      .rect, .edgeInsets, .calls:
      return nil
    }
  }

  /// Whether it is a number with a unit.
  fileprivate var isMeasure: Bool {
    guard case .object(let members) = self else { return false }
    return members.map(\.key) == ["value", "unit"]
  }
}

// SPDX-License-Identifier: GPL-2.0-or-later

import TextComparison
import ThemeDialects
import ThemeEngine
import ThemeModel

/// The kind of a value, by which it fits at a place.
enum ValueKind: Hashable {
  case color, number, text, font, image, object, other

  init(_ value: Value) {
    switch value {
    case .color, .colorInSpace, .colorReference: self = .color
    case .number: self = .number
    case .string: self = .text
    case .font: self = .font
    case .image, .glyph: self = .image
    case .object: self = .object
    case .typed, .null, .bool, .array, .point, .size, .rect, .edgeInsets, .calls: self = .other
    }
  }

  private static let numberEndings = ["width", "height", "radius", "size", "alpha", "spacing", "margin", "padding"]

  /// By the name of a property; nil for a name that says nothing.
  init?(key: String) {
    let name = key.lowercased()
    if name.hasSuffix("color") || name.hasSuffix("colour") || name == "fill" {
      self = .color
    } else if name.hasSuffix("font") {
      self = .font
    } else if name.hasSuffix("image") {
      self = .image
    } else if Self.numberEndings.contains(where: name.hasSuffix) {
      self = .number
    } else {
      return nil
    }
  }
}

/// The members that styles of the bundle have: their keys, and the values of one key elsewhere. The word at the place is none.
struct UsualMembers {
  private(set) var keys: [String] = []
  /// The texts of the key at the place.
  private(set) var texts: [String] = []
  /// The kind of value that the key at the place mostly has.
  private(set) var kind: ValueKind?

  private static let maximumTexts = 20

  init(_ place: CompletionPlace, _ editing: EditingPlace, maximumStyles: Int) {
    let bundle = place.file.bundle
    let key = place.isKey ? nil : place.place.keys.last { !$0.isEmpty }
    // Snapshots have the word, too.
    var known: BytewiseSet = ["", place.typed + place.rest]
    var kinds: [ValueKind: Int] = [:]
    let snapshot = bundle.snapshot
    // Other objects have names that authors choose.
    guard bundle.engine.dialectType?.isWithinStyle(editing) == true else {
      kind = key.flatMap(ValueKind.init)
      return
    }
    var left = maximumStyles
    bundle.engine.forEachID(in: snapshot) { id in
      guard left > 0 else { return false }
      guard id.isStyle else { return true }
      left -= 1
      guard case .object(let members)? = bundle.engine.value(of: id, in: snapshot) else { return true }
      for member in members {
        if place.isKey, known.insert(member.key) { keys.append(member.key) }
        guard let key, Bytewise(key) == Bytewise(member.key) else { continue }
        kinds[ValueKind(member.value), default: 0] += 1
        guard case .string(let text) = member.value, texts.count < Self.maximumTexts, known.insert(text) else {
          continue
        }
        texts.append(text)
      }
      return true
    }
    let usual = kinds.max { ($0.value, "\($0.key)") < ($1.value, "\($1.key)") }?.key
    kind = key.flatMap(ValueKind.init) ?? usual
    // Texts that are free, such as labels, are many: they are no words to choose from.
    if texts.count == Self.maximumTexts { texts = [] }
  }
}

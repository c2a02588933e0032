// SPDX-License-Identifier: MIT

import LiveryClient
import TextComparison
import ThemeComposition
import ThemeModel
import ThemedElements

/// The styles and constants of a theme that is followed.
///
/// What comes over the socket has no order, so that members and ids stand in that of their names.
struct FollowedTheme: StyleSource, Sendable {
  let snapshot: Theme.Snapshot

  func style(_ id: String) -> Value? { snapshot.styles[key: id].map(Value.init) }
  func constant(_ id: String) -> Value? { snapshot.constants[key: id].map(Value.init) }
  var styleIDs: [String] { snapshot.styles.keys }
}

extension Value {
  init(_ value: Theme.Value) {
    switch value {
    case .null: self = .null
    case .bool(let value): self = .bool(value)
    case .number(let value): self = .number(value)
    case .string(let value): self = .string(value)
    case .array(let elements): self = .array(elements.map(Value.init))
    case .object(let object):
      self = .object(
        object.members.sorted { Bytewise($0.key) < Bytewise($1.key) }.map {
          Member(key: $0.key, value: Value($0.value))
        })
    case .color(let color): self = .color(Color(color))
    case .colorReference(let color): self = .colorReference(Color(color))
    case .font(let font):
      self = .font(
        Font(
          name: font.name, textStyle: font.textStyle,
          system: font.system.flatMap { Font.System(rawValue: $0.rawValue) },
          size: font.size))
    case .image(let name): self = .image(name)
    case .glyph(let glyph):
      self = .glyph(Glyph(name: glyph.name, color: glyph.color.map(Color.init), height: glyph.height))
    case .point(let point): self = .point(x: point.x, y: point.y)
    case .size(let size): self = .size(width: size.width, height: size.height)
    case .rect(let rect):
      self = .rect(x: rect.origin.x, y: rect.origin.y, width: rect.size.width, height: rect.size.height)
    case .edgeInsets(let insets):
      self = .edgeInsets(top: insets.top, left: insets.left, bottom: insets.bottom, right: insets.right)
    case .calls(let calls): self = .calls(calls.map { $0.map(Value.init) })
    }
  }
}

extension Color {
  fileprivate init(_ color: Theme.Color) {
    self.init(red: color.red, green: color.green, blue: color.blue, alpha: color.alpha)
  }
}

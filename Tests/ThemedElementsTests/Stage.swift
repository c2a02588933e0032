// SPDX-License-Identifier: MIT

import JSONText
import Testing
import ThemeComposition
import ThemeModel
import ThemedElements

/// A program's interface of boxes, and the values that they receive.
final class Stage {
  let theming = Theming()
  fileprivate var given: [String] = []

  /// A stage without a theme.
  init() {}

  convenience init(_ dialect: String, styles: String, constants: String = "{}") throws {
    self.init()
    try show(dialect, styles: styles, constants: constants)
  }

  func box(_ name: String, _ themeClass: String = "Box", in container: Box? = nil) -> Box {
    let box = Box(name, themeClass, on: self)
    box.themeContainer = container
    container?.boxes.append(box)
    return box
  }

  /// Applies a theme; texts such as `#ff0000` are colours in it.
  func show(
    _ dialect: String, styles: String, constants: String = "{}", device: Context.Device? = nil
  ) throws {
    theming.applyTheme(try snapshot(dialect, styles: styles, constants: constants, device: device))
  }

  /// Runs an action and compares the values that boxes receive, in order: `NAME KEYPATH=VALUE`, and `NAME -KEYPATH` for values that the
  /// theme does not set any more.
  func check(
    _ what: String, gives expected: [String], sourceLocation: SourceLocation = #_sourceLocation,
    _ action: () throws -> Void
  ) rethrows {
    given = []
    try action()
    #expect(given == expected, "\(what)", sourceLocation: sourceLocation)
  }
}

func snapshot(
  _ dialect: String, styles: String, constants: String = "{}", device: Context.Device? = nil
) throws -> ThemeSnapshot {
  ThemeSnapshot(
    dialect: dialect, device: device,
    source: StyleTable(constants: try members(constants), styles: try members(styles)))
}

private func members(_ text: String) throws -> [Value.Member] {
  guard case .object(let members) = colored(Value(json: try JSONValue(parsing: Array(text.utf8)))) else { return [] }
  return members
}

private func colored(_ value: Value) -> Value {
  switch value {
  case .string(let text):
    guard text.hasPrefix("#"), let number = UInt32(text.dropFirst(), radix: 16) else { return value }
    func component(_ shift: UInt32) -> Double { Double(number >> shift & 255) / 255 }
    return .color(Color(red: component(16), green: component(8), blue: component(0)))
  case .object(let members): return .object(members.map { Value.Member(key: $0.key, value: colored($0.value)) })
  case .array(let elements): return .array(elements.map(colored))
  default: return value
  }
}

/// A colour is its hexadecimal number, everything else JSON.
func text(of value: Value) -> String {
  if case .color(let color) = value { color.hex } else { value.json.text }
}

/// An element that records its values.
class Box: Themeable {
  let name: String
  let theme: ThemeTracker
  var themeClass: String
  weak var themeContainer: (any Themeable)?
  var boxes: [Box] = []
  var themeChildren: [any Themeable] { boxes }
  /// By property: the boxes that it stands for.
  var targets: [String: [Box]] = [:]
  /// Runs an action for each value.
  var reaction: (_ keyPath: String) -> Void = { _ in }
  private unowned let stage: Stage

  init(_ name: String, _ themeClass: String, on stage: Stage) {
    self.name = name
    self.themeClass = themeClass
    self.stage = stage
    theme = ThemeTracker(in: stage.theming)
    theme.element = self
  }

  func applyThemeValue(_ value: ThemeValue, forKeyPath keyPath: String) {
    note("\(keyPath)=\(text(of: value))")
    reaction(keyPath)
  }

  func removeThemeValue(forKeyPath keyPath: String) { note("-\(keyPath)") }

  func themeTargets(forKey key: String) -> [any Themeable] { targets[key] ?? [] }

  func note(_ line: String) { stage.given.append("\(name) \(line)") }
}

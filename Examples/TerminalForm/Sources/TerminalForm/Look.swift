// SPDX-License-Identifier: MIT

import LiveryClient

/// How one element looks: a style, with the objects of the states that are on laid over it.
struct Look {
  /// The weakest first.
  private let layers: [Theme.Object]

  /// - Parameter states: those that are on; of two that say the same the later wins.
  init(_ style: Theme.Object, states: [String] = []) {
    layers = [style] + states.map { style.object("\($0)") }
  }

  func color(_ key: Theme.Path, default color: Theme.Color?) -> Theme.Color? {
    layers.reduce(color) { color, layer in
      if case .color(let own)? = layer[key] { own } else { color }
    }
  }

  func number(_ key: Theme.Path, default number: Double) -> Double {
    layers.reduce(number) { $1.number(key, default: $0) }
  }

  /// The text's colour with the alpha that stands beside it, or its own.
  func text(_ key: String, default color: Theme.Color?) -> Theme.Color? {
    guard var color = self.color("\(key)", default: color) else { return nil }
    color.alpha *= number("\(key)Alpha", default: 1)
    return color
  }

  /// Terminals have one face of one size; what is left of a font is whether it is bold.
  var isBold: Bool {
    layers.contains { layer in
      let font = layer.font("font", default: Theme.Font())
      return font.system == .bold || (font.name ?? "").contains("Bold") || (font.name ?? "").contains("Medium")
    }
  }

  /// Columns of the left margin of a list of top, left, bottom, right; a column is about 6 points wide.
  func padding(_ key: Theme.Path) -> Int {
    let margins = layers.reduce([Double]()) { $1.value(key, default: $0) }
    return margins.count == 4 ? columns(margins[1]) : 1
  }
}

/// Points as columns: about 6 points each, at most 12 of them.
func columns(_ points: Double) -> Int { cells(points / 6) }

/// Points as rows: about 14 points each, at most 12 of them.
func rows(_ points: Double) -> Int { cells(points / 14) }

private func cells(_ count: Double) -> Int { Int(max(0, min(12, count.rounded()))) }

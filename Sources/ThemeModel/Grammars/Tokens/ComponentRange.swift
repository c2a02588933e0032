// SPDX-License-Identifier: MIT

/// The range of a component of a colour space.
enum ComponentRange {
  case any
  case notNegative
  case upTo(Double)
  case hue

  func contains(_ number: Double) -> Bool {
    switch self {
    case .any: true
    case .notNegative: number >= 0
    case .upTo(let end): (0...end).contains(number)
    case .hue: number >= 0 && number < 360
    }
  }

  var words: String {
    switch self {
    case .any: "of any size"
    case .notNegative: "of 0 or more"
    case .upTo(let end): "from 0 to \(Int(end))"
    case .hue: "from 0 up to, but not including, 360"
    }
  }
}

extension ColorSpace {
  /// Whether three components are in their ranges. White of `xyz-d65` is not: its z is 1.089.
  package func admits(_ components: [Double]) -> Bool {
    components.enumerated().allSatisfy { range(ofComponent: $0.offset).contains($0.element) }
  }

  /// The range of a component by its place, after the colour module of the Design Tokens format 2025.10.
  func range(ofComponent index: Int) -> ComponentRange {
    switch self {
    case .srgb, .srgbLinear, .displayP3, .a98RGB, .prophotoRGB, .rec2020, .xyzD65, .xyzD50: .upTo(1)
    case .hsl, .hwb: index == 0 ? .hue : .upTo(100)
    case .lab: index == 0 ? .upTo(100) : .any
    case .oklab: index == 0 ? .upTo(1) : .any
    case .lch: [.upTo(100), .notNegative, .hue][index]
    case .oklch: [.upTo(1), .notNegative, .hue][index]
    }
  }
}

extension Color {
  /// A text of drafts of the format: `#rgb`, `#rrggbb` or `#rrggbbaa`. Nil for others.
  init?(draft text: String) {
    let digits = text.utf8.dropFirst()
    guard text.utf8.first == UInt8(ascii: "#"), [3, 6, 8].contains(digits.count) else { return nil }
    self.init(hexadecimal: ArraySlice(digits))
  }
}

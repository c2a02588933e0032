// SPDX-License-Identifier: MIT

/// A type of the Design Tokens format 2025.10.
package enum TokenType: String, Sendable, CaseIterable {
  case color, dimension, fontFamily, fontWeight, duration, cubicBezier, number
  case strokeStyle, border, transition, shadow, gradient, typography

  /// The parts of a composite value, in the order of the format; none for other types.
  package var parts: [TokenPartType] {
    switch self {
    case .border: [.init("color", .color), .init("width", .dimension), .init("style", .strokeStyle)]
    case .transition:
      [.init("duration", .duration), .init("delay", .duration), .init("timingFunction", .cubicBezier)]
    case .shadow:
      [
        .init("color", .color), .init("offsetX", .dimension), .init("offsetY", .dimension), .init("blur", .dimension),
        .init("spread", .dimension),
      ]
    case .gradient: [.init("color", .color), .init("position", .number)]
    case .typography:
      [
        .init("fontFamily", .fontFamily), .init("fontSize", .dimension), .init("fontWeight", .fontWeight),
        .init("letterSpacing", .dimension), .init("lineHeight", .number),
      ]
    case .color, .dimension, .fontFamily, .fontWeight, .duration, .cubicBezier, .number, .strokeStyle: []
    }
  }
}

/// A part of a composite value, which has a type of its own.
package struct TokenPartType {
  package let key: String
  package let type: TokenType

  init(_ key: String, _ type: TokenType) {
    self.key = key
    self.type = type
  }
}

// SPDX-License-Identifier: MIT

import Glibc
import LiveryClient

/// How many colours the terminal has.
enum ColorDepth {
  case none
  /// The 256 of xterm.
  case indexed
  case direct

  /// By NO_COLOR, COLORTERM and TERM.
  static var ofEnvironment: ColorDepth {
    func variable(_ name: String) -> String { getenv(name).map { String(cString: $0) } ?? "" }
    let term = variable("TERM")
    if !variable("NO_COLOR").isEmpty || term == "dumb" || term.isEmpty { return .none }
    if ["truecolor", "24bit"].contains(variable("COLORTERM")) || term.hasSuffix("-direct") { return .direct }
    return .indexed
  }

  /// The escape sequence that sets an ink, whatever was set before.
  func sequence(for ink: Ink) -> String {
    var codes = ["0"]
    if ink.isBold { codes.append("1") }
    if ink.isReversed { codes.append("7") }
    switch self {
    case .none: if ink.isFaint { codes.append("2") }
    case .indexed, .direct:
      if let background = ink.background { codes.append("48;\(code(background))") }
      if let text = ink.text { codes.append("38;\(code(text.over(ink.background ?? .white)))") }
    }
    return "\u{1B}[\(codes.joined(separator: ";"))m"
  }

  private func code(_ color: Theme.Color) -> String {
    let (red, green, blue) = color.bytes
    guard case .direct = self else { return "5;\(Self.index(Int(red), Int(green), Int(blue)))" }
    return "2;\(red);\(green);\(blue)"
  }

  /// The nearest of the colour cube and the greys.
  private static func index(_ red: Int, _ green: Int, _ blue: Int) -> Int {
    let levels = [0, 95, 135, 175, 215, 255]
    func nearest(_ value: Int) -> Int { levels.indices.min { abs(levels[$0] - value) < abs(levels[$1] - value) } ?? 0 }
    let cube = (nearest(red), nearest(green), nearest(blue))
    let grey = max(0, min(23, ((red + green + blue) / 3 - 3) / 10))
    func distance(_ r: Int, _ g: Int, _ b: Int) -> Int {
      (r - red) * (r - red) + (g - green) * (g - green) + (b - blue) * (b - blue)
    }
    let level = 8 + 10 * grey
    if distance(level, level, level) < distance(levels[cube.0], levels[cube.1], levels[cube.2]) { return 232 + grey }
    return 16 + 36 * cube.0 + 6 * cube.1 + cube.2
  }
}

extension Theme.Color {
  /// What is seen of a colour that may let another through.
  func over(_ below: Theme.Color) -> Theme.Color {
    func mix(_ own: Double, _ other: Double) -> Double { own * alpha + other * (1 - alpha) }
    return Theme.Color(red: mix(red, below.red), green: mix(green, below.green), blue: mix(blue, below.blue))
  }
}

// SPDX-License-Identifier: MIT

extension ColorSpace {
  /// The nearest colour that sRGB has, by the binary search with local MINDE of CSS Color Module Level 4: the chroma is reduced
  /// in OKLCh until clipping makes no difference that can be noticed.
  ///
  /// - Returns: red, green and blue with the transfer function of sRGB, each in 0...1.
  func mappedSRGB(_ components: ColorComponents) -> ColorComponents {
    switch self {
    case .srgb, .hsl, .hwb: return clipped(gammaSRGB(components))
    case .srgbLinear, .lab, .lch, .oklab, .oklch, .displayP3, .a98RGB, .prophotoRGB, .rec2020, .xyzD65, .xyzD50: break
    }
    let linear = linearSRGB(components)
    let origin = polar(inOklab(linearSRGB: linear))
    if origin.x >= 1 { return ColorComponents(repeating: 1) }
    if origin.x <= 0 { return ColorComponents(repeating: 0) }
    return (isInGamut(linear) ? linear : GamutSearch(origin).nearest).map(gammaOfSRGB)
  }
}

extension ColorInSpace {
  /// Whether `srgb` is this colour, to four digits, and not the nearest one.
  package var isInSRGB: Bool {
    let components = ColorComponents(first ?? 0, second ?? 0, third ?? 0)
    if space == .srgb {
      return all(components .>= ColorComponents(repeating: 0)) && all(components .<= ColorComponents(repeating: 1))
    }
    let linear = space.linearSRGB(components)
    return all(linear .>= ColorComponents(repeating: -0.0001)) && all(linear .<= ColorComponents(repeating: 1.0001))
  }
}

/// Searches for the largest chroma, at a lightness and a hue, whose colour is hardly different from a colour of sRGB.
private struct GamutSearch {
  /// The result, in linear sRGB.
  private(set) var nearest: ColorComponents

  /// The difference in Oklab that can just be noticed.
  private static let noticeable = 0.02
  private static let precision = 0.0001
  /// Halvings of any finite chroma.
  private static let maximumSteps = 1_100

  /// - Parameter origin: in OKLCh.
  init(_ origin: ColorComponents) {
    var current = origin
    nearest = clipped(ColorSpace.oklch.linearSRGB(current))
    if difference(nearest, current) < Self.noticeable { return }
    var low = 0.0
    var high = origin.y
    var isLowInGamut = true
    for _ in 0..<Self.maximumSteps where high - low > Self.precision {
      current.y = (low + high) / 2
      let linear = ColorSpace.oklch.linearSRGB(current)
      if isLowInGamut, isInGamut(linear) {
        low = current.y
        continue
      }
      nearest = clipped(linear)
      let difference = difference(nearest, current)
      guard difference < Self.noticeable else {
        high = current.y
        continue
      }
      if Self.noticeable - difference < Self.precision { return }
      isLowInGamut = false
      low = current.y
    }
  }

  /// The distance in Oklab of a colour in linear sRGB from one in OKLCh.
  private func difference(_ linear: ColorComponents, _ polar: ColorComponents) -> Double {
    let distance = inOklab(linearSRGB: linear) - inOklab(linearSRGB: ColorSpace.oklch.linearSRGB(polar))
    return (distance * distance).sum().squareRoot()
  }
}

/// Whether sRGB has a colour: the same with and without its transfer function.
private func isInGamut(_ components: ColorComponents) -> Bool {
  all(components .>= ColorComponents(repeating: 0)) && all(components .<= ColorComponents(repeating: 1))
}

/// A component that is not a number becomes 0.
private func clipped(_ components: ColorComponents) -> ColorComponents {
  components.map { $0 > 0 ? min($0, 1) : 0 }
}

// SPDX-License-Identifier: MIT

import func Glibc.cbrt
import func Glibc.pow

/// Conversions from sRGB into other colour spaces: the inverses of `ColorConversion`.
extension ColorSpace {
  /// The components of a colour of sRGB in this space. Of a grey the hue is 0.
  package func components(of color: Color) -> [Double] {
    let gamma = ColorComponents(color.red, color.green, color.blue)
    let linear = gamma.map(linearOfSRGB)
    let result =
      switch self {
      case .srgb: gamma
      case .srgbLinear: linear
      case .hsl: saturationAndLightness(gamma)
      case .hwb: whitenessAndBlackness(gamma)
      case .lab: cieLab(linear)
      case .lch: hueIsPositive(polar(cieLab(linear)))
      case .oklab: inOklab(linearSRGB: linear)
      case .oklch: hueIsPositive(polar(inOklab(linearSRGB: linear)))
      case .displayP3: (Matrix.displayP3.inverse * xyz(linear)).map(gammaOfSRGB)
      case .a98RGB: (Matrix.a98RGB.inverse * xyz(linear)).map { signed($0) { pow($0, 256.0 / 563) } }
      case .prophotoRGB: (Matrix.prophotoRGB.inverse * d50(linear)).map(gammaOfProphoto)
      case .rec2020: (Matrix.rec2020.inverse * xyz(linear)).map { signed($0) { pow($0, 1 / 2.4) } }
      case .xyzD65: xyz(linear)
      case .xyzD50: d50(linear)
      }
    return [result.x, result.y, result.z]
  }
}

private func xyz(_ linear: ColorComponents) -> ColorComponents { Matrix.srgb * linear }

private func d50(_ linear: ColorComponents) -> ColorComponents { Matrix.d65OfD50.inverse * xyz(linear) }

private func cieLab(_ linear: ColorComponents) -> ColorComponents {
  let white = ColorComponents(0.3457 / 0.3585, 1, (1 - 0.3457 - 0.3585) / 0.3585)
  let kappa = 24389.0 / 27
  let epsilon = 216.0 / 24389
  let f = (d50(linear) / white).map { $0 > epsilon ? cbrt($0) : (kappa * $0 + 16) / 116 }
  return ColorComponents(116 * f.y - 16, 500 * (f.x - f.y), 200 * (f.y - f.z))
}

/// A hue from 0 to 360; 0 where there is next to no chroma.
private func hueIsPositive(_ polar: ColorComponents) -> ColorComponents {
  guard polar.y > 1e-4 else { return ColorComponents(polar.x, 0, 0) }
  return ColorComponents(polar.x, polar.y, polar.z < 0 ? polar.z + 360 : polar.z)
}

// MARK: Hues

private func hue(_ rgb: ColorComponents) -> Double {
  let span = rgb.max() - rgb.min()
  guard span > 0 else { return 0 }
  let hue =
    if rgb.max() == rgb.x {
      (rgb.y - rgb.z) / span
    } else if rgb.max() == rgb.y {
      (rgb.z - rgb.x) / span + 2
    } else {
      (rgb.x - rgb.y) / span + 4
    }
  return hue < 0 ? hue * 60 + 360 : hue * 60
}

private func saturationAndLightness(_ rgb: ColorComponents) -> ColorComponents {
  let lightness = (rgb.min() + rgb.max()) / 2
  let reach = min(lightness, 1 - lightness)
  let saturation = reach > 0 ? (rgb.max() - lightness) / reach : 0
  return ColorComponents(hue(rgb), saturation * 100, lightness * 100)
}

private func whitenessAndBlackness(_ rgb: ColorComponents) -> ColorComponents {
  ColorComponents(hue(rgb), rgb.min() * 100, (1 - rgb.max()) * 100)
}

// MARK: Transfer functions

private func gammaOfProphoto(_ component: Double) -> Double {
  signed(component) { $0 >= 1.0 / 512 ? pow($0, 1 / 1.8) : 16 * $0 }
}

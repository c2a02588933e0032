// SPDX-License-Identifier: MIT

// The functions of libm, which is a part of the C library.
import func Glibc.atan2
import func Glibc.cbrt
import func Glibc.cos
import func Glibc.hypot
import func Glibc.pow
import func Glibc.sin

/// Three components of a colour.
typealias ColorComponents = SIMD3<Double>

/// Conversions between colour spaces, by the sample code of CSS Color Module Level 4. Colours out of a gamut keep their
/// components: they are below 0 or above 1.
extension ColorSpace {
  /// sRGB without its transfer function.
  func linearSRGB(_ components: ColorComponents) -> ColorComponents {
    switch self {
    case .srgb, .hsl, .hwb: gammaSRGB(components).map(linearOfSRGB)
    case .srgbLinear: components
    case .lab: linear(fromXYZ: d65(fromD50: xyz(fromLab: components)))
    case .lch: ColorSpace.lab.linearSRGB(rectangular(components))
    case .oklab: linear(fromXYZ: xyz(fromOklab: components))
    case .oklch: ColorSpace.oklab.linearSRGB(rectangular(components))
    case .displayP3: linear(fromXYZ: Matrix.displayP3 * components.map(linearOfSRGB))
    case .a98RGB: linear(fromXYZ: Matrix.a98RGB * components.map { signedPower($0, 563.0 / 256) })
    case .prophotoRGB: linear(fromXYZ: d65(fromD50: Matrix.prophotoRGB * components.map(linearOfProphoto)))
    case .rec2020: linear(fromXYZ: Matrix.rec2020 * components.map { signedPower($0, 2.4) })
    case .xyzD65: linear(fromXYZ: components)
    case .xyzD50: linear(fromXYZ: d65(fromD50: components))
    }
  }

  /// sRGB with its transfer function.
  func gammaSRGB(_ components: ColorComponents) -> ColorComponents {
    switch self {
    case .srgb: components
    case .hsl: rgb(hue: components.x, saturation: components.y / 100, lightness: components.z / 100)
    case .hwb: rgb(hue: components.x, whiteness: components.y / 100, blackness: components.z / 100)
    case .srgbLinear, .lab, .lch, .oklab, .oklch, .displayP3, .a98RGB, .prophotoRGB, .rec2020, .xyzD65, .xyzD50:
      linearSRGB(components).map(gammaOfSRGB)
    }
  }
}

// MARK: Oklab, which gamut mapping works in

/// Oklab of linear sRGB.
func inOklab(linearSRGB components: ColorComponents) -> ColorComponents {
  Matrix.oklabOfLMS * (Matrix.lmsOfXYZ * (Matrix.srgb * components)).map { cbrt($0) }
}

/// The lightness, chroma and hue of a colour with lightness, a and b; the hue in degrees.
func polar(_ components: ColorComponents) -> ColorComponents {
  ColorComponents(
    components.x, hypot(components.y, components.z), atan2(components.z, components.y) * 180 / Double.pi)
}

/// The lightness, a and b of a colour with lightness, chroma and hue.
private func rectangular(_ components: ColorComponents) -> ColorComponents {
  let angle = components.z * Double.pi / 180
  return ColorComponents(components.x, components.y * cos(angle), components.y * sin(angle))
}

private func xyz(fromOklab components: ColorComponents) -> ColorComponents {
  Matrix.xyzOfLMS * (Matrix.lmsOfOklab * components).map { $0 * $0 * $0 }
}

// MARK: CIE

private func linear(fromXYZ components: ColorComponents) -> ColorComponents { Matrix.srgbOfXYZ * components }

/// Bradford's adaptation of the white D50 to D65.
private func d65(fromD50 components: ColorComponents) -> ColorComponents { Matrix.d65OfD50 * components }

private func xyz(fromLab lab: ColorComponents) -> ColorComponents {
  let white = ColorComponents(0.3457 / 0.3585, 1, (1 - 0.3457 - 0.3585) / 0.3585)
  let kappa = 24389.0 / 27
  let epsilon = 216.0 / 24389
  let y = (lab.x + 16) / 116
  let f = ColorComponents(y + lab.y / 500, y, y - lab.z / 200)
  return f.map { $0 * $0 * $0 > epsilon ? $0 * $0 * $0 : (116 * $0 - 16) / kappa } * white
}

// MARK: Hues

private func rgb(hue: Double, saturation: Double, lightness: Double) -> ColorComponents {
  let turn = remainder(hue, 360) / 30
  let reach = saturation * min(lightness, 1 - lightness)
  return ColorComponents(0, 8, 4).map { offset in
    let place = remainder(offset + turn, 12)
    return lightness - reach * max(-1, min(place - 3, 9 - place, 1))
  }
}

private func rgb(hue: Double, whiteness: Double, blackness: Double) -> ColorComponents {
  if whiteness + blackness >= 1 { return ColorComponents(repeating: whiteness / (whiteness + blackness)) }
  let pure = rgb(hue: hue, saturation: 1, lightness: 0.5)
  return pure * (1 - whiteness - blackness) + ColorComponents(repeating: whiteness)
}

/// The remainder of a division, never below 0.
private func remainder(_ number: Double, _ divisor: Double) -> Double {
  let remainder = number.truncatingRemainder(dividingBy: divisor)
  return remainder < 0 ? remainder + divisor : remainder
}

// MARK: Transfer functions

func signed(_ component: Double, _ body: (Double) -> Double) -> Double {
  component < 0 ? -body(-component) : body(component)
}

private func signedPower(_ component: Double, _ exponent: Double) -> Double {
  signed(component) { pow($0, exponent) }
}

func linearOfSRGB(_ component: Double) -> Double {
  signed(component) { $0 <= 0.04045 ? $0 / 12.92 : pow(($0 + 0.055) / 1.055, 2.4) }
}

func gammaOfSRGB(_ component: Double) -> Double {
  signed(component) { $0 > 0.0031308 ? 1.055 * pow($0, 1 / 2.4) - 0.055 : 12.92 * $0 }
}

private func linearOfProphoto(_ component: Double) -> Double {
  signed(component) { $0 <= 16.0 / 512 ? $0 / 16 : pow($0, 1.8) }
}

extension ColorComponents {
  func map(_ body: (Double) -> Double) -> ColorComponents { ColorComponents(body(x), body(y), body(z)) }
}

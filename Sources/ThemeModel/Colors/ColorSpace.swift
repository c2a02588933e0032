// SPDX-License-Identifier: MIT

/// A colour space of CSS Color Module Level 4, by its name there and in the Design Tokens format 2025.10.
public enum ColorSpace: String, Sendable, CaseIterable {
  case srgb
  case srgbLinear = "srgb-linear"
  /// Hue in degrees, saturation and lightness from 0 to 100.
  case hsl
  /// Hue in degrees, whiteness and blackness from 0 to 100.
  case hwb
  /// CIE Lab: lightness from 0 to 100, a and b.
  case lab
  /// CIE LCh: lightness from 0 to 100, chroma, hue in degrees.
  case lch
  /// Lightness from 0 to 1, a and b.
  case oklab
  /// Lightness from 0 to 1, chroma, hue in degrees.
  case oklch
  case displayP3 = "display-p3"
  case a98RGB = "a98-rgb"
  case prophotoRGB = "prophoto-rgb"
  case rec2020
  case xyzD65 = "xyz-d65"
  case xyzD50 = "xyz-d50"
}

// SPDX-License-Identifier: MIT

import JSONText
import Testing
import ThemeModel

/// Published values: the tests of the Web Platform (css/css-color), of Color.js (conversions, gamut) and of the sample code of
/// CSS Color Module Level 4.
@Suite struct ColorConversionTests {
  /// The colour in sRGB, in percent as the tests of the Web Platform have it.
  private func check(
    _ space: ColorSpace, _ first: Double?, _ second: Double?, _ third: Double?, _ red: Double, _ green: Double,
    _ blue: Double, within tolerance: Double = 0.01, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let color = ColorInSpace(space, first, second, third).srgb
    let distances = zip([color.red, color.green, color.blue], [red, green, blue]).map { abs($0 * 100 - $1) }
    #expect(distances.allSatisfy { $0 <= tolerance }, "\(color)", sourceLocation: sourceLocation)
  }

  private func check(
    _ space: ColorSpace, _ first: Double?, _ second: Double?, _ third: Double?, _ hex: String,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    #expect(ColorInSpace(space, first, second, third).hex == hex, sourceLocation: sourceLocation)
  }

  @Test func hues() {
    check(.hsl, 120, 100, 25, "#008000")
    check(.hsl, 0, 50, 50, 75, 25, 25)
    check(.hsl, 120, 20, 50, 40, 60, 40)
    check(.hsl, 270, 50, 40, 40, 20, 60)
    check(.hsl, 21, 31, 41, 53.71, 37.187, 28.29)
    check(.hwb, 0, 20, 40, 60, 20, 20)
    check(.hwb, 90, 30, 5, 62.5, 95, 30)
    check(.hwb, 30, 0, 80, 20, 10, 0)
    check(.hwb, 720, 20, 40, 60, 20, 20)
    check(.hwb, -270, 30, 5, 62.5, 95, 30)
    check(.hwb, 0, 40, 80, 100.0 / 3, 100.0 / 3, 100.0 / 3)
    check(.hwb, 0, 50, 50, 50, 50, 50)
  }

  @Test func predefinedSpaces() {
    check(.srgb, 0, 0.6, 0, "#009900")
    check(.srgbLinear, 0.5, 1, 0, 73.536, 100, 0)
    // Half of the green, which rounds to #008000.
    check(.displayP3, 0.21508071610847918, 0.4922429411940395, 0.13085464082643297, 0, 50, 0)
    check(.displayP3, 0.465377, 0.532768, 0.317713, 44.8436, 53.537, 28.8112)
    check(.displayP3, 0.47, 0.47, 0.47, 47, 47, 47)
    check(.displayP3, 0.238, 0.532, 0.611, 1.9595, 54.027, 62.1351)
    check(.displayP3, 0.286422, 0.579673, 0.925246, "#2196f3")
    check(.a98RGB, 0.2802818995382024, 0.4960985025758622, 0.11629725327025686, 0, 50, 0)
    check(.prophotoRGB, 0.22939772862383642, 0.393932695752466, 0.12935794416938554, 0, 50, 0)
    check(.rec2020, 1, 1, 1, "#ffffff")
    check(.xyzD50, 0.12266, 0.22836, 0.03093, "#009900")
    check(.xyzD65, 0.9504559270516717, 1, 1.0890577507598784, "#ffffff")
    // The two whites of the module, from their chromaticities.
    check(.xyzD50, 0.9642956764295677, 1, 0.8251046025104602, "#ffffff")
  }

  /// rec2020 has a gamma of 2.4: 0.526213 is 0.214041 in linear light, which is 0.5 in sRGB.
  @Test func rec2020() {
    check(.rec2020, 0.526213, 0.526213, 0.526213, 50, 50, 50, within: 0.02)
  }

  @Test func labs() {
    check(.lab, 46.2775, -47.5621, 48.5837, "#008000")
    check(.lab, 55, 0, -60, 12.8128, 53.105, 92.7645)
    check(.lch, 54, 35, 118, 44.8436, 53.537, 28.8112)
    check(.lch, 52.69734985816035, 11.234156441150068, 253.00263766910288, "#708090")
    check(.lch, 95.22890204788412, 14.894161408435306, 80.18569512775224, "#ffefd5")
    check(.oklab, 0.55, 0, -0.2, 27.888, 38.072, 89.414)
    check(.oklab, 0.627955, 0.224863, 0.125846, "#ff0000")
    check(.oklab, 0.905399, -0.149444, -0.039398, "#00ffff")
    check(.oklch, 0.5, 0.2, 270, 23.056, 31.73, 82.628)
    check(.oklch, 0.55, 0.15, 345, 67.293, 27.791, 52.28)
    check(.oklch, 0.51975, 0.17686, 142.495, "#008000")
    check(.oklch, 0.8664396175234368, 0.2948272245426958, 142.4953450414439, "#00ff00")
    check(.oklch, 0.45201371817442365, 0.3132143886344849, 264.0520226163699, "#0000ff")
    check(.oklch, 0.65814, 0.168937, 248.82, "#2196f3")
    check(.oklch, 0.572347, 0.0396432, 229.042, "#607d8b")
  }

  @Test func gamutMapping() {
    // Color.js, "P3 primaries to sRGB, CSS algorithm"; its tests allow 0.1%.
    check(.displayP3, 1, 0, 0, 100, 4.457, 4.5932, within: 0.1)
    check(.displayP3, 0, 1, 0, 0, 98.576, 15.974, within: 0.1)
    check(.displayP3, 0, 0, 1, 0, 0, 100, within: 0.1)
    check(.displayP3, 1, 1, 0, 99.623, 99.901, 0, within: 0.1)
    check(.displayP3, 0, 1, 1, 0, 99.645, 98.471, within: 0.1)
    check(.displayP3, 1, 0, 1, 100, 16.736, 98.264, within: 0.1)
    check(.displayP3, 1, 1, 1, "#ffffff")
    check(.displayP3, 2, 0, 1, "#ffffff")
    check(.displayP3, 0, 0, 0, "#000000")
    check(.displayP3, -1, 0, 0, "#000000")
    check(.oklch, 1, 0.4, 20, "#ffffff")
    check(.oklch, 0, 0.3, 20, "#000000")
    check(.xyzD50, 1, 1, 1, "#ffffff")
  }

  /// Whatever the components are, the result is in sRGB.
  @Test(arguments: ColorSpace.allCases) func anyComponents(_ space: ColorSpace) {
    let numbers = [0, -0.0, 1, -1, 0.5, 100, 360, 1e-300, 1e300, -1e300, Double.greatestFiniteMagnitude]
    for first in numbers {
      for second in numbers {
        for third in numbers {
          let color = ColorInSpace(space, first, second, third).srgb
          let isInGamut = [color.red, color.green, color.blue].allSatisfy { (0...1).contains($0) }
          #expect(isInGamut, "\(space) \(first) \(second) \(third): \(color)")
        }
      }
    }
  }

  /// Colours of sRGB come back from a space that they are in as they were: by all bytes of one channel.
  @Test func greys() {
    for byte in 0...255 {
      let component = Double(byte) / 255
      for space in [ColorSpace.displayP3, .srgb] {
        let color = ColorInSpace(space, component, component, component)
        #expect(color.hex == Color(red: component, green: component, blue: component).hex)
      }
    }
  }

  @Test func noneIsZero() {
    check(.oklch, 0.7, nil, nil, ColorInSpace(.oklch, 0.7, 0, 0).hex)
    check(.hsl, nil, nil, 50, "#808080")
  }

  @Test func css() {
    func check(_ color: ColorInSpace, _ css: String, sourceLocation: SourceLocation = #_sourceLocation) {
      #expect(color.css == css, sourceLocation: sourceLocation)
    }
    check(ColorInSpace(.oklch, 0.7, 0.1, nil), "oklch(0.7 0.1 none)")
    check(ColorInSpace(.hsl, 120, 50, nil, alpha: 0.5), "hsl(120 50% none / 0.5)")
    check(ColorInSpace(.displayP3, 1, 0.25, 0), "color(display-p3 1 0.25 0)")
    check(ColorInSpace(.xyzD50, 1, 1, 1), "color(xyz-d50 1 1 1)")
  }
}

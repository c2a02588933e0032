// SPDX-License-Identifier: MIT

extension Theme {
  /// A colour in sRGB; every component is 0...1 where the theme keeps to its range.
  public struct Color: Sendable, Hashable {
    /// 0 is none of it, 1 is all.
    public var red: Double
    /// 0 is none of it, 1 is all.
    public var green: Double
    /// 0 is none of it, 1 is all.
    public var blue: Double
    /// 0 is transparent, 1 is opaque.
    public var alpha: Double

    /// A colour of components of 0...1.
    public init(red: Double, green: Double, blue: Double, alpha: Double = 1) {
      self.red = red
      self.green = green
      self.blue = blue
      self.alpha = alpha
    }

    /// An opaque colour of 24 bits: `0xff9900`.
    public init(hex number: UInt32) {
      self.init(
        red: Double(number >> 16 & 255) / 255, green: Double(number >> 8 & 255) / 255, blue: Double(number & 255) / 255)
    }

    /// Opaque black.
    public static let black = Color(hex: 0x000000)
    /// Opaque white.
    public static let white = Color(hex: 0xffffff)
    /// Nothing to be seen.
    public static let clear = Color(red: 0, green: 0, blue: 0, alpha: 0)

    /// Red, green and blue as bytes, rounded and clamped; the alpha is not part of it.
    public var bytes: (red: UInt8, green: UInt8, blue: UInt8) {
      func byte(_ component: Double) -> UInt8 {
        // What is not a number compares with nothing and is 0.
        component >= 1 ? 255 : component > 0 ? UInt8((component * 255).rounded()) : 0
      }
      return (byte(red), byte(green), byte(blue))
    }

    /// `#rrggbb`, lower case, rounded and clamped; the alpha is not part of it.
    public var hex: String {
      let bytes = bytes
      let digits = [bytes.red, bytes.green, bytes.blue].map { byte in
        let text = String(byte, radix: 16)
        return byte < 16 ? "0\(text)" : text
      }
      return "#\(digits.joined())"
    }
  }
}

// SPDX-License-Identifier: MIT

/// A colour as a theme writes it, in any colour space, with its colour in sRGB.
///
/// Colours of sRGB that are numbers alone are a `Color`; this is for all others.
public struct ColorInSpace: Sendable {
  /// The space that the components are in.
  public let space: ColorSpace
  let first: Double?
  let second: Double?
  let third: Double?
  /// 0 is transparent, 1 is opaque.
  public let alpha: Double
  /// The colour in sRGB: the nearest one where sRGB does not have the colour (CSS Color Module Level 4, gamut mapping).
  public let srgb: Color
  private let hexNumber: UInt32
  /// The written form. Colours that print alike are equal, independently of their written form.
  package let form: Form

  /// The form in which an author wrote a colour.
  package enum Form: Sendable {
    /// The members of a snapshot.
    case whole
    /// Without `alpha`, `hex` or both.
    case withoutAlpha, withoutHex, withoutBoth
    /// A text, as in drafts of the format.
    case text

    init(hasAlpha: Bool, hasHex: Bool) {
      self =
        switch (hasAlpha, hasHex) {
        case (true, true): .whole
        case (true, false): .withoutHex
        case (false, true): .withoutAlpha
        case (false, false): .withoutBoth
        }
    }
  }

  /// A colour of three components; nil for one that is `none`.
  ///
  /// - Parameter hex: the author's fallback, 24 bits; nil for that of the colour in sRGB.
  public init(
    _ space: ColorSpace, _ first: Double?, _ second: Double?, _ third: Double?, alpha: Double = 1, hex: UInt32? = nil
  ) {
    self.init(space, (first, second, third), alpha: alpha, hex: hex, form: .whole)
  }

  package init(
    _ space: ColorSpace, _ components: (Double?, Double?, Double?), alpha: Double, hex: UInt32?, form: Form
  ) {
    let (first, second, third) = components
    self.form = form
    self.space = space
    self.first = first
    self.second = second
    self.third = third
    self.alpha = alpha
    let mapped = space.mappedSRGB(ColorComponents(first ?? 0, second ?? 0, third ?? 0))
    srgb = Color(red: mapped.x, green: mapped.y, blue: mapped.z, alpha: alpha)
    hexNumber = hex ?? srgb.hexNumber
  }

  /// A colour of sRGB.
  public init(_ color: Color) { self.init(.srgb, color.red, color.green, color.blue, alpha: color.alpha) }

  /// Three components in the ranges of their space; nil for one that is `none`.
  public var components: [Double?] { [first, second, third] }

  /// `#rrggbb`, lower case: the author's fallback, else that of the colour in sRGB.
  public var hex: String { Color(hex: hexNumber).hex }

  /// The colour as style sheets write it: `oklch(0.7 0.1 150)`, `color(display-p3 1 0.5 none / 0.5)`.
  public var css: String {
    let percent =
      switch space {
      case .hsl, .hwb: "%"
      case .srgb, .srgbLinear, .lab, .lch, .oklab, .oklch, .displayP3, .a98RGB, .prophotoRGB, .rec2020, .xyzD65,
        .xyzD50:
        ""
      }
    let texts = [Self.text(first)] + [second, third].map { Self.text($0) + ($0 == nil ? "" : percent) }
    let body = texts.joined(separator: " ") + (alpha < 1 ? " / \(Self.text(alpha))" : "")
    return switch space {
    case .hsl, .hwb, .lab, .lch, .oklab, .oklch: "\(space.rawValue)(\(body))"
    case .srgb, .srgbLinear, .displayP3, .a98RGB, .prophotoRGB, .rec2020, .xyzD65, .xyzD50:
      "color(\(space.rawValue) \(body))"
    }
  }

  private static func text(_ number: Double?) -> String {
    guard let number else { return "none" }
    let text = "\(number)"
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }
}

extension ColorInSpace: Hashable {
  /// Whether both print alike.
  public static func == (left: Self, right: Self) -> Bool {
    // Lists of the components would be made for each comparison.
    left.space == right.space && left.first == right.first && left.second == right.second && left.third == right.third
      && left.alpha == right.alpha && left.hexNumber == right.hexNumber
  }

  /// Adds the colour to a hash.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(space)
    hasher.combine(first)
    hasher.combine(second)
    hasher.combine(third)
    hasher.combine(alpha)
    hasher.combine(hexNumber)
  }

  /// The same colour as a `Color`; nil if this would lose information.
  package var plain: Color? {
    guard space == .srgb, let first, let second, let third else { return nil }
    let plain = Color(red: first, green: second, blue: third, alpha: alpha)
    return plain.hexNumber == hexNumber ? plain : nil
  }
}

extension Color {
  /// Relative luminance (WCAG 2): 0 for black, 1 for white.
  package var relativeLuminance: Double {
    let linear = ColorSpace.srgb.linearSRGB(ColorComponents(red, green, blue))
    return (ColorComponents(0.2126, 0.7152, 0.0722) * linear).sum()
  }

  /// The mixture with another colour in Oklab, opaque: 0 gives this colour and 1 the other. Amounts above 1 continue in the same
  /// direction, within sRGB.
  package func mixedInOklab(with other: Color, _ amount: Double) -> Color {
    func oklab(_ color: Color) -> ColorComponents {
      inOklab(linearSRGB: ColorSpace.srgb.linearSRGB(ColorComponents(color.red, color.green, color.blue)))
    }
    let own = oklab(self)
    let mixed = own + (oklab(other) - own) * amount
    return ColorInSpace(.oklab, mixed.x, mixed.y, mixed.z).srgb
  }

  /// Red, green and blue as 24 bits.
  var hexNumber: UInt32 {
    let bytes = bytes
    return UInt32(bytes.red) << 16 | UInt32(bytes.green) << 8 | UInt32(bytes.blue)
  }
}

extension Value {
  /// A colour in any space, in the smallest form: a `Color` if nothing is lost.
  package init(_ color: ColorInSpace) {
    if color.form == .whole, let plain = color.plain {
      self = .color(plain)
      return
    }
    self = .colorInSpace(color)
  }

  /// The colour in sRGB of a colour of any form; nil for other values.
  public var srgbColor: Color? {
    switch self {
    case .color(let color), .colorReference(let color): color
    case .colorInSpace(let color): color.srgb
    case .null, .bool, .number, .string, .array, .object, .font, .image, .glyph, .point, .size, .rect, .edgeInsets,
      .calls, .typed:
      nil
    }
  }

  /// A colour of any form in its own space; nil for other values.
  package var colorInSpace: ColorInSpace? {
    if case .colorInSpace(let color) = self { return color }
    return srgbColor.map { ColorInSpace($0) }
  }
}

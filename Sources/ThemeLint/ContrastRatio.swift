// SPDX-License-Identifier: GPL-2.0-or-later

package import ThemeModel

/// The contrast of a text on a background, from 1 to 21, as WCAG 2 defines it.
///
/// What shines through is composited. Behind a background that is not opaque there may be anything: the ratio is the best
/// that any backdrop gives, and that is at black or white, since a ratio falls the nearer the two come.
package func contrastRatio(of text: Color, on background: Color) -> Double {
  [0.0, 1.0].map { backdrop in
    let ground = background.composited(over: Color(red: backdrop, green: backdrop, blue: backdrop))
    let luminances = [text.composited(over: ground).luminance, ground.luminance].sorted()
    return (luminances[1] + 0.05) / (luminances[0] + 0.05)
  }.max() ?? 1
}

extension Color {
  /// Simple alpha compositing in sRGB, as browsers and toolkits do it.
  fileprivate func composited(over ground: Color) -> Color {
    let mix = { (own: Double, below: Double) in clamped(own) * clamped(alpha) + below * (1 - clamped(alpha)) }
    return Color(red: mix(red, ground.red), green: mix(green, ground.green), blue: mix(blue, ground.blue))
  }

  /// Relative luminance (WCAG 2): 0 for black, 1 for white.
  fileprivate var luminance: Double {
    0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
  }
}

private func clamped(_ component: Double) -> Double { min(max(component, 0), 1) }

/// A component of sRGB in linear light.
private func linear(_ component: Double) -> Double {
  guard component > 0.04045 else { return component / 12.92 }
  let base = (component + 0.055) / 1.055
  // base ^ 2.4, without the C library.
  return base * base * fifthRoot(base * base)
}

/// Newton's method for a number in 0...1; from 1 it falls to the root and is there to the last bit long before 32 steps, for
/// all that is above 0.001.
private func fifthRoot(_ number: Double) -> Double {
  var root = 1.0
  for _ in 0..<32 { root = (4 * root + number / (root * root * root * root)) / 5 }
  return root
}

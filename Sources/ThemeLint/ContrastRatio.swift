// SPDX-License-Identifier: GPL-2.0-or-later

package import ThemeModel

/// The contrast of a text on a background, from 1 to 21, as WCAG 2 defines it.
///
/// Transparent colours are composited. Behind a background that is not opaque, any colour is possible: the result is the best
/// ratio over all of them, which black or white gives.
package func contrastRatio(of text: Color, on background: Color) -> Double {
  func ratio(before backdrop: Color) -> Double {
    let ground = background.composited(over: backdrop)
    let (one, other) = (text.composited(over: ground).relativeLuminance, ground.relativeLuminance)
    return (max(one, other) + 0.05) / (min(one, other) + 0.05)
  }
  let ratioOnBlack = ratio(before: .black)
  return background.alpha >= 1 ? ratioOnBlack : max(ratioOnBlack, ratio(before: .white))
}

extension Color {
  /// Simple alpha compositing in sRGB, as browsers and toolkits do it.
  fileprivate func composited(over ground: Color) -> Color {
    let mix = { (own: Double, below: Double) in clamped(own) * clamped(alpha) + below * (1 - clamped(alpha)) }
    return Color(red: mix(red, ground.red), green: mix(green, ground.green), blue: mix(blue, ground.blue))
  }
}

private func clamped(_ component: Double) -> Double { min(max(component, 0), 1) }

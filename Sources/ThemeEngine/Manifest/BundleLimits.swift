// SPDX-License-Identifier: GPL-2.0-or-later

import ThemeResolver
import ThemeSyntax

/// The limits of a bundle, `limits` in its manifest. Reaching one is reported as LV0009.
struct BundleLimits: Hashable {
  /// Levels of nesting: in a file, and in an id with all its references resolved.
  var depth = 128
  /// Bytes of a file; nil for the limit of the program that reads the files.
  var fileSize: Int?
  /// Values that the bundle's files declare together, that one file holds, and that one id expands to.
  var values = 4_000_000

  /// The highest limits that a manifest may set. Values are laid out, printed and released with native recursion, a few frames a
  /// level. Files are in memory as a whole, with a node of 16 bytes for each value, and a value takes some hundred bytes in each
  /// open context.
  static let ceiling = BundleLimits(depth: 512, fileSize: 256 << 20, values: 16_000_000)

  var ofSyntax: SyntaxLimits {
    var limits = SyntaxLimits(depth: depth, values: values)
    if let fileSize { limits.fileSize = fileSize }
    return limits
  }

  var ofResolver: ResolverLimits { ResolverLimits(depth: depth, values: values) }
}

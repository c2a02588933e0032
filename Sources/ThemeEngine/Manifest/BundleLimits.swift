// SPDX-License-Identifier: GPL-2.0-or-later

import ThemeResolver
import ThemeSyntax

/// How much a bundle may hold before it is given up with LV0009: `limits` in its manifest.
struct BundleLimits: Hashable {
  /// Levels of nesting: in a file, and of an id with all that it refers to.
  var depth = 128
  /// Bytes of a file; nil for what the program sets that reads the files.
  var fileSize: Int?
  /// Values that the bundle's files declare together, that one file holds, and that one id unfolds to.
  var values = 4_000_000

  /// What a manifest may ask for at most. Values are laid out, printed and let go of with native recursion, a few frames a
  /// level; files are held in memory whole, with a node of 16 bytes for each value; and a value costs the resolver some
  /// hundred bytes in each open context.
  static let ceiling = BundleLimits(depth: 512, fileSize: 256 << 20, values: 16_000_000)

  var ofSyntax: SyntaxLimits {
    var limits = SyntaxLimits(depth: depth, values: values)
    if let fileSize { limits.fileSize = fileSize }
    return limits
  }

  var ofResolver: ResolverLimits { ResolverLimits(depth: depth, values: values) }
}

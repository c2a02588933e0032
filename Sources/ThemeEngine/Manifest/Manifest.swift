// SPDX-License-Identifier: GPL-2.0-or-later

import TextComparison
import ThemeModel

/// The content of a bundle's `livery.json`. Everything is optional; `docs/manifest.md` is the reference.
struct Manifest: Hashable {
  static let path = BundleSettings.manifestPath

  /// The bundle's name, in place of its directory's.
  @Bytewise var name: String?
  var dialect: DialectName?
  /// The root file, or the default theme's, relative to the bundle's root.
  @Bytewise var root: String?
  /// The theme of contexts that name none.
  @Bytewise var defaultTheme: String?
  /// Whether values that a chosen theme does not have come from the default theme.
  var fallsBack = false
  /// Key suffixes by device, most preferred first.
  @Bytewise var suffixes: [Context.Device: [String]]?
  /// In the order of the file.
  var contexts: [NamedContext] = []
  /// `outside` and `exclude`.
  var bounds = BundleBounds()
  var limits = BundleLimits()
  var policy = Policy()
}

// SPDX-License-Identifier: GPL-2.0-or-later

package import TextComparison
package import ThemeModel

/// The settings that a bundle's manifest, or the file that a user named, gives its dialect.
package struct DialectSettings: Sendable, Hashable {
  /// The root file, or the file of the default theme; relative to the bundle's root.
  @Bytewise package var root: String?
  /// The name of the theme for contexts that name none.
  @Bytewise package var defaultTheme: String?
  /// Whether the default theme supplies the values that a chosen theme lacks, where the dialect leaves this open.
  package var fallsBack = false
  /// Whether the manifest names the dialect, so that file names need not identify it.
  package var isNamed = false
  /// Whether a composite value is left out when one of its parts is missing or wrong.
  package var requiresAllParts = false
  /// Key suffixes by device, most preferred first; nil for the dialect's own.
  @Bytewise package var suffixes: [Context.Device: [String]]?

  package init() {}
}

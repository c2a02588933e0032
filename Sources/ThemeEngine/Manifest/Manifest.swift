// SPDX-License-Identifier: GPL-2.0-or-later

package import TextComparison
package import ThemeModel

/// What a bundle's `livery.json` fixes. Everything is optional; `docs/manifest.md` is the reference.
struct Manifest: Hashable {
  static let path = BundleSettings.manifestPath

  /// What the bundle is called in place of its directory's name.
  @Bytewise var name: String?
  var dialect: DialectName?
  /// The root file, or the default theme's, relative to the bundle's root.
  @Bytewise var root: String?
  /// The name of the theme that serves when a context names none.
  @Bytewise var defaultTheme: String?
  /// Whether what a chosen theme lacks comes from the default one.
  var fallsBack = false
  /// Key suffixes by device, most preferred first.
  @Bytewise var suffixes: [Context.Device: [String]]?
  /// Patterns of paths that are no files of the bundle.
  var exclude: Selection?
  /// In the order of the file.
  var contexts: [NamedContext] = []
  /// Directories that links of the bundle may lead into, absolute or relative to the bundle's root.
  @Bytewise var outside: [String] = []
  var limits = BundleLimits()
  var policy = Policy()

  func excludes(_ path: String) -> Bool {
    exclude?.hasWhole(Path.segments(of: path, keepingEscapes: true)) ?? false
  }
}

/// A context that the bundle's author gave a name, to check and to look at.
package struct NamedContext: Sendable, Hashable {
  @Bytewise package var name: String
  package var context: Context

  package init(name: String, context: Context) {
    self.name = name
    self.context = context
  }
}

extension Selection {
  /// Whether a path is selected with all below it.
  func hasWhole(_ path: [String]) -> Bool {
    switch answer(path) {
    case .whole: true
    case .within, .nothing: false
    }
  }
}

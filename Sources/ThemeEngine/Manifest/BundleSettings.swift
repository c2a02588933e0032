// SPDX-License-Identifier: GPL-2.0-or-later

package import TextComparison
package import ThemeModel

/// The part of a manifest for the program that reads the bundle's files.
package struct BundleSettings: Sendable, Hashable {
  /// The path of the manifest, relative to the bundle's root.
  package static let manifestPath = "livery.json"

  /// The bundle's name; nil for its directory's name. Not empty, without `/` and control characters, at most 255 bytes.
  @Bytewise package var name: String?
  package var bounds = BundleBounds()
  /// Bytes of a file at most; nil for the program's own limit.
  package var fileSize: Int?

  package init() {}

  /// Reads the settings of a manifest; empty if it cannot be read.
  package init(manifest content: FileChange.Content) {
    self.init(ManifestContent(content).manifest)
  }

  init(_ manifest: Manifest) {
    name = manifest.name
    bounds = manifest.bounds
    fileSize = manifest.limits.fileSize
  }
}

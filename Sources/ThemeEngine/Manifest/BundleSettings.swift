// SPDX-License-Identifier: GPL-2.0-or-later

package import TextComparison
import ThemeModel

/// What a manifest says to the program that reads the bundle's files.
package struct BundleSettings: Sendable, Hashable {
  /// Where the manifest is, relative to the bundle's root.
  package static let manifestPath = "livery.json"

  /// What the bundle is called; nil for its directory's name. Not empty, without `/` and control characters, at most 255
  /// bytes.
  @Bytewise package var name: String?
  /// Directories that links of the bundle may lead into, absolute or relative to the bundle's root.
  @Bytewise package var outside: [String] = []
  /// Bytes that a file may have; nil where the manifest leaves that to the program.
  package var fileSize: Int?

  package init() {}

  /// Of a bundle with this manifest. One that cannot be read says nothing.
  package init(manifest content: FileChange.Content) {
    self.init(ManifestContent(content).manifest)
  }

  init(_ manifest: Manifest) {
    name = manifest.name
    outside = manifest.outside
    fileSize = manifest.limits.fileSize
  }
}

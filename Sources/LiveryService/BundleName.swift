// SPDX-License-Identifier: GPL-2.0-or-later

import ThemeEngine

/// What a bundle is called, and who says so: whoever starts the program, else the manifest, else its directory.
package struct BundleName: Sendable, Hashable {
  /// Holds until the bundle is loaded again: consumers ask for it, and files are named after it.
  package let text: String
  private let given: String?
  /// Absolute, without links.
  private let directory: String

  /// - Parameters:
  ///   - given: what whoever starts the program calls it.
  ///   - directory: absolute, without links.
  init(given: String?, _ settings: BundleSettings, directory: String) {
    self.given = given
    self.directory = directory
    text = Self.text(given, settings, directory)
  }

  /// The name of the bundle in a directory, as its manifest is now.
  ///
  /// - Parameter directory: absolute, without links.
  package init(ofBundleAt directory: String) {
    self.init(given: nil, BundleReader(path: directory).readSettings(), directory: directory)
  }

  /// What it would be called by a manifest that says this.
  func text(after settings: BundleSettings) -> String { Self.text(given, settings, directory) }

  /// What files are named after it. A file system takes names of 255 bytes, and these get something added.
  var fileStem: String {
    guard text.utf8.count > 160 else { return text }
    return "\(String(String.UnicodeScalarView(text.unicodeScalars.prefix(40))))-\(Fingerprint.of(text))"
  }

  /// Whether a bundle may be called so: the name becomes part of the names of files.
  static func isValid(_ name: String) -> Bool {
    (1...255).contains(name.utf8.count) && !name.utf8.contains(UInt8(ascii: "/"))
      && !name.unicodeScalars.contains { $0.properties.generalCategory == .control }
  }

  private static func text(_ given: String?, _ settings: BundleSettings, _ directory: String) -> String {
    given ?? settings.name ?? directory.utf8.split(separator: UInt8(ascii: "/")).last.map { String(Substring($0)) }
      ?? "root"
  }
}

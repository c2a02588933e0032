// SPDX-License-Identifier: GPL-2.0-or-later

import LinuxIO
package import ThemeEngine

/// The name of a bundle: from the command line, configuration or client, else from the manifest, else from the directory.
package struct BundleName: Sendable, Hashable {
  /// Constant until the bundle is loaded again: consumers ask for it, and state files are named after it.
  package let text: String
  private let given: String?
  private let path: String

  /// - Parameters:
  ///   - given: the name from the command line, the configuration or a client; nil when there is none.
  ///   - path: of the directory, absolute, as given: a bundle that is named by a link has the link's name, not the target's.
  package init(given: String?, _ settings: BundleSettings, path: String) {
    self.given = given
    self.path = path
    text = Self.text(given, settings, path)
  }

  /// The name of the bundle at a path, as its manifest is now.
  ///
  /// - Parameter path: absolute, as it was given.
  package init(ofBundleAt path: String) {
    self.init(given: nil, BundleReader(path: path).readSettings(), path: path)
  }

  /// The name of the bundle with a different manifest.
  package func text(after settings: BundleSettings) -> String { Self.text(given, settings, path) }

  /// What a valid name is, in words.
  package static let rule = "a bundle's name has 1 to 255 bytes, no `/` and no control characters"

  /// Whether a name is valid. It becomes part of file names.
  package static func isValid(_ name: String) -> Bool {
    (1...255).contains(name.utf8.count) && !name.utf8.contains(UInt8(ascii: "/"))
      && !name.unicodeScalars.contains { $0.properties.generalCategory == .control }
  }

  private static func text(_ given: String?, _ settings: BundleSettings, _ path: String) -> String {
    given ?? settings.name ?? directoryName(path) ?? "root"
  }

  /// The name of a directory: the last segment of its path. For `.` and `..`, that of the real path.
  private static func directoryName(_ path: String) -> String? {
    let segments = path.utf8.split(separator: UInt8(ascii: "/"))
    guard let last = segments.last.map({ String(Substring($0)) }) else { return nil }
    guard last == "." || last == "..", let real = try? realPath(path) else { return last }
    return directoryName(real)
  }
}

// SPDX-License-Identifier: GPL-2.0-or-later

import LinuxIO
package import ThemeEngine

/// What a bundle is called, and who says so: whoever starts the program, else the manifest, else its directory.
package struct BundleName: Sendable, Hashable {
  /// Holds until the bundle is loaded again: consumers ask for it, and files are named after it.
  package let text: String
  private let given: String?
  private let path: String

  /// - Parameters:
  ///   - given: what whoever starts the program calls it.
  ///   - path: the directory's, absolute, as it was given: a link gives the bundle its own name, not that of what it leads to.
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

  /// What it would be called by a manifest that says this.
  package func text(after settings: BundleSettings) -> String { Self.text(given, settings, path) }

  /// Whether a bundle may be called so: the name becomes part of the names of files.
  package static func isValid(_ name: String) -> Bool {
    (1...255).contains(name.utf8.count) && !name.utf8.contains(UInt8(ascii: "/"))
      && !name.unicodeScalars.contains { $0.properties.generalCategory == .control }
  }

  private static func text(_ given: String?, _ settings: BundleSettings, _ path: String) -> String {
    given ?? settings.name ?? lastSegment(path) ?? "root"
  }

  /// The last name of a path. Where that is no name, `.` or `..`, the one of the directory that it leads to.
  private static func lastSegment(_ path: String) -> String? {
    let segments = path.utf8.split(separator: UInt8(ascii: "/"))
    guard let last = segments.last.map({ String(Substring($0)) }) else { return nil }
    guard last == "." || last == "..", let real = try? realPath(path) else { return last }
    return lastSegment(real)
  }
}

// SPDX-License-Identifier: GPL-2.0-or-later

/// The name of a bundle, and where it and its files are, for people.
package struct BundlePlaces: Sendable {
  package var bundle: String
  /// The bundle's absolute directory, for links. Empty when it is not known.
  package var directory: String
  /// The prefix of shown paths, such as `Examples/aurora/`, so that they lead from the working directory to the file. Empty
  /// for paths from the bundle's root.
  package var prefix: String

  package init(bundle: String, directory: String = "", prefix: String = "") {
    self.bundle = bundle
    self.directory = directory
    self.prefix = prefix
  }

  /// A file's name for people. A finding without a file is about the whole bundle.
  package func name(of file: String) -> String {
    if !file.isEmpty { return prefix + file }
    return prefix.isEmpty ? bundle : String(prefix.dropLast())
  }

  package func absolutePath(of file: String) -> String? { directory.isEmpty ? nil : "\(directory)/\(file)" }
}

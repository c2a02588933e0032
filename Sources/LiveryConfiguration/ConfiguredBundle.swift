// SPDX-License-Identifier: GPL-2.0-or-later

import LinuxIO
import TextComparison
package import ThemeModel

/// A bundle that a daemon is to serve.
package struct ConfiguredBundle: Sendable, Hashable {
  /// Unique in the daemon; nil: the directory's own name.
  package var name: String?
  /// The directory that holds it.
  package var directory: String
  /// The root file that the user named instead of the directory, relative to it.
  package var rootFile: String?
  /// Its place in the configuration; nil for a bundle of the command line or of a client.
  package var place: ConfigurationPlace?
  package var rights = BundleRights()
  /// Contexts that stay resolved without consumers.
  package var contexts: [Context] = []
  package var origin = Origin.configuration

  /// The source of a bundle.
  package enum Origin: Sendable {
    /// The command line or the configuration file: it goes when these are read again and do not name it.
    case configuration
    /// A client, at run time: it stays until a client removes it or the daemon ends.
    case client
  }

  package init(
    name: String? = nil, directory: String, rootFile: String? = nil, place: ConfigurationPlace? = nil
  ) {
    self.name = name
    self.directory = directory
    self.rootFile = rootFile
    self.place = place
  }

  /// A bundle by any path to its directory or to its root file.
  package init(name: String?, path: String, place: ConfigurationPlace? = nil) {
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")), (try? fileStatus(path))?.kind == .regular else {
      self.init(name: name, directory: path, place: place)
      return
    }
    self.init(
      name: name, directory: slash == path.startIndex ? "/" : String(path[..<slash]),
      rootFile: String(path[path.utf8.index(after: slash)...]), place: place)
  }

  /// Whether both serve the same files under the same name. Places, rights and contexts may differ.
  package func isSame(as other: ConfiguredBundle) -> Bool {
    Bytewise([name, directory, rootFile]) == Bytewise([other.name, other.directory, other.rootFile])
  }
}

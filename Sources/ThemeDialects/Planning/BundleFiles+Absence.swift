// SPDX-License-Identifier: GPL-2.0-or-later

import ThemeModel

extension BundleFiles {
  /// The message and the help of the finding that a named path is not a file of the bundle.
  ///
  /// - Parameters:
  ///   - name: the path as its author wrote it.
  ///   - paths: the paths from the bundle's root that it may mean.
  ///   - help: the help where nothing is found.
  func absence(
    of name: String, at paths: [String], help: @autoclosure () -> String
  ) -> (message: String, help: String) {
    for path in paths {
      let prefix = path.utf8.last == UInt8(ascii: "/") ? path : "\(path)/"
      if let file = self.paths.first(where: { $0.utf8.starts(with: prefix.utf8) }) {
        return ("`\(name)` is a directory", "name the files in it, such as `\(file)`")
      }
    }
    return ("there is no file `\(name)` in the bundle", help())
  }
}

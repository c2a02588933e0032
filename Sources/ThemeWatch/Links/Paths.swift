// SPDX-License-Identifier: GPL-2.0-or-later

import ThemeModel

/// A name in a directory. The empty path is the root of the bundle.
func join(_ directory: String, _ name: String) -> String {
  switch directory {
  case "": name
  case "/": "/\(name)"
  default: "\(directory)/\(name)"
  }
}

/// The absolute form of a path. A relative path begins at the directory.
func absolutePath(_ path: String, from directory: String) -> String {
  path.utf8.first == UInt8(ascii: "/") ? path : join(directory, path)
}

/// The part before the last slash: empty for a single name, `/` for a name directly below it.
func parent(of path: String) -> String {
  let directory = directory(of: path)
  return directory.isEmpty && path.utf8.first == UInt8(ascii: "/") ? "/" : directory
}

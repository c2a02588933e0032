// SPDX-License-Identifier: GPL-2.0-or-later

import TextComparison

/// A directory's path and a name in it. The empty path is the bundle's root, relative as its files are.
func join(_ directory: String, _ name: String) -> String {
  switch directory {
  case "": name
  case "/": "/\(name)"
  default: "\(directory)/\(name)"
  }
}

/// A path from the root of the file system on: relative ones begin at a directory.
func absolutePath(_ path: String, from directory: String) -> String {
  path.utf8.first == UInt8(ascii: "/") ? path : join(directory, path)
}

/// The part before the last slash, empty for a name alone; `/` for what is directly below it.
func parent(of path: String) -> String {
  guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return "" }
  return slash == path.startIndex ? "/" : String(path[..<slash])
}

/// The part after the last slash.
func lastName(of path: String) -> String {
  guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return path }
  return String(path[path.utf8.index(after: slash)...])
}

/// Whether a path is a directory's own or below it.
func isWithin(_ path: String, _ directory: String) -> Bool {
  if directory.isEmpty || directory == "/" { return true }
  if Bytewise(path) == Bytewise(directory) { return true }
  let (bytes, prefix) = (path.utf8, directory.utf8)
  return bytes.count > prefix.count && bytes.starts(with: prefix)
    && bytes[bytes.index(bytes.startIndex, offsetBy: prefix.count)] == UInt8(ascii: "/")
}

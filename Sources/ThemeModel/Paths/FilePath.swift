// SPDX-License-Identifier: MIT

/// The part of a file's path after the last slash.
package func lastSegment(_ path: String) -> String {
  path.utf8.lastIndex(of: UInt8(ascii: "/")).map { String(path[path.utf8.index(after: $0)...]) } ?? path
}

/// The part of a file's path before the last slash. Empty for a file in the root.
package func directory(of path: String) -> String {
  path.utf8.lastIndex(of: UInt8(ascii: "/")).map { String(path[..<$0]) } ?? ""
}

/// Whether a path contains a slash. Compares bytes, since a slash and a combining mark after it are one `Character`.
package func hasDirectory(_ path: String) -> Bool { path.utf8.contains(UInt8(ascii: "/")) }

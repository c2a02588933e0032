// SPDX-License-Identifier: GPL-2.0-or-later

/// The part of a path after the last slash.
func lastSegment(_ path: String) -> String {
  path.utf8.lastIndex(of: UInt8(ascii: "/")).map { String(path[path.utf8.index(after: $0)...]) } ?? path
}

/// The part of a path before the last slash; empty at the root.
func directory(of path: String) -> String {
  path.utf8.lastIndex(of: UInt8(ascii: "/")).map { String(path[..<$0]) } ?? ""
}

/// Whether a path leads through a directory. A slash and a combining mark behind it are one character, but two bytes.
func hasDirectory(_ path: String) -> Bool { path.utf8.contains(UInt8(ascii: "/")) }

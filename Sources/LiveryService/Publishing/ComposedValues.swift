// SPDX-License-Identifier: GPL-2.0-or-later

import TextComparison
import ThemeComposition

/// The values of a snapshot that a program has composed into elements, for the method ListUses.
struct ComposedValues {
  /// Beyond one of these limits a program counts as one that has composed each value.
  static let maximumPaths = 256
  static let maximumBytes = 32 << 10

  private var paths: BytewiseSet = []
  private var bytes = 0
  private(set) var isCut = false

  mutating func insert(_ composition: PlacedComposition) {
    for property in composition.layers.flatMap(\.properties) {
      guard !isCut, let path = property.source, !paths.contains(path) else { continue }
      bytes += path.utf8.count
      isCut = paths.count == Self.maximumPaths || bytes > Self.maximumBytes
      if isCut { paths = [] } else { paths.insert(path) }
    }
  }

  /// Whether one of these values, a part of one, or an object that contains one was composed. Costs O(paths).
  func include(anyOf values: PathFamily) -> Bool { isCut || paths.contains(where: values.isRelative) }
}

/// Paths of values, with the paths of what contains them.
struct PathFamily {
  private var paths: BytewiseSet = []
  private var ancestors: BytewiseSet = []

  init(_ paths: some Sequence<String>) {
    for path in paths {
      let path = path.utf8.first == UInt8(ascii: "/") ? String(Substring(path.utf8.dropFirst())) : path
      self.paths.insert(path)
      for ancestor in Self.ancestors(of: path) where !ancestors.insert(ancestor) { break }
    }
  }

  /// Whether a path is one of these, is within one of these, or contains one.
  func isRelative(_ path: String) -> Bool {
    paths.contains(path) || ancestors.contains(path) || Self.ancestors(of: path).contains { paths.contains($0) }
  }

  /// The paths that contain a path, the longest first; without the sections `constants` and `styles`.
  private static func ancestors(of path: String) -> [String] {
    let slashes = path.utf8.indices.filter { path.utf8[$0] == UInt8(ascii: "/") }
    return slashes.dropFirst().reversed().map { String(path[..<$0]) }
  }
}

// SPDX-License-Identifier: GPL-2.0-or-later

package import ThemeModel
package import ThemeSyntax

/// Themes for Redbeard: JSON files of ids, put together by include files, with references, inheritance, device suffixes
/// and states. After the Redbeard Theme Reference 1.0.
package struct Redbeard: Dialect {
  package static let name = "redbeard"

  /// Key suffixes by device, most preferred first.
  package let suffixesByDevice: [Context.Device: [String]]

  package init(suffixesByDevice: [Context.Device: [String]] = [.pad: ["_iPad"]]) {
    self.suffixesByDevice = suffixesByDevice
  }

  package var rules: Rules {
    Rules(fontKeys: .init(name: "name", textStyle: "style", size: "size"), alphaSuffix: "Alpha")
  }

  package var suffixes: [String] { Set(suffixesByDevice.values.joined()).sorted() }

  package static func recognizes(_ files: some BundleFiles) -> Bool {
    let roots = files.paths.filter { isRootLike(lastSegment($0).lowercased()) }
    return roots.contains { !$0.contains("/") } || roots.count == 1
  }

  package func declarations(of tree: SourceTree, path: String) -> Declarations {
    Self.isIncludeFile(path)
      ? IncludeFile.declarations(of: tree) : ThemeFile.declarations(of: tree, suffixes: suffixes)
  }

  static func isIncludeFile(_ path: String) -> Bool { path.hasSuffix(".inc.json") }

  /// `theme*.inc.json`, whatever stands between.
  static func isRootLike(_ fileName: String) -> Bool {
    fileName.hasPrefix("theme") && fileName.hasSuffix(".inc.json")
  }
}

/// The part of a path after the last slash.
func lastSegment(_ path: String) -> String {
  path.lastIndex(of: "/").map { String(path[path.index(after: $0)...]) } ?? path
}

/// The part of a path before the last slash; empty at the root.
func directory(of path: String) -> String {
  path.lastIndex(of: "/").map { String(path[..<$0]) } ?? ""
}

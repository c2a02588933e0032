// SPDX-License-Identifier: GPL-2.0-or-later

import ThemeModel
import ThemeSyntax

/// `limits`.
extension ManifestReader {
  private enum LimitKey: String, CaseIterable { case depth, fileSize, values }

  mutating func readLimits(_ node: SourceTree.Node) {
    guard isObject(node, "limits are given by name", help: #"write { "depth": 200 }"#) else { return }
    let ceiling = BundleLimits.ceiling
    readMembers(of: node, as: LimitKey.self) { (reader, key, value) in
      switch key {
      case .depth: reader.read(value, into: \.depth, upTo: ceiling.depth)
      case .fileSize:
        reader.manifest.limits.fileSize = reader.number(value, in: 1...(ceiling.fileSize ?? .max), "this limit")
      case .values: reader.read(value, into: \.values, upTo: ceiling.values)
      }
    }
  }

  private mutating func read(
    _ node: SourceTree.Node, into limit: WritableKeyPath<BundleLimits, Int>, upTo ceiling: Int
  ) {
    guard let number = number(node, in: 1...ceiling, "this limit") else { return }
    manifest.limits[keyPath: limit] = number
  }
}

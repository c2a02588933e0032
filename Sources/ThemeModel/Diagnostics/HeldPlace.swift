// SPDX-License-Identifier: MIT

package import TextComparison

/// Values of a snapshot by their paths: a section, the name of an id, then keys.
package typealias PathValues = [Bytewise<[String]>: Value]

/// A part of a snapshot that keeps its last good value, because its present declarations have no valid value.
package struct HeldPlace: Sendable, Hashable {
  /// A section, the name of an id, then keys: `["styles", "RBButton", "titleColor"]`.
  @Bytewise package var path: [String]
  /// The parent of the object at the path, if the parent fails: the object keeps its former parent. Empty for a parent without a
  /// name. Nil if the value itself fails.
  @Bytewise package var parent: String?

  package init(path: [String], parent: String? = nil) {
    self.path = path
    self.parent = parent
  }
}

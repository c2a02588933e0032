// SPDX-License-Identifier: MIT

package import TextComparison

/// Values of a snapshot by their paths: a section, the name of an id, then keys.
package typealias PathValues = [Bytewise<[String]>: Value]

/// A part of a snapshot that keeps its last good value, because what the files say of it now gives none.
package struct HeldPlace: Sendable, Hashable {
  /// A section, the name of an id, then keys: `["styles", "RBButton", "titleColor"]`.
  @Bytewise package var path: [String]
  /// The id that the object at the path inherits from, when it is this parent that fails: the object keeps what it had.
  /// Empty for an inheritance that names no id. Nil when the value itself fails.
  @Bytewise package var parent: String?

  package init(path: [String], parent: String? = nil) {
    self.path = path
    self.parent = parent
  }
}

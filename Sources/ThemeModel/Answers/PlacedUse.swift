// SPDX-License-Identifier: MIT

/// A value that depends on the value in question, with its place.
package struct PlacedUse: Sendable, Hashable {
  /// `styles/RBButton/titleColor`.
  package let path: String
  /// References on the way: 1 for a value that refers to the value in question directly.
  package let depth: Int
  /// Nil for a value that was set at run time.
  package let place: Cause?

  package init(path: String, depth: Int, place: Cause?) {
    self.path = path
    self.depth = depth
    self.place = place
  }
}

// SPDX-License-Identifier: MIT

package import ThemeModel

/// The source of styles for a composition: a snapshot, in the daemon or in a client.
///
/// Its answers are resolved: the one reference that is left is a style's `theme` in Redbeard, by id.
package protocol StyleSource {
  /// The value under `styles` in the snapshot.
  func style(_ id: String) -> Value?
  /// The value under `constants` in the snapshot.
  func constant(_ id: String) -> Value?
  /// All ids of styles in the bundle's order.
  var styleIDs: [String] { get }
  /// The member `order` of the snapshot: ids of styles in the order of their file, where it decides. Empty by default.
  var styleOrder: [String] { get }
}

extension StyleSource {
  package var styleOrder: [String] { [] }

  /// The properties of a style; nil for an unknown id.
  func properties(of id: String) -> [Value.Member]? {
    if case .object(let members)? = style(id) { members } else { nil }
  }
}

// SPDX-License-Identifier: MIT

import LiveryClient
import ThemeComposition
import ThemeModel
import ThemedElements

/// The styles and constants of a theme that is followed.
///
/// What comes over the socket has no order, so that members and ids stand in that of their names.
struct FollowedTheme: StyleSource, Sendable {
  let snapshot: Theme.Snapshot

  func style(_ id: String) -> Value? { snapshot.styles[key: id] }
  func constant(_ id: String) -> Value? { snapshot.constants[key: id] }
  var styleIDs: [String] { snapshot.styles.keys }
}

// SPDX-License-Identifier: MIT

import LiveryClient
import ThemeComposition
import ThemeModel
import ThemedElements

/// The styles and constants of a theme that is followed.
///
/// The client library keeps no order, so that ids and members are sorted by name.
struct FollowedTheme: StyleSource, Sendable {
  let snapshot: Theme.Snapshot

  func style(_ id: String) -> Value? { snapshot.styles[key: id] }
  func constant(_ id: String) -> Value? { snapshot.constants[key: id] }
  var styleIDs: [String] { snapshot.styles.keys }
}

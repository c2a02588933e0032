// SPDX-License-Identifier: MIT

import LiveryClient
import ThemeComposition
import ThemeModel
import ThemedElements

/// The styles and constants of a theme that is followed.
///
/// The client library keeps no order of members, so that ids and members are sorted by name. Where the order of the file
/// decides, the snapshot has it as a list.
struct FollowedTheme: StyleSource, Sendable {
  let snapshot: Theme.Snapshot

  func style(_ id: String) -> Value? { snapshot.styles[key: id] }
  func constant(_ id: String) -> Value? { snapshot.constants[key: id] }
  var styleIDs: [String] { snapshot.styles.keys }
  var styleOrder: [String] { snapshot.styleOrder }
}

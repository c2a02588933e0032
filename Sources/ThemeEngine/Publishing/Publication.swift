// SPDX-License-Identifier: GPL-2.0-or-later

package import ThemeModel

/// The result of a publication.
package struct Publication: Sendable {
  /// The generation that is published now.
  package let generation: Int
  /// Whether it is a new generation: the values, the order of styles or the diagnostics of an open context changed. While no
  /// context is open, every edit makes a generation.
  package let isNew: Bool
  /// The snapshots of all open contexts; none without a new generation.
  package let snapshots: [Context: Snapshot]
  /// The changed declarations that led to the generation. Without a new generation, the changes that values set at run time hide.
  package let causes: [Cause]
}

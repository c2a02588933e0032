// SPDX-License-Identifier: GPL-2.0-or-later

package import ThemeModel

/// The result of a publication.
package struct Publication: Sendable {
  /// The generation that is published now.
  package let generation: Int
  /// Whether it is a new generation: an open context has other values, another order
  /// of styles or other diagnostics than before. While none is open, every
  /// edit makes one.
  package let isNew: Bool
  /// The snapshots of all open contexts; none without a new generation.
  package let snapshots: [Context: Snapshot]
  /// The changed declarations that led to the generation. Without a new generation, those that values set at run time hide.
  package let causes: [Cause]
}

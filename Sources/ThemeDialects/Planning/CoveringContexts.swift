// SPDX-License-Identifier: GPL-2.0-or-later

package import ThemeModel

/// Contexts that together cover all meanings of a bundle. There may be as many as pairs of files, so that not all are listed.
package struct CoveringContexts: Sendable, Hashable {
  /// The first ones: the most important ones.
  package let first: [Context]
  /// The number of all.
  package let count: Int

  /// The first ones of a sequence of contexts.
  package init(_ contexts: some Sequence<Context>, first maximum: Int, of count: Int) {
    first = Array(contexts.prefix(maximum))
    self.count = count
  }
}

// SPDX-License-Identifier: GPL-2.0-or-later

package import ThemeModel
import ThemeResolver

/// The ids of a snapshot that a selection names one by one, so that an answer does not look at all ids.
package struct NamedIDs: Sendable {
  /// In the order of definition.
  let symbols: [(symbol: SymbolID, name: String, section: ResolvedState.Section)]

  /// The number of ids.
  package var count: Int { symbols.count }
}

extension ThemeEngine {
  /// Nil if all ids of the snapshot have to be looked at: patterns may match further ids, or the snapshot is from before numbers of ids
  /// were freed. Costs O(patterns).
  package func ids(namedBy selection: Selection, in snapshot: Snapshot) -> NamedIDs? {
    sources.linked.resolver.symbols(namedBy: selection, in: snapshot.state).map(NamedIDs.init)
  }
}

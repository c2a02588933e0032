// SPDX-License-Identifier: GPL-2.0-or-later

import ThemeModel

/// A value that fails keeps its last good value: where evaluation or inheritance fails, the `Past` of the view is one more
/// input. No other code reads it, so that without a failure the state is that of a cold resolve.
///
/// A *place* is an id with keys below it. A computed value (an array, a font, a glyph, calls) is one place.

/// A parent that cannot be inherited, or an id whose whole declaration is faulty.
struct LayoutFailure: Hashable, Sendable {
  /// The node that inherits, or the root of the id.
  var origin: NodeReference
  var isParent = true
  /// The inherited id. Nil for an inheritance without a valid name.
  var target: SymbolID?
  /// The keys from the id to the object.
  var path: [NameID]
  /// Whether the object keeps its earlier content.
  var isHeld: Bool
}

/// The input of layout for keeping objects whose parents fail.
struct LastGood {
  /// Nil before the first publication.
  var past: Past?
  /// Base styles whose own parents fail. Their heirs fail as well, since no snapshot shows a base style.
  var failedBases: [SymbolID: [LayoutFailure]] = [:]
}

extension Past {
  /// Whether the last snapshot had the failure already, without a value to keep. Checked for parents, and for places that
  /// have a value in spite of the failure.
  func isUnheld(_ symbol: SymbolID, _ keys: [NameID], parent: String?, _ database: Database) -> Bool {
    if unheld.isEmpty { return false }
    return database.space(symbol).sections.contains { section in
      let id = [section.rawValue, database.text(symbol)]
      if unheld.contains(HeldPlace(path: id + keys.map(database.names.text), parent: parent)) { return true }
      // A snapshot names the heir, not the parent.
      return parent != nil && unheld.contains(HeldPlace(path: id))
    }
  }
}

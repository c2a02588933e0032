// SPDX-License-Identifier: GPL-2.0-or-later

import ThemeModel

/// What fails keeps its last good value: where an evaluation or an inheritance comes to less than what is meant, the view's
/// past (`Past`) is one more input. Nothing else reads it, so that without a failure the state is that of a cold resolve.
///
/// A *place* is an id and keys below it. What is put together from parts (an array, a font, a glyph, calls) is one place.

/// A parent that cannot be inherited, or an id that its file calls wrong as a whole.
struct LayoutFailure: Hashable, Sendable {
  /// Where the object inherits it; the root of an id.
  var origin: NodeReference
  var isParent = true
  /// The id that is inherited; nil for an inheritance that names none.
  var target: SymbolID?
  /// The keys from the id to the object.
  var path: [NameID]
  /// Whether the object keeps what it had.
  var isHeld: Bool
}

/// What layout needs to know to keep what objects had whose parents fail.
struct LastGood {
  /// Nil while nothing was published.
  var past: Past?
  /// Ids as the base theme has them whose own parents fail: what inherits from one fails with it, as no snapshot shows them.
  var failedBases: [SymbolID: [LayoutFailure]] = [:]
}

extension Past {
  /// Whether a failure kept nothing in the last snapshot already. Looked at for a place that has a value all the same, and for
  /// parents.
  func isUnheld(_ symbol: SymbolID, _ keys: [NameID], parent: String?, _ database: Database) -> Bool {
    if unheld.isEmpty { return false }
    return Resolver.sections(of: database.space(symbol)).contains { section in
      let id = [section.rawValue, database.text(symbol)]
      if unheld.contains(HeldPlace(path: id + keys.map(database.names.text), parent: parent)) { return true }
      // A snapshot names the id that has a parent, and not the parent.
      return parent != nil && unheld.contains(HeldPlace(path: id))
    }
  }
}

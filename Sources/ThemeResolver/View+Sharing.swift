// SPDX-License-Identifier: GPL-2.0-or-later

/// Storage that views share. A view begins as a copy of another view.
extension View {
  /// The storage for ids and slots, as copies that share with the view.
  struct Storage: Sendable {
    fileprivate var state: ResolvedState
    fileprivate var references: Dependents
    fileprivate var referenceOrder: DependencyOrder
    fileprivate var inheritanceOrder: DependencyOrder
  }

  var storage: Storage {
    Storage(
      state: graph.state, references: graph.references, referenceOrder: graph.order,
      inheritanceOrder: layout.inheritance.order)
  }

  /// Shares storage again where an update wrote the same content into this view and into the other view. Costs O(written chunks).
  ///
  /// - Parameter old: the storage of this view before the update.
  mutating func share(with other: View, since old: Storage) {
    graph.state.share(with: other.graph.state, since: old.state)
    graph.references.share(with: other.graph.references, since: old.references)
    graph.order.share(with: other.graph.order, since: old.referenceOrder)
    layout.share(with: other.layout, since: old.inheritanceOrder)
  }
}

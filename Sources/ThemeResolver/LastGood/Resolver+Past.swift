// SPDX-License-Identifier: GPL-2.0-or-later

extension Resolver {
  /// The past of a view; nil for a view that was not published yet. Cheap.
  package func past(of view: ViewID) -> Past? { views[view]?.past }

  /// A past as it can be read now: the numbers in it may belong to other ids by now, or to another resolver. Costs O(ids) then.
  package func readable(_ past: Past) -> Past {
    guard case .state(let state) = past.source else { return past }
    let isCurrent = state.origin == database.identity && state.reclamations == database.reclamations
    return isCurrent ? past : Past(foreign: state, unheld: past.unheld)
  }

  /// A number that stays the same while a view keeps the same earlier values in the same places. Cheap.
  package func heldRevision(of view: ViewID) -> Int? { revisions[view] }

  /// Whether a view has values or parents that fail.
  package func hasFailures(_ view: ViewID) -> Bool { viewsWithIssues.contains(view) || heldCounts[view] != nil }
}

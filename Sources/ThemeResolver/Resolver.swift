// SPDX-License-Identifier: GPL-2.0-or-later

package import ThemeModel

/// One load plan's results, as a small number.
package struct ViewID: Hashable, Sendable {
  fileprivate var index: Int
}

/// The incremental engine: declarations in by file, resolved states out by load plan.
///
/// Changes are collected by `update` and `setPlan` and take effect, as one batch, in `resolve`.
package struct Resolver: Sendable {
  private var database: Database
  private let limits: ResolverLimits
  private var views: [ViewID: View] = [:]
  private var plans: [ViewID: LoadPlan] = [:]
  private var changed: Set<SymbolID> = []
  private var nextView = 0

  /// - Parameters:
  ///   - suffixes: all key suffixes of the bundle, for whatever device; see `LoadPlan`.
  ///   - identity: above 0, and another one for each resolver whose states are compared with each other.
  package init(
    rules: Rules, suffixes: [String], limits: ResolverLimits = ResolverLimits(), identity: Int = 1
  ) {
    database = Database(rules: rules, suffixes: suffixes, identity: identity)
    self.limits = limits
  }

  /// Takes over what a file declares now; nil when it declares nothing any more. For each id that it declares anew,
  /// otherwise than before, or no more, returns where the file says so; nil where it is gone. Costs O(file).
  package mutating func update(_ file: FileID, _ declarations: Declarations?) -> [ByteRange?] {
    let changes = database.update(file, declarations)
    changed.formUnion(changes.map(\.symbol))
    return changes.map(\.place)
  }

  /// Opens a view; it is empty until `resolve`.
  package mutating func open(_ plan: LoadPlan) -> ViewID {
    let id = ViewID(index: nextView)
    nextView += 1
    views[id] = View(limits: limits)
    plans[id] = plan
    return id
  }

  package mutating func setPlan(_ plan: LoadPlan, of view: ViewID) { plans[view] = plan }

  package mutating func close(_ view: ViewID) {
    views[view] = nil
    plans[view] = nil
  }

  /// Brings every view up to date. Returns how many values were executed, over all views.
  package mutating func resolve() -> Int {
    var executed = 0
    for (id, plan) in plans {
      // Taken out while it changes, so that its storage has one owner.
      guard var view = views.removeValue(forKey: id) else { continue }
      executed += view.update(plan: plan, changed: changed, database: &database)
      views[id] = view
    }
    changed = []
    return executed
  }

  /// What the ids resolve to under a view's plan, as of the last `resolve`.
  package func state(of view: ViewID) -> ResolvedState {
    guard let view = views[view] else { preconditionFailure("the view is open") }
    return view.state
  }

  /// The id of that name in a state of this resolver; nil when the state is of another one, or there never was such an id.
  package func symbol(named name: String, in state: ResolvedState) -> SymbolID? {
    state.origin == database.identity ? database.symbol(named: name) : nil
  }

  /// What is wrong under a view's plan, as of the last `resolve`: unsorted, places in bytes.
  package func findings(of view: ViewID) -> [Finding] {
    guard let view = views[view] else { preconditionFailure("the view is open") }
    return Report(view: view, database: database).findings()
  }
}

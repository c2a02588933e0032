// SPDX-License-Identifier: GPL-2.0-or-later

import TextComparison
import ThemeDialects
import ThemeModel
import ThemeResolver

/// A context with its plan and its view.
struct ResolvedContext {
  let context: Context
  var plan: Plan
  var files: Set<FileID>
  /// Nil if only a last good state is served.
  var view: ViewID?
  var key: ViewKey?
  /// The last generation in which there was a root, while its state is served.
  var lastGoodSince: Int?

  init(_ context: Context, plan: Plan, view: ViewID?) {
    self.context = context
    self.plan = plan
    files = Set(plan.files)
    self.view = view
    key = ViewKey(plan)
  }

  /// Nil when the context is not open.
  init?(_ context: Context, in table: ContextTable) {
    guard let open = table.entries[context] else { return nil }
    self.context = context
    plan = open.plan
    files = open.planFiles
    view = table.view(of: context)
    key = open.view
    lastGoodSince = open.lastGoodSince
  }
}

/// Resolves contexts that are not open, one after the other, with one view: the work for each is its difference from the one
/// before.
struct ContextSweep {
  private let table: ContextTable
  private var view: ViewID?

  /// A context that is checked.
  struct Stop {
    var context: Context
    var plan: Plan
    /// Whether it is the first context with its meaning.
    var isFirst: Bool
  }

  init(_ table: ContextTable) { self.table = table }

  /// The plans of contexts, in their order.
  func stops(_ contexts: [Context]) -> [Stop] {
    var seen: Set<ViewKey> = []
    return contexts.map { context in
      let plan = table.entries[context]?.plan ?? table.plan(for: context)
      return Stop(context: context, plan: plan, isFirst: ViewKey(plan).map { seen.insert($0).inserted } ?? true)
    }
  }

  /// One context of each meaning, grouped by key suffixes: each change of suffixes repeats the layout of all ids with suffixes.
  static func inOrderOfSuffixes(_ stops: [Stop]) -> [Stop] {
    let firsts = stops.filter(\.isFirst)
    let suffixes = firsts.map { $0.plan.load?.activeSuffixes ?? [] }
    var groups: [[String]] = []
    for suffixes in suffixes where !groups.contains(where: { Bytewise($0) == Bytewise(suffixes) }) {
      groups.append(suffixes)
    }
    return groups.flatMap { group in zip(firsts, suffixes).filter { Bytewise($0.1) == Bytewise(group) }.map(\.0) }
  }

  mutating func resolve(_ stop: Stop) -> ResolvedContext {
    if let open = ResolvedContext(stop.context, in: table) { return open }
    guard let load = table.load(of: stop.plan) else { return ResolvedContext(stop.context, plan: stop.plan, view: nil) }
    if let open = ViewKey(stop.plan).flatMap({ table.views[$0] }) {
      return ResolvedContext(stop.context, plan: stop.plan, view: open)
    }
    let linked = table.linked
    linked.withoutCauses { table.sources.ensureRead(load.files) }
    if let view { linked.resolver.setPlan(load, of: view) } else { view = linked.resolver.open(load) }
    linked.counters.valuesResolved += linked.resolver.resolve(on: table.sources.workers)
    return ResolvedContext(stop.context, plan: stop.plan, view: view)
  }

  /// Closes the view.
  func finish() {
    if let view { table.linked.resolver.close(view) }
  }
}

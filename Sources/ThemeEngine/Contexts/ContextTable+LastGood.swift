// SPDX-License-Identifier: GPL-2.0-or-later

import TextComparison
import ThemeDialects
import ThemeModel
import ThemeResolver

/// A place that keeps an earlier value in a context.
struct HeldPart {
  var place: HeldPlace
  /// The last generation in which it was good.
  var since: Int
  /// The places of the declarations that fail.
  var origins: [Location]
  /// The referenced id without a value, if that is the reason.
  var target: String?
}

/// The last good states of open contexts: choices of files, and generations. `LinkedFiles` has those of files, and the views of
/// the resolver those of values.
extension ContextTable {
  /// Whether any served state is older than the files.
  var isHoldingBack: Bool {
    bringUpToDate()
    return !linked.heldFiles.isEmpty || sources.rootFinding != nil || !linked.resolver.heldCounts.isEmpty
      || !pasts.places.isEmpty || !pasts.choices.isEmpty
      || entries.values.contains { !$0.plan.heldChoices.isEmpty || $0.lastGood != nil }
  }

  func isHolding(_ view: ViewID) -> Bool {
    !linked.resolver.heldCounts.isEmpty && linked.resolver.heldCounts[view] != nil
  }

  /// The number of files, choices of files, parents and places that keep an earlier state in a context. A choice of a file that keeps
  /// an earlier state counts with the file.
  func heldCount(_ context: Context) -> Int {
    guard let open = entries[context] else { return 0 }
    let files = linked.heldFiles.count { open.planFiles.contains($0) || linked.files[$0].concernsAll }
    let places = view(of: context).flatMap { linked.resolver.heldCounts[$0] } ?? 0
    let choices = open.plan.heldChoices.count { choice in
      !(open.plan.choices[choice] ?? []).contains(where: linked.heldFiles.contains)
    }
    return files + choices + places
      + (open.lastGood == nil ? 0 : 1) + (sources.rootFinding == nil ? 0 : 1)
  }

  /// The places that keep an earlier value in the view of a context.
  func held(in context: ResolvedContext) -> [HeldPart] {
    guard let view = context.view, isHolding(view) else { return [] }
    return linked.resolver.held(in: view).map { held in
      HeldPart(
        place: held.place, since: since(held.place, in: context.key), origins: held.origins, target: held.target)
    }
  }

  /// The last generation in which a place was good.
  func since(_ place: HeldPlace, in key: ViewKey?) -> Int {
    key.flatMap { pasts.places[$0]?[place] } ?? pasts.rememberedGeneration ?? history.last
  }

  /// The last generation in which a choice of files was good.
  func since(_ choice: FileChoice) -> Int { pasts.choices[choice] ?? history.last }

  /// Stores the held values of a meaning whose last context was closed, until a context with it is opened again.
  func keepHeld(of key: ViewKey, _ view: ViewID) {
    guard isHolding(view) else {
      pasts.places[key] = nil
      return
    }
    let recorded = linked.resolver.recorded(view, isWhole: false)
    pasts.keep(recorded.map { Past(values: $0.values, unheld: $0.unheld) }, of: key)
  }

  /// A state of recorded values, for a context without any other state.
  func restoredState(_ values: PathValues) -> ResolvedState {
    var resolver = Resolver(rules: Rules(), suffixes: [], identity: -1)
    let file = FileID(0)
    _ = resolver.update(file, Declarations(values: values))
    let view = resolver.open(LoadPlan(files: [file]))
    _ = resolver.resolve()
    return resolver.state(of: view)
  }
}

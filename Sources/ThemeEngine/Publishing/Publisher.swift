// SPDX-License-Identifier: GPL-2.0-or-later

import TextComparison
import ThemeDialects
import ThemeModel
import ThemeResolver

/// Makes generations and snapshots of the resolved states.
final class Publisher {
  private let bundle: String
  private let table: ContextTable
  private let findings: FindingCollector
  private let judge: FindingJudge
  private let locator: DiagnosticLocator
  private let history: GenerationHistory
  /// The last lists of open contexts.
  private var lists: [Context: Listed] = [:]
  /// Whether unsaved texts lie over files.
  var isUnsaved = false
  private var linked: LinkedFiles { table.linked }

  private struct Listed {
    /// Of the findings.
    let number: Int
    /// The number of `LinkedFiles.moves` after which the list has these places.
    var moves: Int
    /// Whether comments suppress findings.
    let dependsOnComments: Bool
    var list: DiagnosticList
  }

  init(
    bundle: String, _ table: ContextTable, _ findings: FindingCollector, _ judge: FindingJudge,
    _ locator: DiagnosticLocator
  ) {
    self.bundle = bundle
    self.table = table
    self.findings = findings
    self.judge = judge
    self.locator = locator
    history = table.history
  }

  // MARK: Generations

  /// Makes the resolved states the next generation, if they differ from the published ones.
  func publish() -> Publication { publish(allFound) }

  /// Publishes like `publish()`. If a context has errors that its published state does not have, publishes nothing and returns
  /// nil.
  func publishUnlessWorse() -> Publication? {
    let found = allFound
    let isWorse = found.contains { context, found in
      let published = table.entries[context]?.publishedErrors ?? []
      // Equal sets mostly share their storage.
      return found.errorKeys != published && !found.errorKeys.isSubset(of: published)
    }
    return isWorse ? nil : publish(found)
  }

  /// The findings of all open contexts. Resolves the applied changes.
  private var allFound: [(context: Context, found: ContextFindings)] {
    table.bringUpToDate()
    return table.entries.keys.map { ($0, findings.findings(in: $0)) }
  }

  /// - Parameter found: `allFound`.
  private func publish(_ found: [(context: Context, found: ContextFindings)]) -> Publication {
    let next = found.map { context, found in
      (context: context, errors: found.errorKeys, state: table.state(of: context), findings: listed(found, in: context))
    }
    let isNew =
      next.isEmpty
      ? table.hasUnpublishedEdits
      : next.contains { next in
        guard let published = table.entries[next.context]?.published else { return true }
        return published.digest != next.state.digest || !published.state.hasSameOrder(as: next.state)
          || published.dialect != dialect || published.findings != next.findings
          || published.held != table.heldCount(next.context)
      }
    let edits = linked.consumeCauses()
    table.becomePast()
    guard isNew else {
      history.settle(content: linked.files.content)
      let hidden = table.sources.modifications.isEmpty ? [] : locator.causes(edits)
      return Publication(generation: history.last, isNew: false, snapshots: [:], causes: hidden)
    }
    let causes = locator.causes(edits)
    history.begin(causes: causes, content: linked.files.content)
    var snapshots: [Context: Snapshot] = [:]
    for (context, errors, state, findings) in next {
      let snapshot = snapshot(of: context, findings: findings, state: state)
      table.setPublished(snapshot, errors, in: context)
      snapshots[context] = snapshot
    }
    return Publication(generation: history.last, isNew: true, snapshots: snapshots, causes: causes)
  }

  // MARK: Contexts

  /// The last published state in a context. Opens a context that is not open: it is kept up to date from now on, and begins with
  /// the present state.
  func open(_ context: Context) -> Snapshot {
    if let published = table.entries[context]?.published { return published }
    table.open(context)
    let found = findings.findings(in: context)
    let snapshot = snapshot(of: context, findings: listed(found, in: context), state: table.state(of: context))
    table.becomeFirstPast(in: context)
    table.setPublished(snapshot, found.errorKeys, in: context)
    return snapshot
  }

  /// Empty while it is unknown.
  private var dialect: String { table.recognition.choice?.type.name.rawValue ?? "" }

  private func snapshot(of context: Context, findings: DiagnosticList, state: ResolvedState) -> Snapshot {
    Snapshot(
      bundle: bundle, dialect: dialect, context: context,
      generation: history.last, digest: state.digest, held: table.heldCount(context),
      isUnsaved: isUnsaved, findings: findings, state: state, causes: history.causes)
  }

  /// Makes equal snapshots of all open contexts, with the same generation and the present `isUnsaved`. Empty if the published
  /// snapshots have it already.
  func relabel() -> [Context: Snapshot] {
    var snapshots: [Context: Snapshot] = [:]
    for (context, open) in table.entries {
      guard let published = open.published, published.isUnsaved != isUnsaved else { continue }
      let equal = snapshot(of: context, findings: published.findings, state: published.state)
      table.setPublished(equal: equal, in: context)
      snapshots[context] = equal
    }
    return snapshots
  }

  /// The findings that a snapshot lists. Made once for the same findings: the policy and the comments are the same as well. Moved with
  /// findings that only moved.
  private func listed(_ found: ContextFindings, in context: Context) -> DiagnosticList {
    if let known = lists[context], known.number == found.number, let moved = moved(known, found.files) {
      lists[context] = moved
      return moved.list
    }
    if lists.count > table.entries.count { lists = lists.filter { table.entries[$0.key] != nil } }
    let verdict = judge.judged(found.diagnostics)
    var list = DiagnosticList(Consequences.summarized(verdict.remaining.filter { $0.severity > .info }))
    // Lists are compared once for each subscriber: lists that share their storage take no time.
    if let known = lists[context]?.list, known == list { list = known }
    lists[context] = Listed(
      number: found.number, moves: linked.moves.count, dependsOnComments: !verdict.used.comments.isEmpty, list: list)
    return list
  }

  /// A list with its present places, which are in these files. Nil where other findings may be listed now: comments count for lines.
  private func moved(_ known: Listed, _ files: BytewiseSet) -> Listed? {
    guard known.moves != linked.moves.count else { return known }
    guard !known.dependsOnComments, let moves = linked.moves(since: known.moves, in: files),
      moves.allSatisfy({ locator.comments(of: $0.file).isEmpty })
    else { return nil }
    var moved = known
    moved.moves = linked.moves.count
    if moves.isEmpty { return moved }
    var entries = known.list.entries
    guard MovedDiagnostics.move(&entries, by: moves, in: linked.files, locator),
      let list = known.list.at(places: entries)
    else { return nil }
    moved.list = list
    return moved
  }

  // MARK: Storage

  /// Resolves the whole bundle again, into storage of the needed size, if removed values left most of the storage unused. To be
  /// called after a publication. Published states stay the same, generation and digest included; earlier snapshots keep their
  /// storage.
  ///
  /// Costs a check of each context, and a cold load if there is storage to free: of at most a quarter of the values that were
  /// read since the last time. Does nothing while an earlier state is held.
  ///
  /// - Returns: the published snapshots of all open contexts in their new storage; nil when nothing was done.
  func compact() -> [Context: Snapshot]? { linked.resolver.isSparse ? resolveAnew() : nil }

  /// Resolves the whole bundle again as `compact` does, independently of the unused storage.
  func resolveAnew() -> [Context: Snapshot]? {
    table.bringUpToDate()
    guard !table.hasUnpublishedEdits, !table.isHoldingBack, table.sources.filesOverLimit.isEmpty,
      table.sources.rootFinding == nil, table.recognition.finding == nil,
      table.entries.values.allSatisfy({ $0.lastGood == nil })
    else { return nil }
    table.resolveAnew()
    var snapshots: [Context: Snapshot] = [:]
    for (context, open) in table.entries {
      guard let published = open.published else { continue }
      let state = table.state(of: context)
      guard published.digest == state.digest, published.state.hasSameOrder(as: state),
        published.generation == history.last
      else { continue }
      let equal = snapshot(of: context, findings: published.findings, state: state)
      table.setPublished(equal: equal, in: context)
      snapshots[context] = equal
    }
    table.becomePast()
    history.dropEarlierStates(except: Set(snapshots.keys))
    return snapshots
  }
}

// SPDX-License-Identifier: GPL-2.0-or-later

package import JSONText
import ThemeDialects
package import ThemeModel
import ThemeResolver
import ThemeSyntax

/// The one face of the pure half: file contents in; generations, snapshots, deltas and diagnostics out.
///
/// `apply` takes what changed on disk; nothing is visible until `publish`, which makes it the next generation. Snapshots
/// are immutable and share what did not change.
package final class ThemeEngine {
  package let bundle: String
  /// The generation that was published last; 0 before the first.
  package private(set) var generation: Int

  /// Work done since the engine was made; only ever grows.
  package struct Counters: Sendable, Hashable {
    package var filesParsed = 0
    /// Of a large file of which one id changed, the bytes of that id alone.
    package var bytesParsed = 0
    /// What the files that were read declare, unfolded; with it what they declared before and do no more.
    package var valuesTaken = 0
    /// Nodes of syntax trees of which nothing was served, or that were made again.
    package var nodesDiscarded = 0
    package var declarationsChanged = 0
    package var valuesResolved = 0

    package init() {}
  }

  package internal(set) var counters = Counters()

  let namedRoot: String?
  let workers: any Workers
  var files = FileTable()
  var manifest = Manifest()
  /// Nil until the bundle was recognised for the first time.
  var dialect: (any Dialect)?
  var choice: DialectChoice?
  /// Why it cannot be told what the bundle is written in; what it was before goes on being served.
  var dialectFinding: Finding?
  /// Whether the contents of files decided on the dialect.
  var isRecognizedByContent = false
  var resolver = Resolver(rules: Rules(), suffixes: [])
  /// The themes of contexts that name none.
  package internal(set) var themesInUse: [String] = []
  package internal(set) var modifications = Modifications()
  var renderer = Renderer()
  var contexts: [Context: OpenContext] = [:]
  var views: [ViewKey: ViewID] = [:]
  var pendingCauses: [(file: FileID, place: ByteRange?)] = []
  var causes = CauseHistory()
  /// What was edited before the last `publish`, when that had nothing to publish.
  package private(set) var unpublishedCauses: [Cause] = []
  /// What keeps its last good value, and since when; see `ThemeEngine+LastGood`.
  var holds = Holds()
  /// Files whose reading found something.
  var filesWithFindings: Set<FileID> = []
  /// Those of them that are served as they were in an earlier generation.
  var heldFiles: Set<FileID> = []
  var hasUnpublishedChanges = false
  /// Whether a context was planned, or let go of, since the last publication.
  var arePlansNew = false
  /// Contexts that need a new plan in the next `bringUpToDate`.
  var staleContexts: Set<Context> = []
  /// Nothing changed since the last `bringUpToDate`.
  var isUpToDate = true
  /// What `unjudgedFindings` made of the state as it is.
  var madeDiagnostics: [Context: [Diagnostic]] = [:]
  /// What is wrong with the bundle's directory; its last good state is served.
  var rootFinding: Finding?
  var restarts = 0
  /// What files are read with: that of the manifest by which the bundle was recognised last.
  var limits = BundleLimits()
  /// Values that all files declare which are served.
  var declaredValues = 0
  /// Of files with as many bytes the changed region alone is read, where that can be told.
  var smallestForRegions = 16 << 10
  /// Slots of a view up to which free ones are not given back, see `compact`.
  var smallSlots = ResolverLimits().smallSlots
  /// Files that are held back since the bundle would have too many values.
  var filesOverLimit: Set<FileID> = []

  /// - Parameters:
  ///   - rootFile: the root that the user named instead of a directory, relative to the bundle's root.
  ///   - generation: where counting goes on, for a daemon that ran before.
  ///   - workers: who parses many files at once.
  package init(
    bundle: String, rootFile: String? = nil, generation: Int = 0, workers: some Workers = CallingThread()
  ) {
    self.workers = workers
    self.bundle = bundle
    namedRoot = rootFile
    self.generation = generation
  }

  // MARK: Changes

  /// Parses and links a batch of changes. Equal bytes stop here. Values are resolved when a publication or a query needs them,
  /// so that several batches of one generation are resolved once.
  package func apply(_ changes: [FileChange]) {
    var isPlanStale = false
    var isChanged = false
    let valuesBefore = declaredValues
    for change in changes {
      guard !change.path.isEmpty else {
        takeRoot(change.content)
        isChanged = true
        continue
      }
      guard let (file, isListingChanged) = files.set(change.path, change.content) else { continue }
      hasUnpublishedChanges = true
      isChanged = true
      isPlanStale = take(file) || isListingChanged || isPlanStale
    }
    if declaredValues < valuesBefore { isPlanStale = readOverLimit() || isPlanStale }
    // Also a bundle without any file is told to be none.
    isPlanStale = isPlanStale || choice == nil
    if isPlanStale { recognize() }
    guard isChanged || isPlanStale else { return }
    invalidate(isPlanStale ? Array(contexts.keys) : [])
  }

  /// Takes over a file whose content changed. Returns whether the bundle may be made up otherwise now, or be another thing.
  private func take(_ file: FileID) -> Bool {
    if files[file].path == Manifest.path {
      readManifest(file)
      return true
    }
    let claims = files[file].claims?.bits
    files[file].claims?.isCurrent = false
    let isKnown = files[file].reading != nil || files[file].served != nil || files[file].past != nil
    let asksForOthers = isKnown && readAnew(file)
    return asksForOthers || isRecognizedByContent && self.claims(of: file) != claims
  }

  private func takeRoot(_ content: FileChange.Content) {
    switch content {
    case .unreadable(let finding):
      rootFinding = finding
      holds.rootSince = holds.rootSince ?? generation
    case .bytes, .gone:
      rootFinding = nil
      holds.rootSince = nil
    }
    hasUnpublishedChanges = true
  }

  // MARK: Publication

  /// Whether the state that waits to be published has errors that the published one has not: a reason to give the author's
  /// program a moment to finish what it is doing.
  package var isWorseThanPublished: Bool {
    bringUpToDate()
    return contexts.contains { context, open in
      !troubles(context).isSubset(of: open.publishedTroubles)
    }
  }

  /// Makes the state that waits the next generation. False when it says nothing new in any open context; while none is
  /// open, every change is news.
  package func publish() -> Bool {
    bringUpToDate()
    let next = contexts.keys.map { (context: $0, state: state($0), findings: publishedFindings($0)) }
    let isNews =
      next.isEmpty
      ? hasUnpublishedChanges
      : next.contains { next in
        guard let published = contexts[next.context]?.published else { return true }
        return published.digest != next.state.digest || published.findings != next.findings
      }
    let causes = pendingCauses
    pendingCauses = []
    hasUnpublishedChanges = false
    becomePast()
    unpublishedCauses = isNews || modifications.isEmpty ? [] : renderer.causes(causes, in: files)
    guard isNews else { return false }
    generation += 1
    self.causes.record(renderer.causes(causes, in: files), generation: generation)
    for (context, state, findings) in next {
      let snapshot = current(context, findings: findings, state: state)
      let troubles = troubles(context)
      contexts[context]?.published = snapshot
      contexts[context]?.publishedTroubles = troubles
    }
    return true
  }

  // MARK: Questions

  /// The value at a path such as `styles/RBButton/titleColor` in a snapshot of this engine. Nil as well for a snapshot from
  /// before the manifest changed how files are read. Costs the size of the id's value.
  package func value(at path: String, in snapshot: Snapshot) -> Value? {
    let segments = Path.segments(of: path)
    guard segments.count >= 2 else { return nil }
    guard let section = ResolvedState.Section(rawValue: segments[0]) else { return nil }
    return resolver.symbol(named: segments[1], in: section, of: snapshot.state).flatMap {
      snapshot.state.value(of: $0, at: segments)
    }
  }

  /// Writes a snapshot of this engine as one JSON object and a line end, in pieces that its workers make; `take` is called
  /// with them in order.
  package func write(
    _ snapshot: Snapshot, _ layout: JSONWriter.Layout, selecting selection: Selection = .everything,
    take: ([UInt8]) -> Void
  ) {
    snapshot.write(layout, selecting: selection, workers: workers, take: take)
  }

  /// The number of files that the engine knows.
  package var fileCount: Int { files.count }

  /// The dialect that the bundle is written in, when it could be told.
  package var dialectName: DialectName? { choice?.type.name }

  /// The candidates for the root file of a context, in the order tried, and the one that was taken.
  package func rootCandidates(_ context: Context) -> (tried: [String], taken: String?) {
    bringUpToDate()
    let plan = contexts[context]?.plan ?? plan(for: context)
    return (plan.candidates, plan.root)
  }

  /// The names of the themes that a context can ask for, sorted; none where themes have no names.
  package var themes: [String] { dialect?.themes(in: files) ?? [] }

  /// What the manifest says to the program that reads the files. The last good one, while it cannot be read.
  package var settings: BundleSettings { BundleSettings(manifest) }

  /// The contexts that the manifest names, in its order.
  package var namedContexts: [NamedContext] { manifest.contexts }

  /// Whether bytes are a text that ends where its format says, so that nobody can be in the middle of writing it.
  package func isWhole(_ bytes: [UInt8], path: String) -> Bool {
    !parse(bytes, path: path, limits.ofSyntax).findings.contains(where: \.code.holdsBack)
  }

  /// The bytes of a file that a diagnostic points into.
  package func source(of path: String) -> [UInt8]? {
    guard let file = path == Manifest.path ? files.manifest : files.file(at: path),
      case .bytes(let bytes) = files[file].content
    else { return nil }
    return bytes
  }
}

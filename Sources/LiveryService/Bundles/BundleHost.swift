// SPDX-License-Identifier: GPL-2.0-or-later

import BundleReading
import LinuxIO
import LiveryConfiguration
import TextComparison
package import ThemeEngine
package import ThemeModel
import ThemeWatch

/// One bundle that is served: its files, its engine, and a channel for each context that has consumers.
///
/// A save takes one way: `BundleDisk` reads the changed files, the engine applies them, `PublishGate` says when they are published,
/// and the channels send what the engine published.
package final class BundleHost {
  /// Unique in the daemon; never used again.
  let number: Int
  /// The bundle's entry in the present configuration, or the call that added it.
  private(set) var source: ConfiguredBundle
  /// Unique in the daemon.
  package var name: String { ownName.text }
  /// The path of its directory, absolute, as given: links on it may change.
  package let path: String
  package let engine: ThemeEngine
  var rights: BundleRights { source.rights }
  private(set) var gate: PublishGate
  private let ownName: BundleName
  /// The name by the present manifest, which holds from the next start on.
  private var nextName: String
  private let log: Log
  private let clock: MonotonicClock
  private var disk: BundleDisk
  private var persistence: BundlePersistence
  private var channels: ChannelTable
  private var observer: ((ObservedPublication) -> Void)?
  /// Called with the places of changed declarations that changed nothing that is published.
  package var editChangedNothing: (([Cause]) -> Void)?
  /// Called when unsaved texts came or went without a new generation.
  package var overlaysChanged: (() -> Void)?
  private var heap = HeapTrimming()
  private var health = BundleHealth()
  private(set) var overlays = OverlayTable()
  private var pastOfFiles = PastOfFiles()
  private var latency = LatencyHistogram()

  /// - Parameter changes: the first changes of the watcher: all files. Nil while the directory is not there: then the states that
  ///   an earlier daemon kept are served.
  init(
    _ bundle: BundleLoading.Prepared, _ changes: RootChanges?, _ configuration: DaemonConfiguration, log: Log,
    clock: MonotonicClock
  ) {
    number = bundle.number
    source = bundle.source
    ownName = bundle.name
    nextName = bundle.name.text
    path = bundle.path
    self.log = log
    self.clock = clock
    gate = PublishGate(configuration.timeouts)
    channels = ChannelTable(limits: configuration.limits)
    let name = bundle.name.text
    disk = BundleDisk(
      BundleReader(path: bundle.path, limit: configuration.limits.file), path: bundle.path, clock: clock
    ) { paths in
      log.debug("\(name): reads \(paths.joined(separator: ", "))", .bundle(name))
    }
    persistence = BundlePersistence(
      directory: configuration.stateDirectory, stem: bundle.name.fileStem, bundleDirectory: bundle.path, log: log)

    let held = persistence.loadHeld()
    let contents = disk.load(changes, bundle.settings, held)
    let start = persistence.load()
    let isUnchanged =
      changes != nil && start.fingerprint != nil
      && start.fingerprint == Fingerprint.of(contents, persistence.settings)
    engine = ThemeEngine(
      bundle: name, rootFile: bundle.source.rootFile,
      generation: isUnchanged ? start.generation - 1 : start.generation, workers: WorkerThreads(),
      now: secondsSince1970)
    engine.historyLimits = HistoryLimits(configuration.limits)
    if let held { engine.restore(held) }
    engine.apply(contents)
    apply(engine.settings)
    persistence.restoreSettings(to: engine)
    engine.publish()
    // Reads and resolves everything now, in the context that most consumers ask for, and not when the first one waits.
    _ = try? channels.channel(for: Context(), engine)
    channels.keep(source.contexts, engine)
    persistence.keep(engine)
    reportHealth()
  }

  /// The present directory, without links; the path itself while it leads to no directory.
  package var directory: String { disk.directory ?? path }

  /// The paths of its files, relative to its directory, in the order of their bytes.
  var files: [String] { disk.paths }

  /// Those of the present manifest.
  var bounds: BundleBounds { disk.bounds }

  /// Whether its directory is missing, so that its last state is served.
  var isRootGone: Bool { disk.isRootGone }

  // MARK: Changes

  /// Reads and applies the files that the watcher reports.
  ///
  /// - Parameter woken: when the watcher reported the changes.
  func apply(_ changes: RootChanges, woken: UInt64) {
    apply(noticedAt: woken) { disk.read(changes, &gate, now: woken) }
  }

  /// Reads and applies the open files whose time is over.
  func applyOverdue() {
    let now = clock.now()
    apply(noticedAt: now) { disk.readOverdue(&gate, now: now) }
  }

  /// Reads and applies changes that make no event: of files with several names, and of files that are open but hold a whole text.
  func applySilentChanges() {
    apply(noticedAt: clock.now()) { disk.readShared() }
    let now = clock.now()
    apply(noticedAt: now) { disk.readWholeOpenFiles(&gate, now: now, isWhole: engine.isWhole) }
  }

  /// Reads all files, whether they changed or not.
  func readAll() {
    apply(noticedAt: clock.now()) { disk.readAll() }
  }

  private func apply(noticedAt: UInt64, _ read: () -> [FileChange]) {
    let changes = overlays.withhold(read())
    pastOfFiles.end(engine, unless: overlays)
    engine.isUnsaved = !overlays.isEmpty
    guard !changes.isEmpty else { return }
    let end = clock.now()
    gate.record(.filesApplied(changes.map(\.path), noticedAt: noticedAt), now: end)
    for change in changes {
      switch change.content {
      case .gone:
        disk.forget(change.path, engine.source(of: change.path))
        gate.record(.gone(change.path), now: end)
      case .bytes(let bytes): heap.record(bytes: bytes.count)
      case .unreadable: break
      }
    }
    let applied = engine.apply(changes)
    heap.record(engine.counters)
    if let settings = applied.newSettings { apply(settings) }
  }

  /// Applies the settings of the present manifest: a refused file may be readable now, and a readable file refused.
  private func apply(_ settings: BundleSettings) {
    let changes = overlays.withhold(disk.apply(settings))
    if !changes.isEmpty { engine.apply(changes) }
    let next = ownName.text(after: settings)
    guard Bytewise(next) != Bytewise(nextName) else { return }
    nextName = next
    guard Bytewise(next) != Bytewise(name) else { return }
    log.warning(
      "the bundle `\(name)` is called `\(next)` by its manifest now, and will be when it is loaded again", .bundle(name)
    )
  }

  // MARK: Set at run time

  /// Sets values over those of the files. They are published like an edit. An error leaves everything as it was.
  func set(_ body: (ThemeEngine) throws(ModificationError) -> Void) throws(ModificationError) {
    let start = clock.now()
    try body(engine)
    gate.record(.valuesApplied, now: start)
  }

  /// Forgets all states that are held back. The result is published like an edit.
  func forgetPast() {
    let start = clock.now()
    engine.forgetPast()
    // The manifest may have been an earlier one.
    apply(engine.settings)
    gate.record(.valuesApplied, now: start)
  }

  /// Stores the values set at run time for the next start.
  func saveSettings() throws(NotSaved) { try persistence.save(RuntimeSettings(engine)) }

  /// The values that the next start would set.
  var keptSettings: RuntimeSettings { persistence.settings }

  // MARK: Unsaved texts

  /// The files over which unsaved texts lie, each once.
  package var unsavedFiles: [String] { BytewiseSet(overlays.overlays.map(\.file)).sorted() }

  /// Whether an unsaved text may lie over a file: a present or future file of the bundle.
  func mayHaveOverlay(over file: String) -> Bool { disk.mayHave(file) }

  /// The maximum bytes of a file.
  func maximumBytes(of file: String) -> Int { disk.maximumBytes(of: file) }

  /// Lays a text over a file, or replaces it. It is published like an edit.
  func set(_ overlay: Overlay) {
    pastOfFiles.begin(engine, unless: overlays)
    overlays.set(overlay)
    applyContent(of: overlay.file)
  }

  /// Removes a text and reads the file, so that no older state is published in between. The change is published like an edit.
  func removeOverlay(_ number: OverlayNumber) {
    guard let file = overlays.remove(number) else { return }
    pastOfFiles.end(engine, unless: overlays)
    applyContent(of: file)
  }

  private func applyContent(of file: String) {
    let start = clock.now()
    let change =
      overlays.inForce(over: file)?.change ?? disk.read(file)
    engine.isUnsaved = !overlays.isEmpty
    let applied = engine.apply([change])
    heap.record(engine.counters)
    if let settings = applied.newSettings { apply(settings) }
    gate.record(.valuesApplied, now: start)
  }

  // MARK: Publication

  /// The next time at which something is due without an event.
  var deadline: UInt64? { gate.deadline(now: clock.now()) }

  /// Whether changes wait to be published.
  var hasChanges: Bool { gate.hasChanges }

  /// Records whether git holds the lock of a work tree. Returns whether it was released since the last call.
  func recordLock(isHeld: Bool) -> Bool {
    let isReleased = gate.isLocked && !isHeld
    gate.record(isHeld ? .lockHeld : .lockReleased, now: clock.now())
    return isReleased
  }

  /// Publishes the changes that wait if they are due.
  ///
  /// - Parameter ignoreLock: is called when git's lock was held for too long.
  /// - Returns: the consumers whose streams must end.
  func publishIfDue(ignoreLock: () -> Void) -> [(Consumer, Message.Excess)] {
    while true {
      let now = clock.now()
      switch gate.decision(now: now) {
      case .wait: return []
      case .publish: return publish()
      case .ignoreLock:
        ignoreLock()
        gate.record(.lockReleased, now: now)
      case .publishUnlessWorse:
        if let excesses = send(engine.publishUnlessWorse(), since: now) {
          freeUnusedMemory()
          return excesses
        }
        gate.record(.foundWorse, now: now)
      }
    }
  }

  /// Publishes the changes that wait.
  ///
  /// - Returns: the consumers whose streams must end.
  func publish() -> [(Consumer, Message.Excess)] {
    guard gate.hasChanges else { return [] }
    let start = clock.now()
    let excesses = send(engine.publish(), since: start) ?? []
    freeUnusedMemory()
    return excesses
  }

  /// - Returns: the consumers whose streams must end; nil without a publication.
  private func send(_ publication: Publication?, since start: UInt64) -> [(Consumer, Message.Excess)]? {
    guard let publication else { return nil }
    let noticedAt = gate.waitingSince ?? start
    disk.dropWithdrawn()
    guard publication.isNew else {
      gate.record(.unchanged, now: clock.now())
      if !publication.causes.isEmpty { editChangedNothing?(publication.causes) }
      let relabelled = engine.relabel()
      if !relabelled.isEmpty { overlaysChanged?() }
      return channels.relabel(relabelled)
    }
    keepState()
    let old = channels.observed?.current
    let excesses = channels.advance(to: publication.snapshots)
    let nanoseconds = clock.now() - noticedAt
    latency.record(nanoseconds: nanoseconds)
    reportHealth()
    if let observer, let old, let new = channels.observed?.current {
      let (delta, isCut) = new.delta(from: old, maximum: ObservedPublication.maximumChanges)
      observer(
        ObservedPublication(
          bundle: name, old: old, new: new, delta: delta, isCut: isCut, consumers: consumerCount,
          nanoseconds: nanoseconds))
    }
    gate.record(.published, now: clock.now())
    return excesses
  }

  /// Keeps the state for the next start. Unsaved texts end with this daemon: the state without them stays kept.
  private func keepState() {
    if overlays.isEmpty { persistence.keep(engine) } else { persistence.keepGeneration(engine) }
  }

  /// Frees storage that the engine no longer needs. The publication must be released before, since its snapshots share this
  /// storage.
  private func freeUnusedMemory() {
    let snapshots = engine.compact()
    if let snapshots { channels.compact(snapshots) }
    heap.trim(isCompacted: snapshots != nil)
  }

  /// Compresses texts of files. Returns whether there were any.
  func compressTexts(atMost maximum: Int) -> Bool {
    let count = engine.compressTexts(atMost: maximum)
    if count > 0 { log.debug("\(name): compresses \(count) bytes of texts", .bundle(name)) }
    return count > 0
  }

  private func reportHealth() {
    // A program that observes the bundle shows its findings itself.
    guard observer == nil else { return }
    health.report(errors: channels.errorCount, generation: engine.generation, of: self, log)
  }

  // MARK: Contexts

  /// Calls `body` after each publication in a context, in place of an earlier observer.
  package func observe(_ context: Context, _ body: @escaping (ObservedPublication) -> Void) {
    observer = body
    channels.observe(context, engine)
  }

  /// The channel of a context, opened when there is none.
  ///
  /// - Parameter user: the user of the consumer that the channel is for; nil for a question.
  func channel(for context: Context, heldBy user: UInt32? = nil) throws(ContextsInUse) -> Channel {
    try channels.channel(for: context, heldBy: user, engine)
  }

  /// Limits for contexts that are opened from now on.
  func apply(_ limits: Limits) {
    channels.limits = limits
    engine.historyLimits = HistoryLimits(limits)
  }

  /// Applies the bundle's entry in the present configuration. If a client added the bundle, it belongs to the configuration from now on.
  func apply(_ entry: ConfiguredBundle) {
    source = entry
    channels.keep(source.contexts, engine)
  }

  func dropLongInitialMessages() { channels.dropLongInitialMessages() }

  // MARK: Figures

  package var consumerCount: Int { channels.consumerCount }

  var figures: BundleFigures {
    BundleFigures(
      generation: engine.generation, files: engine.fileCount, consumers: consumerCount, errors: channels.errorCount,
      warnings: channels.warningCount, held: channels.heldCount, unreadable: channels.unreadableCount,
      unpublished: gate.waitingSince.map { Int((clock.now() - $0) / 1_000_000) } ?? 0, latency: latency)
  }

  /// Problems in words: states that cannot be stored for the next start, and files that changed on disk below unsaved texts.
  var problems: [String] {
    persistence.problems
      + overlays.overlays.filter(\.isFileChanged).map {
        "\($0.file) of the bundle `\(name)` was changed on disk, but the unsaved text \($0.number.name) lies over it"
      }
  }

  var counters: Channel.Counters { channels.counters }

  // MARK: The end

  /// Writes the generation for the next start.
  func finish() {
    persistence.finish(engine) {
      let isWhole = overlays.isEmpty && !gate.hasChanges && !disk.isRootGone && !disk.isEmpty && !engine.isHoldingBack
      return isWhole ? disk.contents() : nil
    }
  }
}

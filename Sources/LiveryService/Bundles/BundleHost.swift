// SPDX-License-Identifier: GPL-2.0-or-later

import BundleReading
import LinuxIO
import LiveryConfiguration
import TextComparison
package import ThemeEngine
package import ThemeModel
import ThemeWatch

/// One bundle that is served: its files, its engine, and a channel for each context that somebody is in.
///
/// What changed on disk is taken over at once and published as soon as it is no worse than what was published before;
/// otherwise the author's program is given a moment to finish what it is doing.
package final class BundleHost {
  /// Of the daemon; no number comes twice.
  let number: Int
  /// As the configuration, or the client that added it, has it.
  private(set) var source: ConfiguredBundle
  /// Unique in the daemon.
  package var name: String { ownName.text }
  /// Its directory's, absolute, as it was named: it may lead through links that change.
  package let path: String
  package let engine: ThemeEngine
  /// As the configuration has them by now.
  private(set) var rights: BundleRights
  private let ownName: BundleName
  /// What the manifest would have it called from the next start on.
  private var nextName: String
  /// As the manifest was when it was followed last.
  private var settings: BundleSettings?
  private var reader: BundleReader
  private let log: Log
  private let clock: MonotonicClock
  private let patience: Patience
  private var files: BundleFiles
  private var shared = SharedFiles()
  /// When all files are looked at for new hard links again, at the earliest.
  private var nextSharedLook: UInt64 = 0
  private var store: GenerationStore?
  private var modificationStore: ModificationStore?
  private var heldStore: HeldStore?
  /// What the next start would set.
  private(set) var keptSettings: RuntimeSettings
  private var channels: ChannelTable
  private var observer: ((Publication) -> Void)?
  /// Called when an edit changed declarations, but nothing that is published, with their places.
  package var editedInVain: (([Cause]) -> Void)?
  /// Something was taken over and is not published.
  private(set) var hasNews = false
  /// When what waits is published, however bad it is. Later events do not move it.
  private var graceEnd: UInt64?
  private var burst: Burst
  /// When what waits is published although there may be more of it.
  private var burstEnd: UInt64?
  /// When what waits is published although git still changes the work tree.
  private var lockEnd: UInt64?
  /// The last bytes of files that are gone, as long as that is not published: they come back when the whole bundle is gone.
  private var withdrawn: BytewiseDictionary<[UInt8]> = [:]
  private var timings = Publication.Timings()
  private var woken: UInt64 = 0
  /// Bytes that were read of files that nobody had closed.
  private(set) var unfinishedBytes = 0
  private var memory = FreedMemory()
  private var health = BundleHealth()
  private var latency = LatencyHistogram()

  /// A look at all files for new hard links is followed by a pause of this many times its length.
  private static let sharedLookPause: UInt64 = 20

  /// - Parameter changes: what the watcher found first: all files. Nil while the directory is not there: then what is held over
  ///   from an earlier daemon is served.
  init(
    _ source: ConfiguredBundle, number: Int, name: BundleName, path: String, reader: BundleReader,
    changes: RootChanges?, store: GenerationStore?, modificationStore: ModificationStore?, heldStore: HeldStore?,
    limits: Limits,
    patience: Patience, log: Log, clock: MonotonicClock
  ) {
    self.source = source
    rights = source.rights
    self.number = number
    ownName = name
    nextName = name.text
    self.path = path
    self.reader = reader
    self.log = log
    self.clock = clock
    self.store = store
    self.patience = patience
    burst = Burst(patience)
    files = BundleFiles(longestWriting: patience.writing)
    self.modificationStore = modificationStore
    self.heldStore = heldStore
    channels = ChannelTable(limits: limits)

    _ = self.reader.follow(self.reader.readSettings())
    let held = self.heldStore?.load()
    let contents: [FileChange]
    if let changes {
      contents = self.reader.read(files.take(changes, now: clock.now()).toRead, noting: &shared)
    } else {
      files.loseRoot()
      let last = held?.files ?? []
      files.remember(last.map(\.path))
      contents =
        last.map { FileChange(path: $0.path, content: .bytes($0.bytes)) } + [
          Self.rootChange(.unreadable(Self.finding(nil)))
        ]
    }
    let start = self.store?.load() ?? GenerationStore.Start(generation: 0)
    let settings = self.modificationStore?.load() ?? RuntimeSettings()
    keptSettings = settings
    let isUnchanged =
      changes != nil && start.fingerprint != nil && start.fingerprint == Fingerprint.of(contents, settings)
    engine = ThemeEngine(
      bundle: name.text, rootFile: source.rootFile, generation: isUnchanged ? start.generation - 1 : start.generation,
      workers: WorkerThreads())
    if let held { engine.restore(held) }
    engine.apply(contents)
    followManifest()
    self.modificationStore?.restore(settings, to: engine)
    _ = engine.publish()
    self.store?.reserve(engine.generation)
    // Reads and resolves everything now, in the context that most ask for, not when the first consumer waits.
    _ = try? channels.channel(for: Context(), engine)
    channels.keep(source.contexts, engine)
    self.heldStore?.keep(engine.heldRecord)
    tellHealth()
  }

  /// Where its path leads now, without links; the path itself while it leads nowhere.
  package var directory: String { (try? reader.directory()) ?? path }

  /// The configuration names it by now: what becomes of it is no more up to a client alone.
  func becomeConfigured() { source.origin = .configuration }

  // MARK: Changes

  /// Takes over what happened to the files.
  ///
  /// - Parameter woken: when the daemon heard of it.
  func take(_ changes: RootChanges, woken: UInt64) {
    let wasGone = files.isRootGone
    let work = files.take(changes, now: woken)
    switch (wasGone, files.isRootGone) {
    case (false, true):
      files.remember(withdrawn.keys)
      apply(withdrawnChanges + [Self.rootChange(.unreadable(Self.finding(changes.refusal)))], woken)
    case (true, true) where changes.isRootGone:
      apply([Self.rootChange(.unreadable(Self.finding(changes.refusal)))], woken)
    case (true, false): read(work, also: [Self.rootChange(.gone)], woken)
    case (false, false), (true, true): read(work, woken)
    }
  }

  /// Reads the files that nobody closes.
  func takeOverdue() {
    let now = clock.now()
    let overdue = files.unfinished(by: now)
    guard !overdue.isEmpty else { return }
    files.finish(overdue)
    let changes = reader.read(overdue, noting: &shared)
    for change in changes { noteUnfinished(change, now: now) }
    apply(changes, now)
  }

  /// Takes over what no event tells of: what was written through another name of a file.
  func takeShared() {
    let start = clock.now()
    var paths = shared.changed(in: path)
    if start >= nextSharedLook {
      paths += shared.gained(among: files.known, in: path)
      let end = clock.now()
      nextSharedLook = end + Self.sharedLookPause * (end - start)
    }
    read(BundleFiles.Work(toRead: paths), start)
  }

  /// Takes over those of the files that nobody has closed yet that hold a whole text: a name that link(2) gives to a finished
  /// file looks to inotify like the beginning of one. A file that was looked at is left alone for a while.
  func takeWholeUnfinished() {
    let now = clock.now()
    let whole = reader.read(files.unfinishedToLookAt(now: now), noting: &shared).filter { change in
      noteUnfinished(change, now: now)
      if case .bytes(let bytes) = change.content { return engine.isWhole(bytes, path: change.path) }
      return false
    }
    guard !whole.isEmpty else { return }
    files.finish(whole.map(\.path))
    apply(whole, clock.now())
  }

  private func noteUnfinished(_ change: FileChange, now: UInt64) {
    guard case .bytes(let bytes) = change.content else { return }
    files.noteLook(change.path, bytes: bytes.count, now: now)
    unfinishedBytes += bytes.count
  }

  /// Reads all files, whether they changed or not.
  func readAll() {
    read(BundleFiles.Work(toRead: files.known), clock.now())
  }

  private func read(_ work: BundleFiles.Work, also others: [FileChange] = [], _ woken: UInt64) {
    guard !work.isEmpty || !others.isEmpty else { return }
    if !work.toRead.isEmpty {
      log.debug("\(name): reads \(work.toRead.joined(separator: ", "))", .bundle(name))
    }
    let start = clock.now()
    let changes = reader.read(work.toRead, noting: &shared) + work.removed.map { FileChange(path: $0, content: .gone) }
    let reading = clock.now() - start
    apply(changes + others, woken)
    timings.reading += reading
  }

  private func apply(_ changes: [FileChange], _ woken: UInt64) {
    noteNews(woken)
    burst.take(changes.lazy.map(\.path), now: clock.now())
    for change in changes {
      switch change.content {
      case .gone:
        withdrawn[change.path] = withdrawn[change.path] ?? engine.source(of: change.path)
        files.forget(change.path)
        shared.forget(change.path)
      case .bytes(let bytes): memory.take(bytes: bytes.count)
      case .unreadable: break
      }
    }
    let start = clock.now()
    engine.apply(changes)
    memory.take(engine.counters)
    followManifest()
    timings.resolving += clock.now() - start
  }

  private func noteNews(_ woken: UInt64) {
    guard !hasNews else { return }
    hasNews = true
    self.woken = woken
    timings = Publication.Timings()
  }

  /// The directories that links may lead into, as the manifest says by now.
  var outside: [String] { engine.settings.outside }

  /// Reads the bundle as its manifest says by now: what was refused before may be readable, and the other way round.
  private func followManifest() {
    guard engine.settings != settings else { return }
    let settings = engine.settings
    self.settings = settings
    if reader.follow(settings), !files.isRootGone { engine.apply(reader.read(files.known)) }
    let next = ownName.text(after: settings)
    guard Bytewise(next) != Bytewise(nextName) else { return }
    nextName = next
    guard Bytewise(next) != Bytewise(name) else { return }
    log.warning(
      "the bundle `\(name)` is called `\(next)` by its manifest now, and will be when it is loaded again", .bundle(name)
    )
  }

  private var withdrawnChanges: [FileChange] {
    withdrawn.map { FileChange(path: $0.key, content: .bytes($0.value)) }
  }

  /// The bundle as a whole, as a file without a name: what is found there concerns no file.
  private static func rootChange(_ content: FileChange.Content) -> FileChange {
    FileChange(path: "", content: content)
  }

  /// Why nothing of the bundle is read.
  private static func finding(_ refusal: RootRefusal?) -> Finding {
    guard let refusal else {
      return Finding(
        .unreadable, "the bundle's directory is gone", help: "its last state is served until it is back")
    }
    return Finding(.limit, "\(refusal)", help: "its last state is served until its path leads to a bundle")
  }

  // MARK: Set at run time

  /// Sets something over what the files say; it is published like an edit. An error leaves everything as it was.
  func set(_ body: (ThemeEngine) throws(ModificationError) -> Void) throws(ModificationError) {
    let start = clock.now()
    try body(engine)
    noteNews(start)
    timings.resolving += clock.now() - start
  }

  /// Lets go of all that is held back; it is published like an edit.
  func forgetPast() {
    let start = clock.now()
    engine.forgetPast()
    noteNews(start)
    timings.resolving += clock.now() - start
  }

  /// Keeps what is set for the next start.
  func saveSettings() throws(NotSaved) {
    guard modificationStore != nil else { throw NotSaved(reason: "this daemon has no state directory") }
    let settings = RuntimeSettings(engine)
    try modificationStore?.save(settings)
    keptSettings = settings
  }

  // MARK: Publication

  /// When the bundle wants to be looked at again, though nothing happens.
  var deadline: UInt64? {
    [lockEnd ?? [graceEnd, burstEnd].compactMap(\.self).max(), files.deadline].compactMap(\.self).min()
  }

  /// Holds back what was taken over, since git has the work tree between two states. False when that has lasted too long.
  func waitForLock() -> Bool {
    let now = clock.now()
    let end = lockEnd ?? now + patience.lock
    guard now < end else { return false }
    lockEnd = end
    return true
  }

  /// Whether there is something to be published now. A state that is worse than what is published is given a deadline, and
  /// waits for it; so does one that is likely to be a part of more.
  func checkReadiness() -> Bool {
    lockEnd = nil
    guard hasNews else { return false }
    let now = clock.now()
    burstEnd = burst.end(now: now)
    graceEnd = engine.isWorseThanPublished ? graceEnd ?? now + patience.grace : nil
    return burstEnd == nil && graceEnd.map { now >= $0 } ?? true
  }

  /// Makes what was taken over the next generation and sends everybody what is owed.
  ///
  /// - Returns: the consumers that cannot be served any more.
  func publish() -> [(Consumer, Message.Excess)] {
    graceEnd = nil
    burstEnd = nil
    lockEnd = nil
    guard hasNews else { return [] }
    hasNews = false
    withdrawn.removeAll()
    let start = clock.now()
    guard engine.publish() else {
      burst.forget()
      if let editedInVain, !engine.unpublishedCauses.isEmpty { editedInVain(engine.unpublishedCauses) }
      return []
    }
    defer { burst.publish(now: clock.now()) }
    store?.reserve(engine.generation)
    heldStore?.keep(engine.heldRecord)
    let old = channels.observed?.current
    let resolved = clock.now()
    let overdue = channels.advance(engine)
    let end = clock.now()
    timings.resolving += resolved - start
    timings.sending = end - resolved
    timings.whole = end - woken
    latency.record(nanoseconds: timings.whole)
    tellHealth()
    if let observer, let old, let new = channels.observed?.current {
      observer(
        Publication(
          bundle: name, old: old, new: new, delta: new.delta(from: old), consumers: consumerCount, timings: timings))
    }
    giveBackMemory()
    return overdue
  }

  private func giveBackMemory() {
    let isCompacted = engine.compact()
    if isCompacted { channels.compact(engine) }
    memory.giveBack(isCompacted: isCompacted)
  }

  private func tellHealth() {
    // A program that observes the bundle shows what is found itself.
    guard observer == nil else { return }
    health.tell(errors: channels.errorCount, generation: engine.generation, of: self, log)
  }

  // MARK: Contexts

  /// Calls `body` after each publication with what it means in that context, in place of an earlier observer.
  package func observe(_ context: Context, _ body: @escaping (Publication) -> Void) {
    observer = body
    channels.observe(context, engine)
  }

  /// What contexts that are opened from now on hold to.
  func follow(_ limits: Limits) { channels.limits = limits }

  /// What the configuration says of the same files by now.
  func follow(_ source: ConfiguredBundle) {
    rights = source.rights
    channels.keep(source.contexts, engine)
  }

  package var consumerCount: Int { channels.consumerCount }

  /// How it is, in numbers.
  var figures: BundleFigures {
    BundleFigures(
      generation: engine.generation, files: engine.fileCount, consumers: consumerCount, errors: channels.errorCount,
      warnings: channels.warningCount, held: channels.heldCount, unreadable: channels.unreadableCount,
      unpublished: hasNews ? Int((clock.now() - woken) / 1_000_000) : 0, latency: latency)
  }

  /// Its directory is not there, and its last state is served.
  var isRootGone: Bool { files.isRootGone }

  /// What cannot be kept for the next start, in words.
  var problems: [String] { [store?.problem, heldStore?.problem].compactMap(\.self) }

  var counters: Channel.Counters { channels.counters }

  /// The channel of a context, opened when there is none.
  ///
  /// - Parameter user: whose consumer is to be in it; nil for a question.
  func channel(for context: Context, heldBy user: UInt32? = nil) throws(ContextsInUse) -> Channel {
    try channels.channel(for: context, heldBy: user, engine)
  }

  func forgetLongWelcomes() { channels.forgetLongWelcomes() }

  // MARK: The end

  /// Writes down the generation, for the next start. A state that a cold start would not reach gets no fingerprint.
  func finish() {
    guard let store else { return }
    let isWhole = !hasNews && !files.isRootGone && !files.known.isEmpty && !engine.isHoldingBack
    let fingerprint = isWhole ? Fingerprint.of(reader.read(files.known), RuntimeSettings(engine)) : nil
    store.finish(engine.generation, fingerprint: fingerprint)
  }
}

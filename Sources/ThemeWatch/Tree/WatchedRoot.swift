// SPDX-License-Identifier: GPL-2.0-or-later

import CInotifyTools
import LinuxIO
import TextComparison
import ThemeModel

/// One watched bundle: its watches, and the changes since the last batch.
///
/// Events only mark names. `reconcile` checks the marked names: a directory is walked, and a removed directory removes everything
/// below it. Its walks and polls are extensions, with more than 400 lines together, since both write the marks and the
/// directories.
final class WatchedRoot {
  let id: RootID
  /// The given path, made absolute. It may contain links that change.
  let path: String
  let table: WatchTable
  let anchor: RootAnchor
  let links: LinkTable
  let locks: GitLocks
  private var bounds = BundleBounds()
  /// The directories outside of the bundle that links may lead into, by absolute path.
  var outsideAnchors: BytewiseDictionary<RootAnchor> = [:]

  /// The root, absolute and without links. Nil while it does not exist.
  private(set) var real: String?
  /// The reason for not following the directory, though it exists.
  private(set) var refusal: RootRefusal?
  /// The time of the next walk over a directory that was too large.
  var nextTry: UInt64?
  /// The existing directories of the bounds' `outside`, absolute and without links.
  private(set) var outsideDirectories: [String] = []
  var directories = DirectoryTable()
  var polled = PolledDirectories()

  private var isRootDirty = false
  /// Names to check again, and those of which only attributes changed.
  var dirty: BytewiseSet = []
  private var touched: BytewiseSet = []
  var changes: RootChanges
  /// The results of the checks since the last batch, by name.
  var sightings = PathTable<Sighting>()
  /// Directories that cannot be read.
  var unreadable = PathTable<SystemError>()
  /// Directories and links below which the reader keeps its knowledge, since the check failed.
  private var kept = PathTable<Void>()
  /// Links to directories outside of the bundle, and directories that cannot be read. Their names need not be those of files.
  var closedDirectories = PathTable<Void>()
  /// Whether links make more paths to directories than the limit allows.
  var hasTooManyPaths = false

  enum Sighting { case file, noFile }

  /// Whether the system refused a watch because of a limit.
  var lacksWatches: Bool {
    polled.hasUnwatched || anchor.lacksWatches || links.lacksWatches
      || outsideAnchors.values.contains(where: \.lacksWatches)
  }

  /// Whether a part of it changes without inotify events.
  var isRemote: Bool { polled.hasRemote }

  /// Whether a part of it has to be polled.
  var needsPolling: Bool {
    !polled.isEmpty || links.lacksWatches || anchor.needsPolling
      || outsideAnchors.values.contains(where: \.needsPolling)
  }

  init(id: RootID, path: String, table: WatchTable) {
    self.id = id
    self.path = path
    self.table = table
    anchor = RootAnchor(path: path, use: .anchor(id), table: table)
    links = LinkTable(id: id, table: table)
    locks = GitLocks(id: id, table: table)
    changes = RootChanges(root: id)
  }

  func set(_ bounds: BundleBounds) {
    self.bounds = bounds
    markWhole()
  }

  // MARK: Taking notice

  /// Marks everything: the root may have been moved, removed or replaced, or events were lost.
  func markWhole() {
    isRootDirty = true
  }

  func note(_ event: Inotify.Event, in directory: String, for use: WatchTable.Use) {
    let isAboutItself = event.has(IN_MOVE_SELF | IN_DELETE_SELF)
    let isAboutName = event.has(IN_CREATE | IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO)
    let full = join(directory, event.name)
    switch use {
    case .anchor:
      if event.name == GitLocks.name { locks.forgetPlaces() }
      if isAboutItself || isAboutName && anchor.leadsThrough(full) { isRootDirty = true }
    case .outside(_, let path):
      let leadsThrough = outsideAnchors[path]?.leadsThrough(full) ?? false
      if isAboutItself || isAboutName && leadsThrough { isRootDirty = true }
    case .passage:
      if !event.has(IN_MODIFY) { dirty.formUnion(links.links(through: full)) }
    case .lock:
      // `GitLocks` checks the lock.
      break
    case .content(_, let path):
      if event.name.isEmpty {
        if path.isEmpty, isAboutItself || event.has(IN_ATTRIB) && real.flatMap(RootRefusal.init(ofRoot:)) != nil {
          isRootDirty = true
        }
        return
      }
      if !event.has(IN_MODIFY) { dirty.formUnion(links.links(through: full)) }
      if event.name == GitLocks.name { locks.note(event, in: path) }
      guard !isIgnored(event.name) else { return }
      noteName(event, join(path, event.name))
    }
  }

  private func noteName(_ event: Inotify.Event, _ path: String) {
    let isFile = !event.has(IN_ISDIR) && isCandidate(lastSegment(path))
    if event.has(IN_MODIFY) {
      if isFile { changes.beingWritten.insert(path) }
    } else if event.has(IN_ATTRIB) {
      touched.insert(path)
    } else {
      dirty.insert(path)
      if event.has(IN_CREATE), isFile {
        changes.beingWritten.insert(path)
      } else {
        changes.beingWritten.remove(path)
      }
    }
  }

  /// Handles the end of a watch: its directory was removed or unmounted.
  func noteEnd(of use: WatchTable.Use, _ identity: FileIdentity) {
    switch use {
    case .anchor, .outside:
      isRootDirty = true
    case .passage(_, let directory):
      dirty.formUnion(links.links(throughDirectory: directory, identity))
    case .lock(_, let place):
      locks.noteEnd(ofLockAt: place)
    case .content(_, let path):
      guard directories[path]?.identity == identity else { return }
      if path.isEmpty {
        directories[path] = nil
        polled.remove(path)
        isRootDirty = true
      } else {
        drop(path)
        noteGone(path)
        dirty.insert(path)
      }
    }
  }

  // MARK: Looking

  /// The names in a directory, for names that cannot be looked up. Emptied after each reconciliation.
  private var listings: BytewiseDictionary<BytewiseSet> = [:]

  /// Whether a directory has a name that is not UTF-8. It has no status by its text, but a walk finds it.
  private func isListed(_ name: String, in directory: String) -> Bool {
    guard hasReplacedBytes(name) else { return false }
    if listings[directory] == nil {
      let entries = (try? listDirectory(directory)) ?? []
      listings[directory] = BytewiseSet(entries.lazy.filter { $0.kind == .regular }.map(\.name))
    }
    return listings[directory]?.contains(name) ?? false
  }

  /// Checks everything that was marked. Returns the changes since the last call.
  func reconcile() -> RootChanges {
    if isRootDirty { rescan() }
    if real != nil {
      for path in touched.subtracting(dirty).sorted() { checkAttributes(path) }
      for path in dirty.sorted() { check(path) }
    }
    dirty = []
    touched = []
    listings = [:]
    if real != nil, let refusal = table.walkLimits.refusal(of: directories) { refuse(refusal) }
    defer {
      changes = RootChanges(root: id)
      sightings = PathTable()
    }
    for (path, sighting) in sightings {
      switch sighting {
      case .file: changes.changed.insert(path)
      case .noFile: changes.removed.insert(path)
      }
    }
    return changes
  }

  /// Records that everything at a path and below it is gone, except files that later checks find.
  func noteGone(_ path: String) {
    sightings.removeAll(within: path)
    kept.removeAll(within: path)
    closedDirectories.removeAll(within: path)
    changes.gone.insert(path)
  }

  /// Records that the content of a path could not be determined. The reader decides.
  func keepWhatWasKnown(below path: String) {
    kept[path] = ()
    changes.unreadable.insert(path)
  }

  /// Finds the root again and walks all of it. Watches that are still right stay.
  private func rescan() {
    isRootDirty = false
    dirty = []
    touched = []
    changes = RootChanges(root: id)
    sightings = PathTable()
    unreadable = PathTable()
    kept = PathTable()
    closedDirectories = PathTable()
    hasTooManyPaths = false
    polled.removeAll()
    locks.forget(below: "")
    locks.forgetPlaces()
    table.forgetDevices()
    let wasThere = real != nil
    let oldRefusal = refusal
    real = anchor.locate()
    refusal = real.flatMap(RootRefusal.init(ofRoot:))
    if refusal != nil { real = nil }
    // Gone since it was located, which is no reason to give.
    if case .unreadable(let error) = refusal, error.errno == .noSuchFile { refusal = nil }

    let old = directories
    directories = DirectoryTable()
    outsideDirectories = locateOutside()
    links.renew(extent) {
      guard let real else { return }
      walk("", real: real)
    }
    changes.gone = []
    for (path, directory) in old.all where directories[path]?.identity != directory.identity {
      table.release(directory.identity, from: .content(id, path: path))
    }
    if real != nil, let refusal = table.walkLimits.refusal(of: directories) { refuse(refusal) }
    changes.isRootGone = real == nil && (wasThere || refusal != oldRefusal)
    changes.refusal = changes.isRootGone ? refusal : nil
    changes.isComplete = real != nil
    changes.bounds = bounds
  }

  /// Releases everything and reports the directory as gone. The reader keeps its knowledge.
  private func refuse(_ refusal: RootRefusal) {
    self.refusal = refusal
    real = nil
    releaseContent()
    unreadable = PathTable()
    kept = PathTable()
    closedDirectories = PathTable()
    sightings = PathTable()
    changes = RootChanges(root: id)
    changes.isRootGone = true
    changes.refusal = refusal
  }

  /// Finds the directories that links may lead into, and follows their paths.
  func locateOutside() -> [String] {
    let wanted = BytewiseSet(real.map { root in bounds.outside.map { absolutePath($0, from: root) } } ?? [])
    for (path, anchor) in outsideAnchors where !wanted.contains(path) {
      anchor.close()
      outsideAnchors[path] = nil
    }
    for path in wanted where outsideAnchors[path] == nil {
      outsideAnchors[path] = RootAnchor(path: path, use: .outside(id, path: path), table: table)
    }
    return outsideAnchors.values.compactMap { $0.locate() }.sortedBytewise()
  }

  private func checkAttributes(_ path: String) {
    guard let directory = directories[parent(of: path)] else { return }
    let status = try? linkStatus(join(directory.real, lastSegment(path)))
    // A watched directory that can still be read reports its own changes.
    if status?.kind == .directory, let known = directories[path], known.identity == status?.identity,
      (try? checkIsListable(known.real)) != nil
    {
      return
    }
    check(path)
  }

  private func check(_ path: String) {
    guard let extent, let directory = directories[parent(of: path)] else { return }
    let name = lastSegment(path)
    let full = join(directory.real, name)
    let status: FileStatus?
    do throws(SystemError) {
      status = try linkStatus(full)
    } catch {
      guard error.errno == .noSuchFile else { return keepWhatWasKnown(below: path) }
      status = nil
    }
    let known = directories[path]
    if known != nil, known?.identity != status?.identity || status?.kind != .directory {
      noteGone(path)
      drop(path)
    } else if known == nil, !kept.within(path).isEmpty {
      noteGone(path)
    }
    links.forget(path)
    unreadable.removeAll(within: path)
    let isCandidate = isCandidate(name)
    if isCandidate || closedDirectories[path] != nil { sightings[path] = .noFile }
    closedDirectories[path] = nil
    switch status?.kind {
    case .directory:
      // A known directory is walked too: it may have been away for a moment, in which reads of its files failed.
      walk(path, real: full)
    case .link:
      BundleWalk(extent: extent, visitor: self).follow(path, in: directory.real)
      changes.beingWritten.remove(path)
    case .regular:
      if isCandidate { found(path) }
    case nil:
      if isCandidate, isListed(name, in: directory.real) { found(path) }
    case .fifo, .socket, .device:
      break
    }
  }

  private var extent: BundleExtent? {
    real.map { BundleExtent(root: $0, bounds, outside: outsideDirectories) }
  }

  private func walk(_ path: String, real: String) {
    guard let extent else { return }
    BundleWalk(extent: extent, visitor: self).walk(path, real: real)
  }

  // MARK: Letting go

  func close() {
    anchor.close()
    for anchor in outsideAnchors.values { anchor.close() }
    outsideAnchors = [:]
    releaseContent()
  }

  private func releaseContent() {
    locks.release()
    locks.forget(below: "")
    for (path, directory) in directories.all { table.release(directory.identity, from: .content(id, path: path)) }
    links.forget(below: "")
    directories = DirectoryTable()
    polled.removeAll()
  }

  /// Releases a directory and everything below it.
  func drop(_ path: String) {
    for (below, directory) in directories.within(path) {
      table.release(directory.identity, from: .content(id, path: below))
      directories[below] = nil
      polled.remove(below)
    }
    links.forget(below: path)
    locks.forget(below: path)
  }
}

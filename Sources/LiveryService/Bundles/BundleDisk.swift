// SPDX-License-Identifier: GPL-2.0-or-later

import BundleReading
import LinuxIO
import TextComparison
import ThemeEngine
import ThemeModel
import ThemeWatch

/// Reads the files of a bundle: those that the watcher reports as changed, and those whose changes make no event.
struct BundleDisk {
  private var reader: BundleReader
  private let path: String
  private let clock: MonotonicClock
  private let report: ([String]) -> Void
  private var files = ListedFiles()
  private var shared = SharedFiles()
  /// Those of the present manifest.
  private(set) var bounds = BundleBounds()
  /// Those of the last look at all files.
  private var boundsOfLook = BundleBounds()
  /// The earliest time of the next scan for new hard links.
  private var nextSharedLook: UInt64 = 0
  /// The last bytes of removed files, until the removal is published. They are served again if the whole bundle is gone.
  private var withdrawn: BytewiseDictionary<[UInt8]> = [:]

  /// After a scan for new hard links, the pause is the duration of the scan times this factor.
  private static let sharedLookPause: UInt64 = 20

  /// - Parameter report: is called with the paths before they are read.
  init(_ reader: BundleReader, path: String, clock: MonotonicClock, report: @escaping ([String]) -> Void) {
    self.reader = reader
    self.path = path
    self.clock = clock
    self.report = report
  }

  /// The present directory of the bundle, without links; nil while the path leads to no directory.
  var directory: String? { try? reader.directory() }
  var isRootGone: Bool { files.isRootGone }
  var isEmpty: Bool { files.isEmpty }
  /// The paths of all files, in the order of their bytes.
  var paths: [String] { files.known }

  // MARK: All files

  /// The first content of the bundle.
  ///
  /// - Parameters:
  ///   - changes: the first changes of the watcher: all files. Nil while the directory is not there.
  ///   - settings: of the manifest. The engine reads a later manifest in the files.
  ///   - held: the states that an earlier daemon kept. Their files are served while the directory is not there.
  mutating func load(_ changes: RootChanges?, _ settings: BundleSettings, _ held: HeldRecord?) -> [FileChange] {
    bounds = settings.bounds
    _ = reader.apply(settings)
    if let changes {
      boundsOfLook = changes.bounds
      // Those in directories that cannot be read are there.
      files.remember((held?.files ?? []).map(\.path))
      let listed = files.record(changes).toRead
      let contents = content(of: listed)
      let manifest = readManifest()
      guard case .unreadable = manifest.content, !listed.containsBytewise(manifest.path) else { return contents }
      return contents + [manifest]
    }
    files.loseRoot()
    let last = held?.files ?? []
    files.remember(last.map(\.path))
    return last.map { FileChange(path: $0.path, content: .bytes($0.bytes)) } + [Self.rootChange(.unreadable(.rootGone))]
  }

  /// Applies the settings of a manifest. Returns all files if reading a file may give a different result now.
  mutating func apply(_ settings: BundleSettings) -> [FileChange] {
    bounds = settings.bounds
    return reader.apply(settings) && !files.isRootGone ? reader.read(files.known) : []
  }

  /// Reads all files, whether they changed or not.
  mutating func readAll() -> [FileChange] { read(files.known) }

  /// The content of all files, for a comparison.
  func contents() -> [FileChange] { reader.read(files.known) }

  /// The content of a file as it is now.
  mutating func read(_ file: String) -> FileChange {
    read([file]).first ?? FileChange(path: file, content: .gone)
  }

  /// Whether a path is valid for a present or future file of the bundle, the manifest excluded.
  func mayHave(_ file: String) -> Bool { reader.mayHave(file) }

  /// The maximum bytes of a file.
  func maximumBytes(of file: String) -> Int { reader.limit(of: file) }

  // MARK: Changes

  /// Reads the files that the watcher reports.
  mutating func read(_ changes: RootChanges, _ gate: inout PublishGate, now: UInt64) -> [FileChange] {
    let wasGone = files.isRootGone
    let before = changes.isComplete && changes.bounds != boundsOfLook ? BytewiseSet(files.unsorted) : nil
    if changes.isComplete { boundsOfLook = changes.bounds }
    let work = files.record(changes)
    gate.record(.watched(changes, work), now: now)
    switch (wasGone, files.isRootGone) {
    case (false, true):
      files.remember(withdrawn.keys)
      return withdrawn.map { FileChange(path: $0.key, content: .bytes($0.value)) }
        + [Self.rootChange(.unreadable(Finding(changes.refusal)))]
    case (true, true) where changes.isRootGone: return [Self.rootChange(.unreadable(Finding(changes.refusal)))]
    case (true, false): return marked(read(work), by: before) + [Self.rootChange(.gone)]
    case (false, false), (true, true): return marked(read(work), by: before)
    }
  }

  /// Marks the files that came or went with new bounds.
  ///
  /// - Parameter before: the files before a look with other bounds than the last; nil for other looks.
  private func marked(_ changes: [FileChange], by before: BytewiseSet?) -> [FileChange] {
    guard let before else { return changes }
    return changes.map { change in
      var change = change
      switch change.content {
      case .gone: change.isByBounds = true
      case .bytes, .unreadable: change.isByBounds = !before.contains(change.path)
      }
      return change
    }
  }

  /// Reads the open files whose time is over.
  mutating func readOverdue(_ gate: inout PublishGate, now: UInt64) -> [FileChange] {
    let overdue = gate.openFiles.overdue(now: now)
    guard !overdue.isEmpty else { return [] }
    gate.record(.finished(overdue), now: now)
    let changes = content(of: overdue)
    for change in changes { recordLook(at: change, &gate, now: now) }
    return changes
  }

  /// Reads files that may have been written through another hard link, which makes no event.
  mutating func readShared() -> [FileChange] {
    let start = clock.now()
    var paths = shared.changed(in: path)
    if start >= nextSharedLook {
      paths += shared.gained(among: files.unsorted, in: path)
      let end = clock.now()
      nextSharedLook = end + Self.sharedLookPause * (end - start)
    }
    return read(paths)
  }

  /// Reads open files that hold a whole text: for inotify, a name that link(2) gives to a finished file looks like a new file. A
  /// file that was examined is skipped for a while.
  mutating func readWholeOpenFiles(
    _ gate: inout PublishGate, now: UInt64, isWhole: (_ bytes: [UInt8], _ path: String) -> Bool
  ) -> [FileChange] {
    let whole = content(of: gate.openFiles.toLookAt(now: now)).filter { change in
      recordLook(at: change, &gate, now: now)
      if case .bytes(let bytes) = change.content { return isWhole(bytes, change.path) }
      return false
    }
    gate.record(.finished(whole.map(\.path)), now: now)
    return whole
  }

  private func recordLook(at change: FileChange, _ gate: inout PublishGate, now: UInt64) {
    guard case .bytes(let bytes) = change.content else { return }
    gate.record(.lookedAt(change.path, bytes: bytes.count), now: now)
  }

  private mutating func read(_ work: ListedFiles.Work) -> [FileChange] {
    guard !work.isEmpty else { return [] }
    let removed = work.removed.map { path in
      Bytewise(path) == Bytewise(BundleSettings.manifestPath)
        ? readManifest() : FileChange(path: path, content: .gone)
    }
    return read(work.toRead) + removed
  }

  /// The manifest. One that cannot be read counts as a file, so that the next complete look reads it again: it may not be there.
  private mutating func readManifest() -> FileChange {
    let manifest = reader.readManifest()
    if case .unreadable = manifest.content { files.remember([manifest.path]) }
    return manifest
  }

  private mutating func read(_ paths: [String]) -> [FileChange] {
    guard !paths.isEmpty else { return [] }
    report(paths)
    return content(of: paths)
  }

  /// The files as they are now. One in a directory that cannot be listed counts as unreadable, although it may be opened by its name (mode
  /// 0100): the next start does not find it, and keeps what is held.
  private mutating func content(of paths: [String]) -> [FileChange] {
    var changes = reader.read(paths, noting: &shared)
    for index in changes.indices {
      guard case .bytes = changes[index].content, let directory = files.unlistedDirectory(above: changes[index].path)
      else { continue }
      do throws(SystemError) {
        try checkIsListable("\(path)/\(directory)")
        files.forgetUnlisted(directory)
      } catch {
        changes[index].content = .unreadable(
          Finding(
            .unreadable, "`\(changes[index].path)` is in a directory that cannot be listed: \(error.errno.text)",
            help: "make the directory readable"))
      }
    }
    return changes
  }

  // MARK: Files that are gone

  /// Forgets a file that is gone.
  ///
  /// - Parameter bytes: its last content.
  mutating func forget(_ path: String, _ bytes: [UInt8]?) {
    withdrawn[path] = withdrawn[path] ?? bytes
    files.forget(path)
    shared.forget(path)
  }

  /// Drops the bytes of removed files after a publication.
  mutating func dropWithdrawn() { withdrawn.removeAll() }

  /// A change of the bundle as a whole: a file without a name, whose finding concerns no file.
  private static func rootChange(_ content: FileChange.Content) -> FileChange {
    FileChange(path: "", content: content)
  }
}

extension Finding {
  fileprivate static let rootGone = Finding(
    .unreadable, "the bundle's directory is gone", help: "its last state is served until it is back")

  /// The reason why the bundle is not read; without a refusal, its directory is gone.
  fileprivate init(_ refusal: RootRefusal?) {
    guard let refusal else {
      self = .rootGone
      return
    }
    switch refusal {
    case .unreadable:
      self.init(.unreadable, "\(refusal)", help: "its last state is served until this user can read it")
    case .fileSystemRoot:
      self.init(.limit, "\(refusal)", help: "its last state is served until its path leads to a bundle")
    case .tooManyDirectories, .tooManyNames:
      self.init(
        .limit, "\(refusal)",
        help: "list directories without themes as `exclude` in its `livery.json`; its last state is served meanwhile")
    }
  }
}

// SPDX-License-Identifier: GPL-2.0-or-later

package import FleetModel
import JSONText
package import LinuxIO
import MessageDigest
import TextComparison

/// The directory of a mirror, for one process at a time.
///
///     DIR/.livery-mirror                the files that are ours: see `MirrorRecord`
///     DIR/current -> releases/NAME      swapped by rename(2)
///     DIR/releases/NAME/                the files of a release
///     DIR/releases/NAME.json            its manifest and its list; written last: a release without it is not whole
///     DIR/releases/NAME.new/            new files of the current release, which then replace its damaged ones
///
/// At each moment, also after a crash of the machine, `current` leads to a whole release. A release is in the record before the
/// first of its files is made, so that the files that a crash leaves are known to be ours. The current release is never removed:
/// where it was damaged from outside, it is fetched beside it, and both directories change their names in one step.
package final class MirrorDirectory {
  /// Absolute, without links.
  package let path: String
  package private(set) var record: MirrorRecord
  /// The release that `current` leads to; nil before the first, and while it is lost.
  package private(set) var current: StoredRelease?
  /// The name of the release that `current` leads to, also while that is lost.
  package private(set) var linked: ReleaseName?
  /// New files of a release up to which each is synchronized with the disk by itself, see `ReleaseBuilder`. Tests lower it.
  package var maximumFileSyncs = 64

  private let directory: HeldDirectory
  private let lock: DirectoryLock
  private let releases: HeldDirectory

  private static let linkName = "current"
  private static let newLinkName = ".livery-current"
  private static let releasesName = "releases"

  /// Takes a directory, and removes the remains of an interrupted process.
  ///
  /// - Parameter bucket: makes the directory, or its record, where there is none; nil for a directory that is a mirror.
  /// - Throws: `notOurs` for a directory with other content, or of another bucket; `inUse`.
  package static func open(_ given: String, bucket: String?) throws(MirrorFailure) -> MirrorDirectory {
    let path = try orMirrorFailure { () throws(SystemError) in
      let path = try absolutePath(given)
      if bucket != nil, (try? linkStatus(path)) == nil { try makeDirectory(path, mode: 0o755) }
      return try realPath(path)
    }
    let taken = try orMirrorFailure { () throws(SystemError) in try DirectoryLock(path) }
    guard let lock = taken else { throw .inUse(path) }
    let (record, isStored) = try readRecord(in: path, bucket: bucket)
    let linked = try currentName(in: path, record)
    let directory = try orMirrorFailure { () throws(SystemError) in try HeldDirectory(path) }
    let releases: HeldDirectory
    do throws(SystemError) {
      releases = try directory.makeDirectory(releasesName)
    } catch {
      guard error.errno == .notDirectory || error.errno == .tooManyLinks else { throw .system(error) }
      throw .notOurs(Refusal("\(path)/\(releasesName) is not a directory of a mirror"))
    }
    let mirror = MirrorDirectory(path, record, directory, lock, releases)
    mirror.linked = linked
    if !isStored { try orMirrorFailure { () throws(SystemError) in try mirror.writeRecord() } }
    // What cannot be removed now, on a full disk or one that is read-only, is removed by the next process.
    try? mirror.removeInterrupted()
    mirror.current = linked.flatMap { try? mirror.stored($0) }
    return mirror
  }

  private init(
    _ path: String, _ record: MirrorRecord, _ directory: consuming HeldDirectory, _ lock: consuming DirectoryLock,
    _ releases: consuming HeldDirectory
  ) {
    self.path = path
    self.record = record
    self.directory = directory
    self.lock = lock
    self.releases = releases
  }

  /// The path of a release's directory.
  package func path(of release: ReleaseName) -> String { "\(path)/\(Self.releasesName)/\(release)" }

  // MARK: The record

  /// - Returns: the record, and whether it is the one on the disk.
  private static func readRecord(
    in path: String, bucket: String?
  ) throws(MirrorFailure) -> (MirrorRecord, isStored: Bool) {
    let file = "\(path)/\(MirrorRecord.fileName)"
    let text: [UInt8]
    do throws(SystemError) {
      try? removeAbandonedTemporaries(of: file)
      text = try readFile(file, limit: MirrorRecord.maximumBytes)
    } catch {
      guard error.errno == .noSuchFile else { throw .system(error) }
      guard let bucket else { throw .notOurs(Refusal("\(path) is not the directory of a mirror")) }
      let names = try orMirrorFailure { () throws(SystemError) in try listDirectory(path).map(\.name) }
      guard names.isEmpty else {
        throw .notOurs(
          Refusal("\(path) is neither empty nor the directory of a mirror: it has \(quoted(names.sorted()[0]))"))
      }
      return (MirrorRecord(bucket: bucket), false)
    }
    do throws(Refusal) {
      let record = try MirrorRecord(text: text)
      if let bucket, Bytewise(record.bucket) != Bytewise(bucket) {
        // A misspelt name that never led to a release has no effect.
        if record.releases.isEmpty, record.highest == nil { return (MirrorRecord(bucket: bucket), false) }
        throw Refusal("\(path) is a mirror of the bucket \(quoted(record.bucket)), not of \(quoted(bucket))")
      }
      return (record, true)
    } catch {
      throw .notOurs(error)
    }
  }

  private static func currentName(in path: String, _ record: MirrorRecord) throws(MirrorFailure) -> ReleaseName? {
    let link = "\(path)/\(linkName)"
    guard (try? linkStatus(link)) != nil else { return nil }
    let prefix = "\(releasesName)/"
    let target = (try? linkTarget(link)) ?? ""
    guard target.hasPrefix(prefix), let name = ReleaseName(String(target.dropFirst(prefix.count))),
      record.releases.contains(name)
    else { throw .notOurs(Refusal("\(link) is not a link of a mirror")) }
    return name
  }

  private func writeRecord() throws(SystemError) {
    let file = "\(path)/\(MirrorRecord.fileName)"
    let text = record.text
    // A longer one could not be read by the next process.
    guard text.count <= MirrorRecord.maximumBytes else {
      throw SystemError(call: "write", errno: .fileTooLarge, path: file)
    }
    try writeFileAtomically(file, text, mode: 0o644)
  }

  /// Changes the record on the disk; after an error it is as before.
  private func change(_ body: (inout MirrorRecord) -> Void) throws(SystemError) {
    let before = record
    body(&record)
    guard record != before else { return }
    do throws(SystemError) {
      try writeRecord()
    } catch {
      record = before
      throw error
    }
  }

  // MARK: Releases

  /// All whole releases, the oldest first.
  package var stored: [ReleaseName] { record.releases }

  private static func listName(of release: ReleaseName) -> String { "\(release).json" }

  private static func replacementName(of release: ReleaseName) -> String { "\(release).new" }

  private func stored(_ name: ReleaseName) throws(MirrorFailure) -> StoredRelease {
    let text = try orMirrorFailure { () throws(SystemError) in
      _ = try releases.directory(name.description)
      return try releases.read(Self.listName(of: name), limit: FleetLimits.maximumListBytes * 2)
    }
    do throws(Refusal) {
      return try StoredRelease(name, text: text)
    } catch {
      throw .notOurs(error)
    }
  }

  private func removeInterrupted() throws(SystemError) {
    try directory.removeTree(Self.newLinkName)
    if let linked { try releases.removeTree(Self.replacementName(of: linked)) }
    var broken: [ReleaseName] = []
    for name in record.releases where name != linked {
      if try releases.status(of: Self.listName(of: name)) == nil { broken.append(name) }
    }
    try remove(broken)
  }

  /// Removes releases that are not current.
  package func remove(_ names: [ReleaseName]) throws(SystemError) {
    guard !names.isEmpty else { return }
    precondition(!names.contains { $0 == linked }, "the current release stays")
    for name in names {
      // Without its list the release is incomplete, so that a crash leaves nothing that counts.
      try releases.removeTree(Self.listName(of: name))
      try releases.removeTree(name.description)
    }
    try change { record in record.releases.removeAll { names.contains($0) } }
  }

  /// The files of the current release whose bytes are not those that its list names, in the order of their paths. Reads all files.
  package func damagedFiles() -> [String] {
    guard let current, let tree = try? releases.directory(current.name.description) else { return [] }
    return current.list.files.filter { file in
      guard let bytes = try? tree.read(below: file.path, limit: file.size) else { return true }
      return ChunkName(hashing: bytes) != file.digest
    }.map(\.path)
  }

  /// Whether `current` leads to a release whose list or directory is missing or cannot be read.
  package var isLost: Bool { linked != nil && current == nil }

  /// Begins to make a release. Its name is in the record then. The files of the current release are made beside it.
  ///
  /// - Parameter damaged: files of the current release that cannot be used again.
  /// - Throws: `noSpace`, before anything is written.
  package func begin(
    _ manifest: Manifest, _ list: FileList, damaged: [String]
  ) throws(MirrorFailure) -> ReleaseBuilder {
    let release = StoredRelease(manifest, list)
    let (highest, bundle) = (highest, bundle)
    let maximumFileSyncs = maximumFileSyncs
    let isCurrent = release.name == linked
    let directoryName = isCurrent ? Self.replacementName(of: release.name) : release.name.description
    return try orMirrorFailure { () throws(SystemError) in
      if !record.releases.contains(release.name) { try remove(Retention.excess(record.releases, current: linked)) }
      try change { record in
        if !record.releases.contains(release.name) { record.releases.append(release.name) }
        // A crash after the swap leaves this record: `current` leads to the new number then.
        record.bundle = bundle
        record.highest = highest
      }
      if !isCurrent { try releases.removeTree(Self.listName(of: release.name)) }
      try releases.removeTree(directoryName)
      try releases.makeNewDirectory(directoryName, mode: 0o755)
      let base = try current.map { (current) throws(SystemError) in try releases.directory(current.name.description) }
      return ReleaseBuilder(
        release, try releases.directory(directoryName), base: base, of: current?.list,
        damaged: BytewiseSet(damaged), maximumFileSyncs: maximumFileSyncs, replacesCurrent: isCurrent)
    }
  }

  /// Throws unless a release has less than half of the free space.
  package func checkSpace(for manifest: Manifest) throws(MirrorFailure) {
    let path = path
    let free = try orMirrorFailure { () throws(SystemError) in try freeBytes(at: path) }
    guard UInt64(manifest.bytes) < free / 2 else { throw .noSpace(needed: manifest.bytes, free: free) }
  }

  /// Writes the list of a release, which makes it complete.
  package func complete(_ builder: ReleaseBuilder) throws(SystemError) {
    let name = Self.listName(of: builder.release.name)
    if builder.replacesCurrent { try replaceFiles(of: builder.release.name) }
    let file = try releases.makeFile(below: name)
    try file.append(builder.release.text)
    try file.finish(mode: 0o444)
    try releases.sync()
  }

  /// Lets the new files of the current release replace the old ones, and removes those with their list.
  private func replaceFiles(of release: ReleaseName) throws(SystemError) {
    let (name, replacement) = (release.description, Self.replacementName(of: release))
    if try releases.status(of: name) == nil {
      try releases.rename(replacement, to: name)
    } else {
      try releases.exchange(replacement, name)
    }
    try releases.sync()
    try releases.removeTree(replacement)
    try releases.removeTree(Self.listName(of: release))
  }

  /// Removes the files of a release that will stay incomplete. A release that is current already stays.
  package func abandon(_ builder: ReleaseBuilder) {
    let name = builder.release.name
    if builder.replacesCurrent {
      try? releases.removeTree(Self.replacementName(of: name))
    } else if name != linked {
      try? remove([name])
    }
  }

  // MARK: The link

  /// Lets `current` lead to a whole release, atomically and durably.
  package func swap(to release: StoredRelease) throws(SystemError) {
    try directory.removeTree(Self.newLinkName)
    try directory.makeLink(Self.newLinkName, to: "\(Self.releasesName)/\(release.name)")
    try directory.rename(Self.newLinkName, to: Self.linkName)
    (current, linked) = (release, release.name)
    try directory.sync()
  }

  /// The highest number that was ever swapped to.
  package var highest: ReleaseNumber? { [record.highest, linked?.number].compactMap(\.self).max() }

  /// The bundle of the releases that were swapped to; nil before the first.
  package var bundle: String? { current?.manifest.bundle ?? (highest == nil ? nil : record.bundle) }

  /// The number above which a release is taken: the highest, or the one below it to fetch a lost release again.
  package var floor: ReleaseNumber? {
    guard let highest, isLost, linked?.number == highest else { return highest }
    return ReleaseNumber(highest.value - 1)
  }

  /// The release that was left by `--rollback`; nil when a higher one has been swapped to since.
  package var left: ReleaseNumber? { linked?.number == highest ? nil : record.left }

  /// Records the number that is the highest from now on, before the swap: after `--accept` it may be lower than before.
  package func recordHighest(_ number: ReleaseNumber) throws(SystemError) {
    try change { record in
      record.highest = number
      record.left = nil
    }
  }

  /// Records the version of the server, for `livery doctor`.
  package func recordServer(_ version: String) throws(SystemError) { try change { $0.server = version } }

  /// Goes back to a release that is here: `--rollback`. Only a number above the highest moves on from it.
  package func rollBack(to text: String) throws(MirrorFailure) -> StoredRelease {
    guard let name = record.releases.last(where: { $0.isNamed(by: text) }), let release = try? stored(name) else {
      throw .noRelease(text, present: record.releases.filter { !isLost || $0 != linked })
    }
    let (left, highest) = (linked?.number, highest)
    try orMirrorFailure { () throws(SystemError) in
      try change { record in
        record.highest = highest
        record.left = left == name.number ? record.left : left
      }
      try swap(to: release)
    }
    return release
  }
}

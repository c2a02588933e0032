// SPDX-License-Identifier: GPL-2.0-or-later

import LinuxIO
import TextComparison

/// The directories of a bundle that need polling, and their state at the last poll.
struct PolledDirectories {
  enum Reason {
    /// No watch is available.
    case unwatched
    /// The file system is remote or served by a program, so that writes of other hosts cause no events.
    case remote
  }

  private struct Directory {
    let real: String
    let reason: Reason
    var statuses: BytewiseDictionary<EntryStatus>
  }

  private enum EntryStatus: Equatable {
    case file(FileStatus)
    /// Its content has a poll or a watch of its own.
    case directory(FileIdentity, mode: UInt32)
  }

  private var directories: BytewiseDictionary<Directory> = [:]
  private var remoteCount = 0
  /// Names that were new or changed at the last poll. The next poll reports them again: two writes within one tick of the
  /// file system's clock have the same status.
  private var recent: BytewiseSet = []

  var isEmpty: Bool { directories.isEmpty }
  var hasRemote: Bool { remoteCount > 0 }
  var hasUnwatched: Bool { remoteCount < directories.count }

  /// The paths of the directories without a watch, sorted, with the directories behind them.
  var unwatched: [(path: String, real: String)] {
    directories.filter { $0.value.reason == .unwatched }.map { ($0.key, $0.value.real) }.sorted {
      Bytewise($0.0) < Bytewise($1.0)
    }
  }

  /// Stores the present state of a directory. Read its files afterwards.
  mutating func insert(_ path: String, real: String, _ reason: Reason) {
    remove(path)
    let directory = Directory(real: real, reason: reason, statuses: Self.statuses(in: real))
    recent.formUnion(directory.statuses.keys.map { join(path, $0) })
    directories[path] = directory
    if reason == .remote { remoteCount += 1 }
  }

  mutating func remove(_ path: String) {
    guard let old = directories.removeValue(forKey: path) else { return }
    if old.reason == .remote { remoteCount -= 1 }
  }

  mutating func removeAll() {
    self = PolledDirectories()
  }

  /// Polls all names. Returns those that changed, with their paths and locations.
  mutating func poll() -> [(path: String, real: String)] {
    var changed: [(path: String, real: String)] = []
    var fresh: BytewiseSet = []
    for (path, directory) in directories {
      let statuses = Self.statuses(in: directory.real)
      let names = BytewiseSet(statuses.keys + directory.statuses.keys)
      for name in names {
        let full = join(path, name)
        let isNew = statuses[name] != directory.statuses[name]
        if isNew { fresh.insert(full) }
        if isNew || recent.contains(full) { changed.append((full, join(directory.real, name))) }
      }
      directories[path]?.statuses = statuses
    }
    recent = fresh
    return changed
  }

  private static func statuses(in directory: String) -> BytewiseDictionary<EntryStatus> {
    var statuses: BytewiseDictionary<EntryStatus> = [:]
    for entry in (try? listDirectory(directory)) ?? [] where !isIgnored(entry.name) {
      let isPart =
        switch entry.kind {
        case .regular: isCandidate(entry.name)
        case .directory, .link: true
        case .fifo, .socket, .device: false
        }
      guard isPart, let status = try? linkStatus(join(directory, entry.name)) else { continue }
      statuses[entry.name] =
        status.kind == .directory ? .directory(status.identity, mode: status.mode) : .file(status)
    }
    return statuses
  }
}

// SPDX-License-Identifier: GPL-2.0-or-later

import LinuxIO
import TextComparison

/// The directories of a bundle of which inotify does not tell everything, and how they looked at the last look.
struct PolledDirectories {
  enum Reason {
    /// No watch was to be had.
    case unwatched
    /// Others write to it unheard: it is on a file system that comes over a network, or from a program.
    case remote
  }

  private struct Directory {
    let real: String
    let reason: Reason
    var sights: BytewiseDictionary<Sight>
  }

  private enum Sight: Equatable {
    case file(FileStatus)
    /// What is in it is seen by a look, or a watch, of its own.
    case directory(FileIdentity, mode: UInt32)
  }

  private var directories: BytewiseDictionary<Directory> = [:]
  private var remoteCount = 0
  /// Names that were new or changed at the last look. They are told again at the next: a file may be written twice within
  /// one tick of its file system's clock, and looks the same then.
  private var recent: BytewiseSet = []

  var isEmpty: Bool { directories.isEmpty }
  var hasRemote: Bool { remoteCount > 0 }
  var hasUnwatched: Bool { remoteCount < directories.count }

  /// The paths of those that want a watch, sorted, with the directories behind them.
  var unwatched: [(path: String, real: String)] {
    directories.filter { $0.value.reason == .unwatched }.map { ($0.key, $0.value.real) }.sorted {
      Bytewise($0.0) < Bytewise($1.0)
    }
  }

  /// Takes notice of how a directory looks now: read its files afterwards.
  mutating func insert(_ path: String, real: String, _ reason: Reason) {
    remove(path)
    let directory = Directory(real: real, reason: reason, sights: Self.look(at: real))
    recent.formUnion(directory.sights.keys.map { join(path, $0) })
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

  /// Looks at all names, and answers which are not as they were: by path, and where they are.
  mutating func look() -> [(path: String, real: String)] {
    var changed: [(path: String, real: String)] = []
    var fresh: BytewiseSet = []
    for (path, directory) in directories {
      let sights = Self.look(at: directory.real)
      let names = BytewiseSet(sights.keys + directory.sights.keys)
      for name in names {
        let full = join(path, name)
        let isNew = sights[name] != directory.sights[name]
        if isNew { fresh.insert(full) }
        if isNew || recent.contains(full) { changed.append((full, join(directory.real, name))) }
      }
      directories[path]?.sights = sights
    }
    recent = fresh
    return changed
  }

  private static func look(at directory: String) -> BytewiseDictionary<Sight> {
    var sights: BytewiseDictionary<Sight> = [:]
    for entry in (try? listDirectory(directory)) ?? [] where !isIgnored(entry.name) {
      let isPart =
        switch entry.kind {
        case .regular: isCandidate(entry.name)
        case .directory, .link: true
        case .fifo, .socket, .device: false
        }
      guard isPart, let status = try? linkStatus(join(directory, entry.name)) else { continue }
      sights[entry.name] =
        status.kind == .directory ? .directory(status.identity, mode: status.mode) : .file(status)
    }
    return sights
  }
}

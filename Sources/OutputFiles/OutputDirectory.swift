// SPDX-License-Identifier: GPL-2.0-or-later

import LinuxIO
import MessageDigest
import TextComparison
package import ThemeOutputs

/// The directory of an output, in which Livery replaces and removes the files that it wrote, and no others.
///
/// `.livery-files` in it lists them with their digests, in the form of sha256sum(1). A directory without this list has to be
/// empty. Links in it are not followed.
package struct OutputDirectory: Sendable {
  /// Absolute.
  package let path: String
  /// Whether files that are not Livery's are replaced, after they are kept beside their places.
  package let overwrites: Bool

  package init(path: String, overwrites: Bool) {
    self.path = path
    self.overwrites = overwrites
  }

  /// Bytes of a file that is read to compare it.
  private static let maximumBytes = 64 << 20

  /// Whether Livery wrote files here.
  package var isOurs: Bool {
    guard let place = try? OutputLocation(path, .directory), place.status != nil,
      let directory = try? place.directory.directory(place.name), let list = try? FileList(in: directory)
    else { return false }
    return !list.files.isEmpty
  }

  /// The bytes of a file by any writer; nil where there is none.
  package func content(of part: String) -> [UInt8]? {
    guard let place = try? OutputLocation(path, .directory), place.status != nil,
      let directory = try? place.directory.directory(place.name)
    else { return nil }
    return try? directory.atFile(part) { directory, name throws(SystemError) in
      try directory.read(name, limit: Self.maximumBytes)
    }
  }

  /// Writes the files, and removes those of the last time that are not among them. Nothing is written when one of the files that
  /// are there is not Livery's.
  package func write(_ parts: [OutputContent.Part]) throws(OutputProblem) -> WriteOutcome {
    let place = try OutputLocation(path, .directory)
    let directory = try orProblem { () throws(SystemError) in try place.directory.makeDirectory(place.name) }
    let known = try orProblem { () throws(SystemError) in try FileList(in: directory) }
    if known.files.isEmpty, !overwrites { try checkIsEmpty(directory) }
    let files = parts.map { (path: $0.path, bytes: Array($0.text.utf8)) }
    var changed: [(path: String, bytes: [UInt8])] = []
    for file in files {
      switch try orProblem({ () throws(SystemError) in try state(of: file.path, file.bytes, known, in: directory) }) {
      case .same: break
      case .ours: changed.append(file)
      case .foreign: throw .foreign("\(directory.path)/\(file.path)")
      }
    }
    let current = FileList(files.map { (path: $0.path, digest: sha256($0.bytes)) })
    let stale = known.files.map(\.path).filter { !current.contains($0) }
    guard !changed.isEmpty || !stale.isEmpty || known != current else { return .unchanged }
    return try orProblem { () throws(SystemError) in
      // A program that is killed here leaves files that one list or the other names.
      try current.merged(with: known).write(to: directory)
      for file in changed {
        try directory.atFile(file.path, makesDirectories: true) { directory, name throws(SystemError) in
          let status = try directory.status(of: name)
          try directory.replace(name, file.bytes, mode: status?.mode)
        }
      }
      for path in stale { try remove(path, known, in: directory) }
      try current.write(to: directory)
      return .written
    }
  }

  /// Puts back the files that were here before, and removes the others that Livery wrote, with the list. Files that were changed
  /// since stay. False where no file was kept.
  package func restore() throws(OutputProblem) -> Bool {
    let place = try OutputLocation(path, .directory)
    return try orProblem { () throws(SystemError) in
      guard place.status != nil else { return false }
      let directory = try place.directory.directory(place.name)
      let known = try FileList(in: directory)
      var kept: [String] = []
      for path in BytewiseSet(known.files.map(\.path)).sorted() {
        let isKept = try? directory.atFile(path) { directory, name throws(SystemError) in
          try directory.status(of: HeldDirectory.keptName(of: name))?.kind == .regular
        }
        if isKept == true { kept.append(path) }
      }
      guard !kept.isEmpty else { return false }
      for path in BytewiseSet(known.files.map(\.path)).sorted() {
        try remove(path, known, in: directory)
        guard kept.containsBytewise(path) else { continue }
        try directory.atFile(path) { directory, name throws(SystemError) in
          if try directory.status(of: name) == nil {
            try directory.rename(HeldDirectory.keptName(of: name), to: name)
          }
        }
      }
      try directory.remove(FileList.name)
      return true
    }
  }

  /// Removes temporary files that a killed program left for the listed files, and for the list.
  package func removeAbandonedTemporaries() {
    guard let place = try? OutputLocation(path, .directory), place.status != nil,
      let directory = try? place.directory.directory(place.name)
    else { return }
    directory.removeAbandonedTemporaries(of: FileList.name)
    for file in (try? FileList(in: directory))?.files ?? [] {
      try? directory.atFile(file.path) { directory, name in directory.removeAbandonedTemporaries(of: name) }
    }
  }

  private func checkIsEmpty(_ directory: borrowing HeldDirectory) throws(OutputProblem) {
    let path = directory.path
    let entries = try orProblem { () throws(SystemError) in try listDirectory(path) }
    guard !entries.isEmpty else { return }
    throw OutputProblem(
      "\(path) is not empty, and has files that Livery did not write",
      help:
        "choose an empty directory; with `--force`, or `\"overwrite\": true` in the configuration, its files are kept")
  }

  private enum FileState { case same, ours, foreign }

  /// The state of a path. A file that Livery did not write is kept beside its place, if it may be replaced.
  private func state(
    of path: String, _ bytes: [UInt8], _ known: FileList, in directory: borrowing HeldDirectory
  ) throws(SystemError) -> FileState {
    do throws(SystemError) {
      return try directory.atFile(path) { directory, name throws(SystemError) in
        guard let status = try directory.status(of: name), status.size > 0 else { return .ours }
        let current = try directory.read(name, limit: Self.maximumBytes)
        if current == bytes { return .same }
        if known.contains(path, digest: sha256(current)) { return .ours }
        guard overwrites else { return .foreign }
        try directory.keep(name, current, mode: status.mode)
        return .ours
      }
    } catch {
      if error.errno == .noSuchFile { return .ours }
      throw error
    }
  }

  /// Removes a file of the last time, and its directory with the last file. A file that was changed since stays.
  private func remove(_ path: String, _ known: FileList, in directory: borrowing HeldDirectory) throws(SystemError) {
    do throws(SystemError) {
      try directory.atFile(path) { directory, name throws(SystemError) in
        let current = try directory.read(name, limit: Self.maximumBytes)
        if known.contains(path, digest: sha256(current)) { try directory.remove(name) }
      }
    } catch {
      guard error.errno == .noSuchFile else { throw error }
    }
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return }
    // Fails while other files are in it.
    try? directory.atFile(String(path[..<slash])) { directory, name throws(SystemError) in
      try directory.removeDirectory(name)
    }
  }
}

/// The files that Livery wrote in a directory: `.livery-files`. While a new state is being written it lists the old files, too.
private struct FileList: Equatable {
  struct File: Equatable {
    @Bytewise var path: String
    let digest: String

    init(path: String, digest: String) {
      _path = Bytewise(path)
      self.digest = digest
    }
  }

  private(set) var files: [File]
  /// The digests that each path may have.
  private var digests: BytewiseDictionary<[String]> = [:]

  static let name = ".livery-files"
  private static let maximumBytes = 16 << 20
  private static let digits = 64

  init(_ files: [(path: String, digest: String)]) {
    self.files = []
    for file in files { add(File(path: file.path, digest: file.digest)) }
  }

  private mutating func add(_ file: File) {
    files.append(file)
    digests[file.path, default: []].append(file.digest)
  }

  /// Reads the list; empty without one. Invalid lines are left out.
  init(in directory: borrowing HeldDirectory) throws(SystemError) {
    files = []
    guard let status = try directory.status(of: Self.name), status.kind == .regular else { return }
    for line in try directory.read(Self.name, limit: Self.maximumBytes).split(separator: UInt8(ascii: "\n")) {
      let path = String(decoding: line.dropFirst(Self.digits + 2), as: UTF8.self)
      guard line.count > Self.digits + 2, Self.isBelow(path) else { continue }
      add(File(path: path, digest: String(decoding: line.prefix(Self.digits), as: UTF8.self)))
    }
  }

  /// Whether a path leads below the directory, through names that formats make.
  private static func isBelow(_ path: String) -> Bool {
    path.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
      .allSatisfy { !$0.isEmpty && $0.first != UInt8(ascii: ".") }
  }

  func contains(_ path: String) -> Bool { digests[path] != nil }

  func contains(_ path: String, digest: String) -> Bool { digests[path]?.contains(digest) == true }

  func merged(with other: FileList) -> FileList {
    var merged = self
    for file in other.files where !contains(file.path, digest: file.digest) { merged.add(file) }
    return merged
  }

  func write(to directory: borrowing HeldDirectory) throws(SystemError) {
    let text = files.map { "\($0.digest)  \($0.path)\n" }.joined()
    let mode = try directory.status(of: Self.name)?.mode
    try directory.replace(Self.name, Array(text.utf8), mode: mode)
  }
}

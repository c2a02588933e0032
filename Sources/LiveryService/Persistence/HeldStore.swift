// SPDX-License-Identifier: GPL-2.0-or-later

import JSONText
import LinuxIO
import ThemeEngine

/// Keeps the held states of a bundle over restarts, in one file a bundle. The file exists only while something is held.
///
/// It is replaced atomically, before the generation that it belongs to is sent. It is not synchronized with the disk, since fsync(2)
/// would delay each generation: after a crash of the machine it may be empty. The next start then sets it aside with a warning, and has
/// no past.
struct HeldStore {
  /// Bytes of the file at most.
  static let limit = 64 << 20
  /// The version of the file's form.
  private static let version = 1
  private static let depth = 512

  private let file: StateFile
  /// Written by this daemon.
  private let content: RecycledFile
  /// Whether the file of an earlier daemon cannot be read, so that it is set aside before a new one is written.
  private var isUnread = false
  /// The last held states, which the file contains unless there is a problem; nil if there are none.
  private var record: HeldRecord?
  /// The reason why the held states cannot be stored; nil if they can.
  private(set) var problem: String?

  init(directory: String, bundle: String, bundleDirectory: String, log: Log) {
    file = StateFile("held", in: directory, bundle: bundle, bundleDirectory: bundleDirectory, log: log)
    content = RecycledFile(file.path, mode: 0o600)
  }

  /// Reads the file of an earlier daemon. An invalid file is set aside.
  mutating func load() -> HeldRecord? {
    do throws(StateFile.Invalid) {
      record = try read()
    } catch {
      if error.isUnread {
        isUnread = true
        problem = file.noteUnread("the held states", error)
      } else {
        file.setAside(error.reason)
      }
    }
    return record
  }

  /// Reads the file of an earlier daemon if it is valid. Never sets it aside.
  func peek() -> HeldRecord? { try? read() }

  private func read() throws(StateFile.Invalid) -> HeldRecord? {
    let value = try file.read(version: Self.version, limit: Self.limit, maximumDepth: Self.depth, isOfDirectory: true)
    guard let value else { return nil }
    guard let record = value["held"].flatMap(HeldRecord.init(json:)) else { throw .form }
    return record
  }

  /// Writes the held states if they differ from those of the file; removes the file if there are none.
  mutating func keep(_ record: HeldRecord?) {
    guard record != self.record || problem != nil && !isUnread else { return }
    self.record = record
    write()
  }

  /// Writes the held states if they could not be written before.
  mutating func retry() { if problem != nil, !isUnread { write() } }

  private mutating func write() {
    do throws(SystemError) {
      if isUnread { _ = try setAside(file.path) }
      isUnread = false
      if let record {
        let bytes = bytes(of: record)
        guard bytes.count <= Self.limit else {
          try content.remove()
          return fail("it would have \(bytes.count) bytes, and \(Self.limit) are the limit")
        }
        try content.replace(with: bytes)
      } else {
        try content.remove()
      }
      problem = nil
    } catch {
      fail("\(error)")
    }
  }

  private mutating func fail(_ reason: String) {
    let problem =
      "the held states of `\(file.bundle)` would be lost in a restart, since they cannot be stored: \(reason)"
    if self.problem == nil { file.log.warning(problem) }
    self.problem = problem
  }

  private func bytes(of record: HeldRecord) -> [UInt8] {
    var writer = JSONWriter()
    writer.beginObject()
    for (key, value) in file.header(version: Self.version).members { writer.member(key, value) }
    writer.key("held")
    record.write(to: &writer)
    writer.endObject()
    return writer.drainBytes()
  }
}

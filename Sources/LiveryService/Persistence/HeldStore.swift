// SPDX-License-Identifier: GPL-2.0-or-later

import JSONText
import LinuxIO
import ThemeEngine

/// Keeps the held states of a bundle over restarts, in one file a bundle. The file exists only while something is held.
///
/// It is replaced atomically, before the generation that it belongs to is sent. It is not synchronized with the disk: after a crash
/// of the machine there may be none, and the next start has no past.
struct HeldStore {
  /// Bytes of the file at most.
  static let limit = 64 << 20
  /// The version of the file's form.
  private static let version = 1
  private static let depth = 512

  private let path: String
  private let bundle: String
  private let bundleDirectory: String
  private let log: Log
  /// The content of the file; nil if there is none.
  private var kept: HeldRecord?
  /// Why the held states cannot be kept; nil if they can.
  private(set) var problem: String?

  init(directory: String, bundle: String, bundleDirectory: String, log: Log) {
    path = "\(directory)/\(bundle).held.json"
    self.bundle = bundle
    self.bundleDirectory = bundleDirectory
    self.log = log
  }

  /// Reads the file of an earlier daemon. An invalid file is set aside.
  mutating func load() -> HeldRecord? {
    try? removeAbandonedTemporaries(of: path)
    let bytes: [UInt8]
    do throws(SystemError) {
      if try linkStatus(path).kind != .regular { return setAside("it is not a regular file") }
      bytes = try readFile(path, limit: Self.limit)
    } catch {
      return error.errno == .noSuchFile ? nil : setAside("\(error)")
    }
    guard let value = try? JSONValue(parsing: bytes, maximumDepth: Self.depth),
      value["version"]?.number == Double(Self.version), let record = value["held"].flatMap(HeldRecord.init(json:))
    else { return setAside("it does not have the form that this version writes") }
    guard value["directory"]?.string == bundleDirectory else { return setAside("it belongs to another directory") }
    kept = record
    return record
  }

  /// Reads the file of an earlier daemon if it is valid. Never sets it aside.
  func peek() -> HeldRecord? {
    guard let bytes = try? readFile(path, limit: Self.limit),
      let value = try? JSONValue(parsing: bytes, maximumDepth: Self.depth),
      value["version"]?.number == Double(Self.version), value["directory"]?.string == bundleDirectory
    else { return nil }
    return value["held"].flatMap(HeldRecord.init(json:))
  }

  /// Writes the held states if they differ from those of the file; removes the file if there are none.
  mutating func keep(_ record: HeldRecord?) {
    guard record != kept || problem != nil else { return }
    do throws(SystemError) {
      if let record {
        let bytes = bytes(of: record)
        guard bytes.count <= Self.limit else {
          try removeIfThere()
          return fail("it would have \(bytes.count) bytes, and \(Self.limit) are the limit")
        }
        try writeFileWithoutWaiting(path, bytes, mode: 0o600)
      } else {
        try removeIfThere()
      }
      kept = record
      problem = nil
    } catch {
      fail("\(error)")
    }
  }

  private mutating func fail(_ reason: String) {
    kept = nil
    let problem = "what `\(bundle)` holds back would be lost in a restart, as it cannot be kept: \(reason)"
    if self.problem == nil { log.warning(problem) }
    self.problem = problem
  }

  private func removeIfThere() throws(SystemError) {
    do throws(SystemError) {
      try removeFile(path)
    } catch {
      guard error.errno == .noSuchFile else { throw error }
    }
  }

  private func bytes(of record: HeldRecord) -> [UInt8] {
    let object: JSONValue = [
      "version": .number(Double(Self.version)), "bundle": .string(bundle), "directory": .string(bundleDirectory),
      "held": record.json,
    ]
    return object.bytes
  }

  private func setAside(_ problem: String) -> HeldRecord? {
    do throws(SystemError) {
      let aside = try LinuxIO.setAside(path)
      log.warning("\(path) is not taken over and kept as \(aside): \(problem)")
    } catch {
      log.warning("\(path) is not taken over: \(problem); it cannot be moved aside: \(error)")
    }
    return nil
  }
}

// SPDX-License-Identifier: GPL-2.0-or-later

import JSONText
import LinuxIO
import ThemeEngine

/// Keeps what a bundle holds back over restarts, one file a bundle. There is a file only while something is held.
///
/// It is replaced as one step and before the generation that it belongs to is sent. It is not synchronized with the disk: after
/// a crash of the machine there may be none, and the next start knows nothing of the past.
struct HeldStore {
  /// Bytes that the file may have.
  static let limit = 64 << 20
  /// Of the form of the file.
  private static let version = 1
  private static let depth = 512

  private let path: String
  private let bundle: String
  private let bundleDirectory: String
  private let log: Log
  /// What the file has; nil when there is none.
  private var kept: HeldRecord?
  /// Why what is held back cannot be kept; nil when it can.
  private(set) var problem: String?

  init(directory: String, bundle: String, bundleDirectory: String, log: Log) {
    path = "\(directory)/\(bundle).held.json"
    self.bundle = bundle
    self.bundleDirectory = bundleDirectory
    self.log = log
  }

  /// What an earlier run left. A file that makes no sense is set aside.
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

  /// What an earlier run left, when it can be taken over; nothing is moved.
  func peek() -> HeldRecord? {
    guard let bytes = try? readFile(path, limit: Self.limit),
      let value = try? JSONValue(parsing: bytes, maximumDepth: Self.depth),
      value["version"]?.number == Double(Self.version), value["directory"]?.string == bundleDirectory
    else { return nil }
    return value["held"].flatMap(HeldRecord.init(json:))
  }

  /// Writes what is held, when that is something else than before; removes the file when nothing is.
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

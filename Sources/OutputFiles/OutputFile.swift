// SPDX-License-Identifier: GPL-2.0-or-later

import LinuxIO
package import ThemeOutputs

/// The file of an output, which is replaced as a whole and only when its bytes change.
///
/// A file that Livery did not write, or that was changed since, is not overwritten. Nothing is written to disk at once (fsync):
/// after a crash of the machine a file may be empty, which counts as none.
package struct OutputFile: Sendable {
  /// What a write did.
  package enum Outcome: Sendable, Equatable {
    case written
    /// The file has these bytes already.
    case unchanged
  }

  /// Absolute.
  package let path: String
  /// Whether a file that is not Livery's is replaced, after it is kept beside its place.
  package let overwrites: Bool

  package init(path: String, overwrites: Bool) {
    self.path = path
    self.overwrites = overwrites
  }

  /// Bytes of a file that is read to compare it.
  private static let maximumBytes = 64 << 20
  /// What the name of the file that was there before ends with.
  private static let keptSuffix = ".before-livery"

  /// Writes the content of the file.
  ///
  /// - Parameters:
  ///   - bytes: with the mark, if the format has one.
  ///   - digest: that of the last content that was written here, for formats without a mark.
  package func write(_ bytes: [UInt8], lastDigest digest: String?) throws(OutputProblem) -> Outcome {
    let place = try OutputLocation(path)
    do throws(SystemError) {
      guard let status = place.status, status.size > 0 else {
        try place.replace(bytes, mode: place.status?.mode)
        return .written
      }
      let current = try place.directory.read(place.name, limit: Self.maximumBytes)
      if current == bytes { return .unchanged }
      let isOurs = Mark.isWhole(current) || digest == sha256(current)
      if isOurs || overwrites {
        if !isOurs { try Self.keep(current, status.mode, in: place) }
        try place.replace(bytes, mode: status.mode)
        return .written
      }
    } catch {
      throw OutputProblem(error)
    }
    throw OutputProblem(
      "\(place.directory.path(of: place.name)) is not overwritten: Livery did not write it, or it was changed since",
      help:
        "with `--force`, or `\"overwrite\": true` in the configuration, it is kept as \(place.name)\(Self.keptSuffix)")
  }

  /// SHA-256 of the content of a file, which `write` takes later.
  package static func digest(of bytes: [UInt8]) -> String { sha256(bytes) }

  /// The content of the file; nil where there is none, or an empty one.
  package func content() -> [UInt8]? {
    guard let place = try? OutputLocation(path),
      let bytes = try? place.directory.read(place.name, limit: Self.maximumBytes), !bytes.isEmpty
    else { return nil }
    return bytes
  }

  /// Whether there is a file that Livery wrote and nobody changed.
  package func isOurs(lastDigest digest: String?) -> Bool {
    content().map { Mark.isWhole($0) || digest == sha256($0) } ?? false
  }

  /// Puts back the file that was here before Livery wrote it. False where none was kept.
  package func restore() throws(OutputProblem) -> Bool {
    let place = try OutputLocation(path)
    do throws(SystemError) {
      let kept = place.name + Self.keptSuffix
      guard let status = try place.directory.status(of: kept), status.kind == .regular else { return false }
      try place.directory.rename(kept, to: place.name)
      return true
    } catch {
      throw OutputProblem(error)
    }
  }

  /// Keeps the file that is there, once: a kept file is never overwritten.
  private static func keep(
    _ bytes: [UInt8], _ mode: UInt32, in place: borrowing OutputLocation
  ) throws(SystemError) {
    do throws(SystemError) {
      try place.directory.make(place.name + keptSuffix, bytes, mode: mode)
    } catch {
      guard error.errno == .exists else { throw error }
    }
  }
}

extension OutputLocation {
  /// Replaces the file.
  ///
  /// - Parameter mode: that of the file before; nil where there was none.
  fileprivate borrowing func replace(_ bytes: [UInt8], mode: UInt32?) throws(SystemError) {
    try directory.replace(name, bytes, by: Self.temporary(for: name), mode: mode)
  }

  private static func temporary(for name: String) -> String {
    let letters = Array("abcdefghijklmnopqrstuvwxyz0123456789")
    let suffix = String((0..<6).map { _ in letters[Int.random(in: 0..<letters.count)] })
    return ".\(name).livery-\(suffix)"
  }

  /// Removes temporary files that a killed program left for this place. Call it only while no other program writes there.
  package borrowing func removeAbandonedTemporaries() {
    let prefix = ".\(name).livery-"
    for entry in (try? listDirectory(directory.path)) ?? []
    where entry.kind == .regular && entry.name.hasPrefix(prefix) && entry.name.utf8.count == prefix.utf8.count + 6 {
      try? directory.remove(entry.name)
    }
  }
}

// SPDX-License-Identifier: GPL-2.0-or-later

import LinuxIO
import MessageDigest
package import ThemeOutputs

/// The file of an output, which is replaced as a whole and only when its bytes change.
///
/// A file that Livery did not write, or that was changed since, is not overwritten. Nothing is written to disk at once (fsync):
/// after a crash of the machine a file may be empty, which counts as none.
package struct OutputFile: Sendable {
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

  /// Writes the content of the file.
  ///
  /// - Parameters:
  ///   - bytes: with the mark, if the format has one.
  ///   - known: the last content that this process wrote here, which needs no look at its mark.
  ///   - digest: that of the last content that was written here, for formats without a mark.
  package func write(
    _ bytes: [UInt8], over known: [UInt8]? = nil, lastDigest digest: String?
  ) throws(OutputProblem) -> WriteOutcome {
    let place = try OutputLocation(path)
    do throws(SystemError) {
      guard let status = place.status, status.size > 0 else {
        try place.directory.replace(place.name, bytes, mode: place.status?.mode)
        return .written
      }
      let current = try place.directory.read(place.name, limit: Self.maximumBytes)
      if current == bytes { return .unchanged }
      let isOurs = current == known || Mark.isWhole(current) || digest == sha256(current)
      if isOurs || overwrites {
        if !isOurs { try place.directory.keep(place.name, current, mode: status.mode) }
        try place.directory.replace(place.name, bytes, mode: status.mode)
        return .written
      }
    } catch {
      throw OutputProblem(error)
    }
    throw .foreign(place.directory.path(of: place.name))
  }

  /// Fails as `write` would at the place of the file, and writes nothing.
  package func check(_ bytes: [UInt8], lastDigest digest: String?) throws(OutputProblem) {
    let place = try OutputLocation(path)
    guard let current = content(), current != bytes, !overwrites, !Mark.isWhole(current), digest != sha256(current)
    else { return }
    throw .foreign(place.directory.path(of: place.name))
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

  /// Whether the file is as Livery wrote it.
  package func isOurs(lastDigest digest: String?) -> Bool {
    content().map { Mark.isWhole($0) || digest == sha256($0) } ?? false
  }

  /// Puts back the file that was here before Livery wrote it. False where none was kept.
  ///
  /// - Parameter digest: see `write`. A file that was changed since is lost only where `overwrites` says so.
  package func restore(lastDigest digest: String?) throws(OutputProblem) -> Bool {
    let place = try OutputLocation(path)
    let isKept = try orProblem { () throws(SystemError) in
      try place.directory.status(of: HeldDirectory.keptName(of: place.name))?.kind == .regular
    }
    guard isKept else { return false }
    guard overwrites || content() == nil || isOurs(lastDigest: digest) else {
      throw OutputProblem("\(path) was changed since Livery wrote it", help: "with --force that version is lost")
    }
    try orProblem { () throws(SystemError) in
      try place.directory.rename(HeldDirectory.keptName(of: place.name), to: place.name)
    }
    return true
  }
}

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
  ///   - hasMark: whether the format has one.
  ///   - known: the last content that this process wrote here, which needs no look at its mark.
  ///   - digests: those of contents without a mark. An error there is passed over: the next program then refuses to overwrite the
  ///     file.
  package func write(
    _ bytes: [UInt8], hasMark: Bool, over known: [UInt8]? = nil, _ digests: inout OutputDigests
  ) throws(OutputProblem) -> WriteOutcome {
    let place = try OutputLocation(path)
    func replace(mode: UInt32?) throws(SystemError) -> WriteOutcome {
      let digest = hasMark ? nil : sha256(bytes)
      if let digest { try? digests.expect(digest, for: path) }
      try place.directory.replace(place.name, bytes, mode: mode)
      if let digest { try? digests.set(digest, for: path) }
      return .written
    }
    do throws(SystemError) {
      guard let status = place.status, status.size > 0 else { return try replace(mode: place.status?.mode) }
      let current = try place.directory.read(place.name, limit: Self.maximumBytes)
      if current == bytes { return .unchanged }
      let isOurs = current == known || isOurs(current, digests)
      if isOurs || overwrites {
        if !isOurs { try place.directory.keep(place.name, current, mode: status.mode) }
        return try replace(mode: status.mode)
      }
    } catch {
      throw OutputProblem(error)
    }
    throw .foreign(place.directory.path(of: place.name))
  }

  /// Fails as `write` would at the place of the file, and writes nothing.
  package func check(_ bytes: [UInt8], _ digests: OutputDigests) throws(OutputProblem) {
    let place = try OutputLocation(path)
    guard let current = content(), current != bytes, !overwrites, !isOurs(current, digests) else { return }
    throw .foreign(place.directory.path(of: place.name))
  }

  /// SHA-256 of the content of a file.
  package static func digest(of bytes: [UInt8]) -> String { sha256(bytes) }

  /// The content of the file; nil where there is none, or an empty one.
  package func content() -> [UInt8]? {
    guard let place = try? OutputLocation(path),
      let bytes = try? place.directory.read(place.name, limit: Self.maximumBytes), !bytes.isEmpty
    else { return nil }
    return bytes
  }

  /// Whether the file is as Livery wrote it.
  package func isOurs(_ digests: OutputDigests) -> Bool { content().map { isOurs($0, digests) } ?? false }

  private func isOurs(_ content: [UInt8], _ digests: OutputDigests) -> Bool {
    Mark.isWhole(content) || digests.has(sha256(content), of: path)
  }

  /// Puts back the file that was here before Livery wrote it. False where none was kept.
  ///
  /// - Parameter digests: see `write`. A file that was changed since is lost only where `overwrites` says so.
  package func restore(_ digests: OutputDigests) throws(OutputProblem) -> Bool {
    let place = try OutputLocation(path)
    let isKept = try orProblem { () throws(SystemError) in
      try place.directory.status(of: HeldDirectory.keptName(of: place.name))?.kind == .regular
    }
    guard isKept else { return false }
    guard overwrites || content() == nil || isOurs(digests) else {
      throw OutputProblem("\(path) was changed since Livery wrote it", help: "with --force that version is lost")
    }
    try orProblem { () throws(SystemError) in
      try place.directory.rename(HeldDirectory.keptName(of: place.name), to: place.name)
    }
    return true
  }
}

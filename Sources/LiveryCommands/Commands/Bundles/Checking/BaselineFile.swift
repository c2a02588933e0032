// SPDX-License-Identifier: GPL-2.0-or-later

import CommandLineInterface
import LinuxIO
import Reporting

extension Baseline {
  private static let maximumBytes = 1 << 26

  init(readingFrom path: String) throws(CommandFailure) {
    let bytes: [UInt8]
    do throws(SystemError) {
      bytes = try readFile(path, limit: Self.maximumBytes)
    } catch {
      throw CommandFailure(
        .usage, "the baseline `\(path)` cannot be read: \(error.errno.text)",
        help: error.errno == .noSuchFile ? "write it with --write-baseline" : nil)
    }
    if let baseline = Baseline(parsing: bytes) {
      self = baseline
      return
    }
    throw Self.isOfAnyVersion(bytes)
      ? CommandFailure(.usage, "`\(path)` is not a baseline of this version", help: "update it with --write-baseline")
      : CommandFailure(.usage, "`\(path)` is not a baseline", help: "name another file, or remove this one")
  }

  /// Replaces the baseline that the path leads to, or makes one. A file with other content, a device or a pipe is never replaced.
  func write(to path: String) throws(CommandFailure) {
    let target = (try? realPath(path)) ?? path
    let status = try? linkStatus(target)
    if let kind = status?.kind, kind != .regular {
      let what = kind == .link ? "a link that leads nowhere" : "not a regular file"
      throw CommandFailure(
        .usage, "the baseline `\(path)` is \(what)", help: "name a file, which is made if it is missing")
    }
    var isForeign = false
    do throws(SystemError) {
      if let size = status?.size, size > 0 {
        isForeign = !Self.isOfAnyVersion(try readFile(target, limit: Self.maximumBytes))
      }
      if !isForeign { try writeFileAtomically(target, Array(text.utf8), mode: status?.mode ?? 0o644) }
    } catch {
      throw CommandFailure(.usage, "the baseline cannot be written: \(error)")
    }
    if isForeign {
      throw CommandFailure(
        .usage, "`\(path)` is not a baseline, and is not replaced", help: "name another file, or remove this one")
    }
  }
}

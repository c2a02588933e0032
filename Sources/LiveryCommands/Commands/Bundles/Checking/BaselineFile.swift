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
    guard let baseline = Baseline(parsing: bytes) else {
      throw CommandFailure(
        .usage, "`\(path)` is not a baseline of this version", help: "update it with --write-baseline")
    }
    self = baseline
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
    if let status, status.size > 0,
      (try? readFile(target, limit: Self.maximumBytes)).flatMap(Baseline.init(parsing:)) == nil
    {
      throw CommandFailure(
        .usage, "`\(path)` is not a baseline, and is not replaced", help: "name another file, or remove this one")
    }
    do throws(SystemError) {
      try writeFileAtomically(target, Array(text.utf8), mode: status?.mode ?? 0o644)
    } catch {
      throw CommandFailure(.usage, "the baseline cannot be written: \(error)")
    }
  }
}

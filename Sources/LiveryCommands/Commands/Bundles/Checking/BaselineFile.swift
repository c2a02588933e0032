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

  func write(to path: String) throws(CommandFailure) {
    do throws(SystemError) {
      try writeFileAtomically(path, Array(text.utf8), mode: (try? fileStatus(path).mode) ?? 0o644)
    } catch {
      throw CommandFailure(.usage, "the baseline cannot be written: \(error)")
    }
  }
}

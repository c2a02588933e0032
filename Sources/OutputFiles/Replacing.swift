// SPDX-License-Identifier: GPL-2.0-or-later

import LinuxIO
import ThemeOutputs

/// The outcome of writing an output.
package enum WriteOutcome: Sendable, Equatable {
  case written
  /// Every file has these bytes already.
  case unchanged
}

extension HeldDirectory {
  /// The name of the file that was there before Livery wrote one.
  static func keptName(of name: String) -> String { name + ".before-livery" }

  /// Replaces a file.
  ///
  /// - Parameter mode: that of the file before; nil where there was none.
  borrowing func replace(_ name: String, _ bytes: [UInt8], mode: UInt32?) throws(SystemError) {
    let letters = Array("abcdefghijklmnopqrstuvwxyz0123456789")
    let suffix = String((0..<6).map { _ in letters[Int.random(in: 0..<letters.count)] })
    try replace(name, bytes, by: "\(temporaryPrefix(for: name)).livery-\(suffix)", mode: mode)
  }

  /// Keeps the file that is there: as the file from before Livery, or with a number behind this name if that one is kept already. A
  /// kept file is never overwritten.
  borrowing func keep(_ name: String, _ bytes: [UInt8], mode: UInt32) throws(SystemError) {
    for number in 1...Self.maximumKept {
      let kept = Self.keptName(of: name) + (number == 1 ? "" : "-\(number)")
      do throws(SystemError) {
        return try make(kept, bytes, mode: mode)
      } catch {
        guard error.errno == .exists, number < Self.maximumKept else { throw error }
        if (try? read(kept, limit: bytes.count)) == bytes { return }
      }
    }
  }

  /// Versions of one file that are kept.
  private static let maximumKept = 100
}

extension HeldDirectory {
  /// Removes temporary files that a killed program left for a file. Call it only while no other program writes there.
  borrowing func removeAbandonedTemporaries(of name: String) {
    let prefix = "\(temporaryPrefix(for: name)).livery-"
    for entry in (try? listDirectory(path)) ?? []
    where entry.kind == .regular && entry.name.hasPrefix(prefix) && entry.name.utf8.count == prefix.utf8.count + 6 {
      try? remove(entry.name)
    }
  }
}

extension OutputProblem {
  /// The file has content that Livery did not write.
  static func foreign(_ path: String) -> OutputProblem {
    OutputProblem(
      "\(path) is not overwritten: Livery did not write it, or it was changed since",
      help: "with `--force`, or `\"overwrite\": true` in the configuration, it is kept as "
        + HeldDirectory.keptName(of: splitPath(path).name) + ", or with a number behind that name")
  }
}

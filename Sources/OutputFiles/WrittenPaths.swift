// SPDX-License-Identifier: GPL-2.0-or-later

import LinuxIO
import MessageDigest
package import TextComparison

/// The paths of the values that files were made from last: a state that lacks some of them may be a slip of its author.
///
/// Each output has a file in `livery/outputs` in the user's directory of state, with a path a line. One that is lost, or cannot be
/// written, makes `livery apply` wait for a state without errors.
package struct WrittenPaths: Sendable {
  private let directory: String?

  private static let maximumBytes = 16 << 20

  /// - Parameter directory: the user's directory of state; nil where there is none, and nothing is kept.
  package init(in directory: String? = userStateDirectory()) {
    self.directory = directory.map { "\($0)/livery/outputs" }
  }

  /// The paths of the values in a file; nil where they are unknown.
  package func paths(of file: String) -> BytewiseSet? {
    guard let path = path(for: file), let bytes = try? readFile(path, limit: Self.maximumBytes) else { return nil }
    return BytewiseSet(bytes.split(separator: UInt8(ascii: "\n")).map { String(decoding: $0, as: UTF8.self) })
  }

  /// Remembers the paths of the values in a file.
  package func keep(_ paths: [String], of file: String) {
    guard let directory, let path = path(for: file) else { return }
    try? makeDirectories(directory, mode: 0o700)
    try? writeFileWithoutWaiting(path, Array((paths.joined(separator: "\n") + "\n").utf8), mode: 0o600)
  }

  private func path(for file: String) -> String? { directory.map { "\($0)/\(sha256(Array(file.utf8)).prefix(16))" } }
}

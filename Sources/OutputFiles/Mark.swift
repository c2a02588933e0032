// SPDX-License-Identifier: GPL-2.0-or-later

import LinuxIO
import MessageDigest
package import ThemeOutputs

/// The line at the beginning of a file that Livery wrote, with the digest of the rest, which shows a change by hand.
package enum Mark {
  /// The content of a file with its mark; without one in a form that has no comments.
  package static func marked(_ text: String, _ format: OutputFormat) -> [UInt8] {
    let rest = Array(text.utf8)
    guard let comment = format.comment else { return rest }
    let words = "Written by Livery as \(format.name). \(label)\(sha256(rest))"
    return Array("\(comment.start)\(words)\(comment.end)\n".utf8) + rest
  }

  private static let label = "sha256:"
  /// The mark stands in one of the first lines: people may put a line of their editor above it.
  private static let lines = 5

  /// Whether a file has a mark, and its rest is unchanged.
  static func isWhole(_ bytes: [UInt8]) -> Bool {
    var start = 0
    for _ in 0..<lines {
      guard let end = bytes[start...].firstIndex(of: UInt8(ascii: "\n")) else { return false }
      if let digest = digest(in: bytes[start..<end]) {
        return digest == sha256(Array(bytes[..<start] + bytes[(end + 1)...]))
      }
      start = end + 1
    }
    return false
  }

  private static func digest(in line: ArraySlice<UInt8>) -> String? {
    let label = Array("Livery".utf8)
    guard line.count < 512, line.contains(label), let start = line.index(after: Array(Self.label.utf8)) else {
      return nil
    }
    let digits = line[start...].prefix(64)
    return digits.count == 64 ? String(decoding: digits, as: UTF8.self) : nil
  }
}

extension ArraySlice<UInt8> {
  fileprivate func contains(_ word: [UInt8]) -> Bool { index(after: word) != nil }

  /// The index behind the first occurrence of a word.
  fileprivate func index(after word: [UInt8]) -> Int? {
    var index = startIndex
    while index + word.count <= endIndex {
      if self[index..<(index + word.count)].elementsEqual(word) { return index + word.count }
      index += 1
    }
    return nil
  }
}

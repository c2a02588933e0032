// SPDX-License-Identifier: MIT

extension StringProtocol {
  /// Whether this text contains the bytes of the part. Every text contains the empty text.
  ///
  /// Replaces `contains(_:)` with a text, which would link the library of regular expressions into each program: a megabyte, and
  /// 3,000 relocations at each start.
  package func holds(_ part: some StringProtocol) -> Bool {
    let part = Array(part.utf8)
    guard let first = part.first else { return true }
    var rest = Array(utf8)[...]
    while let start = rest.firstIndex(of: first) {
      rest = rest[start...]
      if rest.starts(with: part) { return true }
      rest = rest.dropFirst()
    }
    return false
  }
}

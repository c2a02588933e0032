// SPDX-License-Identifier: GPL-2.0-or-later

/// The parts of a written value. A separator is a byte: as a character, it would be another one with a combining mark behind it.
extension Substring {
  /// The parts between separators, of which there may be none.
  func parts(between separator: Unicode.Scalar) -> [Substring] {
    utf8.split(separator: UInt8(ascii: separator), omittingEmptySubsequences: false).map { Substring($0) }
  }

  /// The parts between white space, none of them empty.
  var words: [Substring] {
    guard isASCII else { return split(whereSeparator: \.isWhitespace) }
    return utf8.split(whereSeparator: isBlank).map { Substring($0) }
  }

  /// Without the white space at both ends.
  var trimmingBlanks: Substring {
    guard let first = utf8.first, let last = utf8.last else { return self }
    // Most texts have no white space there.
    if isVisible(first), isVisible(last) { return self }
    guard isASCII else { return drop { $0.isWhitespace }.droppingLast { $0.isWhitespace } }
    return Substring(utf8.drop(while: isBlank).droppingLast(isBlank))
  }

  private var isASCII: Bool { utf8.allSatisfy { $0 < 0x80 } }
}

extension String {
  func parts(between separator: Unicode.Scalar) -> [Substring] { self[...].parts(between: separator) }

  var trimmingBlanks: String {
    let trimmed = self[...].trimmingBlanks
    return trimmed.utf8.count == utf8.count ? self : String(trimmed)
  }
}

extension BidirectionalCollection where SubSequence == Self {
  fileprivate func droppingLast(_ isDropped: (Element) -> Bool) -> Self {
    lastIndex { !isDropped($0) }.map { self[...$0] } ?? self[endIndex...]
  }
}

/// Whether a byte is white space of ASCII.
private func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }

private func isVisible(_ byte: UInt8) -> Bool { (0x21...0x7E).contains(byte) }

// SPDX-License-Identifier: GPL-2.0-or-later

import ThemeModel

/// A comment in a theme file that silences findings: `// livery-ignore CODE: reason`.
///
/// One that stands beside code speaks of its own line, one that stands alone of the next line with code. In a property list
/// that may be a key's; then it speaks of the line of the key's value as well.
struct SuppressionComment: Hashable {
  struct Rule: Hashable {
    /// The code or slug as it is written.
    var name: String
    /// Nil when there is none of that name.
    var code: DiagnosticCode?
  }

  /// What it names; usually one.
  var rules: [Rule]
  var reason: String?
  /// The whole comment.
  var range: ByteRange
  /// The lines that it speaks of, from 1.
  var lines: ClosedRange<Int>

  static let word = "livery-ignore"

  /// The comments of a text that silence something, in its order. Costs little where the word does not occur.
  ///
  /// - Parameter path: include files have no comments but strings that begin `comment:`.
  static func all(in text: [UInt8], path: String) -> [SuppressionComment] {
    guard text.contains(Array(word.utf8)), !text.starts(with: "bplist".utf8) else { return [] }
    let isMarkup = text.first { !$0.isBlank && $0 < 0x80 } == UInt8(ascii: "<")
    let scan = isMarkup ? CommentScan.markup(text) : CommentScan.json(text, isIncludeFile: path.hasSuffix(".inc.json"))
    let lines = CodeLines(text, without: scan.comments, isMarkup: isMarkup)
    return scan.comments.compactMap { comment in
      guard let (rules, reason) = parse(text[comment.text]) else { return nil }
      return SuppressionComment(
        rules: rules, reason: reason, range: ByteRange(comment.whole.lowerBound, comment.whole.upperBound),
        lines: lines.lines(of: comment.whole))
    }
  }

  /// `livery-ignore CODE, CODE: reason`. Nil for any other comment.
  private static func parse(_ text: ArraySlice<UInt8>) -> (rules: [Rule], reason: String?)? {
    let text = String(decoding: text, as: UTF8.self).trimmed
    guard text.hasPrefix(word) else { return nil }
    let rest = text.dropFirst(word.count)
    guard rest.first.map({ $0.isWhitespace || $0 == ":" }) ?? true else { return nil }
    let parts = rest.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    let names = parts[0].split { $0 == "," || $0.isWhitespace }.map(String.init)
    let reason = parts.count > 1 ? parts[1].trimmed : ""
    return (names.map { Rule(name: $0, code: DiagnosticCode(named: $0)) }, reason.isEmpty ? nil : reason)
  }
}

/// The comments of a text, found without knowing more of it than where strings begin and end.
private struct CommentScan {
  struct Comment {
    /// With its marks, and with the comma behind where it is a string.
    var whole: Range<Int>
    /// What is between the marks.
    var text: Range<Int>
  }

  private(set) var comments: [Comment] = []

  static func json(_ text: [UInt8], isIncludeFile: Bool) -> CommentScan {
    var scan = CommentScan()
    var index = 0
    while index < text.count {
      let next = index + 1 < text.count ? text[index + 1] : 0
      switch text[index] {
      case UInt8(ascii: "\""):
        let end = endOfString(text, from: index)
        if isIncludeFile { scan.takeString(text, index..<end) }
        index = end
      case UInt8(ascii: "/") where next == UInt8(ascii: "/"):
        let end = text[index...].firstIndex(of: UInt8(ascii: "\n")) ?? text.count
        scan.comments.append(Comment(whole: index..<end, text: (index + 2)..<end))
        index = end
      case UInt8(ascii: "/") where next == UInt8(ascii: "*"):
        let close = text.firstRange(of: Array("*/".utf8), from: index + 2) ?? text.count
        scan.comments.append(Comment(whole: index..<min(close + 2, text.count), text: (index + 2)..<close))
        index = min(close + 2, text.count)
      default: index += 1
      }
    }
    return scan
  }

  /// The offset behind a string; a line ends one that is not closed.
  private static func endOfString(_ text: [UInt8], from start: Int) -> Int {
    var index = start + 1
    while index < text.count {
      switch text[index] {
      case UInt8(ascii: "\\"): index += 2
      case UInt8(ascii: "\""): return index + 1
      case UInt8(ascii: "\n"): return index
      default: index += 1
      }
    }
    return text.count
  }

  private mutating func takeString(_ text: [UInt8], _ string: Range<Int>) {
    let mark = Array("\"comment:".utf8)
    guard string.count > mark.count, text[string].starts(with: mark) else { return }
    var end = string.upperBound
    while end < text.count, text[end].isBlank { end += 1 }
    if end < text.count, text[end] == UInt8(ascii: ",") { end += 1 } else { end = string.upperBound }
    comments.append(
      Comment(whole: string.lowerBound..<end, text: (string.lowerBound + mark.count)..<(string.upperBound - 1)))
  }

  static func markup(_ text: [UInt8]) -> CommentScan {
    var scan = CommentScan()
    var index = 0
    while let open = text.firstRange(of: Array("<!".utf8), from: index) {
      if text[open...].starts(with: "<!--".utf8) {
        let close = text.firstRange(of: Array("-->".utf8), from: open + 4) ?? text.count
        scan.comments.append(Comment(whole: open..<min(close + 3, text.count), text: (open + 4)..<close))
        index = min(close + 3, text.count)
      } else if text[open...].starts(with: "<![CDATA[".utf8) {
        index = text.firstRange(of: Array("]]>".utf8), from: open) ?? text.count
      } else {
        index = open + 2
      }
    }
    return scan
  }
}

/// Which lines of a text have code, and which speak of a value.
private struct CodeLines {
  private enum Line {
    case empty, code
    /// Ends with a key of a property list, whose value stands on the next line.
    case key
  }

  private var lines: [Line] = []
  private let table: LineTable

  init(_ text: [UInt8], without comments: [CommentScan.Comment], isMarkup: Bool) {
    table = LineTable(text)
    var code = text
    for comment in comments {
      for index in comment.whole where code[index] != UInt8(ascii: "\n") { code[index] = UInt8(ascii: " ") }
    }
    lines = code.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map { line in
      guard let last = line.lastIndex(where: { !$0.isBlank }) else { return .empty }
      return isMarkup && line[...last].suffix(6).elementsEqual("</key>".utf8) ? .key : .code
    }
  }

  /// The lines that a comment speaks of.
  func lines(of comment: Range<Int>) -> ClosedRange<Int> {
    let start = table.position(comment.lowerBound).line
    let end = table.position(comment.upperBound).line
    var first = start
    var last = end
    if (start...end).allSatisfy({ line($0) == .empty }) {
      while last < lines.count, line(last) == .empty { last += 1 }
      first = last
    }
    while last < lines.count, line(last) == .key { last += 1 }
    return first...last
  }

  private func line(_ number: Int) -> Line { number <= lines.count ? lines[number - 1] : .empty }
}

extension StringProtocol {
  fileprivate var trimmed: String {
    let start = drop(while: \.isWhitespace)
    return String(start.prefix(upTo: start.lastIndex { !$0.isWhitespace }.map(start.index(after:)) ?? start.startIndex))
  }
}

extension UInt8 {
  fileprivate var isBlank: Bool { self == 0x20 || self == 0x09 || self == 0x0D || self == 0x0A }
}

extension [UInt8] {
  /// Whether the pattern, which is not empty, occurs: by Horspool's algorithm, which looks at one byte in a pattern's length.
  fileprivate func contains(_ pattern: [UInt8]) -> Bool {
    var shifts = [Int](repeating: pattern.count, count: 256)
    for (index, byte) in pattern.dropLast().enumerated() { shifts[Int(byte)] = pattern.count - 1 - index }
    var end = pattern.count - 1
    while end < count {
      let last = self[end]
      if last == pattern[pattern.count - 1], self[(end - pattern.count + 1)...end].elementsEqual(pattern) {
        return true
      }
      end += shifts[Int(last)]
    }
    return false
  }

  fileprivate func firstRange(of pattern: [UInt8], from start: Int) -> Int? {
    guard start + pattern.count <= count else { return nil }
    return (start...(count - pattern.count)).first { self[$0...].starts(with: pattern) }
  }
}

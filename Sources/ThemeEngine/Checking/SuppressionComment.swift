// SPDX-License-Identifier: GPL-2.0-or-later

import ThemeModel
import ThemeSyntax

/// A comment in a theme file that silences findings: `// livery-ignore CODE: reason`.
///
/// A comment beside code applies to its own line, a comment alone on a line to the next line with code. In a property list that
/// may be the line of a key; then it also applies to the line of the key's value.
struct SuppressionComment: Hashable {
  struct Rule: Hashable {
    /// The code or slug as it is written.
    var name: String
    /// Nil for an unknown name.
    var code: DiagnosticCode?
  }

  /// The rules that it names; usually one. Of a reason without `:` before it, the last one is the first word.
  var rules: [Rule]
  var reason: String?
  /// Whether the rules end with `:`, or a reason is missing.
  var isMarked: Bool
  /// The whole comment.
  var range: ByteRange
  /// The lines that it applies to, from 1.
  var lines: ClosedRange<Int>

  static let word = "livery-ignore"

  /// The suppression comments of a text, in its order. Costs a fast search if there are none.
  ///
  /// - Parameters:
  ///   - path: of the file.
  ///   - prefix: the prefix of strings that are comments, see `Dialect.commentPrefix`.
  static func all(in text: [UInt8], path: String, strings prefix: String? = nil) -> [SuppressionComment] {
    let format = FileFormat(of: text, named: path) ?? .json
    guard format.isText, text.holds(Array(word.utf8)) else { return [] }
    let comments = SourceComment.all(in: text, format, strings: prefix)
    let lines = CodeLines(text, without: comments, isPropertyList: format.isPropertyList)
    return comments.compactMap { comment in
      guard let (rules, reason, isMarked) = parse(text[comment.text]) else { return nil }
      return SuppressionComment(
        rules: rules, reason: reason, isMarked: isMarked,
        range: ByteRange(comment.whole.lowerBound, comment.whole.upperBound), lines: lines.lines(of: comment.whole))
    }
  }

  /// `livery-ignore CODE, CODE: reason`. Nil for any other comment.
  ///
  /// Without a comma or `:` behind it, a word that is not a rule begins a reason.
  private static func parse(_ text: ArraySlice<UInt8>) -> (rules: [Rule], reason: String?, isMarked: Bool)? {
    let text = String(decoding: text, as: UTF8.self).trimmed
    guard text.hasPrefix(word) else { return nil }
    var rest = text.dropFirst(word.count)
    guard rest.first.map({ $0.isWhitespace || $0 == ":" }) ?? true else { return nil }
    let isSeparator = { (character: Character) in character == "," || character.isWhitespace }
    rest = rest.drop(while: isSeparator)
    var rules: [Rule] = []
    // Each turn drops a name of at least one character.
    while let first = rest.first, first != ":" {
      let name = rest.prefix { !isSeparator($0) && $0 != ":" }
      let code = DiagnosticCode(named: String(name))
      rules.append(Rule(name: String(name), code: code))
      let following = rest[name.endIndex...].drop(while: \.isWhitespace).first
      if code == nil, following.map({ $0 != "," && $0 != ":" }) ?? (rules.count > 1) {
        return (rules, String(rest), false)
      }
      rest = rest[name.endIndex...].drop(while: isSeparator)
    }
    let reason = rest.dropFirst().trimmed
    return (rules, reason.isEmpty ? nil : reason, true)
  }

  /// The comment with `:` before its reason; nil where its rules are not known either.
  var marked: String? {
    let known = rules.filter { $0.code != nil }.map(\.name)
    guard !isMarked, let reason, !known.isEmpty else { return nil }
    return "\(Self.word) \(known.joined(separator: ", ")): \(reason)"
  }
}

/// Classifies the lines of a text: with code, without code, or ending with a key.
private struct CodeLines {
  private enum Line {
    case empty, code
    /// Ends with a key of a property list. The value is on the next line.
    case key
  }

  private var lines: [Line] = []
  /// By line: the number of the first line with code from there on, and that of the first line that does not end with a key.
  private var nextCode: [Int] = []
  private var nextEnd: [Int] = []
  private let table: LineTable

  init(_ text: [UInt8], without comments: [SourceComment], isPropertyList: Bool) {
    table = LineTable(text)
    var code = text
    for comment in comments {
      for index in comment.whole where code[index] != UInt8(ascii: "\n") { code[index] = UInt8(ascii: " ") }
    }
    lines = code.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map { line in
      guard let last = line.lastIndex(where: { !$0.isBlank }) else { return .empty }
      return isPropertyList && line[...last].suffix(6).elementsEqual("</key>".utf8) ? .key : .code
    }
    // Behind the last line, the last line counts.
    nextCode = Array(repeating: lines.count, count: lines.count)
    nextEnd = nextCode
    for index in lines.indices.dropLast().reversed() {
      nextCode[index] = lines[index] == .empty ? nextCode[index + 1] : index + 1
      nextEnd[index] = lines[index] == .key ? nextEnd[index + 1] : index + 1
    }
  }

  /// The lines that a comment applies to.
  func lines(of comment: Range<Int>) -> ClosedRange<Int> {
    let start = table.position(comment.lowerBound).line
    let end = table.position(comment.upperBound).line
    var first = start
    var last = end
    if (start...end).allSatisfy({ line($0) == .empty }) {
      last = next(nextCode, end)
      first = last
    }
    return first...next(nextEnd, last)
  }

  private func next(_ table: [Int], _ number: Int) -> Int { number <= table.count ? table[number - 1] : number }

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

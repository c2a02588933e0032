// SPDX-License-Identifier: GPL-2.0-or-later

import TextComparison
import ThemeModel

/// The result of all patterns is that of the strongest one, by the definition of a match.
func checkSelection(_ bytes: [UInt8]) {
  let lines = String(decoding: bytes, as: UTF8.self).utf8.split(
    separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false
  ).map { String(Substring($0)) }
  let path = Path.segments(of: lines.first ?? "")
  let patterns = Array(lines.dropFirst().prefix(64))
  guard let selection = try? Selection(select: patterns) else {
    return precondition(patterns.contains { Path.segments(of: $0).count > Selection.maximumSegments })
  }
  let expected = patterns.map { definedAnswer(of: $0, path) }
  let answer = selection.answer(path)
  precondition(selection.position(of: path).answer == answer, "two answers to one path")
  if patterns.isEmpty || expected.contains(.whole) {
    precondition(answer == .whole, "the path is selected")
  } else if expected.contains(.within) {
    precondition(answer == .within, "something below the path may be selected")
  } else {
    precondition(answer == .nothing, "the path is not selected")
  }
}

/// The result of one pattern, from a table of the prefixes of the pattern that match the path.
private func definedAnswer(of pattern: String, _ path: [String]) -> Selection.Answer {
  let segments = Path.segments(of: pattern, keepingEscapes: true)
  let isAny = segments.map { Bytewise($0) == Bytewise("**") }
  func closed(_ row: [Bool]) -> [Bool] {
    var row = row
    for index in segments.indices where isAny[index] && row[index] { row[index + 1] = true }
    return row
  }
  var row = closed([true] + segments.map { _ in false })
  for segment in path {
    if row[segments.count] { return .whole }
    var next = row.map { _ in false }
    for index in segments.indices where row[index] {
      if isAny[index] {
        next[index] = true
      } else if isMatch(Array(Path.unescape(segments[index]).utf8), Array(segment.utf8)) {
        next[index + 1] = true
      }
    }
    row = closed(next)
  }
  return row[segments.count] ? .whole : row.contains(true) ? .within : .nothing
}

private func isMatch(_ glob: [UInt8], _ text: [UInt8]) -> Bool {
  var row = [true] + text.map { _ in false }
  for byte in glob {
    if byte == UInt8(ascii: "*") {
      for index in text.indices where row[index] { row[index + 1] = true }
    } else {
      row = [false] + text.indices.map { row[$0] && text[$0] == byte }
    }
  }
  return row[text.count]
}

// SPDX-License-Identifier: GPL-2.0-or-later

import JSONText
import ThemeModel

/// A frequent mistake that the parser reports as unexpected text, and that gets its own message.
struct JSONSlip {
  let message: String
  let help: String
  let fix: Finding.Fix?
  /// The bytes concerned.
  let range: Range<Int>

  /// Nil for other problems.
  init?(_ problem: JSONProblem, in bytes: [UInt8]) {
    let range = problem.range
    guard !range.isEmpty, range.upperBound <= bytes.count else { return nil }
    switch problem.kind {
    case .unexpected, .badNumber, .unquotedKey, .missingColon, .missingOpeningQuote, .textAfterRoot: break
    default: return nil
    }
    if let blank = Self.blank(in: range, of: bytes) {
      self.init(
        "\(blank.name) stands here, which is not a space in JSON", "write an ordinary space", blank.range, " ")
      return
    }
    let text = String(decoding: bytes[range].prefix(64), as: UTF8.self)
    switch (problem.kind, bytes[range.lowerBound]) {
    case (.missingColon, UInt8(ascii: "=")):
      let isArrow = bytes[(range.lowerBound + 1)...].first == UInt8(ascii: ">")
      let sign = range.lowerBound..<range.lowerBound + (isArrow ? 2 : 1)
      self.init("expected `:` after this key, found `\(isArrow ? "=>" : "=")`", "write `:`", sign, ":")
    case (.unexpected(let expectation), UInt8(ascii: ";")) where expectation.isAfterValue:
      let rest = bytes[(range.lowerBound + 1)...].first { $0 > 0x20 }
      let isLast = rest == UInt8(ascii: "}") || rest == UInt8(ascii: "]")
      let sign = range.lowerBound..<range.lowerBound + 1
      if isLast {
        self.init("expected `}` or `]` after the last value, found `;`", "remove it", sign, "")
      } else {
        self.init("expected `,` after this value, found `;`", "write `,`", sign, ",")
      }
    case (.textAfterRoot, UInt8(ascii: ";")):
      guard bytes[(range.lowerBound + 1)...].allSatisfy({ $0 <= 0x20 }) else { return nil }
      let sign = range.lowerBound..<range.lowerBound + 1
      self.init("expected the end of the file, found `;`", "remove it", sign, "")
    case (.unexpected(let expectation), UInt8(ascii: "#")) where expectation.isValue && Self.isColor(text):
      let color = range.lowerBound..<range.lowerBound + text.utf8.count
      self.init("the colour `\(text)` needs quotation marks", "write \"\(text)\"", color, "\"\(text)\"")
    case (.unexpected, UInt8(ascii: "#")), (.unquotedKey, UInt8(ascii: "#")):
      let sign = range.lowerBound..<range.lowerBound + 1
      self.init("JSON comments do not begin with `#`", "write `//` instead", sign, "//", safe: false)
    case (.unexpected(let expectation), _) where expectation.isValue:
      guard let (word, isSafe) = Self.words[text] else { return nil }
      self.init("expected a value, found `\(text)`", "write `\(word)`", range, word, safe: isSafe)
    default: return nil
    }
  }

  private init(_ message: String, _ help: String, _ range: Range<Int>, _ replacement: String, safe: Bool = true) {
    self.message = message
    self.help = help
    self.range = range
    let edit = Finding.Edit(range: ByteRange(range.lowerBound, range.upperBound), text: replacement)
    fix = Finding.Fix(title: replacement == " " ? "write a space" : help, safe: safe, edits: [edit])
  }

  /// Words of other languages, their JSON forms, and whether the replacement is safe.
  private static let words = [
    "True": ("true", true), "False": ("false", true), "None": ("null", true), "TRUE": ("true", true),
    "FALSE": ("false", true), "NULL": ("null", true), "Null": ("null", true), "nil": ("null", false),
    "YES": ("true", false), "NO": ("false", false),
  ]

  private static func isColor(_ text: String) -> Bool {
    let digits = text.utf8.dropFirst()
    return [3, 4, 6, 8].contains(digits.count)
      && digits.allSatisfy { $0 &- 0x30 < 10 || $0 | 0x20 &- UInt8(ascii: "a") < 6 }
  }

  /// The first run of a blank that JSON does not allow, with its name.
  private static func blank(in range: Range<Int>, of bytes: [UInt8]) -> (name: String, range: Range<Int>)? {
    guard let start = bytes[range].firstIndex(where: { $0 >= 0xC2 }) else { return nil }
    for (name, form) in blanks where bytes[start...].starts(with: form) {
      var end = start
      while bytes[end...].starts(with: form) { end += form.count }
      return (name, start..<end)
    }
    return nil
  }

  private static let blanks: [(name: String, form: [UInt8])] = [
    ("a no-break space (U+00A0)", [0xC2, 0xA0]), ("a narrow no-break space (U+202F)", [0xE2, 0x80, 0xAF]),
    ("an ideographic space (U+3000)", [0xE3, 0x80, 0x80]), ("a zero-width space (U+200B)", [0xE2, 0x80, 0x8B]),
    ("a byte order mark (U+FEFF)", [0xEF, 0xBB, 0xBF]), ("a line separator (U+2028)", [0xE2, 0x80, 0xA8]),
  ]
}

extension JSONProblem.Expectation {
  fileprivate var isAfterValue: Bool { self == .commaOrObjectEnd || self == .commaOrArrayEnd }
  fileprivate var isValue: Bool { self == .value || self == .elementOrEnd }
}

/// The one finding of a file in which a version control system left a conflict; nil when there is none.
func mergeConflict(in bytes: [UInt8]) -> Finding? {
  let marks = ["<<<<<<< ", "=======", ">>>>>>> "].map { Array($0.utf8) }
  var places: [Range<Int>] = []
  var start = 0
  while start < bytes.count, places.count < marks.count {
    let end = bytes[start...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
    if bytes[start..<end].starts(with: marks[places.count]) {
      var length = end - start
      if length > 0, bytes[end - 1] == UInt8(ascii: "\r") { length -= 1 }
      places.append(start..<start + length)
    }
    start = end + 1
  }
  guard places.count == marks.count else { return nil }
  let related = [(places[1], "the second version begins here"), (places[2], "the conflict ends here")]
  return Finding(
    .syntax, "this file contains an unresolved merge conflict",
    range: ByteRange(places[0].lowerBound, places[0].upperBound),
    related: related.map { .init(message: $1, range: ByteRange($0.lowerBound, $0.upperBound)) },
    help: "keep one of the two versions and remove the lines with `<<<<<<<`, `=======` and `>>>>>>>`")
}

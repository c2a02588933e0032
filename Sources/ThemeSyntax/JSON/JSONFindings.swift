// SPDX-License-Identifier: GPL-2.0-or-later

import JSONText
import ThemeModel

/// The finding for a problem of the parser.
func finding(of problem: JSONProblem, in bytes: [UInt8]) -> Finding {
  if let slip = JSONSlip(problem, in: bytes) {
    return Finding(
      .syntax, slip.message, range: ByteRange(slip.range.lowerBound, slip.range.upperBound), help: slip.help,
      fix: slip.fix)
  }
  let words = Words(problem, bytes)
  return Finding(
    words.code, words.message, range: ByteRange(problem.range.lowerBound, problem.range.upperBound),
    related: words.related(to: problem), help: words.help, fix: fix(of: problem, in: bytes))
}

/// The texts of a finding.
private struct Words {
  var code = DiagnosticCode.syntax
  var message: String
  var help: String?
  /// The message for the related place.
  var relation: String?

  init(_ message: String, _ help: String? = nil) {
    self.message = message
    self.help = help
  }

  init(_ code: DiagnosticCode, _ message: String, _ help: String? = nil) {
    self.init(message, help)
    self.code = code
  }

  init(_ problem: JSONProblem, _ bytes: [UInt8]) {
    // Few kinds of problems quote the text, and a file may have thousands of comments.
    lazy var found = token(at: problem.range, in: bytes)
    switch problem.kind {
    case .comment: self.init(.jsonComment, "JSON does not allow comments; Livery ignores this one")
    case .trailingComma:
      self.init(.trailingComma, "JSON does not allow a comma after the last value; Livery ignores this one")
    case .unexpected(let expectation):
      self.init("expected \(expectation.words), found \(found)", expectation.help)
      relation = "the \(expectation == .commaOrArrayEnd ? "array" : "object") begins here"
    case .textAfterRoot:
      let isTooEarly = isClosedTooEarly(before: problem.range.lowerBound, in: bytes)
      self.init(
        "expected the end of the file, found \(found)",
        isTooEarly ? "remove the extra closing bracket" : "a file holds one value: write the rest into it, or remove it"
      )
      relation = isTooEarly ? "is this bracket an extra one?" : nil
    case .empty: self.init("the file is empty", "write `{}` if nothing belongs in it")
    case .missingComma: self.init(.missingComma, "expected `,` between this value and the next", "write a comma here")
    case .missingColon:
      self.init("expected `:` and a value after this key", "write \"key\": value")
    case .missingOpening:
      self.init("expected `{` before this key", "write the members of an object between `{` and `}`")
    case .unclosed(let bracket):
      // A bracket in the wrong place is a single byte.
      let isBeforeKey = problem.range.count > 1
      self.init(
        "expected `\(bracket.closing)`, found \(found)",
        isBeforeKey
          ? "close the \(bracket.name) with `\(bracket.closing),` before this key"
          : "close the \(bracket.name) with `\(bracket.closing)`")
      relation = "the \(bracket.name) begins here"
    case .unterminatedString, .missingOpeningQuote, .extraQuote, .innerQuote, .curlyQuotes, .singleQuotes,
      .unquotedKey:
      self.init(ofQuotes: problem.kind, found)
    case .unterminatedComment: self.init("this comment is not closed", "close it with `*/`")
    case .controlCharacter(let byte):
      self.init("this string contains the control character \(escape(of: byte))", "write it as `\(escape(of: byte))`")
    case .badEscape:
      self.init(
        "\(found) is not a valid escape",
        "write `\\\\` for a backslash; escapes are \\\" \\\\ \\/ \\b \\f \\n \\r \\t, and \\u with four digits")
    case .loneSurrogate:
      self.init("\(found) is one half of a surrogate pair", "write both halves, or the character itself")
    case .leadingZero: self.init("the number \(found) begins with a zero", "remove the zero")
    case .badNumber:
      self.init(
        "\(found) is not a number", "write a number such as 12, -0.5 or 1e3, or put the text in quotation marks")
    case .notFinite: self.init("JSON has no \(found)", "write a number")
    case .numberRange:
      self.init(
        .badNumber, "the number \(found) is too large to be held exactly",
        "the limit is 9007199254740992 for integers and 1.79e308 for other numbers")
    case .invalidUTF8: self.init(.encoding, "the file is not UTF-8: found \(found)", "save the file as UTF-8")
    case .utf16: self.init(.encoding, "the file is UTF-16 or binary, not UTF-8", "save the file as UTF-8")
    case .tooLarge(let limit):
      self.init(
        .limit, "the file has \(bytes.count) bytes, more than the limit of \(limit)", "split it into several files")
    case .tooDeep(let limit):
      self.init(.limit, "objects and arrays are nested deeper than the limit of \(limit) levels", "use fewer levels")
    case .tooManyValues(let limit):
      self.init(.limit, "the file has more values than the limit of \(limit)", "split it into several files")
    }
  }

  private init(ofQuotes kind: JSONProblem.Kind, _ found: String) {
    switch kind {
    case .unterminatedString:
      self.init(.unterminatedString, "this string has no closing quotation mark", "close it with `\"` on the same line")
    case .missingOpeningQuote: self.init("\(found) has no opening quotation mark", "write `\"` before it")
    case .extraQuote: self.init("this quotation mark does not belong here", "remove it")
    case .innerQuote:
      self.init("the string continues after this quotation mark", "write `\\\"` for a quotation mark within a string")
    case .curlyQuotes:
      self.init(.curlyQuote, "this string has curly quotation marks", "write straight ones: `\"`")
    case .singleQuotes: self.init("this string has single quotation marks", "write double ones: `\"`")
    default: self.init("the key \(found) has no quotation marks", "write \"key\": value")
    }
  }

  func related(to problem: JSONProblem) -> [Finding.Related] {
    guard let place = problem.related, let relation else { return [] }
    return [.init(message: relation, range: ByteRange(place.lowerBound, place.upperBound))]
  }
}

/// Whether the text after a root needs one closing bracket less before it: a last bracket, or the other members of the root.
private func isClosedTooEarly(before start: Int, in bytes: [UInt8]) -> Bool {
  let rest = bytes[start...].drop { $0 == UInt8(ascii: ",") || $0 <= 0x20 }
  guard let first = rest.first, let last = rest.last(where: { $0 > 0x20 }) else { return false }
  let closings = [UInt8(ascii: "}"), UInt8(ascii: "]")]
  guard closings.contains(first) else { return first == UInt8(ascii: "\"") && closings.contains(last) }
  let next = rest.dropFirst().first { $0 > 0x20 }
  return next == nil || next == UInt8(ascii: "/")
}

/// The text at a place, for messages: quoted with backticks and shortened.
func token(at range: Range<Int>, in bytes: [UInt8]) -> String {
  guard range.lowerBound < bytes.count else { return "the end of the file" }
  guard !range.isEmpty else { return "nothing" }
  let maximum = 32
  let token = bytes[range]
  if token.count == 1, let byte = token.first, byte < 0x20 || byte >= 0x7F {
    return "the byte 0x" + String(byte, radix: 16, uppercase: true)
  }
  let text = String(decoding: token.prefix(maximum * 4), as: UTF8.self)
  let shown = String.UnicodeScalarView(text.unicodeScalars.prefix(maximum).map { $0.value < 0x20 ? " " : $0 })
  return "`\(String(shown))\(text.unicodeScalars.count > maximum ? "…" : "")`"
}

private func escape(of byte: UInt8) -> String {
  switch byte {
  case 0x08: return "\\b"
  case 0x09: return "\\t"
  case 0x0C: return "\\f"
  default: return "\\u00" + (byte < 0x10 ? "0" : "") + String(byte, radix: 16)
  }
}

extension JSONProblem.Bracket {
  fileprivate var closing: String { self == .object ? "}" : "]" }
  fileprivate var name: String { self == .object ? "object" : "array" }
}

extension JSONProblem.Expectation {
  fileprivate var words: String {
    switch self {
    case .value: "a value"
    case .elementOrEnd: "a value or `]`"
    case .key: "a key in quotation marks"
    case .keyOrEnd: "a key in quotation marks or `}`"
    case .commaOrObjectEnd: "`,` or `}` after this value"
    case .commaOrArrayEnd: "`,` or `]` after this value"
    case .opening: "`{` or `[`"
    }
  }

  fileprivate var help: String? {
    switch self {
    case .value, .elementOrEnd: return "write a \"text\" in quotation marks, a number, true, false, null, {…} or […]"
    case .key, .keyOrEnd, .commaOrObjectEnd:
      return "write \"key\": value for each member, and separate members by commas"
    case .commaOrArrayEnd: return "separate elements by commas"
    case .opening: return nil
    }
  }
}

// SPDX-License-Identifier: GPL-2.0-or-later

import CYAML
import ThemeModel

/// Errors in a YAML file.
extension YAMLFile {
  mutating func stop(_ message: String, _ place: ByteRange, _ help: String? = nil, related: [Finding.Related] = []) {
    builder.stop(Finding(.syntax, message, range: place, related: related, help: help))
  }

  mutating func stopWithoutMemory() {
    builder.stop(Finding(.unreadable, "there is not enough memory to read the file"))
  }

  mutating func refuse(_ tag: YAMLTag, on value: String, _ place: Range<Int>) {
    stop(
      "the tag `\(tag.shown)` is not read on \(value)", word(at: place.lowerBound),
      "remove the tag; there are !!str, !!int, !!float, !!bool, !!null, !!seq and !!map, each for a value that fits it")
  }

  /// The bytes from a place up to white space; a place at the end of a line is empty.
  func word(at start: Int) -> ByteRange {
    let start = min(start, bytes.count)
    return ByteRange(start, bytes[start...].firstIndex(where: isXMLSpace) ?? bytes.count)
  }

  /// Reports the error that libyaml stopped at.
  mutating func stop(errorOf parser: yaml_parser_t) {
    let problem = parser.problem.map { String(cString: $0) } ?? ""
    switch parser.error {
    case YAML_MEMORY_ERROR: stopWithoutMemory()
    case YAML_READER_ERROR: stop(at: offset + parser.problem_offset, problem)
    default:
      let context = parser.context == nil ? nil : places.offset(of: parser.context_mark.index)
      stop(problem, at: places.offset(of: parser.problem_mark.index), context)
    }
  }

  /// - Parameter problem: the message of libyaml's reader about the byte.
  private mutating func stop(at index: Int, _ problem: String) {
    // A sequence of bytes is wrong from its first byte on.
    let isWithinSequence = problem.hasPrefix("invalid trailing")
    let index = isWithinSequence ? bytes[..<min(index, bytes.count)].lastIndex { $0 >= 0xC0 } ?? index : index
    let place = ByteRange(min(index, bytes.count), min(index + 1, bytes.count))
    let shown = token(at: Int(place.start)..<Int(place.end), in: bytes)
    if problem.hasPrefix("control") {
      stop("found \(shown), a control character, which YAML does not have", place, "remove it")
    } else {
      builder.stop(
        Finding(.encoding, "the file is not UTF-8: found \(shown)", range: place, help: "save the file as UTF-8"))
    }
  }

  /// - Parameter context: the beginning of the element that libyaml was reading.
  private mutating func stop(_ problem: String, at index: Int, _ context: Int?) {
    let place = word(at: index)
    let found = found(place)
    func beginning(_ name: String) -> [Finding.Related] {
      context.map { [.init(message: "the \(name) begins here", range: word(at: $0))] } ?? []
    }
    switch problem {
    case "did not find expected key", "did not find expected ',' or '}'", "did not find expected ',' or ']'":
      if let text = unclosedText(before: index) { return stop(unclosedTextAt: text) }
    default: break
    }
    switch problem {
    case "mapping values are not allowed in this context":
      if let key = keyWithoutColon(before: index) { return stop(keyWithoutColonAt: key) }
      stop(
        "expected no `:` here", place,
        "write quotation marks around a text with `: ` in it, and indent the members of one mapping alike")
    case "could not find expected ':'": stop(keyWithoutColonAt: context ?? index)
    case "found character that cannot start any token", "found a tab character that violates indentation",
      "found a tab character where an indentation space is expected":
      if index < bytes.count, bytes[index] == UInt8(ascii: "\t") {
        stop("YAML is not indented with tabs", ByteRange(index, index + 1), "write spaces in place of the tab")
      } else {
        stop("no value begins as \(found) does", place, "write quotation marks around the text")
      }
    case "did not find expected key":
      stop(
        "expected a key of this mapping, found \(found)", place,
        "members are written `key: value`, and those of one mapping are indented alike", related: beginning("mapping"))
    case "did not find expected '-' indicator":
      stop(
        "expected `- ` before an element, found \(found)", place, "indent the elements of one sequence alike",
        related: beginning("sequence"))
    case "did not find expected ',' or '}'":
      stop(
        "expected `,` or `}` after this value, found \(found)", place, "close the mapping with `}`",
        related: beginning("mapping"))
    case "did not find expected ',' or ']'":
      stop(
        "expected `,` or `]` after this value, found \(found)", place, "close the sequence with `]`",
        related: beginning("sequence"))
    case "did not find expected node content":
      stop("expected a value, found \(found)", place, "write a value, or `null`")
    case "found unexpected end of stream", "found unexpected document indicator":
      stop(unclosedTextAt: context ?? index)
    case "found unknown escape character", "did not find expected hexdecimal number",
      "found invalid Unicode character escape code":
      stop(
        "\(found) is not a valid escape", place,
        "write `\\\\` for a backslash, or single quotation marks, between which it is a character like others")
    case "block sequence entries are not allowed in this context":
      stop(
        "found `-` outside of a sequence", place, "write each element on a line of its own, indented alike")
    case "mapping keys are not allowed in this context":
      stop("found \(found) where no key can stand", place, "indent the members of one mapping alike")
    case "did not find expected <document start>":
      stop("expected the end of the file, found \(found)", place, "a file holds one value")
    case "did not find expected alphabetic or numeric character":
      stop(
        "\(self.found(word(at: context ?? index))) is not the name of an anchor", word(at: context ?? index),
        "write quotation marks around a text that begins with `*` or `&`")
    default: stop("this is not valid YAML: \(problem)", place)
    }
  }

  private mutating func stop(unclosedTextAt start: Int) {
    stop("this text has no closing quotation mark", word(at: start), "close it on the same line")
  }

  private mutating func stop(keyWithoutColonAt start: Int) {
    let key = word(at: start)
    let hasColon = bytes[Int(key.start)..<Int(key.end)].contains(UInt8(ascii: ":"))
    stop("expected `:`\(hasColon ? " and a blank" : "") after this key", key, "write `key: value`")
  }

  /// The beginning of a text that a quotation mark of a later line closes, directly before an unexpected place: that mark was to open
  /// a text.
  private func unclosedText(before place: Int) -> Int? {
    guard let mark = bytes[..<place].last, mark == UInt8(ascii: "\"") || mark == UInt8(ascii: "'"),
      let opening = bytes[..<(place - 1)].lastIndex(of: mark), bytes[opening..<place].contains(0x0A)
    else { return nil }
    return opening
  }

  /// The text before the line of an unexpected `:` that libyaml takes for the beginning of that line's key: a line with the same indent
  /// and no `:` of its own.
  private func keyWithoutColon(before colon: Int) -> Int? {
    let lines = bytes[..<colon].split(separator: 0x0A, omittingEmptySubsequences: false).suffix(2)
    guard lines.count == 2, let last = lines.last, let previous = lines.first else { return nil }
    let indents = [last, previous].map { line in line.prefix { $0 == 0x20 }.count }
    let text = previous.dropFirst(indents[1])
    guard indents[0] == indents[1], let first = text.first, !"-?#&*!|>%@[{\"'\r".utf8.contains(first) else {
      return nil
    }
    let isMember = text.indices.contains {
      text[$0] == UInt8(ascii: ":") && ($0 + 1 == text.endIndex || isXMLSpace(text[$0 + 1]))
    }
    return isMember ? nil : text.startIndex
  }

  private func found(_ place: ByteRange) -> String {
    let range = Int(place.start)..<Int(place.end)
    return range.isEmpty && range.lowerBound < bytes.count ? "the end of the line" : token(at: range, in: bytes)
  }
}

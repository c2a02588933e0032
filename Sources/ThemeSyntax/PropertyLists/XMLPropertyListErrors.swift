// SPDX-License-Identifier: GPL-2.0-or-later

import CExpat
import ThemeModel

/// Errors in the structure of a property list.
extension XMLPropertyList {
  mutating func refuseRoot(_ name: String, _ tag: ByteRange) {
    stop(
      "expected `<plist>`, found `<\(name)>`", tag,
      "write one value between `<plist version=\"1.0\">` and `</plist>`")
  }

  mutating func refuseUnknown(_ name: String, _ tag: ByteRange) {
    let shown = token(at: 0..<name.utf8.count + 2, in: Array("<\(name)>".utf8))
    guard !open.isEmpty else { return refuseRoot(String(name.prefix(32)), tag) }
    let lower = name.lowercased()
    let help =
      Element.names.contains(lower) ? "write `<\(lower)>`: the names of elements are in lower case" : nil
    stop(
      "a property list cannot contain \(shown)", tag,
      help ?? Suggestion.didYouMean(name, among: Element.names)
        ?? "write <dict>, <array>, <key>, <string>, <integer>, <real>, <true/> or <false/>")
  }

  mutating func refuseKey(_ key: ByteRange) {
    stop("this key has no value", key, "write a value after the key, or remove the key")
  }

  mutating func refuseText(in element: Element, _ place: ByteRange) {
    let help =
      element == .true || element == .false ? "write `<\(element.name)/>`" : "write `<string>text</string>`"
    stop("`<\(element.name)>` cannot contain text, found \(shown(place))", place, help)
  }

  mutating func refuseDeclarations() {
    stop(
      "Livery cannot read the entities and elements that the doctype declares", place,
      "remove the part between `[` and `]`, and write the texts themselves")
  }

  mutating func refuseEntity() {
    let place = stretch(from: Int(place.start), to: UInt8(ascii: ";"))
    stop(
      "\(shown(place)) is not a known entity", place, "use &amp; &lt; &gt; &quot; &apos; or a number such as &#x41;"
    )
  }

  mutating func check(encoding: String) {
    guard encoding.lowercased() != "utf-8" else { return }
    stop(
      Finding(
        .encoding, "the file declares the encoding \(encoding.prefix(32)), not UTF-8", range: place,
        help: "save the file as UTF-8 and write `encoding=\"UTF-8\"`"))
  }

  func beginning(of element: Open) -> Finding.Related {
    .init(message: "`<\(element.element.name)>` begins here", range: element.tag)
  }
}

/// Errors in the XML.
extension XMLPropertyList {
  /// Reports the error that expat stopped at, unless this parser stopped it.
  mutating func stop(errorOfExpat code: XML_Error) {
    guard !builder.isStopped else { return }
    let start = min(Int(place.start), bytes.count)
    let place = ByteRange(start, min(start + max(1, Int(place.end) - start), bytes.count))
    switch code {
    case XML_ERROR_NO_ELEMENTS: stopAtEnd()
    case XML_ERROR_UNCLOSED_TOKEN: stopAtUnclosed(bytes[start...])
    case XML_ERROR_UNCLOSED_CDATA_SECTION: stopAtUnclosed(bytes[(lastSection ?? start)...])
    case XML_ERROR_TAG_MISMATCH: stopAtWrongEnd(start)
    case XML_ERROR_UNDEFINED_ENTITY: refuseEntity()
    case XML_ERROR_BAD_CHAR_REF:
      let place = stretch(from: start, to: UInt8(ascii: ";"))
      stop(
        "\(shown(place)) is not the number of a character", place, "write the number of a character, for example &#x41;"
      )
    case XML_ERROR_JUNK_AFTER_DOC_ELEMENT: stopAfterRoot(start)
    case XML_ERROR_MISPLACED_XML_PI:
      stop("the XML declaration is not at the beginning of the file", place, "remove everything before `<?xml`")
    case XML_ERROR_DUPLICATE_ATTRIBUTE: stop("this attribute occurs twice", place, "remove one of them")
    case XML_ERROR_PARTIAL_CHAR: stopAtEncoding(start)
    case XML_ERROR_INVALID_TOKEN, XML_ERROR_SYNTAX: stopAtToken(start)
    default:
      let words = XML_ErrorString(code).map { String(cString: $0) } ?? "error \(code.rawValue)"
      stop("this is not well-formed XML: \(words)", place)
    }
  }

  private func shown(_ place: ByteRange) -> String { token(at: Int(place.start)..<Int(place.end), in: bytes) }

  /// The bytes up to a closing one, which is included, if it is on the same line; otherwise the first byte alone.
  private func stretch(from start: Int, to closing: UInt8) -> ByteRange {
    let end = bytes[start...].firstIndex { $0 == closing || $0 == 0x0A || $0 == 0x0D }
    guard let end, bytes[end] == closing else { return ByteRange(start, min(start + 1, bytes.count)) }
    return ByteRange(start, end + 1)
  }

  /// The beginning of the last CDATA section.
  private var lastSection: Int? {
    let opening = Array("<![CDATA[".utf8)
    return bytes.indices.last { bytes[$0] == opening[0] && bytes[$0...].starts(with: opening) }
  }

  private mutating func stopAfterRoot(_ start: Int) {
    let place = stretch(from: start, to: UInt8(ascii: ">"))
    stop("expected the end of the file, found \(shown(place))", place, "only comments may follow `</plist>`")
  }

  private mutating func stopAtEnd() {
    let end = ByteRange(bytes.count, bytes.count)
    guard let element = open.last else {
      return stop("expected `<plist>`, found the end of the file", end, "write one value in `<plist>`")
    }
    let name = element.element.name
    stop(
      "expected `</\(name)>`, found the end of the file", end, "close it with `</\(name)>`",
      related: [beginning(of: element)])
  }

  private mutating func stopAtUnclosed(_ rest: ArraySlice<UInt8>) {
    let (name, closing) =
      if rest.starts(with: "<!--".utf8) {
        ("comment", "-->")
      } else if rest.starts(with: "<![CDATA[".utf8) {
        ("section", "]]>")
      } else if rest.starts(with: "<?".utf8) {
        ("instruction", "?>")
      } else if rest.first == UInt8(ascii: "&") {
        ("entity", ";")
      } else {
        ("tag", ">")
      }
    let line = rest.prefix { $0 != 0x0A && $0 != 0x0D }
    stop(
      "this \(name) is not closed", ByteRange(rest.startIndex, rest.startIndex + max(line.count, min(1, rest.count))),
      "close it with `\(closing)`")
  }

  /// - Parameter name: the place of the name in the end tag.
  private mutating func stopAtWrongEnd(_ name: Int) {
    let place = stretch(from: max(name - 2, 0), to: UInt8(ascii: ">"))
    guard let element = open.last else { return stop("\(shown(place)) has no opening tag", place, "remove it") }
    let expected = "</\(element.element.name)>"
    stop(
      "expected `\(expected)`, found \(shown(place))", place, "close it with `\(expected)`, or correct the tag",
      related: [beginning(of: element)])
  }

  private mutating func stopAtEncoding(_ start: Int) {
    let place = ByteRange(start, min(start + 1, bytes.count))
    stop(
      Finding(.encoding, "the file is not UTF-8: found \(shown(place))", range: place, help: "save the file as UTF-8"))
  }

  private mutating func stopAtToken(_ start: Int) {
    guard start < bytes.count else { return stopAtEnd() }
    let length = lengthOfScalar(bytes[start...])
    guard let length else { return stopAtEncoding(start) }
    let place = ByteRange(start, start + length)
    let bracket = [start, start - 1].first { $0 >= 0 && bytes[$0] == UInt8(ascii: "<") }
    if isBehindDashesOfComment(start, in: bytes) {
      stop(
        "a comment cannot contain `--`", ByteRange(start - 2, start),
        "write `-` there; a comment ends at the first `-->`")
    } else if let ampersand = ampersand(before: start) {
      stop(
        "found `&` outside an entity", ByteRange(ampersand, ampersand + 1), "write `&amp;` for `&` in a text")
    } else if let bracket, open.isEmpty, hasRoot {
      stopAfterRoot(bracket)
    } else if let bracket, let tag = unclosedTag(before: bracket) {
      stopAtUnclosed(bytes[tag..<bracket])
    } else if let bracket {
      stop("found `<` outside a tag", ByteRange(bracket, bracket + 1), "write `&lt;` for `<` in a text")
    } else {
      stop("XML does not allow \(shown(place)) here", place)
    }
  }

  /// The beginning of a tag that has no `>` before a place.
  private func unclosedTag(before place: Int) -> Int? {
    let before = bytes[..<place]
    guard let tag = before.lastIndex(where: { $0 == UInt8(ascii: "<") || $0 == UInt8(ascii: ">") }) else { return nil }
    return bytes[tag] == UInt8(ascii: "<") ? tag : nil
  }

  /// The `&` at a place, or before it and a possible name of an entity.
  private func ampersand(before start: Int) -> Int? {
    if bytes[start] == UInt8(ascii: "&") { return start }
    let before = bytes[..<start].suffix(40)
    guard let ampersand = before.lastIndex(of: UInt8(ascii: "&")) else { return nil }
    let isName = before[(ampersand + 1)...].allSatisfy { byte in
      switch byte | 0x20 {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "#"): true
      default: false
      }
    }
    return isName ? ampersand : nil
  }
}

/// The bytes of the scalar that a slice begins with; nil when it begins with none.
private func lengthOfScalar(_ bytes: ArraySlice<UInt8>) -> Int? {
  for length in 1...4 where length <= bytes.count {
    if String(validating: bytes.prefix(length), as: UTF8.self) != nil { return length }
  }
  return nil
}

/// Whether `--` lies before a place within a comment.
private func isBehindDashesOfComment(_ place: Int, in bytes: [UInt8]) -> Bool {
  let dashes = Array("--".utf8)
  guard place >= 2, bytes[(place - 2)..<place].elementsEqual(dashes) else { return false }
  let opening = Array("<!--".utf8)
  // The dashes of `<!--` itself are no error.
  let before = bytes[..<(place - 2)]
  guard let start = before.indices.last(where: { before[$0...].starts(with: opening) }) else { return false }
  return !before[(start + opening.count)...].indices.contains { before[$0...].starts(with: Array("-->".utf8)) }
}

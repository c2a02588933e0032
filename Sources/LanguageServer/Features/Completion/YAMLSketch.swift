// SPDX-License-Identifier: GPL-2.0-or-later

import ThemeModel
import ThemeSyntax

/// The keys around a place in YAML: the part of a file which decides what may be written there, in a form that can be parsed. The
/// word at the place has a substitute, and the lines around it are chosen by their indentation.
struct YAMLSketch {
  private(set) var tree: SourceTree
  private(set) var place: TreePlace

  /// The lines of one object that are read on each side.
  private static let maximumMembers = 500
  /// The lines below the place that are looked at.
  private static let maximumLines = 2_000

  init?(_ word: YAMLWord, in lines: TextLines) {
    let number = lines.lines(of: ByteRange(word.range)).lowerBound
    let line = lines.line(number)
    let start = YAMLLineReader(line).startOfContent
    let isEmpty = line.allSatisfy { $0 == UInt8(ascii: " ") }
    let indentation = (isEmpty ? word.range.lowerBound : Self.indentationEnd(of: line)) - line.startIndex
    var above: [[UInt8]] = []
    var limit = indentation
    var members = 0
    for number in (0..<number).reversed() {
      guard limit > 0 || members < Self.maximumMembers else { break }
      guard let found = Self.indentation(ofLine: number, in: lines), found <= limit else { continue }
      let isAround = found < limit
      members = isAround ? 0 : members + 1
      limit = found
      if members < Self.maximumMembers { above.append(Self.reduced(lines.line(number), isAround: isAround)) }
    }
    var below: [[UInt8]] = []
    limit = indentation
    for number in (number + 1)..<max(number + 1, min(lines.count, number + Self.maximumLines)) {
      guard let found = Self.indentation(ofLine: number, in: lines), found <= limit, below.count < Self.maximumMembers
      else { continue }
      limit = found
      below.append(Self.reduced(lines.line(number), isAround: false))
    }
    var text: [UInt8] = []
    for line in above.reversed() { text += line + [0x0A] }
    text += isEmpty ? Array(repeating: UInt8(ascii: " "), count: indentation) : Array(line[..<word.range.lowerBound])
    let offset = text.count
    let isKey = word.hasColon || word.isAlone && (line[..<start].allSatisfy { $0 == UInt8(ascii: " ") })
    text += isKey ? "x:".utf8 : "x".utf8
    text += word.brackets.reversed().map { UInt8(ascii: "{") == $0 ? UInt8(ascii: "}") : UInt8(ascii: "]") }
    text.append(0x0A)
    for line in below { text += line + [0x0A] }
    tree = parseYAML(text).tree
    guard let place = TreePlace(tree, offset) else { return nil }
    self.place = place
  }

  private static func indentationEnd(of line: ArraySlice<UInt8>) -> Int {
    line.firstIndex { $0 != UInt8(ascii: " ") } ?? line.endIndex
  }

  /// Nil for a line that has no key and no element. Makes no slice of the line, since all lines above a place may be looked at.
  private static func indentation(ofLine number: Int, in lines: TextLines) -> Int? {
    let start = lines.start(ofLine: number)
    return lines.bytes.withUnsafeBufferPointer { bytes in
      var end = start
      while end < bytes.count, bytes[end] == UInt8(ascii: " ") { end += 1 }
      guard end < bytes.count else { return nil }
      switch bytes[end] {
      case 0x0A, 0x0D, UInt8(ascii: "#"), UInt8(ascii: "}"), UInt8(ascii: "]"), UInt8(ascii: "%"), UInt8(ascii: "\t"):
        return nil
      // A document begins or ends.
      case UInt8(ascii: "-") where end + 1 < bytes.count && bytes[end + 1] == UInt8(ascii: "-"): return nil
      default: return end - start
      }
    }
  }

  /// A line with its key, and the value where that is a text on the line. Of an object around the place only an open bracket.
  private static func reduced(_ line: ArraySlice<UInt8>, isAround: Bool) -> [UInt8] {
    var reader = YAMLLineReader(line)
    let start = reader.startOfContent
    let isElement = line[..<start].contains(UInt8(ascii: "-"))
    reader.index = start
    guard !reader.isAtEnd else { return Array(line) }
    if "\"'".utf8.contains(reader.current) {
      _ = reader.quoted()
    } else {
      reader.index = reader.endOfPlain(isInBrackets: false)
    }
    let end = reader.index
    reader.skipBlanks()
    guard reader.isAtColon else { return Array(line[..<start]) }
    let key = Array(line[..<end]) + ":".utf8
    reader.index += 1
    reader.skipBlanks()
    guard !reader.isAtEnd else { return key }
    let value = reader.index
    switch reader.current {
    case UInt8(ascii: "\""), UInt8(ascii: "'"):
      let (range, content) = reader.quoted()
      let isClosed = range.upperBound > content.upperBound
      guard isClosed else { return key }
      return key + " ".utf8 + line[value..<reader.index]
    case UInt8(ascii: "{"), UInt8(ascii: "["):
      let isOpen = isAround && !line.contains { $0 == UInt8(ascii: "}") || $0 == UInt8(ascii: "]") }
      return isOpen ? Array(line) : key
    case UInt8(ascii: "&"), UInt8(ascii: "*"), UInt8(ascii: "!"), UInt8(ascii: "|"), UInt8(ascii: ">"),
      UInt8(ascii: "#"), UInt8(ascii: "%"), UInt8(ascii: "@"), UInt8(ascii: "`"):
      return key
    default:
      return isAround && !isElement ? key : key + " ".utf8 + line[value..<reader.endOfPlain(isInBrackets: false)]
    }
  }
}

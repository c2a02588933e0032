// SPDX-License-Identifier: GPL-2.0-or-later

import TextComparison
import ThemeDialects
import ThemeEngine
import ThemeModel
import ThemeSyntax

/// The place of a completion, also in a text that cannot be parsed.
struct CompletionPlace {
  let file: BundleFile
  /// The values around the place: of YAML that cannot be parsed a part of them.
  let tree: SourceTree
  let place: TreePlace
  let isKey: Bool
  /// In bytes.
  let offset: Int
  /// The content that is replaced, without quotation marks.
  let content: Range<Int>
  /// The parts of it before and behind the place.
  let typed: String
  let rest: String
  /// Whether marks have to be written around the new content.
  let needsQuotes: Bool
  /// The mark before the content of a text in YAML.
  private let mark: UInt8?
  /// The same with the quotation marks around it; nil where they are not both there.
  let quoted: Range<Int>?
  /// Whether a value follows the key already.
  let hasValue: Bool

  init?(_ place: Place) {
    guard let tree = place.bundle.tree(of: place.file.path), tree.hasPlaces else { return nil }
    file = place.file
    offset = place.offset
    let bytes = place.file.text.bytes
    let found = TreePlace(tree, offset)
    if tree.format == .yaml {
      let lines = place.file.text
      let line = lines.line(lines.lines(of: ByteRange(offset, offset)).lowerBound)
      let hasCurlyReferences = place.bundle.notation?.constant?.before == "{"
      guard let word = YAMLWord(at: offset, in: line, hasCurlyReferences: hasCurlyReferences) else { return nil }
      let isParsed = found?.node.map { tree.range(of: $0).bytes == word.range && !word.range.isEmpty } ?? false
      if isParsed, let found {
        (self.tree, self.place) = (tree, found)
      } else {
        guard let sketch = YAMLSketch(word, in: lines) else { return nil }
        (self.tree, self.place) = (sketch.tree, sketch.place)
      }
      (content, needsQuotes, quoted, mark) = (word.content, false, nil, word.mark)
      hasValue = word.hasColon
    } else {
      guard let found else { return nil }
      (self.tree, self.place, mark) = (tree, found, nil)
      if let string = Self.string(around: offset, in: bytes), tree.format == .json {
        content = string
        needsQuotes = false
        let isClosed = string.upperBound < bytes.count && bytes[string.upperBound] == UInt8(ascii: "\"")
        quoted = isClosed ? (string.lowerBound - 1)..<(string.upperBound + 1) : nil
      } else if let node = found.node, tree.format != .json,
        let inner = ContentRange.content(of: tree.range(of: node), in: bytes),
        inner.lowerBound <= offset, offset <= inner.upperBound
      {
        (content, needsQuotes, quoted) = (inner, false, nil)
      } else {
        (content, needsQuotes, quoted) = (offset..<offset, tree.format == .json, nil)
      }
      let end = quoted?.upperBound ?? content.upperBound
      hasValue = bytes[end...].first { $0 > 0x20 } == UInt8(ascii: ":")
    }
    isKey = !self.place.isValue
    typed = String(decoding: bytes[content.lowerBound..<max(content.lowerBound, offset)], as: UTF8.self)
    rest = String(decoding: bytes[min(offset, content.upperBound)..<content.upperBound], as: UTF8.self)
  }

  var editing: EditingPlace {
    EditingPlace(
      path: file.path, tree: tree, keys: place.keys, containers: place.containers, node: place.node, typed: typed,
      rest: rest)
  }

  /// The keys of the object around the place, without the key at the place.
  var siblings: BytewiseSet {
    guard let object = place.containers.last else { return [] }
    return BytewiseSet(tree.members(of: object).filter { $0.key != place.node }.map { tree.key(of: $0) })
  }

  /// A text in place of the content or a part of it, as the format writes it.
  func spelled(_ text: String) -> String {
    switch (tree.format, mark) {
    case (.json, _) where needsQuotes: "\"\(Spelling.json(text))\""
    case (.json, _), (.yaml, UInt8(ascii: "\"")): Spelling.json(text)
    // The words that are keys need no quotation marks.
    case (.yaml, nil): isKey ? text : YAMLText.word(text)
    case (.yaml, _): text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "''")
    case (.xmlPropertyList, _), (.binaryPropertyList, _): Spelling.xml(text)
    }
  }

  /// Whether a new key needs its colon, and has a place for it.
  var needsColon: Bool { tree.format == .yaml && isKey && !hasValue && mark == nil }

  /// The content of the string around a place, by the quotation marks of its line, so that it is found in a broken text, too.
  private static func string(around offset: Int, in bytes: [UInt8]) -> Range<Int>? {
    let lineStart = bytes[..<offset].lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
    var start: Int?
    var index = lineStart
    while index < offset {
      switch bytes[index] {
      case UInt8(ascii: "\\") where start != nil: index += 1
      case UInt8(ascii: "\""): start = start == nil ? index + 1 : nil
      case UInt8(ascii: "/") where start == nil && index + 1 < offset && bytes[index + 1] == UInt8(ascii: "/"):
        return nil
      default: break
      }
      index += 1
    }
    guard let start, start <= offset else { return nil }
    var end = offset
    while end < bytes.count, bytes[end] != UInt8(ascii: "\""), bytes[end] != 0x0A {
      end += bytes[end] == UInt8(ascii: "\\") ? 2 : 1
    }
    // Without a quotation mark on the line, the rest of the line is not part of the text.
    return start..<(end < bytes.count && bytes[end] == UInt8(ascii: "\"") ? end : offset)
  }
}

// SPDX-License-Identifier: GPL-2.0-or-later

import TextComparison
import ThemeDialects
import ThemeEngine
import ThemeModel
import ThemeSyntax

/// The place of a completion, also in a text that cannot be parsed.
struct CompletionPlace {
  let file: BundleFile
  let tree: SourceTree
  let place: TreePlace
  let isKey: Bool
  /// The content that is replaced, without quotation marks.
  let content: Range<Int>
  /// The part of it that is typed.
  let typed: String
  /// Whether marks have to be written around the new content.
  let needsQuotes: Bool
  /// The same with the quotation marks around it; nil where they are not both there.
  let quoted: Range<Int>?
  /// Whether a value follows the key already.
  let hasValue: Bool

  init?(_ place: Place) {
    guard let tree = place.bundle.tree(of: place.file.path), tree.hasPlaces,
      let treePlace = TreePlace(tree, place.offset)
    else { return nil }
    file = place.file
    self.tree = tree
    self.place = treePlace
    isKey = !treePlace.isValue
    let bytes = place.file.text.bytes
    let offset = place.offset
    if let string = Self.string(around: offset, in: bytes), tree.format == .json {
      content = string
      needsQuotes = false
      let isClosed = string.upperBound < bytes.count && bytes[string.upperBound] == UInt8(ascii: "\"")
      quoted = isClosed ? (string.lowerBound - 1)..<(string.upperBound + 1) : nil
    } else if let node = treePlace.node, tree.format != .json,
      let inner = ContentRange.content(of: tree.range(of: node), in: bytes),
      inner.lowerBound <= offset, offset <= inner.upperBound
    {
      (content, needsQuotes, quoted) = (inner, false, nil)
    } else {
      (content, needsQuotes, quoted) = (offset..<offset, tree.format == .json, nil)
    }
    typed = String(decoding: bytes[content.lowerBound..<max(content.lowerBound, offset)], as: UTF8.self)
    let end = quoted?.upperBound ?? content.upperBound
    hasValue = bytes[end...].first { $0 > 0x20 } == UInt8(ascii: ":")
  }

  var editing: EditingPlace {
    EditingPlace(path: file.path, tree: tree, keys: place.keys, containers: place.containers, typed: typed)
  }

  /// The keys of the object around the place, without the key at the place.
  var siblings: BytewiseSet {
    guard let object = place.containers.last else { return [] }
    return BytewiseSet(tree.members(of: object).filter { $0.key != place.node }.map { tree.key(of: $0) })
  }

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

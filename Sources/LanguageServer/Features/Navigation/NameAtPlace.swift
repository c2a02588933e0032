// SPDX-License-Identifier: GPL-2.0-or-later

import TextComparison
import ThemeDialects
import ThemeEngine
import ThemeModel

/// The id at a place: that of the reference or of the key there.
struct NameAtPlace {
  let name: FileIndex.Name
  /// The value that refers, or the key.
  let range: ByteRange
  /// The declaration whose key it is; nil for a reference.
  let entry: FileIndex.Entry?
}

extension Place {
  func isAt(_ range: ByteRange) -> Bool {
    Int(range.start) <= offset && offset <= Int(range.end) && range.start < range.end
  }

  var name: NameAtPlace? {
    guard let index = file.index else { return nil }
    let reference = index.references.filter { isAt($0.range) }.min { $0.range.count < $1.range.count }
    // A reference within an object is nearer than the key of the object.
    if let reference { return nearest(to: reference, in: index) }
    guard let entry = index.entries.first(where: { isAt($0.keyRange) }) else { return nil }
    return NameAtPlace(name: entry.name, range: entry.keyRange, entry: entry)
  }

  /// A text may name several ids, such as `style:A,B`: the one at the place.
  private func nearest(to reference: FileIndex.Reference, in index: FileIndex) -> NameAtPlace {
    let same = index.references.filter { $0.range == reference.range }
    let bytes = file.text.bytes
    let search = NameSearch(bundle)
    let named = same.first { other in
      search.parts(of: other.name, in: other.range, bytes, count: .max).contains(where: isAt)
    }
    return NameAtPlace(name: (named ?? reference).name, range: reference.range, entry: nil)
  }

  /// The member whose key is at a place.
  var member: (entry: FileIndex.Entry, member: FileIndex.Member)? {
    for entry in file.index?.entries ?? []
    where Int(entry.range.start) <= offset && offset <= Int(entry.range.end) {
      if let member = entry.members.first(where: { isAt($0.keyRange) }) { return (entry, member) }
    }
    return nil
  }

  /// The text that a name of this file stands for, if the name has no value of its own.
  func alias(named name: FileIndex.Name) -> String? {
    guard bundle.notation?.hasAliases == true,
      let entry = file.index?.entries.first(where: { $0.name == name }),
      let content = ContentRange.content(of: entry.valueRange, in: file.text.bytes)
    else { return nil }
    return String(decoding: file.text.bytes[content], as: UTF8.self)
  }
}

extension ByteRange {
  var count: UInt32 { end - start }
  var bytes: Range<Int> { Int(start)..<Int(end) }
  func holds(_ other: ByteRange) -> Bool { start <= other.start && other.end <= end }
}

/// The range of a value's content: between quotation marks, or between the tags of a property list.
enum ContentRange {
  static func content(of range: ByteRange, in bytes: [UInt8]) -> Range<Int>? {
    guard range.bytes.upperBound <= bytes.count, range.start < range.end else { return nil }
    var start = Int(range.start)
    var end = Int(range.end)
    switch bytes[start] {
    case UInt8(ascii: "\""), UInt8(ascii: "'"):
      guard end - start >= 2, bytes[end - 1] == bytes[start] else { return nil }
      return (start + 1)..<(end - 1)
    case UInt8(ascii: "<"):
      guard let close = bytes[start..<end].firstIndex(of: UInt8(ascii: ">")),
        let open = bytes[start..<end].lastIndex(of: UInt8(ascii: "<")), open > close
      else { return nil }
      (start, end) = (close + 1, open)
      while start < end, bytes[start] <= 0x20 { start += 1 }
      while end > start, bytes[end - 1] <= 0x20 { end -= 1 }
      return start..<end
    default: return start..<end
    }
  }
}

// SPDX-License-Identifier: GPL-2.0-or-later

package import ThemeModel

/// A comment of a theme file.
package struct SourceComment: Sendable, Hashable {
  /// The range with its marks, and with the comma after a string.
  package var whole: Range<Int>
  /// The range between the marks.
  package var text: Range<Int>

  /// The comments of a text in its order, found by the rules for strings and comments alone, so that a text with errors also has
  /// comments. A binary property list has none. O(bytes).
  ///
  /// - Parameter prefix: the prefix of strings that are comments; nil where strings are not comments.
  package static func all(in text: [UInt8], _ format: FileFormat, strings prefix: String? = nil) -> [SourceComment] {
    var scan = CommentScan(text: text, prefix: prefix.map { Array("\"\($0)".utf8) })
    switch format {
    case .json: scan.scanJSON()
    case .xmlPropertyList: scan.scanXML()
    case .yaml: return yamlComments(in: text)
    case .binaryPropertyList: break
    }
    return scan.comments
  }
}

private struct CommentScan {
  let text: [UInt8]
  /// With the quotation mark before it.
  let prefix: [UInt8]?
  private(set) var comments: [SourceComment] = []

  init(text: [UInt8], prefix: [UInt8]?) {
    self.text = text
    self.prefix = prefix
  }

  // MARK: JSON

  mutating func scanJSON() {
    var index = 0
    while index < text.count {
      let next = index + 1 < text.count ? text[index + 1] : 0
      switch text[index] {
      case UInt8(ascii: "\""):
        let end = endOfString(from: index)
        noteString(index..<end)
        index = end
      case UInt8(ascii: "/") where next == UInt8(ascii: "/"):
        let end = text[index...].firstIndex(of: UInt8(ascii: "\n")) ?? text.count
        comments.append(SourceComment(whole: index..<end, text: (index + 2)..<end))
        index = end
      case UInt8(ascii: "/") where next == UInt8(ascii: "*"):
        let close = firstIndex(of: "*/", from: index + 2)
        comments.append(SourceComment(whole: index..<min(close + 2, text.count), text: (index + 2)..<close))
        index = min(close + 2, text.count)
      default: index += 1
      }
    }
  }

  /// The offset after a string; a line end closes an unterminated one.
  private func endOfString(from start: Int) -> Int {
    var index = start + 1
    while index < text.count {
      switch text[index] {
      case UInt8(ascii: "\\"): index += 2
      case UInt8(ascii: "\""): return index + 1
      case UInt8(ascii: "\n"): return index
      default: index += 1
      }
    }
    return text.count
  }

  private mutating func noteString(_ string: Range<Int>) {
    guard let prefix, string.count > prefix.count, text[string].starts(with: prefix) else { return }
    var end = string.upperBound
    while end < text.count, isXMLSpace(text[end]) { end += 1 }
    if end < text.count, text[end] == UInt8(ascii: ",") { end += 1 } else { end = string.upperBound }
    comments.append(
      SourceComment(
        whole: string.lowerBound..<end, text: (string.lowerBound + prefix.count)..<(string.upperBound - 1)))
  }

  // MARK: XML

  mutating func scanXML() {
    var index = firstIndex(of: "<!", from: 0)
    while index < text.count {
      if text[index...].starts(with: "<!--".utf8) {
        let close = firstIndex(of: "-->", from: index + 4)
        comments.append(SourceComment(whole: index..<min(close + 3, text.count), text: (index + 4)..<close))
        index = min(close + 3, text.count)
      } else if text[index...].starts(with: "<![CDATA[".utf8) {
        index = firstIndex(of: "]]>", from: index)
      } else {
        index += 2
      }
      index = firstIndex(of: "<!", from: index)
    }
  }

  /// The offset of the first occurrence of a text; the end without one.
  private func firstIndex(of pattern: StaticString, from start: Int) -> Int {
    let count = pattern.utf8CodeUnitCount
    guard start + count <= text.count else { return text.count }
    return (start...(text.count - count)).first { text[$0...].hasPrefix(pattern) } ?? text.count
  }
}

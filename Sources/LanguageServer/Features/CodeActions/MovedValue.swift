// SPDX-License-Identifier: GPL-2.0-or-later

import JSONText
import TextComparison
import ThemeModel
import ThemeSyntax

/// A value that is written somewhere else, in the same format.
struct MovedValue {
  private let tree: SourceTree
  private let bytes: [UInt8]
  private let layout: TextLayout
  private let node: SourceTree.Node
  private let range: Range<Int>
  /// Whether it is a mapping or a sequence of YAML without brackets, which stands on lines of its own.
  let isBlock: Bool

  /// Nil for a value of YAML with an anchor, and for a text of several lines there.
  init?(_ node: SourceTree.Node, in tree: SourceTree, _ bytes: [UInt8]) {
    self.tree = tree
    self.bytes = bytes
    self.node = node
    layout = TextLayout(bytes)
    let range = tree.range(of: node).bytes
    guard !range.isEmpty else { return nil }
    let isCollection = tree.kind(of: node) == .object || tree.kind(of: node) == .array
    let first = bytes[range.lowerBound]
    isBlock = tree.format == .yaml && isCollection && first != UInt8(ascii: "{") && first != UInt8(ascii: "[")
    // The end of a block may lie behind white space.
    let end = bytes[range].lastIndex { $0 > 0x20 }.map { $0 + 1 } ?? range.upperBound
    self.range = range.lowerBound..<(isBlock ? end : range.upperBound)
    guard tree.format == .yaml else { return }
    // Between the colon and the value may be an anchor or a tag.
    guard Self.endOfColon(before: range.lowerBound, bytes) != nil, !bytes[self.range].contains(UInt8(ascii: "&")),
      !isBlock || layout.isFirstOnLine(range.lowerBound), isCollection || !bytes[self.range].contains(0x0A)
    else { return nil }
  }

  /// The bytes of the value, and of the white space before it where it stands on lines of its own.
  var replaceable: ByteRange {
    let start = isBlock ? Self.endOfColon(before: range.lowerBound, bytes) : nil
    return ByteRange((start ?? range.lowerBound)..<range.upperBound)
  }

  /// The text behind the colon of a key.
  ///
  /// - Parameters:
  ///   - indentation: of the line with the key.
  ///   - step: by which the members of a mapping are indented further.
  func behindColon(indentation: String, step: String = "  ") -> String {
    guard isBlock else { return " " + text(indentation: indentation) }
    return layout.lineEnd + indentation + step + text(indentation: indentation + step)
  }

  /// The value, on lines that are indented so.
  func text(indentation: String) -> String {
    let old = Array(layout.indentation(at: range.lowerBound).utf8)
    let lines = bytes[range].split(separator: 0x0A, omittingEmptySubsequences: false)
    return lines.enumerated().map { number, line in
      guard number > 0 else { return String(decoding: line, as: UTF8.self) }
      let shared = zip(line, old).prefix { $0 == $1 }.count
      let rest = String(decoding: line.dropFirst(shared), as: UTF8.self)
      return (rest.utf8.allSatisfy { $0 <= 0x20 } ? "" : indentation) + rest
    }.joined(separator: "\n")
  }

  /// The value within brackets of YAML, where a comma ends a text without quotation marks.
  var textInBrackets: String {
    tree.string(of: node).map(YAMLText.quoted) ?? String(decoding: bytes[range], as: UTF8.self)
  }

  /// The end of the colon before a value, if only white space is between them.
  static func endOfColon(before offset: Int, _ bytes: [UInt8]) -> Int? {
    guard let last = bytes[..<offset].lastIndex(where: { $0 > 0x20 }), bytes[last] == UInt8(ascii: ":") else {
      return nil
    }
    return last + 1
  }
}

/// Texts as YAML has them.
enum YAMLText {
  /// Without quotation marks where they are not needed: for keys, and for words that mean nothing else.
  static func word(_ text: String) -> String {
    let isPlain = text.utf8.allSatisfy { byte in
      (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte | 0x20) || byte == UInt8(ascii: "-")
        || byte == UInt8(ascii: "_") || byte >= 0x80
    }
    let isTruthOrNull = ["true", "false", "null"].contains { Bytewise($0) == Bytewise(text.lowercased()) }
    return isPlain && !isTruthOrNull && !text.isEmpty && text.utf8.first != UInt8(ascii: "-") ? text : quoted(text)
  }

  /// Every text in JSON's quotation marks is one of YAML.
  static func quoted(_ text: String) -> String { JSONValue.string(text).text }
}

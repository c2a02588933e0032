// SPDX-License-Identifier: GPL-2.0-or-later

import TextComparison

/// Reads templates of Mustache.
///
/// A tag that stands alone in its line, and is not a variable, takes the whole line with it.
struct TemplateParser {
  private struct OpenSection {
    let name: String
    let isInverted: Bool
    let line: Int
    var before: [TemplateNode]
  }

  private let name: String
  private let bytes: [UInt8]
  private var position = 0
  private var line = 1
  private var opening = Array("{{".utf8)
  private var closing = Array("}}".utf8)
  private var nodes: [TemplateNode] = []
  private var sections: [OpenSection] = []
  /// The offset of the current line.
  private var lineStart = 0

  static func parse(_ text: String, name: String) throws(OutputProblem) -> [TemplateNode] {
    var parser = TemplateParser(name: name, bytes: Array(text.utf8))
    return try parser.parse()
  }

  private init(name: String, bytes: [UInt8]) {
    self.name = name
    self.bytes = bytes
  }

  private mutating func parse() throws(OutputProblem) -> [TemplateNode] {
    var textStart = 0
    while let tagStart = find(opening, from: position) {
      advance(to: tagStart)
      let tagLine = line
      // A tag may end in a later line.
      let lineStart = lineStart
      let tag = try readTag()
      // A tag that stands alone swallows the blanks before it and the end of its line.
      var textEnd = tagStart
      var indentation = ""
      if tag.canStandAlone, bytes[lineStart..<tagStart].allSatisfy(Self.isBlank), lineStart >= textStart,
        let end = endOfLine(from: position)
      {
        indentation = String(decoding: bytes[lineStart..<tagStart], as: UTF8.self)
        textEnd = lineStart
        advance(to: end)
      }
      append(bytes[textStart..<textEnd])
      try add(tag, tagLine, indentation)
      textStart = position
    }
    append(bytes[textStart...])
    if let open = sections.last { throw problem("the section `\(open.name)` is not closed", open.line) }
    return nodes
  }

  // MARK: Tags

  private enum Tag {
    case variable(String, isEscaped: Bool)
    case section(String, isInverted: Bool)
    case end(String)
    case partial(String)
    case nothing

    var canStandAlone: Bool { if case .variable = self { false } else { true } }
  }

  private mutating func readTag() throws(OutputProblem) -> Tag {
    let tagLine = line
    let contentStart = position + opening.count
    let isTriple = bytes.at(contentStart) == UInt8(ascii: "{")
    let isDelimiter = bytes.at(contentStart) == UInt8(ascii: "=")
    let end = (isTriple ? [UInt8(ascii: "}")] : isDelimiter ? [UInt8(ascii: "=")] : []) + closing
    guard let close = find(end, from: contentStart + (isDelimiter ? 1 : 0)) else {
      throw problem("a tag is not closed", tagLine)
    }
    let sigil = bytes.at(contentStart)
    let content = bytes[contentStart..<close]
    advance(to: close + end.count)
    func named(_ skip: Int) throws(OutputProblem) -> String {
      let text = String(decoding: content.dropFirst(skip).trimmingBlanks, as: UTF8.self)
      guard !text.isEmpty else { throw problem("a tag has no name", tagLine) }
      guard !text.utf8.contains(where: Self.isSpace) else {
        throw problem("`\(text)` is not a name: it has blanks", tagLine)
      }
      return text
    }
    switch sigil {
    case UInt8(ascii: "!"): return .nothing
    case UInt8(ascii: "{"): return .variable(try named(1), isEscaped: false)
    case UInt8(ascii: "&"): return .variable(try named(1), isEscaped: false)
    case UInt8(ascii: "#"): return .section(try named(1), isInverted: false)
    case UInt8(ascii: "^"): return .section(try named(1), isInverted: true)
    case UInt8(ascii: "/"): return .end(try named(1))
    case UInt8(ascii: ">"):
      let partial = try named(1)
      guard partial.utf8.first != UInt8(ascii: "*") else {
        throw problem("`\(partial)`: names of partials are fixed", tagLine)
      }
      return .partial(partial)
    case UInt8(ascii: "="):
      try setDelimiters(content.dropFirst(), tagLine)
      return .nothing
    case UInt8(ascii: "<"), UInt8(ascii: "$"):
      throw problem("templates do not inherit here", tagLine)
    default: return .variable(try named(0), isEscaped: true)
    }
  }

  private mutating func setDelimiters(_ content: ArraySlice<UInt8>, _ tagLine: Int) throws(OutputProblem) {
    let words = content.split(whereSeparator: Self.isSpace)
    guard words.count == 2, !words.joined().contains(UInt8(ascii: "=")) else {
      throw problem("delimiters are two words without `=`", tagLine)
    }
    opening = Array(words[0])
    closing = Array(words[1])
  }

  private mutating func add(_ tag: Tag, _ tagLine: Int, _ indentation: String) throws(OutputProblem) {
    switch tag {
    case .nothing: break
    case .variable(let name, let isEscaped): nodes.append(.variable(name: name, isEscaped: isEscaped))
    case .partial(let name): nodes.append(.partial(name: name, indentation: indentation))
    case .section(let name, let isInverted):
      guard sections.count < Template.maximumDepth else {
        throw problem("sections lie too deep in each other", tagLine)
      }
      sections.append(OpenSection(name: name, isInverted: isInverted, line: tagLine, before: nodes))
      nodes = []
    case .end(let name):
      guard var open = sections.popLast() else { throw problem("`\(name)` is not open", tagLine) }
      guard Bytewise(open.name) == Bytewise(name) else {
        throw problem("`\(name)` is closed where `\(open.name)` is open", tagLine)
      }
      let section = TemplateNode.section(name: name, isInverted: open.isInverted, nodes: nodes)
      swap(&nodes, &open.before)
      nodes.append(section)
    }
  }

  private mutating func append(_ text: ArraySlice<UInt8>) {
    if !text.isEmpty { nodes.append(.text(String(decoding: text, as: UTF8.self))) }
  }

  // MARK: Places

  private mutating func advance(to end: Int) {
    for index in position..<end where bytes[index] == UInt8(ascii: "\n") {
      line += 1
      lineStart = index + 1
    }
    position = end
  }

  /// The index behind the end of a line, where only blanks are before it. Nil where there is more.
  private func endOfLine(from start: Int) -> Int? {
    var index = start
    while index < bytes.count, Self.isBlank(bytes[index]) { index += 1 }
    if index == bytes.count { return index }
    if bytes[index] == UInt8(ascii: "\r"), bytes.at(index + 1) == UInt8(ascii: "\n") { return index + 2 }
    return bytes[index] == UInt8(ascii: "\n") ? index + 1 : nil
  }

  private func find(_ word: [UInt8], from start: Int) -> Int? {
    guard let first = word.first else { return nil }
    var index = start
    while index + word.count <= bytes.count {
      if bytes[index] == first, bytes[index..<(index + word.count)].elementsEqual(word) { return index }
      index += 1
    }
    return nil
  }

  private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }
  fileprivate static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }

  private func problem(_ message: String, _ line: Int) -> OutputProblem {
    OutputProblem(
      "\(name):\(line): \(message)", help: "correct the template; docs/outputs.md lists what templates may have")
  }
}

extension [UInt8] {
  fileprivate func at(_ index: Int) -> UInt8? { index < count ? self[index] : nil }
}

extension ArraySlice<UInt8> {
  fileprivate var trimmingBlanks: ArraySlice<UInt8> {
    guard let start = firstIndex(where: { !TemplateParser.isSpace($0) }),
      let end = lastIndex(where: { !TemplateParser.isSpace($0) })
    else { return [] }
    return self[start...end]
  }
}

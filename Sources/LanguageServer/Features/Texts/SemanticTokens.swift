// SPDX-License-Identifier: GPL-2.0-or-later

import JSONText
import TextComparison
import ThemeEngine
import ThemeModel

/// The kinds of names that an editor may show in different colours.
enum SemanticTokenKind: Int, CaseIterable {
  case `class`, variable, property, namespace

  /// The names of the kinds and of the one modifier.
  static var legend: JSONValue {
    ["tokenTypes": .array(allCases.map { .string("\($0)") }), "tokenModifiers": ["declaration"]]
  }
}

enum SemanticTokenFeature {
  /// Keys and references of ids, and keys of properties; of a range those within it.
  static func semanticTokens(_ request: FeatureRequest) throws(ResponseError) -> JSONValue {
    guard let file = try request.file(), let index = file.index else { return ["data": []] }
    let range = request.parameters["range"] == nil ? 0..<file.text.bytes.count : try request.bytes(in: file)
    let tokens = SemanticTokens(index, file).sorted.filter { range.overlaps($0.range) }
    var data: [JSONValue] = []
    var line = 0
    var character = 0
    for token in tokens {
      let start = file.text.position(of: token.range.lowerBound, request.client.encoding)
      let end = file.text.position(of: token.range.upperBound, request.client.encoding)
      // A token is on one line, and begins after the one before.
      guard start.line == end.line, end.character > start.character, start.line > line || start.character >= character
      else { continue }
      let numbers = [
        start.line - line, start.line == line ? start.character - character : start.character,
        end.character - start.character, token.kind.rawValue, token.isDeclaration ? 1 : 0,
      ]
      data += numbers.map { .number(Double($0)) }
      (line, character) = (start.line, start.character)
    }
    return ["data": .array(data)]
  }
}

private struct SemanticTokens {
  struct Token {
    let range: Range<Int>
    let kind: SemanticTokenKind
    var isDeclaration = false
  }

  private(set) var sorted: [Token] = []

  init(_ index: FileIndex, _ file: BundleFile) {
    let bytes = file.text.bytes
    let search = NameSearch(file.bundle)
    for entry in index.entries {
      guard let content = ContentRange.content(of: entry.keyRange, in: bytes) else { continue }
      let kind: SemanticTokenKind = entry.isGroup ? .namespace : entry.isObject ? .class : .variable
      sorted.append(Token(range: content, kind: kind, isDeclaration: true))
      for member in entry.members {
        guard let content = ContentRange.content(of: member.keyRange, in: bytes) else { continue }
        sorted.append(Token(range: content, kind: .property))
      }
    }
    for reference in index.references {
      guard let part = search.part(of: reference.name, in: reference.range, bytes) else { continue }
      sorted.append(Token(range: part.bytes, kind: reference.isInheritance ? .class : .variable))
    }
    sorted.sort { ($0.range.lowerBound, $0.range.upperBound) < ($1.range.lowerBound, $1.range.upperBound) }
    // Overlapping names are one to the editor: the first counts.
    var end = 0
    sorted = sorted.filter { token in
      guard token.range.lowerBound >= end else { return false }
      end = token.range.upperBound
      return true
    }
  }
}

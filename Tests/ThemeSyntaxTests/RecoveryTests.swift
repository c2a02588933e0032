// SPDX-License-Identifier: GPL-2.0-or-later

import Testing
import ThemeModel
import ThemeSyntax

/// A theme as people write them: 30 lines with everything that the format has.
private let theme = """
  {
    // Buttons of the checkout.
    "checkout-button": {
      "inherits": "ref://button",
      "titleColor": "ref://palette-blue-grey-500",
      "borderWidth": 1,
      "borderColor": "#ff9900",
      "enabled": true,
      "insets": [4, 8.5, 4, 8],
      "highlighted": {
        "backgroundColor": "glyph://star/white/12",
        "alpha": 0.5
      },
      "selected": { "alpha": 1, "on": false }
    },
    "fonts": [
      { "name": "Avenir-Heavy", "size": 17 },
      { "style": "headline" }
    ],
    "themes": [
      "base.json",
      "dark.json",
      "comment: none"
    ],
    "empty": {},
    "nothing": null,
    "text": "It said \\"hello\\", {twice}",
    "palette-white": "#ffffff",
    "margin_iPad": -12e0
  }

  """

/// The tokens of a text without errors, and each quotation mark.
private func tokens(_ text: String) -> [Range<Int>] {
  let bytes = Array(text.utf8)
  var result: [Range<Int>] = []
  var at = 0
  while at < bytes.count {
    let start = at
    at += 1
    switch bytes[start] {
    case 0x20, 0x0A: continue
    case UInt8(ascii: "/"): while bytes[at] != 0x0A { at += 1 }
    case UInt8(ascii: "\""):
      while bytes[at] != UInt8(ascii: "\"") { at += bytes[at] == UInt8(ascii: "\\") ? 2 : 1 }
      at += 1
      result += [start..<start + 1, at - 1..<at]
    case UInt8(ascii: "{"), UInt8(ascii: "}"), UInt8(ascii: "["), UInt8(ascii: "]"), UInt8(ascii: ","),
      UInt8(ascii: ":"):
      break
    default: while ![0x20, 0x0A, 0x2C, 0x5D, 0x7D].contains(bytes[at]) { at += 1 }
    }
    result.append(start..<at)
  }
  return result
}

@Suite struct RecoveryTests {
  private func errors(_ bytes: [UInt8]) -> [Finding] { parseJSON(bytes).findings.filter { $0.severity == .error } }

  @Test func theThemeIsRight() {
    #expect(errors(Array(theme.utf8)).isEmpty)
  }

  /// The errors of a changed theme, which are no more than a limit.
  @discardableResult
  private func check(_ bytes: [UInt8], _ change: String, limit: Int) -> [Finding] {
    let found = errors(bytes)
    #expect(found.count <= limit, "\(change): \(found.map(\.message))")
    return found
  }

  @Test func oneTokenDeletedOrDoubledIsOneFinding() {
    let bytes = Array(theme.utf8)
    var silent: [String] = []
    for token in tokens(theme) {
      let text = String(decoding: bytes[token], as: UTF8.self)
      let changes = [
        ("delete \(text)", Array(bytes[..<token.lowerBound] + bytes[token.upperBound...])),
        ("double \(text)", Array(bytes[..<token.upperBound] + bytes[token.lowerBound...])),
      ]
      for (change, broken) in changes {
        let found = check(broken, "\(change) at \(token)", limit: 1)
        if found.isEmpty { silent.append(change) }
        // An added or missing bracket is found later; every other mistake is found at its place.
        if let range = found.first?.range, !"{}[]".contains(text) {
          let lines = LineTable(broken)
          let distance = lines.range(range).start.line - lines.position(token.lowerBound).line
          #expect((-1...1).contains(distance), "\(change) at \(token): \(found.map(\.message))")
        }
      }
    }
    // These leave a theme that is right, or has a comma too many.
    #expect(
      silent == [
        "delete // Buttons of the checkout.", "double // Buttons of the checkout.", "double 1", "double 4", "double 4",
        "delete 8", "double 8", "double 1", "double 17", "delete \"comment: none\"",
      ])
  }

  @Test func oneLineDeletedOrDoubledIsAtMostTwoFindings() {
    let lines = theme.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    for index in lines.indices {
      var changed = lines
      changed.remove(at: index)
      check(Array(changed.joined(separator: "\n").utf8), "delete line \(index + 1)", limit: 2)
      changed = lines
      changed.insert(lines[index], at: index)
      check(Array(changed.joined(separator: "\n").utf8), "double line \(index + 1)", limit: 2)
    }
  }

  @Test func everyPrefixIsAtMostTwoFindings() {
    let bytes = Array(theme.utf8)
    for end in bytes.indices {
      check(Array(bytes[..<end]), "prefix \(end)", limit: 2)
    }
  }

  @Test func bracketsAreMatchedByIndentation() {
    func check(_ old: String, _ new: String, relatedLine: Int, sourceLocation: SourceLocation = #_sourceLocation) {
      guard let range = theme.firstRange(of: old) else { Issue.record("\(old) is not in the theme"); return }
      let bytes = Array(theme.replacingCharacters(in: range, with: new).utf8)
      let related = errors(bytes).first?.related.first?.range
      let line = related.map { LineTable(bytes).range($0).start.line }
      #expect(line == relatedLine, sourceLocation: sourceLocation)
    }
    check("0.5\n    }", "0.5\n    ", relatedLine: 10)
    check("false }\n  }", "false }\n  ", relatedLine: 3)
    check("0.5\n    }", "0.5\n    }}", relatedLine: 13)
    check("\"on\": false }", "\"on\": false ", relatedLine: 14)
  }

  /// Without `},` before a key, the indentation of the key decides whether the bracket is missing, or only a comma.
  @Test(
    arguments: [
      ("{\n  'a': {\n    'b': 1\n\n  'c': 2\n}", ["LV0001 5:3"], "{a: {b: 1.0}, c: 2.0}"),
      ("{\n\t'a': {\n\t\t'b': {}\n\t'c': 2\n}", ["LV0001 4:2"], "{a: {b: {}}, c: 2.0}"),
      ("{\n  'a': {\n    'b': { 'd': 1 }\n  'c': {\n    'e': 2\n  'f': 3\n}\n", ["LV0001 4:3"], nil),
      ("{\n  'a': {\n    'b': 1\n    'c': 2\n  }\n}", ["LV0006 3:11"], "{a: {b: 1.0, c: 2.0}}"),
      ("{\n  'a': {\n    'b': 1\n   'c': 2\n  }\n}", ["LV0006 3:11"], "{a: {b: 1.0, c: 2.0}}"),
      ("{\n  'a': { 'b': 1\n  'c': 2\n  }\n}", ["LV0006 2:16"], "{a: {b: 1.0, c: 2.0}}"),
      ("{ 'a': {\n    'b': 1 'c': 2\n} }", ["LV0006 2:11"], "{a: {b: 1.0, c: 2.0}}"),
      ("{\n'a': {\n'b': 1\n'c': 2\n}\n}", ["LV0006 3:7"], "{a: {b: 1.0, c: 2.0}}"),
      ("[\n  {\n    'b': 1\n  'c': 2\n  }\n]", ["LV0006 3:11"], "[{b: 1.0, c: 2.0}]"),
    ] as [(String, [String], String?)])
  func aMissingBracketOrComma(_ text: String, _ expected: [String], _ tree: String?) {
    let bytes = text.utf8.map { $0 == UInt8(ascii: "'") ? UInt8(ascii: "\"") : $0 }
    let parsed = parseJSON(bytes)
    #expect(places(parsed.findings, in: bytes) == expected)
    if let tree { #expect(treeText(parsed.tree) == tree) }
  }
}

extension String {
  fileprivate func firstRange(of text: String) -> Range<Index>? {
    indices.first { self[$0...].hasPrefix(text) }.map { $0..<index($0, offsetBy: text.count) }
  }

  fileprivate func replacingCharacters(in range: Range<Index>, with text: String) -> String {
    String(self[..<range.lowerBound]) + text + String(self[range.upperBound...])
  }
}

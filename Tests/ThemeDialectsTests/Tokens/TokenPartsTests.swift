// SPDX-License-Identifier: GPL-2.0-or-later

import JSONText
import Testing
import ThemeModel
import ThemeSyntax

@testable import ThemeDialects

/// The tokens and groups around places of a file.
@Suite struct TokenPartsTests {
  /// The key of the innermost part around the first place of a text; `-` for the root.
  private func key(around text: String, _ file: String, yaml: Bool = false) throws -> String {
    let bytes = Array(file.utf8)
    let tree = yaml ? parseYAML(bytes).tree : parseJSON(bytes).tree
    let start = try #require(bytes.indices.first { bytes[$0...].starts(with: text.utf8) })
    var parts = TokenParts(tree)
    let innermost = parts.innermost(around: ByteRange(start, start + text.utf8.count))
    let found = try #require(innermost)
    var waiting = tree.root.map { [(key: "-", node: $0)] } ?? []
    while let next = waiting.popLast() {
      if next.node == found { return next.key }
      waiting += tree.members(of: next.node).map { (tree.key(of: $0), $0.value) }
      waiting += tree.elements(of: next.node).enumerated().map { (String($0), $1) }
    }
    return "none"
  }

  @Test func innermost() throws {
    let file = """
      { "$description": "all", "g": { "$type": "number", "a": { "$value": 11 }, "$root": { "$value": 22 },
        "b": { "$value": { "c": 33 } } }, "list": [{ "x": { "$value": 44 } }, 55] }
      """
    let expected = ["11": "a", "22": "$root", "33": "b", "44": "x", "55": "1", "number": "g", "all": "-"]
    for (text, key) in expected { #expect(try self.key(around: text, file) == key) }
  }

  /// An alias has the place of its anchor.
  @Test func aliases() throws {
    let file = """
      g:
        a: &a { $value: 11 }
        b: *a
        c: { d: &d { $value: 22 }, e: 33 }
        f: *d
        h: { $value: 44 }
      """
    for (text, key) in ["11": "a", "22": "d", "33": "e", "44": "h"] {
      #expect(try self.key(around: text, file, yaml: true) == key)
    }
  }

  /// Each part of a file is read once, whatever number of places is asked for.
  @Test func eachIsReadOnce() {
    let members = (0..<500).map { ("t\($0)", JSONValue.object(JSONObject([("$value", .number(Double($0)))]))) }
    let tree = parseJSON(Array(JSONValue.object(JSONObject([("g", .object(JSONObject(members)))])).text.utf8)).tree
    var parts = TokenParts(tree)
    let tokens = tree.root.map { tree.members(of: $0).flatMap { tree.members(of: $0.value).map(\.value) } } ?? []
    #expect(tokens.count == members.count)
    for token in tokens { #expect(parts.innermost(around: tree.range(of: token)) == token) }
    #expect(parts.partsRead == members.count + 1)
  }
}

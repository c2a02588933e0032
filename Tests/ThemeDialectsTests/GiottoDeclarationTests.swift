// SPDX-License-Identifier: GPL-2.0-or-later

import Foundation
import JSONText
import Testing
import ThemeModel
import ThemeSyntax

@testable import ThemeDialects

/// The declarations of Giotto files. The conformance cases show their values.
@Suite struct GiottoDeclarationTests {
  private let giotto = Giotto(DialectSettings())

  /// The declarations of a file, one node a line, indented below its parent.
  private func outline(_ declarations: Declarations) -> String {
    declarations.entries.map { entry in
      let id = declarations.ids[Int(entry.id)]
      let root = Int(entry.node)
      let end = Int(declarations.nodes[root].end)
      let lines = (root..<end).map { index in
        let depth = (root..<index).count { declarations.nodes[$0].end > index }
        return String(repeating: "  ", count: depth + 1) + line(declarations.nodes[index], declarations)
      }
      return (["\(id.space) \(declarations.name(of: entry))"] + lines).joined(separator: "\n")
    }.joined(separator: "\n")
  }

  private func line(_ node: Declarations.Node, _ declarations: Declarations) -> String {
    var words = ["\(node.operation)"]
    if node.key != Declarations.noName { words.append("'\(declarations.names[Int(node.key)])'") }
    switch node.operation {
    case .lookup, .inherit, .reference:
      let id = declarations.ids[Int(node.operand)]
      words.append("\(id.space).\(declarations.names[Int(id.name)])")
    case .literal:
      words.append(declarations.literals[Int(node.operand)].json.text)
    case .object, .array, .glyph, .font, .colorReference, .calls, .typed, .part, .first, .absent, .invalid,
      .invalidInherit:
      break
    }
    if node.flags.contains(.replaces) { words.append("replaces") }
    return words.joined(separator: " ")
  }

  private func check(_ text: String, _ expected: String, sourceLocation: SourceLocation = #_sourceLocation) {
    let declarations = giotto.declarations(of: parseJSON(Array(text.utf8)).tree, path: "theme.json")
    #expect(outline(declarations) == expected, sourceLocation: sourceLocation)
  }

  private func checkStyle(_ text: String, _ expected: String, sourceLocation: SourceLocation = #_sourceLocation) {
    let nodes = expected.split(separator: "\n").map { "\n    \($0)" }.joined()
    check(
      #"{"formatVersion": 2, "Styles": {"S": \#(text)}}"#, "styles S\n  object replaces" + nodes,
      sourceLocation: sourceLocation)
  }

  @Test func constantsAreLeavesAndFonts() {
    check(
      #"{"formatVersion": 2, "Constants": {"A": "B", "N": 3, "F": "f:A,N", "L": [1], "S": "s:X", "Z": "nil"}}"#,
      """
      constants A
        literal "B"
      constants N
        literal 3
      constants F
        font
          lookup 'name' constants.A
          lookup 'size' constants.N
      constants L
        invalid
      constants S
        invalid
      constants Z
        literal null
      """)
  }

  @Test func stylesStandInGroups() {
    check(
      #"{"formatVersion": 2, "G": {"A": {}, "B": "s:A"}, "H": {"A": {"late": 1}, "C": 3}}"#,
      """
      styles A
        object replaces
      styles B
        object replaces
          inherit styles.A
      styles C
        invalid replaces
      """)
  }

  @Test func valuesOfProperties() {
    checkStyle(
      #"{"text": "T", "font": "f:system,12", "list": ["T", 1, null], "nested": {"on": true}, "bad": "c:1"}"#,
      """
      lookup 'text' constants.T
      font 'font'
        lookup 'name' constants.system
        literal 'size' 12
      array 'list'
        lookup constants.T
        literal 1
        literal null
      object 'nested'
        literal 'on' true
      invalid 'bad'
      """)
  }

  @Test func parentsComeFirst() {
    checkStyle(
      #"{"own": 1, "_superstyle": "A, B", "_inherit": "S", "part": "style:C,D", "part.own": 2}"#,
      """
      inherit '_inherit' baseStyles.S
      inherit '_superstyle' styles.A
      inherit '_superstyle' styles.B
      literal 'own' 1
      object 'part'
        inherit styles.C
        inherit styles.D
        literal 'own' 2
      """)
  }

  @Test func keyPathsMakeObjects() {
    checkStyle(
      #"{"layer.width": 1, "title,layer.color": "X", "alpha": 0, "layer": {"width": 2, "radius": 3}}"#,
      """
      object 'layer'
        literal 'width' 1
        literal 'radius' 3
        lookup 'color' constants.X
      lookup 'title' constants.X
      literal 'alpha' 0
      """)
  }

  /// Both objects name parents: those of the key path lie over the others, and own members over all.
  @Test func partsWithParentsMerge() {
    checkStyle(
      #"{"a.b": "s:P", "a": {"b": {"_superstyle": "Q", "own": 1}}}"#,
      """
      object 'a'
        object 'b'
          inherit '_superstyle' styles.Q
          inherit styles.P
          literal 'own' 1
      """)
  }

  // MARK: Findings

  @Test func findingsSayWhereTheyBelong() throws {
    let text = #"{"formatVersion": 2, "Constants": {}, "G": {"S": {"x.y, z": {"list": [1, "c:1"]}}}}"#
    let findings = giotto.declarations(of: parseJSON(Array(text.utf8)).tree, path: "theme.json").findings
    try #require(findings.count == 1)
    #expect(findings[0].id == "S")
    #expect(findings[0].path == "x/y/list/1")
    let start = try #require(text.utf8.firstRange(of: Array(#""c:1""#.utf8))).lowerBound
    #expect(findings[0].range?.start == UInt32(text.utf8.distance(from: text.utf8.startIndex, to: start)))
  }

  /// A binary property list is no text: nothing in it has a place.
  @Test func findingsInBinaryFilesHaveNoPlace() throws {
    let tests = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    let bytes = try Data(contentsOf: tests.appending(path: "Fixtures/giotto/binary-findings/bundle/theme.plist"))
    let findings = giotto.declarations(of: parsePropertyList(Array(bytes)).tree, path: "theme.plist").findings
    #expect(findings.count == 9)
    #expect(findings.allSatisfy { $0.range == nil && $0.related.isEmpty })
  }

  /// Key lists within key lists multiply: a limit holds them.
  @Test(arguments: [40, 100]) func keyListsAreLimited(depth: Int) {
    let opening = String(repeating: #"{"a,b": "#, count: depth)
    let style = opening + "1" + String(repeating: "}", count: depth)
    let text = #"{"formatVersion": 2, "G": {"S": \#(style), "T": \#(style), "U": {}}}"#
    let declarations = GiottoFile.declarations(of: parseJSON(Array(text.utf8)).tree, maximumValues: 1000)
    #expect(declarations.findings.contains { $0.code == .limit })
    #expect(declarations.nodes.count <= 1003)
    #expect(declarations.entries.count == 3)
  }

  @Test func keyPathsAreLimited() {
    let path = Array(repeating: "a", count: 100_000).joined(separator: ".")
    let text = #"{"formatVersion": 2, "Constants": {}, "G": {"S": {"\#(path)": 1, "x,\#(path)": 2}}}"#
    let declarations = giotto.declarations(of: parseJSON(Array(text.utf8)).tree, path: "theme.json")
    #expect(declarations.findings.map(\.code) == [.limit, .limit])
    #expect(declarations.nodes.count == 2)
  }

  /// For any lists of keys, the limit of key paths bounds the depth.
  @Test func keyListsOfPathsAreLimited() {
    let path = Array(repeating: "a", count: 100).joined(separator: ".")
    let opening = String(repeating: #"{"b,\#(path)": "#, count: 50)
    let text = #"{"formatVersion": 2, "G": {"S": \#(opening)1\#(String(repeating: "}", count: 50))}}"#
    let declarations = giotto.declarations(of: parseJSON(Array(text.utf8)).tree, path: "theme.json")
    #expect(declarations.findings.contains { $0.code == .limit })
    #expect(deepest(declarations) <= 129)
  }

  /// The number of levels of the one id.
  private func deepest(_ declarations: Declarations) -> Int {
    var open: [UInt32] = []
    var deepest = 0
    for (index, node) in declarations.nodes.enumerated() {
      open.removeAll { $0 <= index }
      open.append(node.end)
      deepest = max(deepest, open.count)
    }
    return deepest
  }

  /// For any bytes of a file, reading ends, and every node lies within the file.
  @Test(arguments: [
    "", "[]", "{}", "3", "null", #"{"formatVersion"}"#, #"{"formatVersion": 2, "Constants": 3, "G": []}"#,
    #"{"Constants": {"a": {"b": 1}}, "G": {"S": {"_superstyle": {}}}}"#, #"{"formatVersion": {}, "G": {"S" 1, "#,
    #"{"formatVersion": 2, "G": {"S": {"": "", ".": ".", ",": ",", "a": "s:,", "b": ["f:"]}}}"#,
    #"{"formatVersion": 2, "G": {"": {"_inherit": "", "_superstyle": ",,"}}}"#,
  ]) func declaringIsTotal(text: String) {
    let bytes = Array(text.utf8)
    let declarations = giotto.declarations(of: parseJSON(bytes).tree, path: "a.json")
    for node in declarations.nodes { #expect(Int(node.range.end) <= bytes.count) }
    for entry in declarations.entries {
      #expect(Int(declarations.nodes[Int(entry.node)].end) <= declarations.nodes.count)
    }
  }

  /// The file that is written for constants and styles declares the same values.
  @Test func aWrittenThemeIsReadBack() {
    var constants = JSONObject()
    constants["GAP"] = 4
    var styles = JSONObject()
    styles["S"] = ["a.b": "GAP"]
    check(
      giotto.themeFile(constants: constants, styles: styles).text,
      """
      constants GAP
        literal 4
      styles S
        object replaces
          object 'a'
            lookup 'b' constants.GAP
      """)
  }
}

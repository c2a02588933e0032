// SPDX-License-Identifier: GPL-2.0-or-later

import ThemeModel
import ThemeSyntax

/// The content of a tree on one line, without places: `{a: [1.0, "b"], c: true}`.
func treeText(_ tree: SourceTree) -> String {
  func text(_ node: SourceTree.Node) -> String {
    switch tree.kind(of: node) {
    case .object:
      "{" + tree.members(of: node).map { "\(tree.key(of: $0)): \(text($0.value))" }.joined(separator: ", ") + "}"
    case .array: "[" + tree.elements(of: node).map(text).joined(separator: ", ") + "]"
    case .string: "\"\(tree.string(of: node) ?? "?")\""
    case .number: tree.number(of: node).map { "\($0)" } ?? "unheld"
    case .bool: tree.bool(of: node) == true ? "true" : "false"
    case .null: "null"
    case .invalid: "invalid"
    }
  }
  return tree.root.map(text) ?? ""
}

/// Findings as `code line:column`, or as the code alone without a place.
func places(_ findings: [Finding], in bytes: [UInt8]) -> [String] {
  let lines = LineTable(bytes)
  return findings.map { finding in
    guard let range = finding.range else { return finding.code.rawValue }
    let place = lines.range(range).start
    return "\(finding.code.rawValue) \(place.line):\(place.column)"
  }
}

/// Visits each node of a tree with its place; for tests that nothing goes wrong.
func visit(_ tree: SourceTree, _ body: (ByteRange) -> Void) {
  var waiting = tree.root.map { [$0] } ?? []
  while let node = waiting.popLast() {
    body(tree.range(of: node))
    for member in tree.effectiveMembers(of: node, reporting: { _ in }) {
      body(tree.keyRange(of: member))
      waiting.append(member.value)
    }
    waiting += tree.elements(of: node)
    _ = tree.string(of: node)
    _ = tree.number(of: node)
  }
}

// SPDX-License-Identifier: GPL-2.0-or-later

import JSONText
import Testing
import ThemeModel
import ThemeSyntax

@testable import ThemeDialects

/// A case about sources of tokens, in a text with a blank line between cases: a line of JSON for each source, then the outcome,
/// of which each line begins with `- `.
struct TokenTextCase: CustomTestStringConvertible {
  let sources: [String]
  let expected: [String]

  var testDescription: String { sources.joined(separator: " ") }

  static func all(in text: String) -> [TokenTextCase] {
    text.split(separator: "\n\n").map { block in
      let lines = block.split(separator: "\n").map(String.init)
      return TokenTextCase(
        sources: lines.filter { !$0.hasPrefix("- ") },
        expected: lines.filter { $0.hasPrefix("- ") }.map { String($0.dropFirst(2)) })
    }
  }

  private static func declarations(_ source: String) -> Declarations {
    let tree = parseJSON(Array(source.utf8)).tree
    return TokenFile.declarations(of: tree, at: tree.root)
  }

  /// What the first source declares, without the types of groups that follow from those around them; then the groups of its
  /// outline that have something of their own.
  var reading: [String] {
    let source = sources.first ?? ""
    let declarations = Self.declarations(source)
    let lines = DeclarationText.lines(declarations, of: source).filter { !$0.hasPrefix("types ") }
    return lines + Self.outline(declarations)
  }

  private static func outline(_ declarations: Declarations) -> [String] {
    (declarations.outline?.groups ?? []).compactMap { group in
      guard let inherited = group.inherited, !inherited.isFaulty else { return nil }
      return "group \(group.path) \(inherited.isReference ? "refers to" : "extends") \(inherited.target)"
    }
  }

  /// What follows from all sources together: the additions by the number of their source, then findings.
  var additions: [String] {
    let outlines = sources.map { Self.declarations($0).outline ?? TokenOutline() }
    guard let additions = TokenAdditions(outlines, sources.indices.map { FileID($0) }) else { return ["nothing"] }
    return additions.additions.flatMap { addition in
      DeclarationText.lines(addition.declarations, of: sources[Int(addition.home.index)])
        .filter { !$0.hasPrefix("types ") }.map { "\(addition.home.index): \($0)" }
    } + additions.findings.map(line)
  }

  private func line(_ finding: Finding) -> String {
    let file = finding.file.map { Int($0.index) } ?? 0
    let place = finding.range.map { text(file, $0) } ?? "no place"
    let related = finding.related.map { "; \($0.message)" }.joined()
    return
      "\(finding.severity) \(finding.code.rawValue) of \(finding.id ?? "") at \(file): \(place): \(finding.message)\(related)"
  }

  private func text(_ file: Int, _ range: ByteRange) -> String {
    String(decoding: Array(sources[file].utf8)[Int(range.start)..<Int(range.end)], as: UTF8.self)
  }
}

// SPDX-License-Identifier: GPL-2.0-or-later

import TestSupport
import Testing
import ThemeModel

@testable import ThemeDialects

/// The tree of several sources, compared with sets of paths to which each group and token is applied in turn.
@Suite struct TokenTreeTests {
  /// A file of groups and tokens, each with all groups around it.
  private static func outline(_ random: inout SplitMix) -> TokenOutline {
    let names = ["a", "b", "c"]
    var groups = [""]
    var outline = TokenOutline()
    for _ in 0..<Int.random(in: 0...8, using: &random) {
      let path = TokenPath.joined(random.one(of: groups), random.one(of: names))
      if random.happens(onceIn: 2), TokenPath.names(of: path).count < 4 {
        groups.append(path)
      } else if !groups.contains(path) {
        outline.tokens.append(path)
      }
    }
    outline.groups = groups.map { .init(path: $0, hasType: false, inherited: nil) }
    return outline
  }

  /// The tokens of the sources, and whether one took the place of a group, or a group that of a token.
  private static func expected(_ outlines: [TokenOutline]) -> (tokens: Set<String>, isReplaced: Bool) {
    var (tokens, groups): (Set<String>, Set<String>) = ([], [])
    var isReplaced = false
    func isWithin(_ path: String, _ group: String) -> Bool { group.isEmpty || path.hasPrefix(group + ".") }
    for outline in outlines {
      for group in outline.groups.map(\.path) where !group.isEmpty {
        let lost = tokens.filter { $0 == group || isWithin(group, $0) }
        isReplaced = isReplaced || !lost.isEmpty
        tokens.subtract(lost)
        groups.insert(group)
      }
      for token in outline.tokens {
        let lost = tokens.filter { isWithin($0, token) || isWithin(token, $0) }
        let lostGroups = groups.filter { isWithin($0, token) }
        isReplaced = isReplaced || !lost.isEmpty || !lostGroups.isEmpty
        tokens.subtract(lost)
        groups.subtract(lostGroups)
        groups.remove(token)
        tokens.insert(token)
        var group = TokenPath.parent(of: token)
        while !group.isEmpty {
          groups.insert(group)
          group = TokenPath.parent(of: group)
        }
      }
    }
    return (tokens, isReplaced)
  }

  @Test(arguments: 1...400 as ClosedRange<UInt64>) func randomSources(seed: UInt64) {
    var random = SplitMix(seed: seed)
    let outlines = (0..<Int.random(in: 1...4, using: &random)).map { _ in Self.outline(&random) }
    let (tokens, isReplaced) = Self.expected(outlines)
    let tree = TokenTree(outlines)
    var found: Set<String> = []
    var waiting = [(path: "", node: 0)]
    while let (path, node) = waiting.popLast() {
      if tree.nodes[node].isToken { found.insert(path) }
      waiting += tree.nodes[node].names.compactMap { name in
        tree.child(name, of: node).map { (TokenPath.joined(path, name), $0) }
      }
    }
    #expect(found == tokens, "\(outlines)")
    #expect(tree.replaced.isEmpty == !isReplaced, "\(outlines)")
    // Additions of one source alone come from inheritance.
    let additions = TokenAdditions(outlines, outlines.indices.map { FileID($0) })
    #expect((additions == nil) == (!isReplaced || outlines.count == 1), "\(outlines)")
  }
}

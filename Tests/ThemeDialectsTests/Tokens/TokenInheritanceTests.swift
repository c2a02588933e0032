// SPDX-License-Identifier: GPL-2.0-or-later

import TestSupport
import Testing
import ThemeModel

@testable import ThemeDialects

/// The limits of inheritance between groups: long chains are valid, and endless growth is a finding.
@Suite struct TokenInheritanceTests {
  private func inheritance(
    _ groups: [(path: String, extends: String?)], _ tokens: [String], maximumInherited: Int = 100_000,
    maximumKnownLayers: Int = 200_000
  ) -> TokenInheritance {
    var outline = TokenOutline()
    outline.groups = groups.map { group in
      .init(
        path: group.path, hasType: false,
        inherited: group.extends.map { .init(target: $0, range: ByteRange(0, 0), isReference: false) })
    }
    outline.tokens = tokens
    return TokenInheritance(
      TokenTree([outline]), maximumInherited: maximumInherited, maximumKnownLayers: maximumKnownLayers)
  }

  private func inherited(_ inheritance: inout TokenInheritance) -> [String] {
    var found: [String] = []
    inheritance.forEachInherited { path, inherited, _ in
      if case .token(let home) = inherited { found.append("\(path) = \(home)") }
    }
    return found
  }

  @Test func aChainOfTwoHundredGroups() {
    let groups = (0..<200).map { (path: "g\($0)", extends: $0 == 0 ? nil : "g\($0 - 1)") }
    var inheritance = inheritance(groups, (0..<200).map { "g\($0).t\($0)" })
    #expect(inheritance.problems.isEmpty)
    let found = inherited(&inheritance)
    #expect(found.count == 199 * 200 / 2)
    #expect(found.contains("g199.t0 = g0.t0"))
  }

  /// The limit is one finding, at a group of the chain, and the groups before it serve.
  @Test func aChainThatIsTooLong() {
    let groups = (0..<300).map { (path: "g\($0)", extends: $0 == 0 ? nil : "g\($0 - 1)") }
    var inheritance = inheritance(groups, ["g0.t"])
    #expect(inheritance.problems.map { $0.isTooLong } == [true])
    let found = inherited(&inheritance)
    #expect(found.contains("g200.t = g0.t"))
  }

  /// However long a chain is, and through how many groups around its groups it leads, it ends in findings.
  @Test(arguments: [(2_000, 0), (200, 120)]) func anEndlessChain(count: Int, depth: Int) {
    let inner = String(repeating: ".a", count: depth)
    var groups: [(path: String, extends: String?)] = []
    for index in 0..<count {
      groups.append(("g\(index)", "g\(index + 1)\(inner)"))
      for length in 0..<depth { groups.append(("g\(index)" + String(repeating: ".a", count: length + 1), nil)) }
    }
    groups.append(("g\(count)\(inner)", nil))
    var inheritance = inheritance(groups, ["g\(count)\(inner).t"])
    #expect(inheritance.problems.contains { $0.isTooLong })
    #expect(inheritance.problems.count < 500)
    #expect(inherited(&inheritance).contains("g\(count - 1).t = g\(count)\(inner).t"))
  }

  /// Layers are the same if they are forgotten and found again.
  @Test(arguments: 1...8 as ClosedRange<UInt64>) func layersThatAreForgotten(seed: UInt64) {
    var random = SplitMix(seed: seed)
    let paths = (0..<40).flatMap { ["g\($0)", "g\($0).a"] }
    let groups = paths.map { (path: $0, extends: random.happens(onceIn: 2) ? random.one(of: paths) : nil) }
    let tokens = paths.enumerated().map { "\($1).t\($0 % 5)" }
    var remembering = inheritance(groups, tokens)
    var forgetful = inheritance(groups, tokens, maximumKnownLayers: 0)
    #expect(forgetful.problems.map(\.path) == remembering.problems.map(\.path))
    let found = inherited(&remembering)
    #expect(!found.isEmpty)
    #expect(inherited(&forgetful) == found)
  }

  /// Each group has two groups that extend the one before, so that its tokens double with each.
  @Test func tokensThatDouble() {
    var groups: [(path: String, extends: String?)] = [("g0", nil)]
    for index in 1...40 {
      groups.append(("g\(index)", nil))
      groups.append(("g\(index).a", "g\(index - 1)"))
      groups.append(("g\(index).b", "g\(index - 1)"))
    }
    var inheritance = inheritance(groups, ["g0.t"], maximumInherited: 5_000)
    #expect(!inheritance.problems.isEmpty)
    #expect(inheritance.problems.allSatisfy { $0.isTooLong })
    let found = inherited(&inheritance)
    #expect(found.count <= 5_000)
    #expect(found.contains("g10.a.a.a.a.a.a.a.a.a.a.t = g0.t"))
  }
}

// SPDX-License-Identifier: MIT

import Testing
import TextComparison
import ThemeModel

/// The choices of the contexts of modifiers.
@Suite struct ResolverDocumentTests {
  /// A document whose modifiers `m0`, `m1` and so on have these numbers of contexts.
  private func document(_ counts: [Int], idle: [Int] = []) -> ResolverDocument {
    let modifiers = (counts + idle).enumerated().map { number, count in
      ResolverDocument.Modifier(
        name: "m\(number)", contexts: (0..<count).map { .init(name: "c\($0)", sources: []) },
        defaultContext: number % 2 == 0 ? nil : "c1", range: ByteRange(0, 0))
    }
    return ResolverDocument(
      items: modifiers.prefix(counts.count).map { .modifier($0) },
      idleModifiers: Array(modifiers.dropFirst(counts.count)))
  }

  private func texts(_ choices: [ResolverDocument.Choice]) -> [String] {
    choices.map { $0.sortedMembers.map { "\($0.key)=\($0.value)" }.joined(separator: " ") }
  }

  @Test func choicesToCheck() {
    let few = document([2, 3]).choicesToCheck(all: 6, first: .max)
    #expect(few.count == 6)
    #expect(
      texts(few.first) == [
        "m0=c0 m1=c1", "m0=c1 m1=c1", "m0=c0 m1=c0", "m0=c0 m1=c2", "m0=c1 m1=c0", "m0=c1 m1=c2",
      ])
    let many = document([2, 3]).choicesToCheck(all: 5, first: .max)
    #expect(many.count == 4)
    #expect(texts(many.first) == ["m0=c0 m1=c1", "m0=c1 m1=c1", "m0=c0 m1=c0", "m0=c0 m1=c2"])
    for maximum in 1...4 {
      for (all, whole) in [(6, few), (5, many)] {
        let first = document([2, 3]).choicesToCheck(all: all, first: maximum)
        #expect(texts(first.first) == Array(texts(whole.first).prefix(maximum)) && first.count == whole.count)
      }
    }
    #expect(texts(document([]).choicesToCheck(all: 6, first: .max).first) == [""])
  }

  /// The choices beyond the first ones are counted, and not made.
  @Test func manyChoices() {
    let choices = document(Array(repeating: 1_000, count: 2_000)).choicesToCheck(all: 64, first: 256)
    #expect(choices.first.count == 256 && choices.count == 1 + 2_000 * 999)
  }

  /// A name in another case is meant, where it is the only one.
  @Test func names() {
    let document = document([2, 3], idle: [2])
    func check(_ given: [(String, String)], themes: [String] = [], _ choice: String, findings: Int = 0) {
      let found = document.choice(
        BytewiseDictionary(given) { first, _ in first }, themes: themes, reportsMissing: true)
      #expect(texts([found.choice]) == [choice])
      #expect(found.findings.count == findings)
    }
    check([], "m0=c0 m1=c1", findings: 0 + 1)
    check([("m0", "c1")], "m0=c1 m1=c1")
    check([("M0", "C1"), ("m2", "c1")], "m0=c1 m1=c1 m2=c1")
    check([("m0", "none"), ("m9", "c0")], "m0=c0 m1=c1", findings: 2)
    check([("m0", "c1")], themes: ["c2", "M1=c0"], "m0=c1 m1=c0")
    check([], themes: ["m0=none"], "m0=c0 m1=c1", findings: 2)
  }

  /// Names in two cases: the exact one is meant, and no other one.
  @Test func namesThatDifferInCase() {
    func modifier(_ name: String, _ contexts: String...) -> ResolverDocument.Item {
      .modifier(
        .init(
          name: name, contexts: contexts.map { .init(name: $0, sources: []) }, defaultContext: contexts[0],
          range: ByteRange(0, 0)))
    }
    let document = ResolverDocument(items: [
      modifier("m", "x", "dark", "Dark"), modifier("M", "x", "DARK"), modifier("n", "x", "Night"),
    ])
    func check(_ name: String, _ context: String, _ expected: String) {
      let found = document.choice([name: context], themes: [], reportsMissing: true)
      #expect(texts([found.choice]) == [expected], "\(name) \(context)")
    }
    check("m", "dark", "M=x m=dark n=x")
    check("m", "Dark", "M=x m=Dark n=x")
    check("m", "DARK", "M=x m=x n=x")
    check("M", "dark", "M=DARK m=x n=x")
    check("N", "NIGHT", "M=x m=x n=Night")
    // Of a theme, each modifier has its own.
    let found = document.choice([:], themes: ["night", "Dark"], reportsMissing: true)
    #expect(texts([found.choice]) == ["M=x m=x n=Night"])
    #expect(found.findings.map(\.help) == ["write one of `m=Dark`, `M=Dark`"])
  }

  /// A similar name is searched for a few names of a context: each search looks at all names of the document.
  @Test func manyUnknownNames() {
    let given = BytewiseDictionary((10..<74).map { ("m\($0)x", "c0") }) { first, _ in first }
    let found = document(Array(repeating: 2, count: 100)).choice(given, themes: [], reportsMissing: false).findings
    #expect(found.count == 64)
    #expect(found.count { $0.help?.hasPrefix("did you mean") == true } == 8)
    #expect(found.last?.help?.hasSuffix("and 80 more") == true)
  }
}

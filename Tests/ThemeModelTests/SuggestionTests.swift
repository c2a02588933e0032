// SPDX-License-Identifier: MIT

import TestSupport
import Testing
import ThemeModel

@Suite struct SuggestionTests {
  /// An index of the names has the answers of a search over all names.
  @Test(arguments: 1...20 as ClosedRange<UInt64>) func anIndexFindsTheSame(seed: UInt64) {
    var random = SplitMix(seed: seed)
    func name() -> String {
      String((0..<Int.random(in: 0...7, using: &random)).map { _ in "abé".randomElement(using: &random) ?? "a" })
    }
    let names = (0..<60).map { _ in name() }
    let index = NameIndex(names)
    for _ in 0..<60 {
      let unknown = name()
      #expect(index.nearest(to: unknown) == nearest(to: unknown, among: names), "seed \(seed), \(unknown)")
    }
  }

  private func check(
    _ name: String, _ candidates: [String], _ best: String?, isUnique: Bool = true,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let expected = best.map { [$0, "\(isUnique)"] }
    #expect(
      nearest(to: name, among: candidates).map { [$0.name, "\($0.isUnique)"] } == expected,
      sourceLocation: sourceLocation)
  }

  @Test func nearestNames() {
    check("palette-blu-500", ["palette-red-500", "palette-blue-500", "button"], "palette-blue-500")
    check("titelColor", ["titleColor", "tintColor"], "titleColor")
    check("@unit", ["@color", "@uint", "@nil"], "@uint")
    check("whit", ["white", "black"], "white")
    check("white", ["white"], nil)
    check("abc", ["abd", "abe"], "abd", isUnique: false)
    check("abc", ["abd", "abd"], "abd")
    // Of several the first in the order of bytes, whatever their order is.
    check("abc", ["abe", "abd"], "abd", isUnique: false)
    check("cafes", ["caf\u{E9}s", "cafe\u{301}s"], "cafe\u{301}s", isUnique: false)
    check("abcdef", ["abxdxf", "abcdex"], "abcdex")
    check("a", ["b"], nil)
    check("ab", ["ac"], "ac")
    check("abcd", ["abxx"], nil)
    check("abcdefgh", ["abcdexyz"], "abcdexyz")
    check("abcdefgh", ["abcdwxyz"], nil)
    check("abcdefghijklmnop", ["abcdefghijkl"], nil)
    check("", ["a", ""], nil)
    // In another letter case.
    check("COLOR_ink", ["COLOR_in", "COLOR_INK", "COLOR_G"], "COLOR_INK")
    check("COMMONLABEL", ["CommonLabels", "CommonLabel"], "CommonLabel")
    check("a", ["b", "A"], "A")
    check("ab", ["Ab", "ac", "aB"], "Ab", isUnique: false)
    check("\u{E9}a", ["\u{C9}A", "\u{E9}A"], "\u{E9}A")
    check("a_", ["a@", "A?"], "a@")
    check("x", [], nil)
  }

  /// The definition, written as a table: the reference for the search in a band.
  private func distance(_ left: [UInt8], _ right: [UInt8]) -> Int {
    var table = Array(repeating: Array(repeating: 0, count: right.count + 1), count: left.count + 1)
    for i in 0...left.count {
      for j in 0...right.count {
        if i == 0 || j == 0 {
          table[i][j] = max(i, j)
          continue
        }
        table[i][j] = min(
          table[i - 1][j] + 1, table[i][j - 1] + 1, table[i - 1][j - 1] + (left[i - 1] == right[j - 1] ? 0 : 1))
        if i > 1, j > 1, left[i - 1] == right[j - 2], left[i - 2] == right[j - 1] {
          table[i][j] = min(table[i][j], table[i - 2][j - 2] + 1)
        }
      }
    }
    return table[left.count][right.count]
  }

  @Test(arguments: [UInt64.random(in: 0 ... .max), 1])
  func agreesWithTheDefinition(seed: UInt64) {
    var state = seed
    func text() -> String {
      var text = ""
      for _ in 0..<(state >> 60) { text.append("abcd"[random(4)]) }
      return text
    }
    func random(_ bound: UInt64) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int((state >> 33) % bound)
    }
    for _ in 0..<2_000 {
      let name = text()
      let candidates = (0..<6).map { _ in
        _ = random(2)
        return text()
      }
      let reach = min(3, (name.utf8.count + 1) / 3)
      let near = candidates.map { ($0, distance(Array(name.utf8), Array($0.utf8))) }.filter {
        (1...max(reach, 1)).contains($0.1) && $0.1 <= reach
      }
      for candidate in candidates {
        let isOneSlip = distance(Array(name.utf8), Array(candidate.utf8)) == 1
        #expect(name.isOneSlip(from: candidate) == isOneSlip, "seed \(seed): \(name) \(candidate)")
      }
      let least = near.map(\.1).min()
      let best = near.filter { $0.1 == least }.map(\.0)
      let found = nearest(to: name, among: candidates)
      #expect(found?.name == best.min(), "seed \(seed): \(name) \(candidates)")
      #expect(found?.isUnique ?? false == (Set(best).count == 1), "seed \(seed): \(name) \(candidates)")
    }
  }
}

extension String {
  fileprivate subscript(offset: Int) -> Character { self[index(startIndex, offsetBy: offset)] }
}

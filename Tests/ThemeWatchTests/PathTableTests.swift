// SPDX-License-Identifier: GPL-2.0-or-later

import TestSupport
import Testing
import TextComparison
import ThemeModel

@testable import ThemeWatch

@Suite struct PathTableTests {
  private static let names = ["a", "b", "ab", "e\u{301}", "\u{E9}"]

  private func path(_ random: inout SplitMix) -> String {
    let depth = Int.random(in: 0...4, using: &random)
    return (0..<depth).map { _ in random.one(of: Self.names) }.joined(separator: "/")
  }

  /// Compares with a dictionary whose keys are searched one by one.
  @Test(arguments: [1, 2, UInt64.random(in: 0 ... .max)]) func isADictionary(_ seed: UInt64) {
    var random = SplitMix(seed: seed)
    var table = PathTable<Int>()
    var plain: BytewiseDictionary<Int> = [:]
    for round in 1...2000 {
      let path = path(&random)
      switch Int.random(in: 0..<5, using: &random) {
      case 0..<3:
        table[path] = round
        plain[path] = round
      case 3:
        table[path] = nil
        plain[path] = nil
      default:
        let removed = table.removeAll(within: path)
        #expect(Set(removed.map(\.value)) == Set(plain.filter { isWithin($0.key, path) }.values), "seed \(seed)")
        plain = plain.filter { !isWithin($0.key, path) }
      }
      let other = self.path(&random)
      #expect(table[other] == plain[other], "seed \(seed)")
      let within = Set(table.within(other).map(\.value))
      #expect(within == Set(plain.filter { isWithin($0.key, other) }.values), "seed \(seed)")
      #expect(table.count == plain.count, "seed \(seed)")
      #expect(table.names.count == directories(of: plain.keys), "nothing is left of what went, seed \(seed)")
    }
  }

  /// A search below a path passes only directories that contain values.
  private func directories(of paths: [String]) -> Int {
    var directories: BytewiseSet = []
    for path in paths {
      var rest = path
      while !rest.isEmpty {
        rest = parent(of: rest)
        directories.insert(rest)
      }
    }
    return directories.count
  }
}

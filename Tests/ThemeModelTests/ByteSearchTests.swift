// SPDX-License-Identifier: GPL-2.0-or-later

import TestSupport
import Testing
import ThemeModel

@Suite struct ByteSearchTests {
  /// The places are those that a walk over all of them finds.
  @Test(arguments: seeds(1, 2, 3)) func placesOfAPattern(seed: UInt64) {
    var random = SplitMix(seed: seed)
    for _ in 0..<2_000 {
      func bytes(_ count: Int) -> [UInt8] { (0..<count).map { _ in random.one(of: [1, 2]) } }
      let text = bytes(Int.random(in: 0...20, using: &random))
      let pattern = bytes(Int.random(in: 0...4, using: &random))
      let all = text.indices.filter { !pattern.isEmpty && text[$0...].starts(with: pattern) }
      let note: Comment = "seed \(seed): \(pattern) in \(text)"
      #expect(text.places(of: pattern, maximum: .max) == all, note)
      #expect(text.places(of: pattern, maximum: 2) == Array(all.prefix(2)), note)
      #expect(text.holds(pattern) == (pattern.isEmpty || !all.isEmpty), note)
    }
  }
}

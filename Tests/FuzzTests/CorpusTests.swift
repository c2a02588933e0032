// SPDX-License-Identifier: GPL-2.0-or-later

import Foundation
import FuzzTargets
import TestSupport
import Testing

/// The inputs that fuzzing starts from, and inputs that failed before.
@Suite struct CorpusTests {
  private static let corpus = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "Fuzz/Corpus")

  private func seeds(_ target: FuzzTarget) throws -> [(name: String, bytes: [UInt8])] {
    let folder = Self.corpus.appending(path: target.rawValue)
    return try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted().map { name in
      (name, Array(try Data(contentsOf: folder.appending(path: name))))
    }
  }

  @Test(arguments: FuzzTarget.allCases) func isHeldTo(_ target: FuzzTarget) throws {
    let seeds = try seeds(target)
    try #require(!seeds.isEmpty)
    for seed in seeds { target.run(seed.bytes) }
  }

  /// A short run of `scripts/fuzz` without instrumentation. The seed repeats a failure.
  @Test(arguments: FuzzTarget.allCases, [1, UInt64.random(in: 0 ... .max)])
  func holdsNearIt(_ target: FuzzTarget, seed: UInt64) throws {
    let seeds = try seeds(target)
    var random = SplitMix(seed: seed)
    print("fuzzing \(target.rawValue) with seed \(seed)")
    for _ in 0..<200 {
      var bytes = random.one(of: seeds).bytes
      for _ in 0..<Int.random(in: 1...4, using: &random) { mutate(&bytes, random.one(of: seeds).bytes, &random) }
      target.run(bytes)
    }
  }

  private func mutate(_ bytes: inout [UInt8], _ other: [UInt8], _ random: inout SplitMix) {
    func place(_ bytes: [UInt8]) -> Range<Int> {
      let start = Int.random(in: 0...bytes.count, using: &random)
      return start..<min(bytes.count, start + Int.random(in: 0...16, using: &random))
    }
    switch Int.random(in: 0..<4, using: &random) {
    case 0: bytes.removeSubrange(place(bytes))
    case 1: bytes.insert(contentsOf: other[place(other)], at: place(bytes).lowerBound)
    case 2: bytes.replaceSubrange(place(bytes), with: other[place(other)])
    default:
      let range = place(bytes)
      for index in range { bytes[index] = UInt8.random(in: 0 ... .max, using: &random) }
    }
  }
}

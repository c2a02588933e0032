// SPDX-License-Identifier: GPL-2.0-or-later

import JSONText
import TestSupport
import Testing
import ThemeModel

@testable import ThemeEngine

/// Random saves, removals, unsaved texts and values that are set: each generation has the files and the state that it had.
@Suite struct RandomHistoryTests {
  /// The content of one generation.
  private struct Moment {
    var files: [String: String]
    var snapshot: Snapshot
  }

  private static let paths = ["a.json", "b.json", "c.json"]

  @Test(arguments: seeds(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20))
  func everyGenerationIsWhatItWas(_ seed: UInt64) throws {
    var random = SplitMix(seed: seed)
    let engine = ThemeEngine(bundle: "random")
    engine.historyLimits = HistoryLimits(generations: 8, bytes: 1 << 20)
    if seed % 2 == 0 { engine.sources.linked.compressesAllTexts() }
    var files = ["theme.inc.json": #"{"themes":["a.json","b.json","c.json"]}"#]
    var unsaved: [String: String] = [:]
    /// Files whose unsaved text a generation has.
    var published: Set<String> = []
    var moments: [Int: Moment] = [:]
    func apply(_ path: String) {
      let text = unsaved[path] ?? files[path]
      engine.apply([
        FileChange(
          path: path, content: text.map { .bytes(Array($0.utf8)) } ?? .gone, isUnsaved: unsaved[path] != nil)
      ])
    }
    apply("theme.inc.json")
    engine.publish()
    engine.open(Context())
    moments[engine.generation] = Moment(files: files, snapshot: engine.open(Context()))

    for _ in 0..<120 {
      let path = random.one(of: Self.paths)
      let text = Self.text(&random)
      switch Int.random(in: 0..<8, using: &random) {
      case 0...2:
        // The daemon keeps saves below an unsaved text from the engine.
        if unsaved[path] == nil { files[path] = text }
      case 3: if unsaved[path] == nil { files[path] = nil }
      case 4, 5: unsaved[path] = text
      case 6:
        // Saved as it is typed, or closed.
        if let typed = unsaved.removeValue(forKey: path), random.happens(onceIn: 2) { files[path] = typed }
      default: try? engine.modifyConstant("v1", to: .number(Double.random(in: 0..<9, using: &random).rounded()))
      }
      apply(path)
      // Several changes may make one generation.
      if random.happens(onceIn: 4) { continue }
      let isNew = engine.publish().isNew
      _ = engine.compact()
      _ = engine.compressTexts()
      _ = engine.relabel()
      let generation = engine.generation
      if isNew {
        moments[generation] = Moment(files: files, snapshot: engine.open(Context()))
      } else {
        for path in published.subtracting(unsaved.keys) { moments[generation]?.files[path] = files[path] }
      }
      published = published.intersection(unsaved.keys)
      if isNew { published.formUnion(unsaved.keys) }
    }

    let kept = engine.generations(in: Context()).map(\.number)
    #expect(kept.count <= 8 && kept.first == engine.generation)
    for generation in kept {
      let moment = try #require(moments[generation])
      let snapshot = try #require(engine.snapshot(of: generation, in: Context()))
      #expect(snapshot.digest == moment.snapshot.digest)
      for path in Self.paths {
        let content = try #require(engine.content(of: path, in: generation))
        var text: String?
        if case .bytes(let bytes) = content { text = String(decoding: bytes, as: UTF8.self) }
        #expect(text == moment.files[path], "\(path) in \(generation)")
      }
    }
  }

  private static func text(_ random: inout SplitMix) -> String {
    if random.happens(onceIn: 12) { return "{ broken" }
    let blanks = String(repeating: " ", count: Int.random(in: 0..<3, using: &random))
    let members = (1...3).map { #""v\#($0)": \#(Int.random(in: 0..<3, using: &random))"# }
    return "{\(blanks)\(members.joined(separator: ",\(blanks)"))}"
  }
}

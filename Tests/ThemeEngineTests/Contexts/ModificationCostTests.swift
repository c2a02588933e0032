// SPDX-License-Identifier: GPL-2.0-or-later

import JSONText
import TestSupport
import Testing
import TextComparison
import ThemeEngine
import ThemeModel

/// The work of setting a value while many are set, and the state after it.
@Suite struct ModificationCostTests {
  private static let count = 300

  private func engine(_ count: Int = Self.count) -> ThemeEngine {
    var members: [(key: String, value: JSONValue)] = [("base", ["z": 1])]
    for number in 0..<count {
      let reference = JSONValue.string("ref://c\(number)")
      members.append(("c\(number)", .number(Double(number))))
      members.append(("r\(number)", reference))
      members.append(("S\(number)", ["inherits": "ref://base", "a": reference, "in": ["b": 1]]))
    }
    let engine = ThemeEngine(bundle: "many")
    engine.apply([
      FileChange(path: "theme.inc.json", content: .bytes(Array(#"{ "themes": ["a.json"] }"#.utf8))),
      FileChange(path: "a.json", content: .bytes(JSONValue.object(JSONObject(members)).bytes)),
    ])
    _ = engine.open(Context())
    return engine
  }

  /// The content of an engine that gets the same values at once.
  private func content(of engine: ThemeEngine, _ count: Int = Self.count) throws -> JSONValue {
    let restored = self.engine(count)
    restored.restore(engine.modifications)
    restored.forgetPast()
    restored.publish()
    return try restored.open(Context()).content
  }

  @Test func aCallDeclaresTheChangedValueAlone() throws {
    let engine = engine()
    for number in 0..<Self.count {
      try engine.modifyConstant("c\(number)", to: .number(Double(number) + 0.5))
      try engine.modifyStyle("S\(number)", at: "in/b", to: .number(Double(number)))
      engine.publish()
    }
    // A constant is one value, and a style three; each call may look at them twice.
    #expect(engine.counters.valuesSet <= 8 * Self.count)
    #expect(try engine.open(Context()).content == content(of: engine))
    #expect(engine.modifications.byteCount == engine.modifications.json.bytes.count)
  }

  /// After any calls, some of which are refused, the state is that of an engine that gets the values at once.
  @Test(arguments: seeds(1, 2, 3))
  func anyCallsGiveTheSameState(seed: UInt64) throws {
    var random = SplitMix(seed: seed)
    let count = 12
    let engine = engine(count)
    for step in 1...300 {
      let number = Int.random(in: 0..<count, using: &random)
      let value: JSONValue = random.one(of: [
        nil, nil, 1, 2, "ref://c2", "ref://S3", "ref://gone", "#ff8000", "a text", ["x": 1, "y": ["ref://c1"]],
        .string(String(repeating: "long", count: 20_000)),
      ])
      switch Int.random(in: 0..<8, using: &random) {
      case 0...2: try? engine.modifyConstant("c\(number)", to: value)
      case 3...5:
        let path = random.one(of: ["a", "in", "in/b", "in/c", "a_iPad", "inherits", "okColor"])
        try? engine.modifyStyle("S\(number)", at: path, to: value)
      case 6: try? engine.setInheritance(ofStyle: "S\(number)", to: random.one(of: [true, false, nil]))
      default: try? engine.modifyStyle("c\(number)", at: "q", to: value)
      }
      #expect(engine.modifications.byteCount == engine.modifications.json.bytes.count)
      if step % 10 > 0 { continue }
      engine.forgetPast()
      engine.publish()
      #expect(try engine.open(Context()).content == content(of: engine, count), "seed \(seed), step \(step)")
    }
  }

  /// Two values of one form, which are held since different generations.
  @Test func setValuesHavePlacesOfTheirOwn() throws {
    let engine = engine(8)
    engine.publish()
    try engine.modifyConstant("c1", to: 5)
    try engine.modifyConstant("c2", to: "ref://c3")
    try engine.modifyConstant("c4", to: "ref://c5")
    engine.publish()
    for removed in [["c3"], ["c3", "c5"]] {
      let names = (0..<8).map { "c\($0)" }.filter { !removed.containsBytewise($0) }
      let file = JSONValue.object(JSONObject(names.map { ($0, 1) }))
      engine.apply([FileChange(path: "a.json", content: .bytes(file.bytes))])
      engine.publish()
    }
    let held = engine.open(Context()).diagnostics.compactMap(\.heldBackSince)
    #expect(held.count == 2 && held[0] != held[1])
  }
}

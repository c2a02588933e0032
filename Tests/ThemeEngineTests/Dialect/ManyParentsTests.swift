// SPDX-License-Identifier: GPL-2.0-or-later

import JSONText
import TestSupport
import Testing
import TextComparison
import ThemeEngine
import ThemeModel

/// Giotto's styles with many parents or key paths.
@Suite struct ManyParentsTests {
  private func engine(_ styles: [(key: String, value: JSONValue)]) -> ThemeEngine {
    let file: JSONValue = ["formatVersion": 2, "Constants": [:], "Styles": .object(JSONObject(styles))]
    let engine = ThemeEngine(bundle: "parents")
    engine.apply([FileChange(path: "default.json", content: .bytes(file.bytes))])
    return engine
  }

  /// The styles as texts, whose members are in order.
  private func styles(_ engine: ThemeEngine) -> BytewiseDictionary<String> {
    BytewiseDictionary(
      engine.open(Context()).values(selecting: .everything).styles.map { ($0.key, $0.value.json.text) },
      uniquingKeysWith: { $1 })
  }

  /// A style with a list of parents equals the end of a chain in which each parent lies over those before it.
  @Test(arguments: seeds(1, 2, 3))
  func aListOfParentsIsAChain(seed: UInt64) throws {
    var random = SplitMix(seed: seed)
    func randomObject(_ depth: Int) -> JSONObject {
      var object = JSONObject()
      for _ in 0..<Int.random(in: 0...4, using: &random) {
        let key = "k\(Int.random(in: 0..<5, using: &random))"
        object[key] =
          depth < 3 && random.happens(onceIn: 2)
          ? .object(randomObject(depth + 1)) : .number(Double(Int.random(in: 0..<9, using: &random)))
      }
      return object
    }
    for _ in 0..<60 {
      let count = Int.random(in: 1...30, using: &random)
      let parents = (0..<count).map { _ in randomObject(0) }
      var styles = parents.enumerated().map { (key: "P\($0)", value: JSONValue.object($1)) }
      for (number, parent) in parents.enumerated() {
        var link = parent
        if number > 0 { link["_superstyle"] = .string("C\(number - 1)") }
        styles.append((key: "C\(number)", value: .object(link)))
      }
      let names = (0..<count).map { "P\($0)" }.joined(separator: ",")
      styles.append((key: "List", value: ["_superstyle": .string(names)]))
      let result = self.styles(engine(styles))
      #expect(result["List"] == result["C\(count - 1)"], "seed \(seed): \(JSONValue.object(JSONObject(styles)).text)")
    }
  }

  @Test func thousandsOfParentsAndKeyPathsAreMembers() throws {
    let numbers = 0..<3_000
    var list = numbers.map { (key: "P\($0)", value: JSONValue.object(JSONObject([("a\($0)", 1)]))) }
    list.append(("List", ["_superstyle": .string(numbers.map { "P\($0)" }.joined(separator: ","))]))
    list.append(("Paths", .object(JSONObject(numbers.map { ("layer.k\($0)", 1) }))))
    list.append(("Object", ["layer": .object(JSONObject(numbers.map { ("k\($0)", 1) }))]))
    let result = styles(engine(list))
    #expect(result["List"] == JSONValue.object(JSONObject(numbers.map { ("a\($0)", 1) })).text)
    #expect(result["Paths"] == result["Object"])
  }
}

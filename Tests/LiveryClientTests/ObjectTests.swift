// SPDX-License-Identifier: MIT

import TestSupport
import Testing
import ThemeModel

@testable import LiveryClient

/// Objects against dictionaries, and their differences against a comparison of all members.
@Suite struct ObjectTests {
  @Test(arguments: [3, 40, 3_000]) func membersAreThoseOfADictionary(keys: Int) {
    var random = SplitMix(seed: UInt64(keys))
    var model: [String: Double] = [:]
    var object = Theme.Object()
    for step in 0..<4_000 {
      let key = "key-\(Int.random(in: 0..<keys, using: &random))"
      if random.happens(onceIn: 3) {
        model[key] = nil
        object[key: key] = nil
      } else {
        model[key] = Double(step)
        object[key: key] = .number(Double(step))
      }
    }
    expect(object, is: model)
    #expect(object == Theme.Object(model.map { ($0.key, .number($0.value)) }))
  }

  @Test(arguments: [0, 1, 16, 17, 5_000]) func builtAtOnceIsBuiltStepByStep(count: Int) {
    let members = (0..<count).map { ("key-\($0)", Theme.Value.number(Double($0))) }
    var object = Theme.Object()
    for (key, value) in members { object[key: key] = value }
    #expect(object == Theme.Object(members))
    #expect(object.count == count)
    #expect(object.isEmpty == (count == 0))
    for (key, _) in members { object[key: key] = nil }
    #expect(object.isEmpty)
    #expect(object == [:])
  }

  @Test func theLaterOfTwoMembersCounts() {
    #expect(Theme.Object([("a", 1), ("b", 2), ("a", 3)]) == ["a": 3, "b": 2])
    #expect(Theme.Object((0..<1_000).map { ("same", .number(Double($0))) }) == ["same": 999])
  }

  /// Keys and texts that Unicode holds equal are different, and a change between them is a change.
  @Test(arguments: [0, 100]) func bytesDecide(others: Int) {
    var object = Theme.Object((0..<others).map { ("key-\($0)", 0) })
    object[key: "\u{E9}"] = "\u{E9}"
    object[key: "e\u{301}"] = "e\u{301}"
    #expect(object.count == others + 2)
    #expect(object[key: "\u{E9}"] == "\u{E9}" && object[key: "\u{E9}"] != "e\u{301}")
    var changed = object
    changed[key: "e\u{301}"] = "\u{E9}"
    #expect(changed != object)
    changed[key: "e\u{301}"] = nil
    #expect(changed[key: "\u{E9}"] == "\u{E9}" && changed[key: "e\u{301}"] == nil)
    #expect(Theme.Path("constants/\u{E9}") != Theme.Path("constants/e\u{301}"))
  }

  @Test func copiesAreIndependent() {
    let first: Theme.Object = ["a": 1]
    var second = first
    second[key: "a"] = 2
    #expect(first == ["a": 1])
    #expect(second == ["a": 2])
  }

  @Test func differencesAreThoseOfAComparison() {
    var random = SplitMix(seed: 11)
    for _ in 0..<50 {
      let count = random.one(of: [5, 18, 300])
      var old: [String: Double] = [:]
      for _ in 0..<count { old["key-\(Int.random(in: 0..<count, using: &random))"] = 0 }
      let first = Theme.Object(old.map { ($0.key, .number($0.value)) })
      var new = old
      // Made from the old one, with shared nodes, or on its own.
      var second = random.happens(onceIn: 2) ? first : Theme.Object(first.members.map { ($0.key, $0.value) })
      for step in 1...Int.random(in: 1...20, using: &random) {
        let key = "key-\(Int.random(in: 0..<count * 2, using: &random))"
        let value = random.happens(onceIn: 3) ? nil : Double(step)
        new[key] = value
        second[key: key] = value.map(Theme.Value.number)
      }
      var differences: Set<String> = []
      _ = second.root.forEachDifference(from: first.root) { key, before, now in
        #expect(before == old[key].map { .value(.number($0)) })
        #expect(now == new[key].map { .value(.number($0)) })
        if before != now { differences.insert(key) }
        return true
      }
      #expect(differences == Set(old.keys).union(new.keys).filter { old[$0] != new[$0] })
    }
  }

  /// Shared nodes make an update of a large theme cheap.
  @Test func whatIsSharedIsPassedOver() {
    let first = Theme.Object((0..<10_000).map { ("key-\($0)", .number(Double($0))) })
    var second = first
    second[key: "key-77"] = 0
    var seen = 0
    _ = second.root.forEachDifference(from: first.root) { _, _, _ in
      seen += 1
      return true
    }
    #expect(seen > 0 && seen <= 32)
  }

  private func expect(_ object: Theme.Object, is model: [String: Double]) {
    #expect(object.count == model.count)
    #expect(object.keys == model.keys.sorted())
    for (key, value) in model { #expect(object[key: key] == .number(value)) }
  }
}

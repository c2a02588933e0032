// SPDX-License-Identifier: GPL-2.0-or-later

import LiveryProtocol
import TestSupport
import Testing
import TextComparison
import ThemeModel
import ThemeOutputs

@testable import LiveryCommands

/// The state that `livery apply` follows, against a dictionary that the same operations change.
@Suite struct FollowedStateTests {
  private func delta(
    _ generation: Int, _ op: String, _ path: String, _ value: Value?
  ) -> ThemeInterface.Delta {
    var operation = ThemeInterface.PatchOperation()
    operation.op = op
    operation.path = path
    operation.value = value
    var delta = ThemeInterface.Delta()
    delta.bundle = "b"
    delta.from = generation
    delta.to = generation + 1
    delta.patch = [operation]
    return delta
  }

  @Test(arguments: [1, UInt64.random(in: 0 ... .max)]) func followsEachChange(_ seed: UInt64) throws {
    var dice = SplitMix(seed: seed)
    var snapshot = ThemeInterface.Snapshot()
    snapshot.bundle = "b"
    snapshot.constants = ["m": 0, "c": 1, "k": 2]
    snapshot.styles = ["s": ["z": 1, "a": 2]]
    var state = FollowedState(snapshot, nil)
    var known: BytewiseDictionary<Double> = ["m": 0, "c": 1, "k": 2]
    for generation in 0..<400 {
      // Some with an escape, and `é` in two normal forms.
      let key = ["a", "b/c", "d~", "e\u{301}", "\u{E9}", "k", "m", "z", "zz", ""].randomElement(using: &dice) ?? "a"
      let path = "/constants/\(Path.escape(key))"
      let value = Value.number(Double(generation))
      switch (known[key] == nil, Int.random(in: 0..<3, using: &dice)) {
      case (true, 0):
        #expect(throws: FollowedState.Violation.self) {
          var copy = state
          try copy.apply(delta(generation, "replace", path, value))
        }
        try state.apply(delta(generation, "add", path, value))
        known[key] = Double(generation)
      case (true, _), (false, 0):
        try state.apply(delta(generation, "add", path, value))
        known[key] = Double(generation)
      case (false, 1):
        try state.apply(delta(generation, "replace", path, value))
        known[key] = Double(generation)
      case (false, _):
        try state.apply(delta(generation, "remove", path, nil))
        known[key] = nil
      }
      let members = try #require(state.theme.value(at: "constants")).members
      #expect(members.map(\.key) == known.keys.sortedBytewise())
      #expect(members.map(\.value) == known.keys.sortedBytewise().map { .number(known[$0] ?? -1) })
    }
    try state.apply(delta(400, "add", "/styles/s/m", .number(3)))
    try state.apply(delta(401, "replace", "/styles/s/z", .number(4)))
    try state.apply(delta(402, "remove", "/styles/s/a", nil))
    #expect(state.theme.value(at: "styles/s") == ["m": 3, "z": 4])
    #expect(throws: FollowedState.Violation.self) { try state.apply(delta(403, "remove", "/styles/t/a", nil)) }
  }
}

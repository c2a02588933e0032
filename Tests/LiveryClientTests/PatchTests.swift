// SPDX-License-Identifier: MIT

import JSONText
import LiveryProtocol
import TestSupport
import Testing
import ThemeModel

@testable import LiveryClient

/// Patches against an implementation that is slow and simple.
@Suite struct PatchTests {
  @Test func randomPatchesGiveWhatTheyGiveElsewhere() throws {
    var random = SplitMix(seed: 5)
    var json: JSONValue = ["constants": [:], "styles": [:]]
    var object = try read(json)
    for _ in 0..<800 {
      let path = ["constants/", "styles/", "styles/s~11/", "styles/s~11/part/"].randomElement(using: &random) ?? ""
      let names = ["part", "\u{E9}", "e\u{301}", "\u{301}x"]
      let name =
        path + (random.happens(onceIn: 3) ? random.one(of: names) : "k\(Int.random(in: 0..<30, using: &random))")
      let value: JSONValue = random.happens(onceIn: 3) ? [:] : random.happens(onceIn: 5) ? nil : 7
      let operation: JSONValue =
        switch Int.random(in: 0..<3, using: &random) {
        case 0: ["op": "add", "path": .string("/\(name)"), "value": value]
        case 1: ["op": "replace", "path": .string("/\(name)"), "value": value]
        default: ["op": "remove", "path": .string("/\(name)")]
        }
      // Both refuse the same patches, and a refused patch changes nothing.
      let patched = try? json.patched(by: [operation])
      var copy = object
      let patch = try operations([operation])
      let isApplied: Bool
      do throws(LiveryClient.PatchFailure) {
        try copy.apply(patch)
        isApplied = true
      } catch {
        isApplied = false
      }
      #expect(isApplied == (patched != nil), "\(operation)")
      if isApplied { object = copy }
      json = patched ?? json
      #expect(object == (try read(json)))
      if random.happens(onceIn: 200) {
        json = ["constants": [:], "styles": ["s/1": [:]]]
        object = try read(json)
      }
    }
  }

  @Test(
    arguments: [
      ["op": "replace", "path": "/styles/none", "value": 1], ["op": "remove", "path": "/styles/none"],
      ["op": "add", "path": "/styles/none/deeper", "value": 1],
      ["op": "add", "path": "/styles/A/gap/deeper", "value": 1],
      ["op": "add", "path": "/styles/A/list/0", "value": 1], ["op": "add", "path": "/styles", "value": [:]],
      ["op": "add", "path": "/other", "value": [:]], ["op": "add", "path": "", "value": [:]],
      ["op": "remove", "path": "/"],
      ["op": "add", "path": "styles/A/gap", "value": 1], ["op": "add", "path": "/styles/B"],
      ["op": "move", "path": "/styles/B", "from": "/styles/A"], ["op": "test", "path": "/styles/A/gap", "value": 8],
      ["path": "/styles/B", "value": 1], ["op": "add", "value": 1], ["op": 1, "path": 2], 7, nil, "add",
    ] as [JSONValue])
  func whatDoesNotFitChangesNothing(operation: JSONValue) throws {
    let before = try read(["constants": [:], "styles": ["A": ["gap": 8, "list": [1]]]])
    var object = before
    #expect(throws: LiveryClient.PatchFailure.self) {
      // The first one fits, and is not kept either.
      try object.apply(try operations([["op": "add", "path": "/styles/new", "value": 1], operation]))
    }
    #expect(object == before)
  }

  private func operations(_ patch: JSONValue) throws -> [ThemeInterface.PatchOperation] {
    let node = try #require(JSONTapeValue(parsing: patch.bytes))
    return try #require([ThemeInterface.PatchOperation](decoding: node))
  }

  private func read(_ json: JSONValue) throws -> Theme.Object {
    let value = Theme.Value(decoding: try #require(JSONTapeValue(parsing: json.bytes)))
    return value.flatMap { Theme.Object(themeValue: $0) } ?? [:]
  }
}

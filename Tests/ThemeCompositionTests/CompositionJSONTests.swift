// SPDX-License-Identifier: MIT

import JSONText
import LiveryProtocol
import Testing
import ThemeComposition
import ThemeModel

@Suite struct CompositionJSONTests {
  @Test func layersSayWhatTheyWonAndWhereItStands() throws {
    let composition = try check(
      Bundle(
        dialect: .redbeard,
        styles: #"{"A": {"x": 1}, "a/b": {"y": 1, "p/q": 2, "on": {"y": 2}}}"#),
      #"{"class": "A", "identifier": "a/b", "states": ["on"], "changes": [{"z": {"w": 1}, "theme": "nope"}]}"#,
      gets: #"{"y": 2, "p/q": 2, "z": {"w": 1}}"#,
      from: [
        "class A dropped by 1", "identifier a/b: p~1q", "change: z/w", "theme nope missing", "state a/b on: y",
      ])
    let found = PlacedComposition(composition) { path in
      path == "styles/A" ? nil : Cause(file: "f.json", line: path.utf8.count, column: 3)
    }
    let expected = try json(
      #"""
      {
        "properties": {"y": 2, "p/q": 2, "z": {"w": 1}},
        "layers": [
          {"kind": "class", "id": "A", "path": "styles/A", "status": "dropped", "droppedBy": 1, "properties": []},
          {"kind": "identifier", "id": "a/b", "path": "styles/a~1b", "status": "applied",
           "file": "f.json", "line": 11, "column": 3, "properties": [
             {"path": "p~1q", "source": "styles/a~1b/p~1q", "file": "f.json", "line": 16, "column": 3}]},
          {"kind": "change", "status": "applied", "properties": [{"path": "z/w"}]},
          {"kind": "theme", "id": "nope", "status": "missing", "properties": []},
          {"kind": "state", "id": "a/b", "states": ["on"], "path": "styles/a~1b/on", "status": "applied",
           "file": "f.json", "line": 14, "column": 3, "properties": [
             {"path": "y", "source": "styles/a~1b/on/y", "file": "f.json", "line": 16, "column": 3}]}
        ]
      }
      """#)
    #expect(found.encoded == expected)
  }

  @Test func nothingIsAnObjectAndAList() {
    let composition = compose(Element(), dialect: .redbeard, device: nil, from: HandMadeSource())
    let found = PlacedComposition(composition) { _ in nil }
    #expect(found.encoded.text == #"{"properties":{},"layers":[]}"#)
  }
}

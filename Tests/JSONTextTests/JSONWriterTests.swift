// SPDX-License-Identifier: MIT

import JSONText
import Testing

@Suite struct JSONWriterTests {
  @Test(arguments: [
    JSONValue.null, "a \"quoted\" [text] {with}, \\ signs", [], [:], [1, "]", nil], [[], [1, 2], ["a": []]],
    ["a": 1, "b": ["c": ["d,": true, "e": [[1], "x"]]], "f": [["g": 1], ["h": [1.5, -2], "i": [:]]]],
  ])
  func indentsAsWholeValuesAre(_ value: JSONValue) {
    var writer = JSONWriter(.indented)
    writer.value(value)
    #expect(String(decoding: writer.bytes, as: UTF8.self) == value.pretty)
  }
}

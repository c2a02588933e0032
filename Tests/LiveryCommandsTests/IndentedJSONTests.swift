// SPDX-License-Identifier: GPL-2.0-or-later

import JSONText
import Testing

@testable import LiveryCommands

@Suite struct IndentedJSONTests {
  @Test(arguments: [
    JSONValue.null, "a \"quoted\" [text] {with}, \\ signs", [], [:], [1, "]", nil], [[], [1, 2], ["a": []]],
    ["a": 1, "b": ["c": ["d,": true, "e": [[1], "x"]]], "f": [["g": 1], ["h": [1.5, -2]]]],
  ])
  func sameAsTheWholeValue(_ value: JSONValue) {
    #expect(String(decoding: indented(value.bytes), as: UTF8.self) == value.pretty)
  }
}

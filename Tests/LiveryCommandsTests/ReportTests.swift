// SPDX-License-Identifier: GPL-2.0-or-later

import JSONText
import Testing

@testable import LiveryCommands

@Suite struct ReportTests {
  @Test func columns() {
    let lines = table([["NAME", "N"], ["色", "10"], ["long name", "7"]]).map { $0.text(for: .plain) }
    #expect(lines == ["NAME       N", "色         10", "long name  7"])
  }

  @Test(arguments: [
    (-1, "0 s"), (59, "59 s"), (60, "1 min"), (3_599, "59 min"), (3_660, "1 h 1 min"), (90_000, "1 d 1 h"),
  ])
  func durations(_ seconds: Int, _ expected: String) {
    #expect(durationText(seconds: seconds) == expected)
  }

  @Test func contexts() {
    let context: JSONValue = ["device": "pad", "language": "en_gb", "themes": ["night", "large"]]
    #expect(context.contextText == "pad en_gb night large")
    #expect((["themes": []] as JSONValue).contextText == "-")
  }

  @Test func status() {
    let status: JSONValue = [
      "version": "1.0", "uptime": 61, "bundles": 1, "consumers": 1, "watches": 12, "limits": ["request": 10],
      "counters": ["filesParsed": 3],
    ]
    let bundle: JSONValue = [
      "name": "aurora", "path": "/a", "dialect": "redbeard", "generation": 7, "files": 41, "consumers": 1,
      "held": 2,
    ]
    let text = statusLines(status, [bundle], socket: "/s").map { $0.text(for: .plain) }.joined(separator: "\n")
    #expect(
      text == """
        liveryd 1.0 · up 1 min · /s · 1 consumer · 12 watched directories

        BUNDLE  DIALECT   GENERATION  FILES  CONSUMERS  ERRORS  WARNINGS  HELD  PATH
        aurora  redbeard  7           41     1          0       0         2     /a

        WORK SO FAR
        filesParsed  3

        LIMITS
        request  10
        """, "\n\(text)\n")
  }
}

// SPDX-License-Identifier: GPL-2.0-or-later

import LiveryProtocol
import StyledText
import Testing
import TextComparison

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
    let context = ThemeInterface.Context {
      $0.device = "pad"
      $0.language = "en_gb"
      $0.themes = ["night", "large"]
    }
    #expect(context.text == "pad en_gb night large")
    #expect(
      ThemeInterface.Context { $0.modifiers = ["size": "compact", "mood": "dark"] }.text == "mood=dark size=compact")
    #expect(ThemeInterface.Context { $0.themes = [] }.text == "-")
  }

  @Test func status() {
    let status = ThemeInterface.Status.Reply {
      $0.version = "1.0"
      $0.uptime = 61
      $0.bundles = 1
      $0.consumers = 1
      $0.watches = 12
      $0.limits.request = 10
      $0.counters.filesParsed = 3
    }
    let bundle = ThemeInterface.Bundle {
      $0.name = "aurora"
      $0.path = "/a"
      $0.dialect = "redbeard"
      $0.generation = 7
      $0.files = 41
      $0.consumers = 1
      $0.held = 2
    }
    let text = statusLines(status, [bundle], overlays: ["o1 over a.json of b"], socket: "/s").map {
      $0.text(for: .plain)
    }.joined(separator: "\n")
    #expect(
      text.hasPrefix(
        """
        liveryd 1.0 · up 1 min · /s · 1 consumer · 12 watched directories
        unsaved texts are served: o1 over a.json of b; see `livery overlays`

        BUNDLE  DIALECT   GENERATION  FILES  CONSUMERS  ERRORS  WARNINGS  HELD  PATH
        aurora  redbeard  7           41     1          0       0         2     /a

        WORK SO FAR
        filesParsed          3
        declarationsChanged  0
        valuesResolved       0
        deltasSent           0
        conflated            0
        messagesEncoded      0
        rescans              0

        LIMITS
        request                 10
        depth                   0

        """), "\n\(text)\n")
  }
}

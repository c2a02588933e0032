// SPDX-License-Identifier: GPL-2.0-or-later

import Testing
import ThemeModel

@testable import StyledText

@Suite struct ColorPolicyTests {
  private func check(
    _ expected: ColorDepth, _ environment: [String: String], isTerminal: Bool = true, choice: ColorChoice = .auto
  ) {
    let style = StreamStyle(choice: choice, environment: environment, isTerminal: isTerminal)
    #expect(style.depth == expected, "\(choice) \(environment) \(isTerminal)")
  }

  @Test func theFirstRuleThatSpeaksDecides() {
    let xterm = ["TERM": "xterm"]
    check(.sixteen, xterm)
    check(.none, xterm, isTerminal: false)
    check(.none, xterm, choice: .never)
    check(.sixteen, xterm, isTerminal: false, choice: .always)
    check(.sixteen, ["TERM": "xterm", "NO_COLOR": "1"], choice: .always)
    check(.none, ["TERM": "xterm", "NO_COLOR": "1", "FORCE_COLOR": "1"])
    check(.sixteen, ["TERM": "xterm", "NO_COLOR": ""])
    check(.sixteen, ["TERM": "dumb", "FORCE_COLOR": "1"], isTerminal: false)
    check(.none, ["TERM": "xterm", "FORCE_COLOR": "0", "CLICOLOR_FORCE": "1"])
    check(.sixteen, ["TERM": "xterm", "CLICOLOR_FORCE": "1", "CLICOLOR": "0"], isTerminal: false)
    check(.none, ["TERM": "xterm", "CLICOLOR_FORCE": "0"], isTerminal: false)
    check(.none, ["TERM": "xterm", "CLICOLOR": "0"])
    check(.none, ["TERM": "dumb"])
    check(.none, [:])
  }

  @Test func depth() {
    check(.full, ["TERM": "xterm-256color", "COLORTERM": "truecolor"])
    check(.full, ["TERM": "xterm", "COLORTERM": "24bit"])
    check(.full, ["TERM": "xterm-direct"])
    check(.indexed, ["TERM": "screen-256color"])
    check(.indexed, ["TERM": "xterm", "FORCE_COLOR": "2"])
    check(.full, ["TERM": "xterm", "FORCE_COLOR": "3"])
  }

  @Test func nearestColors() {
    let orange = Color(red: 1, green: 0.6, blue: 0)
    #expect(ColorDepth.full.foreground(orange) == "38;2;255;153;0")
    #expect(ColorDepth.indexed.foreground(orange) == "38;5;208")
    #expect(ColorDepth.sixteen.foreground(orange) == "93")
    #expect(ColorDepth.sixteen.foreground(Color(red: 0, green: 0, blue: 0)) == "30")
    #expect(ColorDepth.none.foreground(orange) == "")
  }

  @Test func linksAreForTerminals() {
    let environment = ["TERM": "xterm"]
    #expect(StreamStyle(choice: .never, environment: environment, isTerminal: true).showsLinks)
    #expect(!StreamStyle(choice: .always, environment: environment, isTerminal: false).showsLinks)
    var line = StyledLine()
    line.append("a b.json", file: "/tmp/ä/a b.json")
    #expect(
      line.text(for: StreamStyle(depth: .none, showsLinks: true))
        == "\u{1B}]8;;file:///tmp/%C3%A4/a%20b.json\u{1B}\\a b.json\u{1B}]8;;\u{1B}\\")
  }
}

// SPDX-License-Identifier: GPL-2.0-or-later

import Reporting
import StyledText
import Testing

@testable import WatchRendering

/// In a low window, three lines of the document have precedence over the header and the output of a command.
@Suite struct LowWindowTests {
  private let screens = WatchScreenTests()
  private var state: WatchState { screens.state }

  private func check(_ state: WatchState, _ width: Int, _ height: Int, _ expected: String) {
    screens.check(state, width, height, expected)
  }

  @Test func aFinding() {
    check(
      state, 80, 5,
      """
      livery  aurora · redbeard · 41 files · 312 styles · pad 9.3.1 en_gb
      error[LV1001] unknown reference `color-acent`
       ┌ Button.json:2:18
      2│   "titleColor": "ref://color-acent"
      1 error · 1 warning · 3 values changed · generation 12 · 0.9 ms           ? help
      """)
    var state = state
    state.runTime.themes = ["night"]
    state.command = CommandStatus(phase: .failed("lost"), lines: ["one", "two", "three"])
    check(
      state, 40, 6,
      """
      livery  aurora · redbeard · 41 files · …
      error[LV1001] unknown reference
        `color-acent`
       ┌ Button.json:2:18
      exec: the command cannot be run: lost
      1 error · 1 warning               ? help
      """)
    state.command?.phase = .working
    state.note("No finding has a safe fix.")
    check(
      state, 40, 5,
      """
      livery  aurora · redbeard · 41 files · …
      error[LV1001] unknown reference
        `color-acent`
      No finding has a safe fix.
      1 error · 1 warning               ? help
      """)
  }

  @Test func theKeys() {
    var state = state
    state.view = .help
    let screen = WatchScreen(width: 100, height: 5, depth: .none)
    var seen: [String] = []
    for _ in WatchKey.allCases {
      let lines = screen.lines(state).map { $0.text(for: .plain) }
      #expect(lines.last?.contains(" \(state.scroll + 1)–\(state.scroll + 3) of ") == true, "\(lines)")
      seen += lines.dropFirst().prefix(3)
      state.scroll = screen.scrolled(state, by: .pageDown)
    }
    for key in WatchKey.allCases { #expect(seen.contains("  \(key.rawValue)  \(key.summary)")) }
  }

  @Test func theFixes() {
    var state = state
    state.view = .fixes(FixPreview(fixes: [StyledLine("a.json:1:1: fixed")], diffs: []))
    check(
      state, 40, 4,
      """
      livery  aurora · redbeard · 41 files · …
      1 safe fix
      a.json:1:1: fixed
      Write 1 fix? y yes · n no
      """)
  }

  /// A document without lines gives its place to the header.
  @Test func nothing() {
    var state = state
    state.findings.diagnostics = []
    state.changes = ChangeList()
    check(
      state, 80, 4,
      """
      livery  aurora · redbeard · 41 files · 312 styles · pad 9.3.1 en_gb
      listening on /run/user/1000/livery/aurora.sock · 3 consumers

      no errors · 0 values changed · generation 12 · 0.9 ms · 14:02:11          ? help
      """)
  }
}

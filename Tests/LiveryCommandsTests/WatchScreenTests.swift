// SPDX-License-Identifier: GPL-2.0-or-later

import Testing
import ThemeEngine
import ThemeModel

@testable import LiveryCommands

@Suite struct WatchScreenTests {
  private func check(_ state: WatchState, _ width: Int, _ height: Int, _ expected: String) {
    let lines = WatchScreen(width: width, height: height, depth: .none).lines(state)
    let text = lines.map { $0.text(for: .plain) }.joined(separator: "\n")
    #expect(text == expected, "\n\(text)\n")
    #expect(lines.count <= height)
    #expect(lines.allSatisfy { $0.width(.none) <= width })
  }

  private let sample = Sample(files: ["Button.json": "{\n  \"titleColor\": \"ref://color-acent\"\n}\n"])

  private var state: WatchState {
    let diagnostics = [
      sample.diagnostic(.duplicateKey, "`a` is there twice", file: "A.json"),
      sample.diagnostic(
        .unknownReference, "unknown reference `color-acent`", file: "Button.json", at: "ref://color-acent",
        help: "did you mean `color-accent`?"),
    ]
    var state = WatchState(
      bundle: "aurora", dialect: "redbeard", socketPath: "/run/user/1000/livery/aurora.sock",
      findings: sample.findings(diagnostics))
    state.fileCount = 41
    state.styleCount = 312
    state.context = Context(device: .pad, version: "9.3.1", language: "en_gb")
    state.consumerCount = 3
    state.generation = 12
    state.milliseconds = 0.94
    state.clock = "14:02:11"
    state.changes = [
      ValueChange(
        path: "styles/Button/backgroundColor", old: .color(Color(red: 0.098, green: 0.463, blue: 0.824)),
        new: .color(Color(red: 0.129, green: 0.588, blue: 0.953, alpha: 0.5)),
        cause: Cause(file: "palette.json", line: 7, column: 3)),
      ValueChange(path: "constants/gap", new: .number(4)),
      ValueChange(path: "styles/Label/font", old: .font(Font(name: "Inter", size: 12))),
    ]
    state.changeCount = 3
    return state
  }

  @Test func wide() {
    check(
      state, 160, 20,
      """
      livery  aurora · redbeard · 41 files · 312 styles · pad 9.3.1 en_gb                                 listening on /run/user/1000/livery/aurora.sock · 3 consumers

      error[LV1001] unknown reference `color-acent`
       ┌ Button.json:2:18
      2│   "titleColor": "ref://color-acent"
       │                  ^^^^^^^^^^^^^^^^^
       └ help: did you mean `color-accent`?

      warning[LV0007] `a` is there twice
       ┌ A.json
      ~ styles/Button/backgroundColor   #1976d2 → #2196f3 50%   palette.json:7
      + constants/gap   4
      - styles/Label/font   Inter 12






      1 error · 1 warning · 3 values changed · generation 12 · 0.9 ms · 14:02:11                                                                                ? help
      """)
  }

  @Test func usual() {
    check(
      state, 80, 12,
      """
      livery  aurora · redbeard · 41 files · 312 styles · pad 9.3.1 en_gb
      listening on /run/user/1000/livery/aurora.sock · 3 consumers

      error[LV1001] unknown reference `color-acent`
       ┌ Button.json:2:18
      2│   "titleColor": "ref://color-acent"
       │                  ^^^^^^^^^^^^^^^^^
       └ help: did you mean `color-accent`?
      … and 1 more finding
      ~ styles/Button/backgroundColor   #1976d2 → #2196f3 50%   palette.json:7
      … and 2 more changed values
      1 error · 1 warning · 3 values changed · generation 12 · 0.9 ms · 14:02:11
      """)
  }

  @Test func narrow() {
    check(
      state, 40, 8,
      """
      livery  aurora · redbeard · 41 files · …
      listening on /run/user/1000/livery/auro…

      error[LV1001] unknown reference `color-…
       ┌ Button.json:2:18
      2│   "titleColor": "ref://color-acent"
       │                  ^^^^^^^^^^^^^^^^^
      1 error · 1 warning · 3 values changed …
      """)
    check(state, 3, 1, "1 …")
    check(state, 0, 0, "")
  }

  @Test func tooManyChanges() {
    var state = state
    state.findings.diagnostics = []
    state.milliseconds = nil
    state.changeCount = 1_003
    check(
      state, 80, 6,
      """
      livery  aurora · redbeard · 41 files · 312 styles · pad 9.3.1 en_gb
      listening on /run/user/1000/livery/aurora.sock · 3 consumers

      ~ styles/Button/backgroundColor   #1976d2 → #2196f3 50%   palette.json:7
      … and 1002 more changed values
      no errors · 1003 values changed · generation 12 · 14:02:11                ? help
      """)
  }

  @Test func otherViews() {
    var state = state
    state.view = .delta
    state.isCleared = true
    check(
      state, 60, 8,
      """
      livery  aurora · redbeard · 41 files · 312 styles · pad 9.3…
      listening on /run/user/1000/livery/aurora.sock · 3 consumers

      Generation 12 changed
      ~ styles/Button/backgroundColor   #1976d2 → #2196f3 50%   p…
      + constants/gap   4
      - styles/Label/font   Inter 12
      1 error · 1 warning · 3 values changed · generation 12 · 0.…
      """)
    state.view = .help
    let lines = WatchScreen(width: 80, height: 24, depth: .none).lines(state).map { $0.text(for: .plain) }
    for key in WatchKey.allCases {
      #expect(lines.contains("  \(key.rawValue)  \(key.summary)"))
    }
  }

  @Test func contextsTakeTurns() {
    let start = Context(version: "9")
    var named = [
      NamedContext(name: "tablet", context: Context(device: .pad)), NamedContext(name: "none", context: Context()),
    ]
    var state = state
    state.context = start
    var told: [String] = []
    for _ in 1...4 {
      state.showNextContext(of: named, start: start)
      told.append(state.contextText)
    }
    #expect(told == ["tablet: pad", "none", "9", "tablet: pad"])
    named[0].name = "pad"
    state.showNextContext(of: named, start: start)
    #expect(state.contextText == "pad: pad")
    state.showNextContext(of: [], start: start)
    #expect(state.contextText == "9")
  }

  @Test func swatchesCountAsCells() {
    let lines = WatchScreen(width: 50, height: 12, depth: .full).lines(state)
    #expect(lines.allSatisfy { $0.width(.full) <= 50 })
    let change = lines.first { $0.text(for: .plain).hasPrefix("~") }
    #expect(
      change?.text(for: StreamStyle(depth: .full, showsLinks: false)).contains("\u{1B}[38;2;25;118;210m██ ") == true)
  }

  @Test func logLines() {
    #expect(state.logLine == "generation 12: 3 values changed, 1 error, 1 warning (0.9 ms)")
    var state = state
    state.changeCount = 1
    state.findings.diagnostics = []
    state.milliseconds = nil
    #expect(state.logLine == "generation 12: 1 value changed, 0 errors, 0 warnings")
  }
}

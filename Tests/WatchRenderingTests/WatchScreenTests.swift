// SPDX-License-Identifier: GPL-2.0-or-later

import FindingSamples
import Reporting
import StyledText
import Testing
import TextComparison
import ThemeEngine
import ThemeModel

@testable import WatchRendering

@Suite struct WatchScreenTests {
  func check(_ state: WatchState, _ width: Int, _ height: Int, _ expected: String) {
    let lines = WatchScreen(width: width, height: height, depth: .none).lines(state)
    let text = lines.map { $0.text(for: .plain) }.joined(separator: "\n")
    #expect(text == expected, "\n\(text)\n")
    #expect(lines.count <= height)
    #expect(lines.allSatisfy { $0.width(.none) <= width })
  }

  private let sample = Sample(files: ["Button.json": "{\n  \"titleColor\": \"ref://color-acent\"\n}\n"])

  var state: WatchState {
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
    state.timeOfDay = "14:02:11"
    state.changes = ChangeList(changes, causes: [cause])
    return state
  }

  private let cause = Cause(file: "palette.json", line: 7, column: 3)
  private let changes = [
    ValueChange(
      path: "styles/Button/backgroundColor", old: .color(Color(red: 0.098, green: 0.463, blue: 0.824)),
      new: .color(Color(red: 0.129, green: 0.588, blue: 0.953, alpha: 0.5))),
    ValueChange(path: "constants/gap", new: .number(4)),
    ValueChange(path: "styles/Label/font", old: .font(Font(name: "Inter", size: 12))),
  ]

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

      palette.json:7 changed 3 values
      ~ styles/Button/backgroundColor  #1976d2 → #2196f3 50%
      + constants/gap                  4
      - styles/Label/font              Inter 12



      livery explain LV1001 · e edit · n next finding
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
      … and 1 more finding (n)
      palette.json:7 changed 3 values
      livery explain LV1001 · e edit · n next finding
      1 error · 1 warning · 3 values changed · generation 12 · 0.9 ms           ? help
      """)
  }

  @Test func narrow() {
    check(
      state, 40, 8,
      """
      livery  aurora · redbeard · 41 files · …
      /run/use…ivery/aurora.sock · 3 consumers

      error[LV1001] unknown reference
        `color-acent`
       ┌ Button.json:2:18
      2│   "titleColor": "ref://color-acent"
      1 error · 1 warning               ? help
      """)
    check(state, 3, 1, "1 …")
    check(state, 0, 0, "")
  }

  @Test func tooManyChanges() {
    var state = state
    state.findings.diagnostics = []
    state.milliseconds = nil
    let many = (1...1_002).map { ValueChange(path: "constants/size-\($0)", old: .number(1), new: .number(2)) }
    state.changes = ChangeList(changes.prefix(1) + many, causes: [cause])
    let screen = WatchScreen(width: 80, height: 7, depth: .none)
    let top = """
      livery  aurora · redbeard · 41 files · 312 styles · pad 9.3.1 en_gb
      listening on /run/user/1000/livery/aurora.sock · 3 consumers

      palette.json:7 changed 1003 values
      ~ styles/Button/backgroundColor  #1976d2 → #2196f3 50%
      … and 1002 more changed values (↓)
      no errors · 1003 values changed · generation 12 · 14:02:11                ? help
      """
    check(state, 80, 7, top)
    // All of them can be reached, one by one and at once.
    for (scrolling, last) in [
      (Scrolling.lineDown, "size-2 "), (.lineDown, "size-3 "), (.pageDown, "size-5 "), (.end, "size-1002 "),
    ] {
      state.scroll = screen.scrolled(state, by: scrolling)
      let lines = screen.lines(state).map { $0.text(for: .plain) }
      #expect(lines[5].hasPrefix("~ constants/\(last)"), "\(lines)")
      #expect(lines[6].hasSuffix(" \(state.scroll + 1)–\(state.scroll + 3) of 1004 · ? help"), "\(lines)")
    }
    #expect(screen.scrolled(state, by: .lineDown) == state.scroll)
    state.scroll = screen.scrolled(state, by: .pageUp)
    #expect(state.scroll == 1_004 - 3 - 2)
    state.scroll = screen.scrolled(state, by: .start)
    check(state, 80, 7, top)
  }

  @Test func bothColorsAreSeenWhereThereIsLittleRoom() {
    var state = state
    state.findings.diagnostics = []
    let glyph = { (color: Color) in Value.glyph(Glyph(name: "chevron-left", color: color, height: 18)) }
    let (old, new) = (Color(red: 1, green: 0.6, blue: 0), Color(red: 0.129, green: 0.588, blue: 0.953))
    state.changes = ChangeList(
      [
        ValueChange(
          path: "styles/accent-button/selected/highlighted/backgroundColor", old: .color(old), new: .color(new)),
        ValueChange(path: "styles/UINavigationBar/backImage", old: glyph(old), new: glyph(new)),
      ], causes: [cause])
    check(
      state, 60, 7,
      """
      livery  aurora · redbeard · 41 files · 312 styles · pad 9.3…
      listening on /run/user/1000/livery/aurora.sock · 3 consumers

      palette.json:7 changed 2 values
      ~ styles…ackgroundColor  #ff9900          → #2196f3
      ~ styles…nBar/backImage  ch…-left #ff9900 → ch…-left #2196f3
      no errors · 2 values changed · generation 12          ? help
      """)
    for depth in [ColorDepth.none, .full] {
      for width in [40, 60, 80] {
        let lines = WatchScreen(width: width, height: 10, depth: depth).lines(state)
        let rows = lines.map { $0.text(for: .plain) }.filter { $0.hasPrefix("~") }
        #expect(rows.count == 2 && rows.allSatisfy { $0.contains("#ff9900") && $0.contains("#2196f3") }, "\(rows)")
        #expect(lines.last?.text(for: .plain).hasSuffix("? help") == true)
      }
    }
  }

  @Test func whatDoesNotComeFromTheFiles() {
    var state = state
    state.findings.diagnostics = []
    state.runTime.entries = [.init(path: "constants/color-accent", name: "color-accent", value: "#2196f3")]
    state.runTime.themes = ["night"]
    state.heldCount = 2
    func header(_ width: Int) -> String {
      WatchScreen(width: width, height: 9, depth: .none).lines(state)[2].text(for: .plain)
    }
    #expect(
      header(127) == "1 value set at run time: color-accent (livery reset) · in use: night (livery use) · "
        + "2 held back until fixed (livery forget)")
    #expect(header(60) == "1 value set at run time · in use: night · 2 held back")
    let cause = Cause(file: "core/colors.json", line: 7, column: 3)
    #expect(
      state.runTime.note(hiding: [cause]) { $0 == "constants/color-accent" ? [ExplanationStep(at: cause)] : [] }
        == "core/colors.json:7 does not show: color-accent is set to #2196f3 at run time (livery reset)")
    #expect(state.runTime.note(hiding: [cause]) { _ in [] } == nil)
  }

  @Test func anotherFindingFirst() {
    var state = state
    state.changes = ChangeList()
    let first = { WatchScreen(width: 80, height: 20, depth: .none).lines(state)[3].text(for: .plain) }
    #expect(first().hasPrefix("error[LV1001]"))
    state.select(1)
    #expect(first().hasPrefix("warning[LV0007]"))
    state.select(1)
    #expect(first().hasPrefix("warning[LV0007]"))
    state.select(-1)
    state.select(-1)
    #expect(first().hasPrefix("error[LV1001]"))
    #expect(state.selectedFinding?.code == .unknownReference)
  }

  @Test func otherViews() {
    var state = state
    state.view = .delta
    state.isCleared = true
    check(
      state, 60, 10,
      """
      livery  aurora · redbeard · 41 files · 312 styles · pad 9.3…
      listening on /run/user/1000/livery/aurora.sock · 3 consumers

      Generation 12

      palette.json:7 changed 3 values
      ~ styles/Button/backgroundColor  #1976d2 → #2196f3 50%
      + constants/gap                  4
      - styles/Label/font              Inter 12
      1 error · 1 warning · 3 values changed    1–6 of 15 · ? help
      """)
    state.changes = ChangeList()
    check(
      state, 60, 12,
      """
      livery  aurora · redbeard · 41 files · 312 styles · pad 9.3…
      listening on /run/user/1000/livery/aurora.sock · 3 consumers

      Generation 12

      No value changed.

      error[LV1001] unknown reference `color-acent`
       ┌ Button.json:2:18
      2│   "titleColor": "ref://color-acent"
       │                  ^^^^^^^^^^^^^^^^^
      1 error · 1 warning · 0 values changed    1–8 of 12 · ? help
      """)
    state.view = .help
    let lines = WatchScreen(width: 90, height: 24, depth: .none).lines(state).map { $0.text(for: .plain) }
    for key in WatchKey.allCases {
      #expect(lines.contains("  \(key.rawValue)  \(key.summary)"))
    }
    // Longer texts go on in the next line.
    let narrow = WatchScreen(width: 40, height: 40, depth: .none).lines(state).map { $0.text(for: .plain) }
    let text = narrow.flatMap { $0.split(separator: " ") }.joined(separator: " ")
    for key in WatchKey.allCases { #expect(text.contains("\(key.rawValue) \(key.summary)")) }
    #expect(text.contains(WatchKey.scrolling))
  }

  /// The effect of a key ends with the next generation, but for the generation that comes from the key.
  @Test func noticesEnd() {
    var state = state
    func hasHint() -> Bool {
      let lines = WatchScreen(width: 80, height: 20, depth: .none).lines(state).map { $0.text(for: .plain) }
      return lines.contains { $0.hasPrefix("livery explain LV1001") }
    }
    state.note("No finding has a safe fix.")
    #expect(!hasHint())
    state.begin(ChangeList())
    #expect(hasHint())
    state.note("1 fix written.", hasGeneration: true)
    state.begin(ChangeList())
    #expect(state.notice == "1 fix written.")
    state.begin(ChangeList())
    #expect(state.notice == nil && hasHint())
  }

  /// Long lines of a diff are cut around their difference.
  @Test func longFixes() {
    let line = #"{ "a": 1, "b": 2, "c": 3, "d": 4, "e": 5, "f": 6, "g": 7 "h": 8, "i": 9 }"#
    let diff = """
      --- a/a.json
      +++ b/a.json
      @@ -1,3 +1,3 @@
       {
      --- a
      -\(line)
      +++ a
      +\(line.replacing("7", with: "7,"))
      -\(line)

      """
    let preview = FixPreview(fixes: [StyledLine("a.json:1:1: fixed")], diffs: [diff])
    #expect(preview.count == 1)
    let lines = preview.lines(width: 40).map { $0.text(for: .plain) }
    #expect(
      Array(lines[6...]) == [
        "--- a", #"-…f": 6, "g": 7 "h": 8, "i": 9 }"#, "+++ a", #"+…f": 6, "g": 7, "h": 8, "i": 9 }"#,
        "-\(line)",
      ])
  }

  @Test func contextsTakeTurns() {
    let start = Context(version: "9")
    var named = [
      NamedContext(name: "tablet", context: Context(device: .pad)), NamedContext(name: "none", context: Context()),
    ]
    var state = state
    state.context = start
    var reported: [String] = []
    for _ in 1...4 {
      state.showNextContext(of: named, start: start)
      reported.append(state.contextText)
    }
    #expect(reported == ["tablet: pad", "none", "9", "tablet: pad"])
    named[0].name = "pad"
    state.showNextContext(of: named, start: start)
    #expect(state.contextText == "pad: pad")
    // Contexts that differ in their modifiers alone take turns as well.
    named = ["compact", "wide"].map { NamedContext(name: $0, context: Context(modifiers: ["size": $0])) }
    reported = []
    for _ in 1...3 {
      state.showNextContext(of: named, start: Context(modifiers: ["size": "usual", "mood": "dark"]))
      reported.append(state.contextText)
    }
    #expect(reported == ["compact: size=compact", "wide: size=wide", "mood=dark size=usual"])
    state.showNextContext(of: [], start: start)
    #expect(state.contextText == "9")
  }

  @Test func swatchesCountAsCells() {
    let lines = WatchScreen(width: 50, height: 16, depth: .full).lines(state)
    #expect(lines.allSatisfy { $0.width(.full) <= 50 })
    let change = lines.first { $0.text(for: .plain).hasPrefix("~") }
    #expect(
      change?.text(for: StreamStyle(depth: .full, showsLinks: false)).contains("\u{1B}[38;2;25;118;210m██ ") == true)
  }

  @Test func logLines() {
    #expect(state.logLine == "generation 12: 3 values changed, 1 error, 1 warning (0.9 ms)")
    var state = state
    state.changes = ChangeList(Array(changes.prefix(1)))
    state.findings.diagnostics = []
    state.milliseconds = nil
    #expect(state.logLine == "generation 12: 1 value changed, 0 errors, 0 warnings")
  }
}

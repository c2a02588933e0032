// SPDX-License-Identifier: GPL-2.0-or-later

import JSONText
import LiveryProtocol
import StyledText
import Testing
import ThemeComposition
import ThemeModel

@testable import Reporting

/// The answers of `why` and `compose` on a terminal.
@Suite struct AnswerTextTests {
  private let places = BundlePlaces(bundle: "shop", prefix: "themes/")

  private static let red: JSONValue = [
    "$type": "color", "$value": ["colorSpace": "srgb", "components": [1, 0, 0], "alpha": 1, "hex": "#ff0000"],
  ]

  private func check(_ lines: [StyledLine], _ text: String, sourceLocation: SourceLocation = #_sourceLocation) {
    #expect(lines.map { $0.text(for: .plain) }.joined(separator: "\n") == text, sourceLocation: sourceLocation)
  }

  private func step(_ members: JSONValue, line: Double) -> ExplanationStep {
    var step = JSONObject([
      ("kind", "declaration"), ("path", "styles/b/tint"), ("depth", 0), ("id", "b"), ("key", "tint"),
    ])
    step.members += members.object?.members ?? []
    step.members += [("file", "a.json"), ("line", .number(line)), ("column", 5)]
    return ExplanationStep(step)
  }

  private var steps: [ExplanationStep] {
    [
      step(["status": "inactive", "suffix": "_iPad", "says": "literal", "value": 1], line: 1),
      step(
        [
          "id": "base", "status": "overridden", "rule": "ownKey", "says": "literal", "value": "x",
          "inherits": [["id": "base"]],
        ],
        line: 2),
      step(["status": "won", "rule": "ownKey", "says": "reference", "target": "ink", "result": Self.red], line: 3),
      step(
        [
          "kind": "reference", "path": "constants/ink", "depth": 1, "status": "won", "says": "literal",
          "value": Self.red,
        ], line: 4),
      ExplanationStep {
        $0.kind = .reference
        $0.path = "constants/gone"
        $0.depth = 2
        $0.status = .missing
        $0.id = "gone"
      },
    ]
  }

  private func explanation(width: Int, _ depth: ColorDepth = .none) -> AnswerText {
    AnswerText(places: places, width: width, depth: depth)
  }

  @Test func whyInAWideWindow() {
    check(
      explanation(width: 120).lines("styles/b/tint", steps),
      """
      styles/b/tint   #ff0000

        - 1           inactive: _iPad is for another device   themes/a.json:1:5
        - base: "x"   overridden by an own key                themes/a.json:2:5
        ✓ → ink       won: an own key over inherited ones     themes/a.json:3:5

        → constants/ink      #ff0000            themes/a.json:4:5
          → constants/gone   declared nowhere
      """)
  }

  @Test func whyInANarrowWindow() {
    check(
      explanation(width: 60).lines("styles/b/tint", Array(steps[..<3])),
      """
      styles/b/tint   #ff0000

        - 1           inactive: _iPad is for another device
            themes/a.json:1:5
        - base: "x"   overridden by an own key
            themes/a.json:2:5
        ✓ → ink       won: an own key over inherited ones
            themes/a.json:3:5
      """)
  }

  @Test func coloursHaveSwatches() {
    let lines = explanation(width: 120, .full).lines("styles/b/tint", steps)
    #expect(
      lines[0].text(for: StreamStyle(depth: .full, showsLinks: false)).hasSuffix(
        "\u{1B}[38;2;255;0;0m██ \u{1B}[0m#ff0000"))
  }

  @Test func whyThroughAReference() {
    check(
      explanation(width: 120).lines(
        "styles/b/tint",
        [
          step(["path": "styles/b", "status": "won", "says": "reference", "target": "c"], line: 1),
          step(["path": "styles/c/tint", "depth": 1, "status": "merged", "says": "object"], line: 2),
          step(["path": "styles/c/tint", "depth": 1, "status": "won", "says": "object", "result": ["x": 1]], line: 3),
        ]),
      """
      styles/b/tint   an object of 1 member

      styles/b
        ✓ → c   won: the only one   themes/a.json:1:5

      styles/c/tint
        + an object   merged                      themes/a.json:2:5
        ✓ an object   won: lies over the others   themes/a.json:3:5
      """)
    check(explanation(width: 120).lines("a/b", []), "a/b   from the bundle's last state; its files are gone")
  }

  @Test func compositions() {
    let reply = JSONObject([
      ("properties", ["tint": Self.red, "on": ["gap": 1]]),
      (
        "layers",
        [
          [
            "kind": "class", "id": "Base", "status": "dropped", "droppedBy": 1, "file": "a.json", "line": 1,
            "column": 2, "properties": [],
          ],
          [
            "kind": "identifier", "id": "b", "path": "styles/b", "status": "applied", "file": "a.json", "line": 2,
            "column": 3,
            "properties": [["path": "on/gap", "source": "styles/b/on/gap", "file": "a.json", "line": 3, "column": 4]],
          ],
          ["kind": "change", "status": "applied", "properties": [["path": "tint"]]],
          ["kind": "theme", "id": "gone", "status": "missing", "properties": []],
        ]
      ),
    ])
    check(
      AnswerText(places: places, width: 100, depth: .none).lines(PlacedComposition(reply)),
      """
      layers, of which a later one wins
        1 class        Base   dropped by 2   themes/a.json:1:2
        2 identifier   b                     themes/a.json:2:3
        3 change                             -
        4 theme        gone   missing        -

      properties
        tint     #ff0000   3   -
        on/gap   1         2   themes/a.json:3:4
      """)
    check(
      AnswerText(places: places, width: 100, depth: .none).lines(PlacedComposition()),
      "no style of shop applies to this element")
  }
}

// SPDX-License-Identifier: GPL-2.0-or-later

import StyledText
import Testing
import ThemeModel

@testable import Reporting

@Suite struct ValueTextTests {
  private static let orange = Color(red: 1, green: 0.6, blue: 0, alpha: 0.5)

  @Test(arguments: [
    (Value.color(orange), "#ff9900 50%"), (.colorReference(orange), "#ff9900 50%"), (.image("a.png"), "a.png"),
    (.colorInSpace(ColorInSpace(.displayP3, 1, 0, nil)), "#ff0b0c  color(display-p3 1 0 none)"),
    (.colorInSpace(ColorInSpace(.oklch, 0.7, 0.1, 0, alpha: 0.5)), "#d2849c 50%  oklch(0.7 0.1 0 / 0.5)"),
    (.font(Font(name: "Inter", size: 12.5)), "Inter 12.5"), (.font(Font(system: .bold)), "bold"),
    (.glyph(Glyph(name: "star", color: orange, height: 9)), "star 9 #ff9900 50%"),
    (.glyph(Glyph(name: "star")), "star"),
    (.point(Point(x: 1, y: -2)), "1, -2"), (.size(Size(width: 3, height: 4.5)), "3 × 4.5"),
    (.rect(Rect(x: 0, y: 1, width: 2, height: 3)), "0, 1, 2 × 3"),
    (.edgeInsets(EdgeInsets(top: 1, left: 2, bottom: 3, right: 4)), "top 1, left 2, bottom 3, right 4"),
    (.calls([[.number(1), .string("a")]]), #"[[1,"a"]]"#), (.null, "null"), (.string("a\u{1B}"), #""a\u001b""#),
    (.object([.init(key: "a", value: .array([.bool(true)]))]), #"{"a":[true]}"#),
  ])
  func short(_ value: Value, _ expected: String) {
    var line = StyledLine()
    line.append(value)
    #expect(line.text(for: .plain) == expected)
  }

  @Test func swatchesStandBeforeColors() {
    var line = StyledLine()
    line.append(.glyph(Glyph(name: "star", color: Self.orange)))
    #expect(
      line.text(for: StreamStyle(depth: .indexed, showsLinks: false))
        == "star \u{1B}[38;5;208m██ \u{1B}[0m#ff9900 50%")
  }
}

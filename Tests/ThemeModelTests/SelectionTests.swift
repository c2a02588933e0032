// SPDX-License-Identifier: MIT

import Testing
import ThemeModel

@Suite struct SelectionTests {
  private func check(
    _ patterns: [String], _ path: String, _ answer: Selection.Answer, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let found = Selection(patterns).answer(Path.segments(of: path))
    #expect(found == answer, "\(patterns) on \(path)", sourceLocation: sourceLocation)
  }

  @Test func answers() {
    check([], "styles/a", .whole)
    check([], "", .whole)
    check(["styles/a"], "", .within)
    check(["styles/a"], "styles", .within)
    check(["/styles/a"], "styles/a", .whole)
    check(["styles/a"], "styles/a/b/c", .whole)
    check(["styles/a"], "styles/ab", .nothing)
    check(["styles/a"], "constants", .nothing)
    check(["styles/a/b"], "styles/a", .within)
  }

  @Test func stars() {
    check(["styles/RB*"], "styles/RBButton", .whole)
    check(["styles/RB*"], "styles/RB", .whole)
    check(["styles/RB*"], "styles/xRB", .nothing)
    check(["styles/*Button"], "styles/RBButton", .whole)
    check(["styles/*Button"], "styles/RBButtons", .nothing)
    check(["styles/a*b*c"], "styles/aXbXbc", .whole)
    check(["styles/a*b*c"], "styles/ac", .nothing)
    check(["styles/*"], "styles/any/thing", .whole)
    check(["styles/*"], "styles", .within)
    check(["*/*/titleColor"], "styles/a", .within)
    check(["*/*/titleColor"], "styles/a/titleColor", .whole)
    check(["*/*/titleColor"], "styles/a/title", .nothing)
    check(["styles/***"], "styles/a", .whole)
  }

  @Test func anyDepth() {
    check(["**"], "", .whole)
    check(["**/titleColor"], "", .within)
    check(["**/titleColor"], "titleColor", .whole)
    check(["**/titleColor"], "styles/a", .within)
    check(["**/titleColor"], "styles/a/selected/titleColor", .whole)
    check(["styles/**/alpha"], "styles/alpha", .whole)
    check(["styles/**/alpha"], "styles/a/b/c", .within)
    check(["styles/**/alpha"], "constants/alpha", .nothing)
    check(["styles/**"], "styles", .whole)
  }

  @Test func severalAndEscaped() {
    check(["constants/a", "styles/b"], "styles/b", .whole)
    check(["constants/a", "styles/b/c"], "styles/b", .within)
    check(["styles/~0submit"], "styles/~0submit", .whole)
    check(["styles/a~1b"], "styles/a~1b", .whole)
    check(["styles/a~1b"], "styles/a/b", .nothing)
    check(["styles/~0*"], "styles/~0submit", .whole)
    #expect(Selection(["b", "a", "b"]) == Selection(["a", "b"]))
    #expect(Selection(["b", "a", "b"]).patterns == ["a", "b"])
  }
}

@Suite struct PathTests {
  private func check(_ segment: String, _ escaped: String, sourceLocation: SourceLocation = #_sourceLocation) {
    #expect(Path.escape(segment) == escaped, sourceLocation: sourceLocation)
    #expect(Path.unescape(escaped) == segment, sourceLocation: sourceLocation)
  }

  @Test func escapes() {
    check("plain", "plain")
    check("~id", "~0id")
    check("a/b", "a~1b")
    check("~1", "~01")
    check("~/~", "~0~1~0")
    check("", "")
    #expect(Path.unescape("a~2b~") == "a~2b~")
  }

  @Test func segments() {
    #expect(Path.segments(of: "") == [])
    #expect(Path.segments(of: "/") == [])
    #expect(Path.segments(of: "/a/b") == ["a", "b"])
    #expect(Path.segments(of: "a//b") == ["a", "", "b"])
    #expect(Path.segments(of: "a~1b/~0c") == ["a/b", "~c"])
    #expect(Path.segments(of: "a~1b", keepingEscapes: true) == ["a~1b"])
  }
}

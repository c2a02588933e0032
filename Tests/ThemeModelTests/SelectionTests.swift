// SPDX-License-Identifier: MIT

import TestSupport
import Testing
import ThemeModel

@Suite struct SelectionTests {
  private func check(
    _ patterns: [String], _ path: String, _ answer: Selection.Answer, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let found = try? Selection(patterns).answer(Path.segments(of: path))
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

  @Test func severalAndEscaped() throws {
    check(["constants/a", "styles/b"], "styles/b", .whole)
    check(["constants/a", "styles/b/c"], "styles/b", .within)
    check(["styles/~0submit"], "styles/~0submit", .whole)
    check(["styles/a~1b"], "styles/a~1b", .whole)
    check(["styles/a~1b"], "styles/a/b", .nothing)
    check(["styles/~0*"], "styles/~0submit", .whole)
    #expect(try Selection(["b", "a", "b"]) == Selection(["a", "b"]))
    #expect(try Selection(["b", "a", "b"]).patterns == ["a", "b"])
  }

  @Test func sharedBeginnings() {
    let patterns = [
      "styles/a/b", "styles/a/*/c", "styles/**/d", "styles/**", "styles/a*!/y", "styles/a*/z", "styles/a*",
    ]
    check(patterns, "styles/a", .whole)
    check(Array(patterns.prefix(3)), "styles/a/b", .whole)
    check(Array(patterns.prefix(3)), "styles/a/x", .within)
    check(Array(patterns.prefix(3)), "styles/a/x/c", .whole)
    check(Array(patterns.prefix(2)), "styles/a/x/d", .nothing)
    check(Array(patterns.prefix(3)), "styles/a/x/d", .whole)
    check(["styles/a*!/y", "styles/a*/z"], "styles/ab!/z", .whole)
    check(["styles/a*!/y", "styles/a*/z"], "styles/ab/y", .nothing)
  }

  /// Patterns whose matches are many ways through the path: a matcher that tries each way does not end.
  @Test func costsAreLinearInPatternAndPath() {
    let path = Array(repeating: "a", count: 126).joined(separator: "/")
    for step in ["**", "**/*", "**/a", "*/**"] {
      let count = (Selection.maximumSegments - 1) / step.split(separator: "/").count
      let pattern = Array(repeating: step, count: count).joined(separator: "/")
      check([pattern], path, .whole)
      check([pattern + "/b"], path, .within)
      check([pattern + "/b"], path + "/b", .whole)
    }
  }

  /// A segment of many stars, too, and texts that match almost.
  @Test func costsOfASegment() {
    let text = String(repeating: "a", count: 4000)
    check([String(repeating: "a*", count: 2000) + "b"], text, .nothing)
    check([String(repeating: "a*", count: 2000) + "b"], text + "b", .whole)
    check([String(repeating: "*", count: 100_000) + "b"], text + "b", .whole)
  }

  @Test func limits() throws {
    let most = Array(repeating: "**", count: Selection.maximumSegments).joined(separator: "/")
    #expect(try Selection([most]).answer(["a"]) == .whole)
    #expect(try Selection(["/" + most]).answer(["a"]) == .whole)
    for long in [most + "/x", most + "/", String(repeating: "**/", count: 80_000) + "x"] {
      #expect(throws: SelectionError.tooManySegments(long)) { try Selection(["a", long]) }
    }
    let patterns = (0..<Selection.maximumPatterns).map { "constants/id-\($0)" }
    #expect(try Selection(select: patterns).answer(["constants", "id-1023"]) == .whole)
    #expect(throws: SelectionError.tooManyPatterns(1025)) { try Selection(select: patterns + ["a"]) }
    // A manifest may list more files.
    #expect(try Selection(patterns + ["a"]).answer(["a"]) == .whole)
  }

  /// All patterns together have the answer of the strongest one, and each has the answer of the definition.
  @Test(arguments: 0..<20) func randomly(seed: UInt64) throws {
    var random = SplitMix(seed: seed)
    func segment(_ alphabet: [String]) -> String {
      (0...Int.random(in: 0...1, using: &random)).map { _ in alphabet.randomElement(using: &random) ?? "" }.joined()
    }
    for _ in 0..<200 {
      let patterns = (0...Int.random(in: 0...5, using: &random)).map { _ in
        (0...Int.random(in: 0...5, using: &random)).map { _ in segment(["a", "b", "*", "**"]) }.joined(separator: "/")
      }
      let path = (0..<Int.random(in: 0...6, using: &random)).map { _ in segment(["a", "b"]) }
      let expected = patterns.map { defined(Path.segments(of: $0)[...], path[...]) }.max { $0.rank < $1.rank }
      #expect(try Selection(patterns).answer(path) == expected, "\(patterns) on \(path)")
    }
  }

  /// The definition of a match, by trying each way.
  private func defined(_ pattern: ArraySlice<String>, _ path: ArraySlice<String>) -> Selection.Answer {
    guard let first = pattern.first else { return .whole }
    if first == "**" {
      let answers = [defined(pattern.dropFirst(), path), path.isEmpty ? .nothing : defined(pattern, path.dropFirst())]
      return answers.max { $0.rank < $1.rank } ?? .nothing
    }
    guard let segment = path.first else { return .within }
    return matches(Array(first)[...], Array(segment)[...]) ? defined(pattern.dropFirst(), path.dropFirst()) : .nothing
  }

  private func matches(_ glob: ArraySlice<Character>, _ text: ArraySlice<Character>) -> Bool {
    guard let first = glob.first else { return text.isEmpty }
    if first == "*" {
      return matches(glob.dropFirst(), text) || !text.isEmpty && matches(glob, text.dropFirst())
    }
    return text.first == first && matches(glob.dropFirst(), text.dropFirst())
  }
}

extension Selection.Answer {
  fileprivate var rank: Int {
    switch self {
    case .nothing: 0
    case .within: 1
    case .whole: 2
    }
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

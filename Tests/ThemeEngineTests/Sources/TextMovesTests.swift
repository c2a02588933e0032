// SPDX-License-Identifier: GPL-2.0-or-later

import Testing
import ThemeModel

@testable import ThemeEngine

/// Places after a value of the text was replaced.
@Suite struct TextMovesTests {
  private func move(growth: Int = 3) -> TextMove {
    TextMove(file: FileID(1), value: ByteRange(10, 20), growth: growth, keepsPositions: false)
  }

  @Test func rangesMoveBehindAValueAndGrowAroundIt() {
    func check(_ range: ClosedRange<Int>, _ expected: ClosedRange<Int>?) {
      let moved = move().moved(ByteRange(range.lowerBound, range.upperBound))
      #expect(moved == expected.map { ByteRange($0.lowerBound, $0.upperBound) }, "\(range)")
    }
    check(2...9, 2...9)
    check(2...10, 2...10)
    check(20...30, 23...33)
    check(21...30, 24...33)
    check(10...20, 10...23)
    check(2...30, 2...33)
    check(11...19, nil)
    check(10...19, nil)
    check(11...20, nil)
    check(2...12, nil)
    check(12...30, nil)
  }

  @Test func onlyTheLastMovesAreKept() {
    var moves = TextMoves()
    for growth in 0..<1000 { moves.add(move(growth: growth)) }
    #expect(moves.count == 1000)
    #expect(moves.since(1000)?.isEmpty == true)
    #expect(moves.since(998)?.map(\.growth) == [998, 999])
    #expect(moves.since(0) == nil)
    let kept = (0...1000).first { moves.since($0) != nil } ?? 0
    #expect(moves.since(kept)?.map(\.growth) == Array(kept..<1000))
  }

  /// The text of a fix around a replaced value has the value of before.
  @Test func aFixAroundAReplacedValueIsMadeAnew() {
    let engine = ThemeEngine(bundle: "moves")
    engine.apply([FileChange(path: "a.json", content: .bytes(Array(repeating: UInt8(ascii: " "), count: 100)))])
    let files = engine.sources.linked.files
    guard let file = files.file(at: "a.json") else { return #expect(Bool(false)) }
    func moved(_ fix: ByteRange) -> ByteRange? {
      let position = SourcePosition(line: 1, column: 1, offset: 0)
      var diagnostics = [
        Diagnostic(
          code: .unused, severity: .info, message: "", file: "a.json",
          range: SourceRange(start: position, end: position),
          fix: Finding.Fix(title: "", safe: true, edits: [.init(range: fix, text: "")]))
      ]
      let move = TextMove(file: file, value: ByteRange(10, 20), growth: 3, keepsPositions: false)
      guard MovedDiagnostics.move(&diagnostics, by: [move], in: files, engine.locator) else { return nil }
      return diagnostics[0].fix?.edits[0].range
    }
    #expect(moved(ByteRange(2, 4)) == ByteRange(2, 4))
    #expect(moved(ByteRange(24, 26)) == ByteRange(27, 29))
    #expect(moved(ByteRange(4, 24)) == nil)
  }
}

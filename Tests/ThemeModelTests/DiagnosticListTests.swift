// SPDX-License-Identifier: MIT

import JSONText
import Testing
import ThemeModel

@Suite struct DiagnosticListTests {
  private func diagnostic(
    _ code: DiagnosticCode, _ number: Int, since: Int? = nil, message: String = "m", related: Int = 0
  ) -> Diagnostic {
    let start = SourcePosition(line: 1, column: 1, offset: number)
    let place = Diagnostic.Related(message: "here", file: "a.json", range: nil)
    return Diagnostic(
      code: code, severity: code.severity, message: message, file: "a.json",
      range: SourceRange(start: start, end: start), related: Array(repeating: place, count: related),
      heldBackSince: since)
  }

  /// The places of the entries but the last, and the message of that.
  private func check(
    _ all: [Diagnostic], lists expected: [Int], _ rest: String, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let entries = DiagnosticList(all).entries
    #expect(entries.dropLast().compactMap { $0.range?.start.offset } == expected, sourceLocation: sourceLocation)
    #expect(entries.last?.code == .moreFindings && entries.last?.severity == .info, sourceLocation: sourceLocation)
    #expect(entries.last?.message == rest, sourceLocation: sourceLocation)
    #expect(entries.count <= DiagnosticList.maximumEntries, sourceLocation: sourceLocation)
    #expect(jsonBytes(entries) <= DiagnosticList.maximumBytes, sourceLocation: sourceLocation)
  }

  private func jsonBytes(_ list: [Diagnostic]) -> Int {
    var writer = JSONWriter()
    writer.beginArray()
    for diagnostic in list { diagnostic.write(to: &writer) }
    writer.endArray()
    return writer.bytes.count
  }

  @Test func whatFitsIsListedWhole() {
    for count in [0, 1, 999, 1000] {
      let all = (0..<count).map { diagnostic(.duplicateKey, $0) }
      #expect(DiagnosticList(all).entries == all)
    }
    // Near the limit of bytes the exact length decides.
    let long = (0..<5).map { diagnostic(.duplicateKey, $0, message: String(repeating: "x", count: 209_300)) }
    #expect(DiagnosticList(long).entries == long)
  }

  /// At other places a list has the same findings, unless its length there may be another question.
  @Test func onlyAListThatIsShortAnywhereMoves() throws {
    func check(_ all: [Diagnostic], moves: Bool) throws {
      let moved = all.map { diagnostic in
        var moved = diagnostic
        moved.range?.start.offset += 1_000_000
        return moved
      }
      let (list, expected) = (DiagnosticList(all), DiagnosticList(moved))
      let entries = list.entries.map { entry in
        var moved = entry
        moved.range?.start.offset += 1_000_000
        return moved
      }
      #expect(list.at(places: entries) == (moves ? expected : nil))
    }
    for count in [0, 1, 1000, 1001, 5000] {
      try check((0..<count).map { diagnostic(.duplicateKey, $0) }, moves: true)
    }
    let long = String(repeating: "x", count: 209_300)
    try check((0..<5).map { diagnostic(.duplicateKey, $0, message: long) }, moves: false)
    try check((0..<9).map { diagnostic(.duplicateKey, $0, message: long) }, moves: false)
  }

  /// Whether a list fits is a question of its bytes, whatever of its texts has to be escaped.
  @Test(arguments: ["\u{1}", "\"", "/", "\u{7f}", "\u{2028}", "é", "x"])
  func escapedTextsCountAsTheyAreWritten(_ text: String) {
    for length in [100, 150, 200, 700, 900, 1100] {
      let all = (0..<900).map { number in
        diagnostic(.duplicateKey, number, message: String(repeating: text, count: length))
      }
      let entries = DiagnosticList(all).entries
      let isShort = jsonBytes(all) <= DiagnosticList.maximumBytes
      #expect((entries == all) == isShort, "\(length)")
      #expect(jsonBytes(entries) <= DiagnosticList.maximumBytes)
    }
  }

  /// The list of a file that has more findings than are kept shows that.
  @Test func filesWithOmittedFindingsAreCut() {
    #expect(FindingList.maximumOfRule > DiagnosticList.maximumEntries)
    var more = diagnostic(.moreFindings, 0)
    more.omitted = OmittedFindings(.duplicateKey, count: 500)
    check(
      [more] + (0..<2000).map { diagnostic(.duplicateKey, $0) }, lists: Array(0..<999),
      "1501 more findings are not listed")
  }

  @Test func oneMoreIsCounted() {
    check((0..<1001).map { diagnostic(.duplicateKey, $0) }, lists: Array(0..<999), "2 more findings are not listed")
    check(
      (0..<60_000).map { diagnostic(.duplicateKey, $0) }, lists: Array(0..<999), "59001 more findings are not listed")
  }

  @Test func theMostSevereAreChosenAndStandInOrder() {
    var all = (0..<2000).map { diagnostic(.unused, $0) }
    for index in [1500, 1600] { all[index] = diagnostic(.unknownReference, index, since: 3) }
    for index in 1000..<1900 where index % 2 == 1 { all[index] = diagnostic(.badColor, index) }
    for index in 500..<2000 where index % 10 == 4 { all[index] = diagnostic(.duplicateKey, index) }
    let errors = [1500, 1600] + (1000..<1900).filter { $0 % 2 == 1 }
    let warnings = (500..<2000).filter { $0 % 10 == 4 }
    let infos = (0..<2000).filter { !errors.contains($0) && !warnings.contains($0) }
    let expected = errors + warnings + infos.prefix(999 - errors.count - warnings.count)
    check(all, lists: expected.sorted(), "1001 more findings are not listed")
    #expect(DiagnosticList(all).errorCount == errors.count)

    // There are more errors than entries: errors with a last good value come first.
    let errorsAlone = (0..<1500).map { diagnostic(.badColor, $0, since: $0 > 1400 ? 1 : nil) }
    check(errorsAlone, lists: Array(0..<900) + Array(1401..<1500), "501 more findings are not listed")
  }

  /// The reason that a file is not read is listed, however many errors of values there are.
  @Test func heldFilesComeFirst() {
    let all = (0..<1500).map { diagnostic($0 == 1499 ? .syntax : .shape, $0, since: 1) }
    check(all, lists: Array(0..<998) + [1499], "501 more findings are not listed")
  }

  @Test func bytesAreCounted() {
    let escaped = String(repeating: "\u{1}", count: 40_000)
    check(
      (0..<10).map { diagnostic(.duplicateKey, $0, message: escaped) }, lists: [0, 1, 2, 3],
      "6 more findings are not listed")
    // One that is longer than a list does not take the place of others.
    check(
      [0, 1, 2].map { diagnostic($0 == 1 ? .cycle : .duplicateKey, $0, related: $0 == 1 ? 100_000 : 0) },
      lists: [0, 2], "1 more finding is not listed")
  }
}

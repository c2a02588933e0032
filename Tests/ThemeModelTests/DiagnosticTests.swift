// SPDX-License-Identifier: MIT

import Testing
import ThemeModel

@Suite struct DiagnosticTests {
  /// Copies share their members until one of them is changed.
  @Test func aChangedCopyLeavesTheOthers() {
    let start = SourcePosition(line: 1, column: 1, offset: 0)
    func make() -> Diagnostic {
      Diagnostic(
        code: .unused, severity: .info, message: "m", file: "a.json", range: SourceRange(start: start, end: start),
        related: [.init(message: "r", file: "b.json", range: nil)],
        fix: Finding.Fix(title: "t", safe: true, edits: [.init(range: ByteRange(1, 2), text: "x")]))
    }
    let first = make()
    var list = [first, first, first]
    #expect(Set(list + [make()]) == [first])
    list[0].severity = .error
    list[1].related[0].file = "c.json"
    list[2].fix?.edits[0].range = ByteRange(3, 4)
    #expect(first == make())
    #expect(list.map(\.severity) == [.error, .info, .info])
    #expect(list.map(\.related[0].file) == ["b.json", "c.json", "b.json"])
    #expect(list.map { $0.fix?.edits[0].range } == [ByteRange(1, 2), ByteRange(1, 2), ByteRange(3, 4)])
    #expect(Set(list + [first]).count == 4)
  }

  /// Two findings that differ in one member are two.
  @Test func eachMemberCounts() {
    let place = SourcePosition(line: 1, column: 1, offset: 0)
    let changes: [(inout Diagnostic) -> Void] = [
      { $0.code = .contrast }, { $0.severity = .error }, { $0.message = "n" }, { $0.file = "b.json" },
      { $0.range = SourceRange(start: place, end: place) }, { $0.id = "id" }, { $0.path = "path" },
      { $0.related = [.init(message: "r", file: "", range: nil)] }, { $0.help = "help" },
      { $0.fix = Finding.Fix(title: "t", safe: true, edits: []) }, { $0.heldBackSince = 1 },
      { $0.contexts = [Context()] }, { $0.isConsequence = true }, { $0.hidesDeclarations = true },
      { $0.isUncertain = true }, { $0.missingName = "missing" }, { $0.suggestedName = "suggested" },
      {
        $0.code = .moreFindings
        $0.omitted = OmittedFindings(.unused, count: 1)
      }, { $0.code = .moreFindings },
    ]
    let unchanged = Diagnostic(code: .unused, severity: .info, message: "m", file: "a.json", range: nil)
    // Copies of one finding: some still share its storage.
    let found =
      [unchanged]
      + changes.map { change in
        var diagnostic = unchanged
        change(&diagnostic)
        return diagnostic
      }
    for left in found.indices {
      for right in found.indices { #expect((found[left] == found[right]) == (left == right), "\(left) and \(right)") }
    }
  }

  /// Many files, severities and offsets, beside the order of two findings.
  @Test func listsAreInOrder() {
    let found = (0..<300).map { number in
      let place = SourcePosition(line: 1, column: 1, offset: number * 7 % 5)
      var diagnostic = Diagnostic(
        code: number % 2 == 0 ? .unused : .contrast, severity: Severity.allCases[number % 3], message: "\(number)",
        file: number % 11 == 0 ? "" : "part-\(number * 31 % 23).json",
        range: number % 7 == 0 ? nil : SourceRange(start: place, end: place))
      if number % 17 == 0 {
        diagnostic.code = .moreFindings
        diagnostic.omitted = OmittedFindings(.unused, count: 1)
      }
      diagnostic.isConsequence = number % 13 == 0
      diagnostic.hidesDeclarations = number % 29 == 0
      return diagnostic
    }
    let ordered = found.inListOrder
    #expect(ordered == found.sorted(by: Diagnostic.precedes))
    #expect(ordered.inListOrder == ordered)
  }
}

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
}

// SPDX-License-Identifier: GPL-2.0-or-later

import Testing
import ThemeModel

@testable import ThemeEngine

@Suite struct MergedDiagnosticsTests {
  private static let (phone, pad) = (Context(device: .phone), Context(device: .pad))

  private func finding(_ id: Int, help: String? = nil) -> Diagnostic {
    Diagnostic(
      code: .unknownReference, severity: .error, message: "unknown", file: "a.plist", range: nil, id: "i\(id)",
      help: help)
  }

  @Test func aFindingOfSeveralContextsIsKeptOnce() {
    var merged = MergedDiagnostics()
    merged.add([finding(1), finding(2)], in: Self.phone)
    merged.add([finding(2, help: "different there"), finding(3)], in: Self.pad)
    let found = merged.diagnostics(of: [Self.phone, Self.pad])
    #expect(found.map(\.id) == ["i1", "i2", "i3"])
    #expect(found.map(\.contexts) == [[Self.phone], [], [Self.pad]])
  }

  /// In a binary property list, findings about many ids have one message and no place. 4,000 of them took 24 s.
  @Test func manyFindingsWithoutAPlace() {
    var merged = MergedDiagnostics()
    for context in [Self.phone, Self.pad] { merged.add((0..<4_000).map { finding($0) }, in: context) }
    #expect(merged.comparisons == 4_000)
    #expect(merged.diagnostics(of: [Self.phone, Self.pad]).count == 4_000)
  }
}

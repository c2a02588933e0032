// SPDX-License-Identifier: GPL-2.0-or-later

import Testing
import ThemeDialects
import ThemeEngine
import ThemeModel

@testable import LiveryCommands

@Suite struct StarterBundleTests {
  @Test(arguments: DialectName.allCases) func isOfItsDialectAndWithoutFindings(_ name: DialectName) {
    let engine = ThemeEngine(bundle: "starter")
    engine.apply(name.dialect.starterFiles.map { FileChange(path: $0.path, content: .bytes(Array($0.text.utf8))) })
    #expect(engine.report(on: .all).diagnostics == [])
    #expect(engine.dialectName == name)
    let snapshot = engine.open(Context())
    #expect(engine.counters.valuesResolved >= 4)
    #expect(name == .flat || name == .base16 || name == .tokens || snapshot.styleCount >= 2)
  }
}

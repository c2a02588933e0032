// SPDX-License-Identifier: GPL-2.0-or-later

import Testing
import ThemeEngine
import ThemeModel

@testable import LiveryCommands

@Suite struct StarterBundleTests {
  @Test(arguments: StarterBundle.allCases) func isOfItsDialectAndWithoutFindings(_ bundle: StarterBundle) {
    let engine = ThemeEngine(bundle: "starter")
    engine.apply(bundle.files.map { FileChange(path: $0.path, content: .bytes(Array($0.text.utf8))) })
    #expect(engine.checkEverywhereStrictly() == [])
    #expect(engine.dialectName == bundle.rawValue)
    let snapshot = engine.snapshot(for: Context())
    #expect(engine.counters.valuesResolved >= 4)
    #expect(bundle == .flat || snapshot.styleCount >= 2)
  }
}

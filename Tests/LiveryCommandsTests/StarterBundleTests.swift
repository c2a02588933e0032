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

  /// A second theme leaves the first one the default.
  @Test(arguments: [DialectName.flat, .inlthemes, .giotto, .base16]) func staysValidBesideASecondTheme(
    _ name: DialectName
  ) throws {
    let files = name.dialect.starterFiles
    let theme = try #require(files.first { $0.path != "livery.json" })
    let ending = try #require(theme.path.lastIndex(of: "."))
    let second = (path: "second\(theme.path[ending...])", text: theme.text)
    let all = files.map { (path: $0.path, text: $0.text) } + [second]
    let engine = ThemeEngine(bundle: "starter")
    engine.apply(all.map { FileChange(path: $0.path, content: .bytes(Array($0.text.utf8))) })
    #expect(engine.report(on: .all).diagnostics.filter { $0.severity == .error } == [])
    #expect(engine.open(Context()).errorCount == 0)
  }
}

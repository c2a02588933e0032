// SPDX-License-Identifier: GPL-2.0-or-later

import CommandLineInterface
import Testing

@testable import LiveryCommands

/// Files in the directory of a bundle that are none of its files, and directories that would become part of one.
@Suite struct BundleBoundaryTests {
  private let bundles: ScratchBundles

  init() throws { bundles = try ScratchBundles() }

  /// With this manifest each JSON file of the directory has design tokens.
  @Test func aBaselineIsNoThemeFile() throws {
    try bundles.write("own/livery.json", #"{ "dialect": "tokens" }"#)
    try bundles.write("own/colors.json", #"{ "gap": { "$type": "number", "$value": 4 } }"#)
    for options in [["--write-baseline"], []] {
      let result = try bundles.run(["check", bundles("own"), "--baseline", "\(bundles.path)/own/known.json"] + options)
      #expect(result.code == .fine && result.output == "own: no problems found\n", "\(result)")
    }
    #expect(try bundles.run(["check", bundles("own")]).code == .findings)
  }

  @Test func noBundleIsMadeWithinAnother() throws {
    try bundles.write("outer/app.tokens.json", #"{ "gap": { "$type": "number", "$value": 4 } }"#)
    let refused = try bundles.run(["init", bundles("outer/a/b")])
    #expect(refused.code == .usage)
    #expect(
      refused.errors == """
        livery: `/outer/a/b` would be part of the bundle in /outer
          help: name a directory outside of it

        """)
    #expect(throws: (any Error).self) { try bundles.text("outer/a/b/theme.inc.json") }
  }
}

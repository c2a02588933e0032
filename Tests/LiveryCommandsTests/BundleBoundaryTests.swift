// SPDX-License-Identifier: GPL-2.0-or-later

import CommandLineInterface
import Testing

@testable import LiveryCommands

/// Files in the directory of a bundle that are none of its files, directories that would become part of one, and names in contexts of
/// the manifest that the bundle lacks.
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

  /// The link to a directory elsewhere is the finding, and not only the file that would be below it.
  @Test func aDirectoryOutsideIsNoPartOfTheBundle() throws {
    try bundles.write("out/palette.json", "{}")
    try bundles.write("own/theme.inc.json", #"{ "themes": ["shared/palette.json"] }"#)
    try bundles.link("own/shared", to: "../out")
    let result = try bundles.run(["check", bundles("own"), "--format", "concise"])
    #expect(result.code == .findings)
    #expect(
      result.output == """
        /own/shared: error[LV0011] `shared` is a link that leads out of the bundle, to `/out`
        /own/theme.inc.json:1:14: error[LV1006] `shared/palette.json` is not in the bundle: the link `shared` leads out of it

        """)
    try bundles.write("own/livery.json", #"{ "outside": ["../out"] }"#)
    #expect(try bundles.run(["check", bundles("own")]).code == .fine)
  }

  /// A name that is wrong in a context of the manifest has its place there, and is still what a question lacks.
  @Test func wrongNamesInNamedContexts() throws {
    try bundles.write("inl/Day.json", #"{ "a": { "alpha": 1 } }"#)
    try bundles.write(
      "inl/livery.json",
      #"{ "dialect": "inlthemes", "contexts": { "evening mood": { "themes": ["Dya"] } } }"#)
    let finding =
      "livery.json:1:70: error[LV1006] the bundle has no theme `Dya` (in the context `evening mood`)"
    let checked = try bundles.run(["check", bundles("inl"), "--format", "concise"])
    #expect(checked.code == .findings && checked.output.hasPrefix("/inl/\(finding)"), "\(checked)")
    let resolved = try bundles.run(["resolve", bundles("inl"), "--theme", "Dya"])
    #expect(resolved.errors.contains(finding), "\(resolved)")
    let listed = try bundles.run(["list", "styles/**", bundles("inl"), "--theme", "Dya"])
    #expect(listed.code == .findings && listed.output.contains("styles/a/alpha"), "\(listed)")
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

// SPDX-License-Identifier: GPL-2.0-or-later

import Testing

@testable import LiveryCommands

/// The misspelt names that `livery fix` corrects, and those that need `--unsafe`.
@Suite struct FixedNamesTests {
  private let bundles: ScratchBundles

  init() throws { bundles = try ScratchBundles() }

  /// The text of a theme file after a fix.
  private func fixed(_ options: String...) throws -> String {
    _ = try bundles.run(["fix", bundles("inl")] + options)
    return try bundles.text("inl/Day.json").split(separator: "\n").joined()
  }

  @Test func namesOfATheme() throws {
    let aliases = ##""INLThemeAlias":{"accentColour":"#102030","headlineFont":"Helvetica"}"##
    try bundles.write("inl/livery.json", #"{ "dialect": "INLThemes", "defualt": "Day" }"#)
    try bundles.write("inl/Night.json", "{}")
    func theme(_ tint: String, _ font: String, _ hidden: String) -> String {
      let others = #""textcolor":"x","tintColor":"\#(tint)","font":"\#(font)","fontSize":12,"hidden":\#(hidden)"#
      return "{\(aliases),\"a\":{\(others)}}"
    }
    try bundles.write("inl/Day.json", theme("accentColuor", "headlineFnt", #""NO""#))
    #expect(try fixed() == theme("accentColour", "headlineFnt", #""NO""#))
    let manifest = try bundles.text("inl/livery.json")
    #expect(manifest.contains(#"{ "dialect": "inlthemes", "default": "Day" }"#))
    // `textColor` with that value would be an error.
    #expect(try fixed("--unsafe") == theme("accentColour", "headlineFont", "false"))
    let again = try bundles.run(["fix", bundles("inl"), "--unsafe"])
    #expect(again.errors.contains("1 unsafe fix not applied"), "\(again.errors)")
    #expect(!again.errors.contains("--unsafe fixes"), "it is given")
  }
}

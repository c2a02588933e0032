// SPDX-License-Identifier: GPL-2.0-or-later

import CommandLineInterface
import Testing

@testable import LiveryCommands

/// The exit codes of `livery export`, and what it writes beside errors.
@Suite struct ExportCommandTests {
  private let bundles: ScratchBundles

  init() throws { bundles = try ScratchBundles() }

  private func check(
    _ line: [String], _ code: ExitCode, _ errors: String, _ location: SourceLocation = #_sourceLocation
  ) throws {
    let result = try bundles.run(["export", "css"] + line)
    #expect(result.code == code && result.errors == errors, "\(result)", sourceLocation: location)
  }

  @Test func optionsOfTheFormat() throws {
    let options = """
      livery: the format css has no option `nope`
        help: its options are: selector, prefix, unit, references

      """
    try check([bundles("good"), "--set", "nope=px"], .usage, options)
    // Also where the bundle has errors, or cannot be read.
    try check([bundles("bad"), "--set", "nope=px"], .usage, options)
    try check([bundles("nowhere"), "--set", "nope=px"], .usage, options)
    try check(
      [bundles("good"), "--set", "unit=pt"], .usage,
      "livery: `pt` is not a value of the option `unit`\n  help: did you mean `px`?\n")
  }

  /// A new file has the values that `livery resolve` prints. A file of an earlier run may have more.
  @Test func aThemeWithErrors() throws {
    let error = "livery: bad has 1 error: unknown reference `gab` (/bad/values.json)\n"
    let file = bundles("out.css")
    try check([bundles("bad"), "-o", file, "--fail-on", "error"], .findings, error)
    #expect(throws: (any Error).self) { try bundles.text("out.css") }
    try check([bundles("bad"), "-o", file], .fine, error)
    #expect(try bundles.text("out.css").contains("--gap: 4;"))
    let kept = """
      livery: /out.css stays as it is: the theme has errors
        help: correct them, or write the file with --force

      """
    try check([bundles("bad"), "-o", file], .findings, error + kept)
    try check([bundles("bad"), "-o", file, "--force"], .fine, error)
  }
}

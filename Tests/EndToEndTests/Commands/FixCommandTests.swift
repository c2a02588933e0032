// SPDX-License-Identifier: GPL-2.0-or-later

import Foundation
import TestSupport
import Testing

/// `livery fix` on files that other programs write too, and on full disks.
@Suite struct FixCommandTests {
  private let folder: ScratchDirectory
  private let livery = Program.built("livery")
  private let broken = "{ \"a\": 'b',\n\"c\": True }\n"
  private let fixed = "{ \"a\": \"b\",\n\"c\": true }\n"

  init() throws {
    folder = try ScratchDirectory()
    try folder.write("bundle/theme.inc.json", #"{ "themes": ["a.json"] }"#)
    try folder.write("bundle/a.json", broken)
  }

  /// Runs a shell script with the program as `$0` and the folder as `$1`.
  private func run(_ script: String) throws -> (output: String, code: Int32, errors: String) {
    let program = try Program("/bin/sh", ["-c", script, livery, folder.path])
    let (output, end) = program.outputAndEnd()
    return (output, end.code, end.errors)
  }

  private func check(
    _ script: String, code: Int32, says: String, leaves text: String, in file: String = "bundle/a.json",
    _ location: SourceLocation = #_sourceLocation
  ) throws {
    let (output, end, errors) = try run(script)
    #expect(end == code, "\(output)\(errors)", sourceLocation: location)
    #expect((output + errors).contains(says), "\(output)\(errors)", sourceLocation: location)
    #expect(try folder.text(file) == text, sourceLocation: location)
    let names = try FileManager.default.contentsOfDirectory(atPath: folder("bundle"))
    #expect(!names.contains { $0.hasSuffix(".tmp") }, sourceLocation: location)
  }

  private let fix = #""$0" fix "$1/bundle""#

  @Test func whatIsFixedStaysFixed() throws {
    try check(fix, code: 0, says: "1 file changed", leaves: fixed)
    try check(fix, code: 0, says: "nothing to fix", leaves: fixed)
  }

  /// Tokens in the form of tools before the stable format become tokens of that format.
  @Test func tokensOfEarlierToolsAreMigrated() throws {
    try folder.write(
      "tokens/a.json",
      #"{"size": {"gap": {"value": "{size.base.value}", "type": "dimension"}, "base": {"value": "2px", "type": "dimension"}}}"#
    )
    let (output, code, errors) = try run(
      #""$0" check "$1/tokens"; "$0" fix "$1/tokens" && "$0" check "$1/tokens""#)
    #expect(code == 0, "\(output)\(errors)")
    #expect(output.contains("the value of a token is its `$value`, and not `value`"), "\(output)")
    #expect(output.contains("no problems found"), "\(output)")
    let fixed = #"""
      {"size": {"gap": {"$value": "{size.base}", "$type": "dimension"}, \#
      "base": {"$value": {"value":2,"unit":"px"}, "$type": "dimension"}}}
      """#
    #expect(try folder.text("tokens/a.json") == fixed)
  }

  /// A file without tokens may be that of another program, although the bundle reads each JSON file.
  @Test func filesWithoutTokensAreLeft() throws {
    let config = #"{"description": "of the tokens", "source": ["tokens/*.json"]}"#
    try folder.write("package/tokens/a.json", #"{"gap": {"type": "number", "a": {"$value": 1}}}"#)
    try folder.write("package/config.json", config)
    let schema = ##"{"description": "of a", "properties": {"gap": {"$ref": "#/gap/a"}}}"##
    try folder.write("package/schema.json", schema)
    try folder.write("package/package.json", #"{"name": "tokens", "type": "module"}"#)
    let (output, code, _) = try run(#""$0" fix "$1/package"; "$0" check "$1/package""#)
    #expect(code == 1)
    #expect(output.contains("1 file changed") && !output.contains("package.json"), "\(output)")
    #expect(output.contains("name a file without tokens as `exclude` in livery.json"), "\(output)")
    #expect(try folder.text("package/config.json") == config)
    #expect(try folder.text("package/schema.json") == schema)
    #expect(try folder.text("package/tokens/a.json") == #"{"gap": {"$type": "number", "a": {"$value": 1}}}"#)
  }

  @Test func aFileWithTwoNamesIsLeft() throws {
    try check(
      #"ln "$1/bundle/a.json" "$1/other.json"; "# + fix, code: 1, says: "has 2 names (hard links)", leaves: broken)
    #expect(try folder.text("other.json") == broken)
  }

  @Test func aReadOnlyFileIsLeft() throws {
    try check(#"chmod 444 "$1/bundle/a.json"; "# + fix, code: 1, says: "is read-only", leaves: broken)
  }

  @Test func aLinkOutOfTheBundleIsNotFollowed() throws {
    try check(
      #"mv "$1/bundle/a.json" "$1/a.json"; ln -s ../a.json "$1/bundle/a.json"; "# + fix, code: 1,
      says: "nothing to fix",
      leaves: broken, in: "a.json")
  }

  /// A link within the bundle stays a link.
  @Test func whatALinkLeadsToIsFixed() throws {
    try check(
      #"mkdir "$1/bundle/x"; mv "$1/bundle/a.json" "$1/bundle/x/b.json"; ln -s x/b.json "$1/bundle/a.json"; "# + fix
        + #"; test -h "$1/bundle/a.json""#, code: 0, says: "1 file changed", leaves: fixed, in: "bundle/x/b.json")
  }

  /// No byte of a file can be written, as on a disk that is full.
  @Test func aFullDiskLeavesTheFile() throws {
    try check(
      #"trap '' XFSZ; ulimit -f 0; "# + fix, code: 3, says: "the file cannot be written", leaves: broken)
  }

  /// The first name that looks near is the style itself.
  @Test func noStyleBecomesItsOwnParent() throws {
    let text = #"{ "alert-button": { "inherits": "ref://text-button", "height": 44 } }"#
    try folder.write("bundle/a.json", text)
    try check(fix, code: 1, says: "nothing to fix", leaves: text)
  }

  /// A fix in one file waits for a second file that cannot be read.
  @Test func namesWaitForFilesThatAreNotRight() throws {
    let text = #"{ "gap": 4, "box": { "margin": "ref://gab" } }"#
    try folder.write("bundle/a.json", text)
    for list in [#"{ "themes": ["a.json", 12] }"#, #"{ "themes": ["a.json", "b.json"] }"#] {
      try folder.write("bundle/theme.inc.json", list)
      try folder.write("bundle/b.json", "[")
      try check(fix, code: 1, says: "nothing to fix", leaves: text)
    }
  }
}

// SPDX-License-Identifier: GPL-2.0-or-later

import Foundation
import TestSupport
import Testing

/// `livery check --baseline` as continuous integration runs it.
@Suite struct BaselineCommandTests {
  private let folder: ScratchDirectory

  init() throws {
    folder = try ScratchDirectory()
    for app in ["one", "two"] {
      try folder.write("\(app)/theme/theme.inc.json", #"{ "themes": ["a.json"] }"#)
      try folder.write("\(app)/theme/a.json", ##"{ "a": { "textColor": "#12" } }"##)
    }
  }

  private func check(_ arguments: String..., code: Int32, says words: String = "") throws {
    let program = try Program(Program.built("livery"), ["check"] + arguments)
    let (output, end) = program.outputAndEnd()
    #expect(end.code == code, "\(arguments): \(output)\(end.errors)")
    if !words.isEmpty { #expect((output + end.errors).contains(words), "\(arguments): \(output)\(end.errors)") }
  }

  @Test func knownFindingsAreAccepted() throws {
    let (bundle, file) = (folder("one/theme"), folder("known.json"))
    try check(bundle, "--baseline", file, "--write-baseline", code: 0, says: "1 finding written")
    try check(bundle, "--baseline", file, code: 0, says: "1 in the baseline")
    try folder.write("one/theme/a.json", ##"{ "a": { "textColor": "#12" }, "b": { "textColor": "#34" } }"##)
    try check(bundle, "--baseline", file, code: 1, says: "1 error")
  }

  /// A theme in the place of the baseline stays a theme.
  @Test func aThemeIsNotReplaced() throws {
    try check(
      folder("one/theme"), "--baseline", folder("two/theme/a.json"), "--write-baseline", code: 2,
      says: "is not a baseline, and is not replaced")
    #expect(try folder.text("two/theme/a.json").contains("textColor"))
  }

  @Test func bundlesOfOneName() throws {
    let (one, two, file) = (folder("one/theme"), folder("two/theme"), folder("known.json"))
    let words = "two bundles are named `theme`"
    try check(one, two, "--baseline", file, "--write-baseline", code: 2, says: words)
    #expect(!FileManager.default.fileExists(atPath: file))
    try folder.write("two/theme/livery.json", #"{ "name": "second" }"#)
    try check(one, two, "--baseline", file, "--write-baseline", code: 0, says: "2 findings written")
    try check(one, two, "--baseline", file, code: 0)
    // Without a baseline names do not matter.
    try folder.remove("two/theme/livery.json")
    try check(one, two, code: 1)
  }
}

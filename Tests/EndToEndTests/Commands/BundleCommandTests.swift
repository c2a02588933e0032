// SPDX-License-Identifier: GPL-2.0-or-later

import Foundation
import JSONText
import TestSupport
import Testing

/// `livery add`, `remove`, `bundles` and `modifications`, as people type them.
@Suite(.serialized) final class BundleCommandTests {
  private let folder: ScratchDirectory
  private let livery = Program.built("livery")

  init() throws {
    folder = try ScratchDirectory()
    for name in ["one", "two"] {
      try folder.write("\(name)/theme.inc.json", #"{ "themes": ["values.json"] }"#)
      try folder.write("\(name)/values.json", #"{ "gap": 4, "box": { "margin": "ref://gap" } }"#)
    }
    try folder.write("empty/readme", "")
  }

  private func daemon(_ program: String, _ arguments: String...) throws -> Program {
    let daemon = try Program(Program.built(program), arguments + ["--socket", folder("s"), folder("one")])
    let first = try Program(livery, ["subscribe", "--socket", folder("s"), "--reconnect", "--count", "1"])
    #expect(try first.event()["event"] == "snapshot")
    return daemon
  }

  /// Runs a command, and compares its lines on standard output, its text on standard error and its exit status.
  private func check(
    _ arguments: String..., prints lines: [String] = [], errors: String = "", code: Int32 = 0,
    location: SourceLocation = #_sourceLocation
  ) throws {
    let program = try Program(livery, arguments + ["--socket", folder("s")])
    for line in lines { #expect(try program.line() == line, sourceLocation: location) }
    let end = program.end()
    #expect(end.code == code, sourceLocation: location)
    #expect(end.errors == errors, sourceLocation: location)
  }

  @Test func bundlesComeAndGo() throws {
    let daemon = try daemon("liveryd", "--state-dir", folder("state"), "--log-level", "error")
    try check("add", folder("two"), "--name", "preview", prints: ["added preview: redbeard, 2 files, generation 1"])
    try check(
      "bundles",
      prints: [
        "BUNDLE   DIALECT   GENERATION  FILES  CONSUMERS  ERRORS  WARNINGS  HELD  PATH",
        "one      redbeard  1           2      0          0       0         0     \(folder("one"))",
        "preview  redbeard  1           2      0          0       0         0     \(folder("two"))",
      ])
    try check(
      "add", folder("one"),
      errors: """
        livery: the daemon serves a bundle `one` already, from \(folder("one"))
          help: give this one another name with --name

        """, code: 1)
    try check(
      "add", folder("two"), "--name", "x/y",
      errors: """
        livery: `x/y` cannot be the name of a bundle
          help: a bundle's name has 1 to 255 bytes, no `/` and no control characters

        """, code: 2)
    try check(
      "add", "",
      errors: "livery: the path of the bundle is empty\n  help: name its directory; this one is `.`\n", code: 2)
    try check(
      "add", folder("none"),
      errors: "livery: the daemon cannot read the bundle in \(folder("none")): No such file or directory\n", code: 3)
    try check(
      "add", folder("empty"), prints: ["added empty: 0 files, generation 0"],
      errors: "livery: it cannot be served yet; `livery check \(folder("empty"))` says why\n")
    try check("remove", "empty")

    // A command may name a bundle of the daemon by its directory.
    try check("modifications", "--bundle", "preview", errors: "No values are set.\n")
    try check("set", "constant", "gap", "7", "--bundle", "preview", prints: ["generation 2"])
    try check("set", "style", "box", "on/margin", "2", "--bundle", folder("two"), prints: ["generation 3"])
    try check("set", "inherit", "box", "off", "--bundle", "preview", prints: ["generation 4"])
    try check(
      "modifications", "--bundle", "preview",
      prints: [
        "SET       NAME  PROPERTY   VALUE", "constant  gap              7", "inherit   box              off",
        "style     box   on/margin  2",
      ],
      errors:
        "Not saved. `livery save` keeps it after a restart of liveryd; `livery watch` keeps nothing.\n")
    try check("save", "--bundle", "preview")
    try check(
      "modifications", "--bundle", "preview", "--format", "ndjson",
      prints: [
        #"{"themes":[],"constants":{"gap":7},"styles":{"box":{"inherits":false,"properties":{"on":{"margin":2}}}},"saved":true}"#
      ])
    let follower = try Program(livery, ["subscribe", "preview", "--socket", folder("s")])
    #expect(try follower.event()["snapshot"]?["constants"]?["gap"] == 7)
    try check("remove", folder("two"))
    #expect(try follower.event()["reason"] == "the bundle `preview` is not served any more")
    #expect(follower.end().code == 0)
    try check(
      "remove", "preview",
      errors: "livery: the daemon does not serve `preview`; it serves one (\(folder("one")))\n", code: 3)
    daemon.interrupt()
    #expect(daemon.end().code == 0)
  }

  @Test func aWatchKeepsItsBundle() throws {
    let watch = try daemon("livery", "watch")
    let refusal = """
      livery: this daemon cannot do that
        help: `livery watch` serves one bundle for as long as it runs; `liveryd` adds, removes and reloads bundles

      """
    try check("add", folder("two"), errors: refusal, code: 1)
    try check("remove", "one", errors: refusal, code: 1)
    watch.interrupt()
    #expect(watch.end().code == 0)
  }
}

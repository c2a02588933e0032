// SPDX-License-Identifier: GPL-2.0-or-later

import Foundation
import Glibc
import JSONText
import TestSupport
import Testing

/// `livery apply` as its user runs it: a daemon, a configuration, and files that follow.
@Suite(.serialized) final class ApplyTests {
  private let workspace: ApplyWorkspace
  private let folder: ScratchDirectory
  private let livery = Program.built("livery")

  init() throws {
    workspace = try ApplyWorkspace()
    folder = workspace.folder
  }

  private var kitty: String { workspace.kitty }

  private func background() throws -> String? { try workspace.background() }

  @Test func filesFollowEachSaveAndEachChoice() throws {
    try workspace.configure(
      kitty
        + #", { "name": "page", "format": "css", "file": "\#(folder("out/page.css"))", "select": ["constants/base0*"], "modes": [{ "when": ".light", "context": { "themes": ["light"] } }] }"#
        + #", { "name": "told", "format": "json", "file": "\#(folder("out/all.json"))", "reload": ["sh", "-c", "echo told $LIVERY_OUTPUT in $PWD; cat"] }"#
    )
    let program = try workspace.apply()
    #expect(try workspace.next(program, "kitty") == "written")
    #expect(try background() == "#101010")
    // The next save, and one that changes nothing in the file.
    try folder.write("schemes/dark.yaml", scheme("202020"))
    #expect(try workspace.next(program, "kitty") == "written")
    #expect(try background() == "#202020")
    #expect(try Program(livery, ["use", "light", "--socket", folder("s")]).end().code == 0)
    #expect(try workspace.next(program, "kitty") == "written")
    #expect(try background() == "#f0f0f0")
    // The command of an earlier save may end only now.
    try workspace.skip(program, "told", to: "written")
    try workspace.skip(program, "told", to: "reload told told in \(folder.path)")
    // A mode follows its own context.
    try folder.write("schemes/light.yaml", scheme("ffffff"))
    #expect(try workspace.next(program, "page") == "written")
    #expect(try folder.text("out/page.css").contains("--base00: #ffffff;"))
    program.interrupt()
    #expect(program.end().code == 0)
    #expect(try folder.names(in: "out") == [".keep", "all.json", "kitty.conf", "page.css"])
  }

  @Test func theConfigurationAndTheDaemonMayGoAndComeBack() throws {
    try workspace.configure(kitty)
    let program = try workspace.apply()
    #expect(try workspace.next(program, "kitty") == "written")
    // A mistake: the outputs stay as they were.
    try workspace.configure(#"{ "name": "kitty", "format": "kity", "file": "/k" }"#)
    while try program.event()["message"]?.string?.contains("did you mean `kitty`?") != true {}
    try folder.write("schemes/dark.yaml", scheme("303030"))
    #expect(try workspace.next(program, "kitty") == "written")
    try workspace.configure(kitty)
    while try program.event()["event"] != "corrected" {}
    // A further output is written at once.
    try workspace.configure(kitty + #", { "name": "foot", "format": "foot", "file": "\#(folder("out/foot.ini"))" }"#)
    #expect(try workspace.next(program, "foot") == "written")
    // The next daemon: changes that happened meanwhile are written.
    workspace.daemon.kill()
    try folder.write("schemes/dark.yaml", scheme("404040"))
    try workspace.startDaemon()
    #expect(try workspace.next(program, "kitty") == "written")
    #expect(try background() == "#404040")
    // An output that is taken out leaves its file.
    try workspace.configure(#"{ "name": "other", "format": "sh", "file": "\#(folder("out/sh"))" }"#)
    #expect(try workspace.next(program, "other") == "written")
    #expect(try background() == "#404040")
    program.interrupt()
    #expect(program.end().code == 0)
  }

  @Test func oneThatRunsAndOneThatIsToldTo() throws {
    try workspace.configure(kitty)
    let program = try workspace.apply()
    #expect(try workspace.next(program, "kitty") == "written")
    let second = try workspace.apply()
    let end = second.end()
    #expect(end.code == 1 && end.errors.contains("process \(program.identifier) uses it"), "\(end)")
    // Asking is allowed meanwhile.
    let list = try workspace.apply("--list").outputAndEnd()
    #expect(list.end.code == 0 && list.output.contains(#""output":"kitty""#), "\(list)")
    program.interrupt()
    #expect(program.end().code == 0)
    #expect(try workspace.next(workspace.apply("--once"), "kitty") == "unchanged")
  }

  @Test func onceAndWhatItSays() throws {
    func check(
      _ outputs: String, _ arguments: [String] = [], code: Int32, _ words: String,
      _ location: SourceLocation = #_sourceLocation
    ) throws {
      try workspace.configure(outputs)
      let (output, end) = try workspace.applyOnce(arguments)
      #expect(end.code == code && (output + end.errors).contains(words), "\(output)\(end)", sourceLocation: location)
    }
    try check(kitty, ["--dry-run"], code: 0, "kitty: would write")
    try check(kitty, ["--diff", "--dry-run"], code: 0, "+background #101010")
    #expect(try folder.names(in: "out") == [".keep"])
    try check(kitty, code: 0, "kitty: wrote")
    try check(kitty, code: 0, "is up to date")
    // A file that the user wrote.
    try folder.write("out/kitty.conf", "mine\n")
    try check(kitty, code: 1, "Livery did not write it")
    #expect(try folder.text("out/kitty.conf") == "mine\n")
    try check(kitty, ["--force"], code: 0, "kitty: wrote")
    #expect(try folder.text("out/kitty.conf.before-livery") == "mine\n")
    try check(kitty, ["--reset", "kitty"], code: 0, "kitty: put back")
    #expect(try folder.text("out/kitty.conf") == "mine\n")
    try folder.remove("out/kitty.conf")
    // Paths within a bundle, and paths that lead nowhere.
    try check(
      #"{ "name": "loop", "format": "base16", "file": "\#(folder("schemes/written.yaml"))" }"#, code: 1,
      "lies in the bundle")
    try check(
      #"{ "name": "far", "format": "kitty", "file": "\#(folder("none/k"))" }"#, code: 1, "help: make the directory")
    try check(
      #"{ "name": "role", "format": "kitty", "file": "\#(folder("out/r"))", "roles": { "cursor": "constants/base0G" } }"#,
      code: 1, "did you mean `constants/base00`?")
    try check(
      #"{ "name": "b", "format": "kitty", "file": "\#(folder("out/b"))", "bundle": "scheme" }"#, code: 1,
      "the daemon does not serve `scheme`")
    try check(
      #"{ "name": "d", "format": "kitty", "file": "\#(folder("out/d"))", "bundle": "\#(folder("schemes"))" }"#, code: 0,
      "d: wrote")
    try folder.remove("out/d")
    try check(
      #"{ "name": "e", "format": "kitty", "file": "\#(folder("out/e"))", "bundle": "\#(folder("out"))" }"#, code: 1,
      "is not a bundle")
    // A failed command is reported. It is a failure where it is required.
    let failing = #"{ "name": "f", "format": "kitty", "file": "\#(folder("out/f"))", "reload": ["false"]"#
    try check(failing + " }", code: 0, "f: `false` ended with 1")
    try folder.remove("out/f")
    try check(failing + #", "required": true }"#, code: 1, "f: `false` ended with 1")
    try folder.remove("out/f")
    try check(
      failing.replacingOccurrences(of: "false", with: "no-such-program") + " }", code: 0,
      "`no-such-program` cannot be run")
    try check(kitty, ["kity"], code: 2, "did you mean `kitty`?")
    workspace.daemon.kill()
    try check(kitty, code: 4, "Connection refused")
    // A directory is read without a daemon; the other output is not written.
    let directory =
      #"{ "name": "d", "format": "kitty", "file": "\#(folder("out/d"))", "bundle": "\#(folder("schemes"))" }"#
    try check("\(kitty), \(directory)", code: 4, "Connection refused")
    #expect(try folder.text("out/d").contains("background"))
  }

  /// A catalog and a style sheet with references, of design tokens: the target of a reference is changed, and both
  /// follow.
  @Test func directoriesAndReferences() throws {
    func tokens(_ red: Int) -> String {
      let components = "[\(red), 0, 0]"
      return """
        { "red": { "$type": "color", "$value": { "colorSpace": "srgb", "components": \(components) } },
          "accent": { "$type": "color", "$value": "{red}" } }
        """
    }
    try folder.write("brand/all.tokens.json", tokens(1))
    #expect(try Program(livery, ["add", folder("brand"), "--socket", folder("s")]).end().code == 0)
    try workspace.configure(
      """
      { "name": "mac", "format": "xcassets", "bundle": "brand", "directory": "\(folder("out/Theme.xcassets"))" },
      { "name": "web", "format": "css", "bundle": "brand", "file": "\(folder("out/theme.css"))",
        "options": { "references": "var" } }
      """)
    let program = try workspace.apply()
    #expect(try workspace.next(program, "mac") == "written")
    #expect(try workspace.next(program, "web") == "written")
    let accent = "out/Theme.xcassets/accent.colorset/Contents.json"
    #expect(try folder.text(accent).contains(#""red": "1.0""#))
    #expect(try folder.text("out/theme.css").contains("  --accent: var(--red);\n  --red: #ff0000;\n"))
    try folder.write("brand/all.tokens.json", tokens(0))
    #expect(try workspace.next(program, "mac") == "written")
    #expect(try folder.text(accent).contains(#""red": "0.0""#))
    #expect(try workspace.next(program, "web") == "written")
    #expect(try folder.text("out/theme.css").contains("  --accent: var(--red);\n  --red: #000000;\n"))
    // The files of a removed token are removed.
    try folder.write("brand/all.tokens.json", tokens(0).replacingOccurrences(of: "accent", with: "other"))
    #expect(try workspace.next(program, "mac") == "written")
    #expect(
      try folder.names(in: "out/Theme.xcassets") == [
        ".livery-files", "Contents.json", "other.colorset", "red.colorset",
      ])
    program.interrupt()
    #expect(program.end().code == 0)
    // The command line writes the same, and asks for a place.
    let export = ["export", "xcassets", folder("brand")]
    #expect(try Program(livery, export + ["-o", folder("out/Theme.xcassets")]).end().code == 0)
    #expect(try Program(livery, export).end().code == 2)
    try folder.write("out/mine/mine", "")
    #expect(try Program(livery, export + ["-o", folder("out/mine")]).end().code == 1)
    #expect(try folder.names(in: "out/mine") == ["mine"])
  }

  /// It counts its generations anew: the references of one number belong to one daemon.
  @Test func theNextDaemonHasOtherReferences() throws {
    func tokens(_ target: String) -> String {
      """
      { "a": { "$type": "number", "$value": 1 }, "b": { "$type": "number", "$value": 2 },
        "r": { "$type": "number", "$value": "{\(target)}" } }
      """
    }
    func daemon(_ state: String) throws -> Program {
      let daemon = try Program(
        "/bin/bash",
        [
          "-c", #"exec "$@" 2>&1"#, "bash", Program.built("liveryd"), "--socket", folder("s"), "--state-dir",
          folder(state), folder("brand"),
        ])
      while try !daemon.line().contains("listening on") {}
      return daemon
    }
    workspace.daemon.kill()
    _ = workspace.daemon.end()
    try folder.write("brand/all.tokens.json", tokens("a"))
    try workspace.configure(
      """
      { "name": "web", "format": "css", "file": "\(folder("out/theme.css"))", "options": { "references": "var" } }
      """)
    let first = try daemon("one")
    let program = try workspace.apply()
    #expect(try workspace.next(program, "web") == "written")
    #expect(try folder.text("out/theme.css").contains("--r: var(--a);"))
    first.kill()
    _ = first.end()
    try folder.write("brand/all.tokens.json", tokens("b"))
    let second = try daemon("two")
    #expect(try workspace.next(program, "web") == "written")
    #expect(try folder.text("out/theme.css").contains("--r: var(--b);"))
    program.interrupt()
    #expect(program.end().code == 0)
    second.kill()
    _ = second.end()
  }

  /// A bundle gets its first file while the program follows it.
  @Test func theFirstSchemeOfABundleIsWritten() throws {
    try folder.write("empty/.keep", "")
    #expect(try Program(livery, ["add", folder("empty"), "--socket", folder("s")]).end().code == 0)
    try workspace.configure(
      #"{ "name": "kitty", "bundle": "empty", "format": "kitty", "file": "\#(folder("out/kitty.conf"))" }"#)
    let program = try workspace.apply()
    #expect(try workspace.next(program, "kitty") == "problem the role `background` has no colour")
    try folder.write("empty/dark.yaml", scheme("202020"))
    try workspace.skip(program, "kitty", to: "written")
    #expect(try background() == "#202020")
    program.interrupt()
    #expect(program.end().code == 0)
  }

  /// Errors keep a file from losing a value, but only one that it would have.
  @Test func anotherSelectionHasOtherValues() throws {
    func output(_ select: String) -> String {
      #"{ "name": "page", "format": "css", "file": "\#(folder("out/page.css"))", "select": ["\#(select)"] }"#
    }
    try folder.write("brand/all.tokens.json", Self.numbers("a", "b"))
    #expect(try Program(livery, ["add", folder("brand"), "--socket", folder("s")]).end().code == 0)
    func configure(_ select: String) throws {
      try workspace.configure(
        output(select).replacingOccurrences(of: #""format""#, with: #""bundle": "brand", "format""#))
    }
    try configure("constants/*")
    let program = try workspace.apply()
    #expect(try workspace.next(program, "page") == "written")
    try configure("constants/a")
    #expect(try workspace.next(program, "page") == "written")
    // `b` is gone, and another token has an error.
    try folder.write(
      "brand/all.tokens.json",
      Self.numbers("a").dropLast() + #", "c": {"$value": "{x}"}, "a2": {"$type": "number", "$value": 2}}"#)
    try configure("constants/a*")
    try workspace.skip(program, "page", to: "written")
    #expect(try folder.text("out/page.css").contains("--a2: 2;"))
    program.interrupt()
    #expect(program.end().code == 0)
  }

  private static func numbers(_ names: String...) -> String {
    "{" + names.map { #""\#($0)": {"$type": "number", "$value": 1}"# }.joined(separator: ", ") + "}"
  }

  /// A partial of a template is part of it: a change writes the file anew.
  @Test func partialsAreWatched() throws {
    try folder.write("bar.mustache", "{{>line}}")
    try folder.write("line.mustache", "a {{base00-hex}}\n")
    try workspace.configure(
      #"{ "name": "bar", "format": "template", "template": "\#(folder("bar.mustache"))", "file": "\#(folder("out/bar"))" }"#
    )
    let program = try workspace.apply()
    #expect(try workspace.next(program, "bar") == "written")
    #expect(try folder.text("out/bar") == "a 101010\n")
    try folder.write("line.mustache", "b {{base00-hex}}\n")
    #expect(try workspace.next(program, "bar") == "written")
    #expect(try folder.text("out/bar") == "b 101010\n")
    // One with a mistake, and a missing one, too.
    try folder.write("line.mustache", "{{")
    #expect(try workspace.next(program, "bar").hasPrefix("problem"))
    try folder.write("line.mustache", "c {{base00-hex}} {{>end}}\n")
    #expect(try workspace.next(program, "bar").hasPrefix("problem"))
    try folder.write("end.mustache", "d")
    #expect(try workspace.next(program, "bar") == "written")
    #expect(try folder.text("out/bar") == "c 101010 d\n")
    program.interrupt()
    #expect(program.end().code == 0)
  }

  /// A program that hangs holds nothing up, and ends with us.
  @Test func aHangingProgramHoldsNothingUp() throws {
    try workspace.configure(
      kitty
        + #", { "name": "slow", "format": "sh", "file": "\#(folder("out/sh"))", "reload": ["sh", "-c", "echo $$ > \#(folder("pid")); exec sleep 1000"] }"#
    )
    let program = try workspace.apply()
    for background in ["111111", "222222", "333333"] {
      #expect(try workspace.next(program, "kitty") == "written")
      try folder.write("schemes/dark.yaml", scheme(background))
    }
    while try !folder.names().contains("pid") || folder.text("pid").isEmpty {
      try folder.write("schemes/dark.yaml", scheme("444444"))
    }
    let sleeper = try #require(Int32(folder.text("pid").trimmingCharacters(in: .whitespacesAndNewlines)))
    program.interrupt()
    #expect(program.end().code == 0)
    // The signal is on its way; the process ends by it.
    while Glibc.kill(sleeper, 0) == 0 { sched_yield() }
  }

  /// A broken bundle at a cold start leaves the last files.
  @Test func aColdStartWithErrorsLeavesTheFiles() throws {
    try workspace.configure(kitty + #", { "name": "page", "format": "css", "file": "\#(folder("out/page.css"))" }"#)
    #expect(try workspace.next(workspace.apply("--once"), "page") == "written")
    workspace.daemon.kill()
    try FileManager.default.removeItem(atPath: folder("daemon"))
    try folder.write(
      "schemes/dark.yaml", scheme("505050").replacingOccurrences(of: "base0F: \"#808080\"", with: "base0F: x"))
    try workspace.startDaemon()
    let program = try workspace.apply()
    // The terminal needs no missing value, the page does.
    #expect(try workspace.next(program, "kitty") == "written")
    #expect(try background() == "#505050")
    let problem = try workspace.next(program, "page")
    #expect(problem.hasPrefix("problem the theme has errors and lacks `constants/base0F`: "), "\(problem)")
    #expect(try folder.text("out/page.css").contains("--base00: #101010"))
    // A second edit does not bring it back.
    try folder.write(
      "schemes/dark.yaml", scheme("515151").replacingOccurrences(of: "base0F: \"#808080\"", with: "base0F: x"))
    #expect(try workspace.next(program, "kitty") == "written")
    #expect(try folder.text("out/page.css").contains("--base00: #101010"))
    try folder.write("schemes/dark.yaml", scheme("606060"))
    #expect(try workspace.next(program, "page") == "written")
    #expect(try folder.text("out/page.css").contains("--base00: #606060"))
    program.interrupt()
    #expect(program.end().code == 0)
  }
}

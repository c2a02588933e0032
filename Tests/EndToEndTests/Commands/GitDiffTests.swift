// SPDX-License-Identifier: GPL-2.0-or-later

import Foundation
import Glibc
import JSONText
import TestSupport
import Testing

/// `livery diff` of directories and revisions, without a daemon: fit for a review in continuous integration.
@Suite final class GitDiffTests {
  private let folder: ScratchDirectory
  private let livery = Program.built("livery")

  init() throws {
    folder = try ScratchDirectory()
    try folder.write("work/theme/theme.inc.json", #"{ "themes": ["colors.json", "a/link.json"] }"#)
    try folder.write("work/theme/colors.json", ##"{ "accent": "#ff0000", "old": 1 }"##)
    try folder.write("work/theme/a/more.json", #"{ "more": 1 }"#)
    #expect(symlink("more.json", folder("work/theme/a/link.json")) == 0)
    try git("init", "-q", "-b", "main")
    try commit()
  }

  private func git(_ arguments: String...) throws {
    let identity = ["-c", "user.name=A", "-c", "user.email=a@example.org"]
    let program = try Program("/usr/bin/env", ["git", "-C", folder("work")] + identity + arguments)
    let end = program.outputAndEnd().end
    #expect(end.code == 0, "\(arguments): \(end.errors)")
  }

  private func commit() throws {
    try git("add", "-A")
    try git("commit", "-q", "-m", "state", "--no-verify")
  }

  private func run(_ arguments: String..., code: Int32) throws -> (output: String, errors: String) {
    let program = try Program(livery, arguments, environment: ["LIVERY_SOCKET": folder("none")])
    let (output, end) = program.outputAndEnd()
    #expect(end.code == code, "\(arguments): \(output)\(end.errors)")
    return (output, end.errors)
  }

  @Test func aRevisionIsComparedWithTheFilesOnDisk() throws {
    #expect(try run("diff", "git:HEAD", folder("work/theme"), code: 0).output.contains("no value differs"))
    try folder.write("work/theme/colors.json", ##"{ "accent": "#00ff00", "new": "a|b`c\u000ad" }"##)
    let output = try run("diff", "git:HEAD", "--bundle", folder("work/theme"), code: 1).output
    #expect(output.contains("~ constants/accent  #ff0000 → #00ff00"), "\(output)")
    #expect(output.contains("- constants/old"))
    #expect(output.contains("+ constants/new"))
    try commit()
    #expect(
      try run("diff", "git:HEAD~1", "git:HEAD", "--bundle", folder("work/theme"), code: 1).output.contains("3 values"))
    let markdown = try run(
      "diff", "git:HEAD~1", folder("work/theme"), "--format", "markdown", code: 1
    ).output
    #expect(markdown.contains("| ~ | `constants/accent` | `#ff0000` | `#00ff00` |"), "\(markdown)")
    #expect(markdown.contains("| + | `constants/new` |  | `` \"a\\|b`c\\nd\" `` |"), "\(markdown)")
    #expect(markdown.contains("| − | `constants/old` | `1` |  |"))
    let json = try JSONValue(
      parsing: Array(run("diff", "git:HEAD~1", folder("work/theme"), "--format", "json", code: 1).output.utf8),
      maximumDepth: 64)
    #expect(json["from"] == "git:HEAD~1")
    #expect(json["patch"]?.array?.count == 3)
    #expect(json["diagnostics"] == [])
  }

  @Test func directoriesAreComparedWithoutADaemon() throws {
    try folder.write("other/theme.inc.json", #"{ "themes": ["colors.json"] }"#)
    try folder.write("other/colors.json", ##"{ "old": 1, "accent": "#ff0000", "more": 1 }"##)
    _ = try run("diff", folder("work/theme"), folder("other"), code: 0)
    try folder.write("other/colors.json", ##"{ "old": 2, "accent": "#ff0000", "more": 1 }"##)
    _ = try run("diff", folder("work/theme"), folder("other"), code: 1)
    _ = try run("diff", folder("work/theme"), folder("other"), "--select", "constants/accent", code: 0)
    _ = try run("diff", folder("nowhere"), folder("other"), code: 3)
    try folder.write("empty/readme.txt", "")
    _ = try run("diff", folder("empty"), folder("other"), code: 3)
  }

  /// A state without a theme of the context is compared with its default values, and named: a change may add a theme.
  @Test func themesThatOneSideLacks() throws {
    for (side, extra) in [("old", []), ("new", ["night.plist"])] {
      for name in ["default.plist"] + extra {
        try folder.write(
          "\(side)/\(name)", "<plist><dict><key>gap</key><integer>\(name.utf8.count)</integer></dict></plist>")
      }
    }
    let line = ["diff", folder("old"), folder("new"), "--theme", "night"]
    let one = try Program(livery, line).outputAndEnd()
    #expect(one.end.code == 1 && one.output.contains("~ constants/gap"), "\(one)")
    #expect(one.end.errors.hasPrefix("livery: \(folder("old")): the bundle has no theme `night`"), "\(one)")
    let none = try Program(livery, line.dropLast() + ["nihgt"]).end()
    #expect(none.code == 3 && none.errors.hasPrefix("livery: the bundle has no theme `nihgt`"), "\(none)")
  }

  /// Both sides lack the values of a broken file, so that they cannot be called equal.
  @Test func filesThatCannotBeReadAreNamed() throws {
    let theme = folder("work/theme")
    func check(_ arguments: String..., code: Int32, output expected: String, errors: String) throws {
      let (output, end) = try Program(livery, ["diff"] + arguments, environment: ["LIVERY_SOCKET": folder("none")])
        .outputAndEnd()
      #expect(end.code == code && output.contains(expected), "\(arguments): \(output)")
      #expect(end.errors == errors, "\(arguments): \(end.errors)")
    }
    let rest = "values may be missing from the comparison"
    try folder.write("work/theme/a/more.json", #"{ "more": 1 "most": 2 }"#)
    let broken = "(a/link.json:1: expected `,` between this value and the next)"
    try check(
      "git:HEAD", theme, code: 1, output: "- constants/more",
      errors: "livery: \(theme) has 1 error \(broken): \(rest)\n")
    try commit()
    let both = "livery: git:HEAD has 1 error \(broken): \(rest)\nlivery: \(theme) has 1 error \(broken): \(rest)\n"
    try check("git:HEAD", theme, code: 3, output: ": no value differs\n", errors: both)
    try check(
      "git:HEAD", theme, "--format", "markdown", code: 3,
      output: "No value changed.\n\n`` git:HEAD has 1 error", errors: both)
    // An error in a value leaves out no file.
    try folder.write("work/theme/a/more.json", #"{ "more": "ref://gone", "most": 2 }"#)
    try commit()
    let wrong = "has 1 error (a/link.json:1: unknown reference `gone`)"
    try check(
      "git:HEAD", theme, code: 0, output: ": no value differs\n",
      errors: "livery: git:HEAD \(wrong): \(rest)\nlivery: \(theme) \(wrong): \(rest)\n")
  }

  /// The same file on disk and in a revision is the same error.
  @Test(arguments: ["", "a/"]) func aNameThatIsNotUTF8(directory: String) throws {
    try folder.write("work/tokens/a/colors.tokens.json", ##"{ "accent": { "$type": "number", "$value": 1 } }"##)
    let path = Array("\(folder("work/tokens"))/\(directory)n".utf8) + [0xFF] + Array(".tokens.json\0".utf8)
    let descriptor = open(path.map(CChar.init(bitPattern:)), O_WRONLY | O_CREAT | O_CLOEXEC, 0o644)
    #expect(descriptor >= 0 && Glibc.write(descriptor, "{}", 2) == 2)
    close(descriptor)
    try commit()
    let (output, errors) = try run("diff", "git:HEAD", folder("work/tokens"), code: 3)
    #expect(output.contains("no value differs"), "\(output)")
    let lines = errors.split(separator: "\n")
    #expect(lines.count == 2 && lines.allSatisfy { $0.contains("n\u{FFFD}.tokens.json` is not UTF-8)") }, "\(errors)")
  }

  @Test func whatCannotBeReadIs3() throws {
    _ = try run("diff", "git:nowhere", folder("work/theme"), code: 3)
    _ = try run("diff", "git:HEAD", folder("other"), code: 3)
    try folder.write("plain/theme.inc.json", "{}")
    _ = try run("diff", "git:HEAD", folder("plain"), code: 3)
    for revision in ["git:", "git:--output=x", "git:-"] {
      #expect(try run("diff", revision, folder("work/theme"), code: 2).errors.contains("names no revision"))
    }
  }

  /// A repository is foreign: its filters, hooks, text conversions and remotes run nothing.
  @Test func aHostileRepositoryRunsNothing() throws {
    let trap = "touch \(folder("sprung")); cat"
    for (key, value) in [
      ("filter.trap.smudge", trap), ("filter.trap.clean", trap), ("filter.trap.process", trap),
      ("diff.trap.textconv", trap),
      ("diff.external", trap), ("core.fsmonitor", trap), ("core.pager", trap), ("pager.ls-tree", trap),
      ("pager.cat-file", trap), ("core.sshCommand", trap), ("alias.ls-tree", "!\(trap)"),
      ("core.hooksPath", folder("hooks")),
      ("uploadpack.packObjectsHook", trap), ("credential.helper", "!\(trap)"),
    ] { try git("config", key, value) }
    try folder.write("work/.gitattributes", "*.json filter=trap diff=trap text eol=crlf ident export-subst\n")
    for hook in ["post-checkout", "reference-transaction", "post-index-change", "pre-auto-gc"] {
      try folder.write("hooks/\(hook)", "#!/bin/sh\n\(trap)\n")
      #expect(chmod(folder("hooks/\(hook)"), 0o755) == 0)
    }
    // The effects of the traps themselves, while they were set up.
    try? folder.remove("sprung")
    #expect(try run("diff", "git:HEAD", folder("work/theme"), code: 0).output.contains("no value differs"))
    #expect(!FileManager.default.fileExists(atPath: folder("sprung")))
  }

  /// An object that a partial clone lacks is an error, and nothing is fetched.
  @Test func nothingIsFetched() throws {
    let files = ["clone", "-q", "--no-local", "--filter=blob:none", "--no-checkout"]
    try git("config", "uploadpack.allowFilter", "true")
    let clone = try Program("/usr/bin/env", ["git"] + files + ["file://\(folder("work"))", folder("clone")])
    #expect(clone.outputAndEnd().end.code == 0)
    try FileManager.default.createDirectory(atPath: folder("clone/theme"), withIntermediateDirectories: true)
    #expect(
      try run("diff", "git:HEAD", "git:HEAD", "--bundle", folder("clone/theme"), code: 3).errors.contains("git:HEAD"))
    // The objects are still missing.
    let missing = try Program(
      "/usr/bin/env", ["git", "-C", folder("clone"), "rev-list", "--objects", "--all", "--missing=print"])
    #expect(missing.outputAndEnd().output.contains("?"))
  }
}

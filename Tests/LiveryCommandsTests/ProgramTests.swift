// SPDX-License-Identifier: GPL-2.0-or-later

import CommandLineInterface
import JSONText
import LinuxIO
import LiveryConnection
import ProcessIO
import StyledText
import TerminalIO
import Testing
import ThemeDialects
import ThemeModel

@testable import LiveryCommands

/// The commands that need no daemon, in this process.
@Suite struct ProgramTests {
  private let bundles: ScratchBundles

  init() throws { bundles = try ScratchBundles() }

  private func run(
    _ line: [String], failure: SystemError? = nil
  ) throws -> (code: ExitCode, output: String, errors: String) {
    try bundles.run(line, failure: failure)
  }

  private func check(
    _ line: String..., code: ExitCode, output: String? = nil, errors: String = "", failure: SystemError? = nil
  ) throws {
    let names = ["good", "bad", "empty", "nosuch", "god", "good/theme.inc.json"]
    let result = try run(line.map { names.contains($0) ? bundles($0) : $0 }, failure: failure)
    #expect(result.code == code, "\(line)")
    #expect(result.errors == errors, "\(line)")
    if let output { #expect(result.output == output, "\(line)\n\(result.output)") }
  }

  @Test func checkTellsAndCounts() throws {
    try check("check", "good", code: .fine, output: "good: no problems found\n")
    try check("check", "good/theme.inc.json", "--format", "concise", code: .fine, output: "")
    try check(
      "check", "bad", code: .findings,
      output: """
        error[LV1001] unknown reference `gab`
         ┌ /bad/values.json:1:32
        1│ { "gap": 4, "box": { "margin": "ref://gab" } }
         │                                ^^^^^^^^^^^ declared nowhere in 1 file
         │          - `gap` is declared here
         └ help: did you mean `gap`?

        bad: 1 error
          `livery fix /bad` fixes 1 of them; `livery explain LV1001` describes the rule

        """)
    try check("check", "bad", "--format", "concise", "--fail-on", "never", code: .fine)
    try check("check", "good", "bad", "--format", "ndjson", code: .findings)
  }

  @Test func checkLooksAtAllNamedContexts() throws {
    try bundles.write("good/values.json", #"{ "box": { "margin": "ref://gab", "gap_iPad": "ref://gab" } }"#)
    let manifest = #"{ "name": "box", "contexts": { "pad": { "device": "pad" } }, "#
    let suppression = #""suppressions": [{ "code": "unused", "reason": "r" }] }"#
    try bundles.write("good/livery.json", manifest + suppression)
    let lines = { (output: String) in
      output.split(separator: "\n").map { $0.prefix { $0 != "]" } + "]" }.map(String.init)
    }
    #expect(
      lines(try run(["check", bundles("good"), "--format", "concise"]).output) == [
        "/good/values.json:1:22: error[LV1001]", "/good/values.json:1:47: error[LV1001]",
        "/good/values.json:1:35: warning[LV4001]",
      ])
    #expect(
      lines(try run(["check", bundles("good"), "--format", "concise", "--device", "phone"]).output) == [
        "/good/values.json:1:22: error[LV1001]", "/good/values.json:1:35: warning[LV4001]",
      ])
    #expect(try run(["check", bundles("good")]).output.contains("\nbox: 2 errors, 1 warning\n"))
    #expect(try run(["resolve", bundles("good")]).output.contains(#""bundle": "box""#))
  }

  @Test func unreadableBundlesAreExitCode3() throws {
    try check(
      "check", "nosuch", "good", "--format", "concise", code: .noBundle, output: "",
      errors: "livery: the bundle `/nosuch` cannot be read: No such file or directory\n")
    let found = try run(["check", bundles("good"), bundles("nosuch"), "--format", "json"])
    #expect(found.code == .noBundle)
    #expect(
      try JSONValue(parsing: Array(found.output.utf8))["unreadable"]?.array?.map { $0["bundle"] } == ["/nosuch"])
    try check(
      "resolve", "god", code: .noBundle, output: "",
      errors: """
        livery: the bundle `/god` cannot be read: No such file or directory
          help: did you mean `/good`?

        """)
    let empty = try run(["check", bundles("empty"), "--format", "concise"])
    #expect(empty.code == .noBundle)
    #expect(empty.output.hasPrefix("/empty: error[LV"))
    let resolved = try run(["resolve", bundles("empty")])
    #expect(resolved.code == .noBundle)
    #expect(resolved.output == "")
    #expect(resolved.errors.hasPrefix("/empty: error[LV"))
  }

  @Test func resolvePrintsJSON() throws {
    let whole = try run(["resolve", bundles("good"), "--device", "pad", "--version", "9.3"])
    let snapshot = try JSONValue(parsing: Array(whole.output.utf8), maximumDepth: 16)
    #expect(whole.code == .fine)
    #expect(snapshot["context"] == ["device": "pad", "version": "9.3", "themes": []])
    #expect(snapshot["generation"] == 0)
    #expect(snapshot["constants"] == ["gap": 4])
    #expect(snapshot["styles"] == ["box": ["margin": 4]])
    #expect(whole.output == snapshot.pretty + "\n")

    let compact = try run(["resolve", bundles("good"), "--compact", "--select", "styles"])
    #expect(compact.output.contains(#""constants":{},"styles":{"box":{"margin":4}}"#))
    #expect(compact.output.filter(\.isNewline) == "\n")
  }

  @Test func resolvePrintsWhatItHas() throws {
    let complaint = "/bad/values.json:1:32: error[LV1001] unknown reference `gab`\n"
    try check("resolve", "bad", code: .fine, errors: complaint)
    try check("resolve", "bad", "--fail-on", "warning", code: .findings, errors: complaint)
  }

  @Test func verboseTellsTheFiles() throws {
    try check(
      "check", "good", "-v", code: .fine, output: "good: no problems found\n",
      errors: """
        good: redbeard
          root files tried: theme.inc.json
          root file taken: theme.inc.json
          2 files considered:
            theme.inc.json
            values.json
          2 contexts considered:
            the default context
            pad

        """)
  }

  @Test func verboseTellsTheThemes() throws {
    try bundles.write("good/livery.json", #"{ "dialect": "flat" }"#)
    try bundles.write("good/night.json", #"{ "gap": 5 }"#)
    try check(
      "check", "good", "-v", "--theme", "night", "--format", "concise", "--fail-on", "never", code: .fine,
      errors: """
        good: flat
          themes: night, theme.inc, values
          root file taken: night.json
          4 files considered:
            livery.json
            night.json
            theme.inc.json
            values.json
          1 context considered:
            night

        """)
  }

  /// A baseline of a file with more findings than are listed hides none that it does not have.
  @Test func aBaselineHasNoOmittedFindings() throws {
    let numbers = (0..<2_100).map(String.init).joined(separator: ", ")
    try bundles.write("many/theme.inc.json", "{ \"include\": [], \"themes\": [\"t.json\", \(numbers)] }")
    try bundles.write("many/t.json", "{}")
    let file = "\(bundles.path)/many.json"
    _ = try run(["check", bundles("many"), "--baseline", file, "--write-baseline"])
    let result = try run(["check", bundles("many"), "--baseline", file, "--format", "concise"])
    #expect(result.code == .findings && result.output.contains("LV0014"))
  }

  @Test func aBaselineLeavesWhatIsNew() throws {
    let file = bundles("known.json")
    let values = #"{ "gap": 4, "box": { "margin": "ref://gab", "line": "ref://gab" } }"#
    try bundles.write("bad/values.json", values)
    try check(
      "check", "bad", "--baseline", file, code: .usage, output: "",
      errors: """
        livery: the baseline `/known.json` cannot be read: No such file or directory
          help: write it with --write-baseline

        """)
    try check(
      "check", "bad", "--baseline", file, "--write-baseline", code: .fine,
      output: "bad: no problems found; 2 in the baseline\n",
      errors: "2 findings written to \(file)\n".replacing(bundles.path, with: ""))
    #expect(
      try bundles.text("known.json") == #"""
        {
          "baseline": 1,
          "findings": [
            {"bundle":"bad","code":"LV1001","file":"values.json","id":"box","path":"line","text":"\"ref://gab\""},
            {"bundle":"bad","code":"LV1001","file":"values.json","id":"box","path":"margin","text":"\"ref://gab\""}
          ]
        }

        """#)
    // Moved findings are known; new findings are reported.
    try bundles.write("bad/values.json", "\n\n" + values.replacing(#""box""#, with: #""x": "ref://gab", "box""#))
    try check(
      "check", "bad", "--baseline", file, "--format", "concise", code: .findings,
      output: "/bad/values.json:3:18: error[LV1001] unknown reference `gab`\n")
    // A fixed finding is missing from the report.
    try bundles.write("bad/values.json", values.replacing(#""ref://gab", "line""#, with: #""ref://gap", "line""#))
    try check(
      "check", "bad", "--baseline", file, code: .fine, output: "bad: no problems found; 1 in the baseline\n",
      errors: "livery: 1 finding of the baseline no longer found; update it with --write-baseline\n")
    // Other bundles keep theirs, and a finding that holds a file back is always reported.
    try bundles.write("good/values.json", "{ ")
    let result = try run(["check", bundles("good"), "--baseline", file, "--write-baseline"])
    #expect(result.code == .findings)
    #expect(result.errors.hasPrefix("2 findings written to"))
    try check(
      "check", "bad", "--write-baseline", code: .usage, output: "",
      errors: "livery: --write-baseline needs to know where\n  help: name the file with --baseline\n")
    try bundles.write("known.json", "{}")
    #expect(try run(["check", bundles("bad"), "--baseline", file]).code == .usage)
  }

  @Test func findingsNameTheirContexts() throws {
    try bundles.write("good/values.json", #"{ "box": { "margin": 1, "margin_iPad": "ref://gap" } }"#)
    let line = "/good/values.json:1:40: error[LV1001] unknown reference `gap` (only in pad)\n"
    try check("check", "good", "--format", "concise", code: .findings, output: line)
    #expect(try run(["check", bundles("good")]).output.contains("\n = only in pad\n"))
    let json = try run(["check", bundles("good"), "--format", "json"]).output
    let report = try JSONValue(parsing: Array(json.utf8), maximumDepth: 16)
    #expect(report["diagnostics"]?.array?.first?["contexts"] == [["device": "pad", "themes": []]])
    #expect(report["suppressed"] == nil)
  }

  @Test func logsOfSARIFHaveWhatIsSilenced() throws {
    try bundles.write(
      "good/values.json",
      "{ \"box\": { \"margin\": \"ref://gap\", // livery-ignore LV1001: it comes later\n\"line\": \"ref://gap\" } }")
    let file = bundles("known.json")
    _ = try run(["check", bundles("good"), "--baseline", file, "--write-baseline"])
    let log = try run(["check", bundles("good"), "--baseline", file, "--format", "sarif"]).output
    let results = try JSONValue(parsing: Array(log.utf8), maximumDepth: 16)["runs"]?.array?.first?["results"]?.array
    #expect(
      results?.compactMap { $0["suppressions"]?.array?.first } == [
        ["kind": "inSource", "justification": "it comes later"],
        ["kind": "external", "justification": "it is in the baseline"],
      ])
    #expect(
      try run(["check", bundles("good"), "--baseline", file]).output
        == "good: no problems found; 1 suppressed; 1 in the baseline\n")
  }

  @Test func fixWritesOnceAndSaysWhat() throws {
    let diff = try run(["fix", bundles("bad"), "--diff"])
    #expect(diff.code == .fine)
    #expect(
      diff.output == """
        --- a/bad/values.json
        +++ b/bad/values.json
        @@ -1,1 +1,1 @@
        -{ "gap": 4, "box": { "margin": "ref://gab" } }
        +{ "gap": 4, "box": { "margin": "ref://gap" } }

        """)
    #expect(try bundles.text("bad/values.json").contains("gab"))
    try check(
      "fix", "bad", code: .fine,
      output: "/bad/values.json:1:32: fixed[LV1001] Replace with `gap`\nbad: 1 file changed\n")
    #expect(try bundles.text("bad/values.json") == "{ \"gap\": 4, \"box\": { \"margin\": \"ref://gap\" } }\n")
    try check("fix", "bad", code: .fine, output: "bad: nothing to fix\n")
    try check("fix", "bad", "--diff", code: .fine, output: "")
  }

  @Test func fixTellsWhatIsLeft() throws {
    try bundles.write("good/values.json", #"{ "box": { "margin": "ref://nothing-like-it" } }"#)
    let left = "livery: good still has 1 error: see `livery check`\n"
    try check("fix", "good", code: .findings, output: "good: nothing to fix\n", errors: left)
    try check("fix", "good", "--fail-on", "never", code: .fine, output: "good: nothing to fix\n", errors: left)
    try check(
      "fix", "nosuch", code: .noBundle, output: "",
      errors: "livery: the bundle `/nosuch` cannot be read: No such file or directory\n")
    #expect(try run(["fix", bundles("empty")]).code == .noBundle)
  }

  @Test func initMakesWhatChecksAndNeverOverwrites() throws {
    let hint = { (name: String) in
      "print the resolved values with `livery resolve \(name)`; follow your edits with `livery watch \(name)`\n"
    }
    for dialect in DialectName.allCases {
      let name = "new/\(dialect.rawValue)"
      let made = try run(["init", bundles(name), "--dialect", dialect.rawValue])
      #expect(made.code == .fine)
      #expect(made.output == dialect.dialect.starterFiles.map { "/\(name)/\($0.path)\n" }.joined())
      #expect(made.errors == hint("/\(name)"))
      #expect(try run(["check", bundles(name), "--strict", "--fail-on", "info"]).code == .fine)
    }
    try bundles.write("mine/controls.json", "{}")
    let refused = try run(["init", bundles("mine")])
    #expect(refused.code == .usage)
    #expect(
      refused.errors == """
        livery: `/mine/controls.json` exists, and `livery init` overwrites nothing
          help: name another directory

        """)
    #expect(try bundles.text("mine/controls.json") == "{}")
    #expect(throws: (any Error).self) { try bundles.text("mine/theme.inc.json") }
    for (name, dialect, file) in [
      ("tokens", "oracle", "app.tokens.json"), ("flat", "redbeard", "livery.json"),
      ("redbeard", "giotto", "theme.inc.json"),
    ] {
      let refused = try run(["init", bundles("new/\(name)"), "--dialect", dialect])
      #expect(refused.code == .usage)
      #expect(
        refused.errors.hasPrefix("livery: `/new/\(name)` is a bundle already: it has `\(file)`\n"), "\(refused.errors)")
    }
  }

  @Test func explainTakesCodesAndNames() throws {
    let page = try run(["explain", "LV0006"])
    #expect(page.code == .fine)
    #expect(page.output.hasPrefix("error[LV0006] missing-comma\n\nA comma is missing"))
    for name in ["missing-comma", "lv0006"] { try check("explain", name, code: .fine, output: page.output) }
    try check(
      "explain", "mising-comma", code: .usage, output: "",
      errors: "livery: `mising-comma` is not a rule\n  help: did you mean `missing-comma`?\n")
    try check(
      "explain", "nonsense", code: .usage, output: "",
      errors: "livery: `nonsense` is not a rule\n  help: `livery explain` lists all rules\n")
  }

  @Test func noDaemonIsExitCode4() throws {
    for command in ["status", "consumers", "subscribe"] {
      let result = try run([command, "--socket", bundles("no.sock")])
      #expect(result.code == .noDaemon)
      #expect(result.output == "")
      #expect(
        result.errors == """
          livery: no daemon can be reached: /no.sock: No such file or directory
            help: start one with `liveryd BUNDLE` or `livery watch BUNDLE`, or name its socket with --socket

          """)
    }
  }

  @Test func whyNoDaemonIsReachedDecidesTheHelp() throws {
    func check(
      _ failure: CommandFailure, _ message: String, _ help: String, _ location: SourceLocation = #_sourceLocation
    ) {
      #expect(failure == CommandFailure(.noDaemon, message, help: help), sourceLocation: location)
    }
    try bundles.write("no.sock", "")
    let file = try run(["status", "--socket", bundles("no.sock")])
    #expect(file.code == .noDaemon)
    #expect(
      file.errors == """
        livery: no daemon can be reached: /no.sock: Connection refused
          help: `livery doctor --socket /no.sock` shows the reason

        """)
    let doctor = "`livery doctor` shows the reason"
    check(
      CommandFailure(ClientError.noAnswer(seconds: 3)), "the daemon did not answer within 3 seconds",
      "`livery doctor` shows the reason; --timeout waits longer")
    check(CommandFailure(ClientError.connectionLost), "the connection to the daemon is lost", doctor)
    check(
      CommandFailure(SocketSearch.Failure.nobodyListens(["/a", "/b"])), "no daemon listens in /a or /b",
      "start one with `liveryd BUNDLE`, or `livery watch BUNDLE`; \(doctor)")
    var ownership = Ownership(user: "livery", group: "designers", mode: 0o660)
    check(
      CommandFailure(refusedAt: "/s", ownership, doctor: doctor), "the daemon at /s does not let this user in",
      "become a member of the group `designers`, which owns the socket, and log in again; \(doctor)")
    ownership.mode = 0o600
    check(
      CommandFailure(refusedAt: "/s", ownership, doctor: doctor), "the daemon at /s does not let this user in",
      "it is for the user `livery` alone; \(doctor)")
    check(
      CommandFailure(refusedAt: "/s", nil, doctor: doctor),
      "this user may not enter a directory on the way to /s", doctor)
  }

  @Test func aFullDiskIsExitCode5() throws {
    try check(
      "resolve", "good", code: .internalError,
      errors: "livery: the output cannot be written: No space left on device\n",
      failure: SystemError(call: "write", errno: .noSpace))
  }

  @Test func helpAndVersionAreData() throws {
    try check("--version", code: .fine, output: "livery 0.1.0\n")
    try check("help", "check", code: .fine, output: Program.livery.table.help(.check, width: 100))
  }
}

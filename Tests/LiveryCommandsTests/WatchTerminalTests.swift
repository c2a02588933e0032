// SPDX-License-Identifier: GPL-2.0-or-later

import Glibc
import LinuxIO
import TestSupport
import Testing

@testable import LiveryCommands

/// `livery watch` on a terminal, from outside: the state of the terminal when the program stops or ends in any way.
@Suite struct WatchTerminalTests {
  private let bundles: ScratchBundles

  init() throws { bundles = try ScratchBundles() }

  private static let entering = "\u{1B}[?1049h"

  /// Puts the built programs into PATH of the shell.
  private static var path: String {
    let test = (try? realPath("/proc/self/exe")) ?? ""
    let programs = String(test.prefix(upTo: test.lastIndex(of: "/") ?? test.startIndex))
    return #"export PATH='\#(programs)':"$PATH" TERM=xterm-256color SWIFT_BACKTRACE=enable=no"#
  }

  private func start(
    _ options: String = "", environment: String = "NAME=", columns: Int = 80, rows: Int = 24
  ) throws -> PseudoTerminal {
    try PseudoTerminal(
      """
      \(Self.path); unset VISUAL EDITOR NO_COLOR; export \(environment); cd '\(bundles.path)' &&
      exec livery watch good --socket s \(options)
      """, columns: columns, rows: rows)
  }

  /// The program ends or stops in that way, and restores the terminal before.
  private func expect(_ change: PseudoTerminal.Change, of terminal: PseudoTerminal) throws {
    try terminal.wait(for: TerminalScreen.leaving)
    #expect(terminal.waitForChange() == change)
    #expect(terminal.isInLineMode)
  }

  @Test func suspendingAndQuitting() throws {
    let terminal = try start()
    try terminal.wait(for: Self.entering)
    try terminal.wait(for: "no errors")
    #expect(!terminal.isInLineMode)
    terminal.press("\u{1A}")
    try expect(.stopped, of: terminal)
    terminal.send(SIGCONT)
    try terminal.wait(for: Self.entering)
    try terminal.wait(for: "no errors")
    #expect(!terminal.isInLineMode)
    terminal.press("\u{3}")
    try expect(.exited(0), of: terminal)
  }

  @Test func theKeyThatQuits() throws {
    let terminal = try start()
    try terminal.wait(for: "no errors")
    terminal.press("q")
    try expect(.exited(0), of: terminal)
  }

  /// Contexts that differ in their modifiers alone.
  @Test func namedContextsTakeTurns() throws {
    try bundles.write(
      "good/livery.json",
      #"{ "contexts": { "a": { "modifiers": { "size": "compact" } }, "b": { "modifiers": { "size": "wide" } } } }"#)
    let terminal = try start("--modifier size=usual", columns: 160)
    for text in [" · size=usual", " · a: size=compact", " · b: size=wide", " · size=usual"] {
      try terminal.wait(for: text)
      terminal.press("v")
    }
    terminal.press("q")
    try expect(.exited(0), of: terminal)
  }

  @Test(arguments: [SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT, SIGTRAP, SIGQUIT])
  func aFatalSignalGivesTheTerminalBack(signal: Int32) throws {
    let terminal = try start()
    try terminal.wait(for: "no errors")
    terminal.send(signal)
    try expect(.killed(signal), of: terminal)
  }

  @Test func allChangedValuesCanBeReached() throws {
    let values = { (value: Int) in
      "{ \((1...99).map { "\"size-\($0)\": \(value)" }.joined(separator: ", ")), \"gap\": 4, \"box\": {} }"
    }
    try bundles.write("good/values.json", values(1))
    let terminal = try start(columns: 40, rows: 8)
    try terminal.wait(for: "no errors")
    try bundles.write("good/values.json", values(2))
    try terminal.wait(for: "more changed values")
    terminal.press("\u{1B}[F")
    try terminal.wait(for: "size-99")
    terminal.press("\u{1B}[5~")
    try terminal.wait(for: "size-96")
    terminal.press("\u{1B}OH")
    try terminal.wait(for: "more changed values")
    terminal.press("q")
    try expect(.exited(0), of: terminal)
  }

  @Test func fixesAreShownAndWrittenWhenTheAuthorAgrees() throws {
    let broken = #"{ "gap": 4 "box": { "margin": "ref://gap" } }"#
    try bundles.write("good/values.json", broken)
    let terminal = try start()
    try terminal.wait(for: "f fixes 1 (livery fix)")
    terminal.press("fy")
    try terminal.wait(for: "fixed[LV0006]")
    try terminal.wait(for: "Write 1 fix?")
    terminal.press("n")
    try terminal.wait(for: "Nothing was written.")
    #expect(try bundles.text("good/values.json") == broken)
    terminal.press("f")
    try terminal.wait(for: "Write 1 fix?")
    terminal.press("y")
    try terminal.wait(for: "no errors")
    #expect(try bundles.text("good/values.json") == #"{ "gap": 4, "box": { "margin": "ref://gap" } }"#)
    terminal.press("q")
    try expect(.exited(0), of: terminal)
  }

  @Test func theEditorOpensTheFinding() throws {
    try bundles.write("good/values.json", "{ \"gap\": 4,\n  \"box\": { \"margin\": \"ref://gab\" } }")
    try bundles.write("editor", "echo \"editing $*\"; read answer; echo \"read $answer\"; sed -i s/gab/gap/ \"$2\"\n")
    let terminal = try start(environment: "EDITOR='sh \(bundles("editor"))'")
    try terminal.wait(for: "1 error")
    terminal.press("e")
    // The screen is restored, with the key modes of a shell.
    try terminal.wait(for: TerminalScreen.leaving)
    try terminal.wait(for: "editing +2 \(bundles("good/values.json"))")
    #expect(terminal.isInLineMode)
    terminal.press("q\n")
    try terminal.wait(for: "read q")
    try terminal.wait(for: Self.entering)
    try terminal.wait(for: "no errors")
    #expect(!terminal.isInLineMode)
    terminal.press("q")
    try expect(.exited(0), of: terminal)
  }

  @Test func whatIsSetIsNamedAndHidesEdits() throws {
    let terminal = try start()
    try terminal.wait(for: "no errors")
    let set = try PseudoTerminal(
      "\(Self.path); cd '\(bundles.path)' && livery set constant gap 9 --socket s", columns: 80, rows: 24)
    try set.wait(for: "generation 2")
    #expect(set.waitForChange() == .exited(0))
    try terminal.wait(for: "1 value set at run time: gap (livery reset)")
    try terminal.wait(for: "2 values changed by values set at run time")
    try bundles.write("good/values.json", #"{ "gap": 5, "box": { "margin": "ref://gap" } }"#)
    try terminal.wait(for: "values.json:1 does not show: gap is set to 9 at run time (livery reset)")
    terminal.press("q")
    try expect(.exited(0), of: terminal)
  }

  @Test func twoCheckoutsOfOneName() throws {
    try bundles.write("other/good/theme.inc.json", #"{ "themes": [] }"#)
    let watch = { (directory: String) in
      try PseudoTerminal(
        """
        \(Self.path); cd '\(bundles(directory))' && export XDG_RUNTIME_DIR='\(bundles.path)' &&
        exec livery watch good --format concise
        """, columns: 160, rows: 24)
    }
    let first = try watch("")
    try first.wait(for: "listening on \(bundles.path)/livery/good.sock")
    let second = try watch("other")
    try second.wait(for: "listening on \(bundles.path)/livery/good-2.sock")
    for terminal in [first, second] {
      terminal.send(SIGTERM)
      #expect(terminal.waitForChange() == .exited(0))
    }
  }

  /// The child of the shell ends as well: it has the pipe open. The command is in the background of the terminal, which it may set.
  @Test(arguments: ["q", "\u{3}"]) func aCommandEndsWithTheWatch(key: String) throws {
    #expect(mkfifo(bundles("alive"), 0o600) == 0)
    let pipe = open(bundles("alive"), O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    defer { close(pipe) }
    // The shell stays in the terminal: at its end, the kernel would end all programs in it.
    let terminal = try PseudoTerminal(
      """
      \(Self.path); cd '\(bundles.path)'; trap : INT
      livery watch good --socket s --exec '(stty -tostop < /dev/tty && echo set; exec sleep 60) > alive; true'
      echo "ended with $?"; read line
      """, columns: 80, rows: 24)
    #expect(isReadable(pipe, within: 60_000))
    var bytes = [UInt8](repeating: 0, count: 16)
    #expect(read(pipe, &bytes, bytes.count) == 4)
    terminal.press(key)
    try terminal.wait(for: "ended with 0")
    #expect(isReadable(pipe, within: 30_000))
    #expect(read(pipe, &bytes, bytes.count) == 0)
    terminal.press("\n")
    #expect(terminal.waitForChange() == .exited(0))
  }

  @Test func aCommandPrintsIntoTheScreen() throws {
    let terminal = try start(
      "--exec 'cat >> lines; printf \"\\033[31mrun %s\\033[0m\\nof it\\n\" $(wc -l < lines); test $(wc -l < lines) = 1'"
    )
    try terminal.wait(for: "exec: done")
    try terminal.wait(for: "of it")
    try bundles.write("good/values.json", #"{ "gap": 5, "box": { "margin": "ref://gap" } }"#)
    try terminal.wait(for: "exec: the command ended with 1")
    try terminal.wait(for: "  run 2")
    terminal.press("q")
    try expect(.exited(0), of: terminal)
    let lines = try bundles.text("lines").split(separator: "\n")
    #expect(lines.count == 2)
    #expect(lines.first?.hasPrefix(#"{"event":"snapshot","snapshot":{"bundle":"good""#) == true)
    #expect(lines.last?.hasPrefix(#"{"event":"delta","delta":{"bundle":"good""#) == true)
    #expect(lines.last?.contains(#"[{"op":"replace","path":"/constants/gap","value":5}"#) == true)
  }
}

// SPDX-License-Identifier: GPL-2.0-or-later

import Glibc
import LinuxIO
import Testing

@testable import LiveryCommands

/// `livery watch` on a terminal, from outside: what is left of it when the program stops or ends in whatever way.
@Suite struct WatchTerminalTests {
  private let bundles: ScratchBundles

  init() throws { bundles = try ScratchBundles() }

  private static let entering = "\u{1B}[?1049h"

  private func start(_ options: String = "", columns: Int = 80, rows: Int = 24) throws -> PseudoTerminal {
    let test = try realPath("/proc/self/exe")
    let programs = String(test.prefix(upTo: test.lastIndex(of: "/") ?? test.startIndex))
    return try PseudoTerminal(
      """
      cd '\(bundles.path)' && export PATH='\(programs)':"$PATH" TERM=xterm-256color SWIFT_BACKTRACE=enable=no &&
      exec livery watch good --socket s \(options)
      """, columns: columns, rows: rows)
  }

  /// The program ends or stops in that way, and before that the terminal is as it was.
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

  @Test(arguments: [SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT, SIGTRAP, SIGQUIT])
  func aFatalSignalGivesTheTerminalBack(signal: Int32) throws {
    let terminal = try start()
    try terminal.wait(for: "no errors")
    terminal.send(signal)
    try expect(.killed(signal), of: terminal)
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

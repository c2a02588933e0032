// SPDX-License-Identifier: GPL-2.0-or-later

import Foundation
import Glibc
import LinuxIO
import ProcessIO
import TestSupport
import Testing

@testable import OutputReload

/// Signals, sockets and terminals, with real processes: a process that does not expect a signal gets none.
@Suite(.serialized) struct OutputReloadTests {
  private let folder: ScratchDirectory

  init() throws { folder = try ScratchDirectory() }

  /// A child process copies Python: a process that a test starts meanwhile would inherit our descriptor, and the copy would be busy.
  private func copyPython(to name: String) throws {
    let copy = try Process.run(
      URL(filePath: "/bin/cp"), arguments: [try realPath("/usr/bin/python3"), folder(name)])
    copy.waitUntilExit()
  }

  /// A program of this name: a copy of Python, since the name of the file counts.
  private func program(_ name: String, _ script: String) throws -> Child {
    try copyPython(to: name)
    // The tests may block the signal for their children.
    let unblocked = "import signal, sys; signal.pthread_sigmask(signal.SIG_UNBLOCK, [signal.SIGUSR1])\n"
    return try Child(folder(name), ["-c", unblocked + script])
  }

  private func send(_ name: String) -> ProgramSignal.Outcome { ProgramSignal(program: name, signal: SIGUSR1).send() }

  @Test func aProgramThatExpectsTheSignalGetsIt() throws {
    let waiting = try program(
      "liverytestterm",
      """
      import os
      # The function of a signal runs between two instructions, and not in a read that has begun: the signal itself ends this one.
      reading, writing = os.pipe()
      os.set_blocking(writing, False)
      signal.set_wakeup_fd(writing)
      signal.signal(signal.SIGUSR1, lambda number, frame: print("told", flush=True))
      print("ready", flush=True)
      os.read(reading, 1)
      sys.stdin.read()
      """)
    #expect(try waiting.line() == "ready")
    #expect(send("liverytestterm") == ProgramSignal.Outcome(reached: 1, skipped: []))
    #expect(try waiting.line() == "told")
    waiting.kill()
  }

  /// A kitty that has just started dies of SIGUSR1; so does any program that does not handle it.
  @Test func aProgramThatWouldDieOfTheSignalDoesNotGetIt() throws {
    let starting = try program(
      "liverytestyoung", "print('ready', flush=True); sys.stdin.readline(); print('alive', flush=True)")
    #expect(try starting.line() == "ready")
    #expect(send("liverytestyoung") == ProgramSignal.Outcome(reached: 0, skipped: [starting.identifier]))
    try starting.write("\n")
    #expect(try starting.line() == "alive")
    starting.kill()
  }

  /// A terminal forks, and its copy gives up the masks before it runs a shell: the signal would end the copy, and with it the window.
  @Test func aCopyOfAProgramDoesNotGetTheSignalOfItsParent() throws {
    let window = try program(
      "liverytestfork",
      """
      import os
      signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGUSR1])
      reading, writing = os.pipe()
      copy = os.fork()
      if copy == 0:
          os.close(writing)
          os.read(reading, 1)
          signal.pthread_sigmask(signal.SIG_UNBLOCK, [signal.SIGUSR1])
          os._exit(0)
      print(copy, flush=True)
      sys.stdin.readline()
      os.close(writing)
      print(os.waitpid(copy, 0)[1], signal.SIGUSR1 in signal.sigpending(), flush=True)
      sys.stdin.read()
      """)
    let copy = try #require(Int32(try window.line()))
    #expect(send("liverytestfork") == ProgramSignal.Outcome(reached: 1, skipped: [copy]))
    try window.write("\n")
    #expect(try window.line() == "0 True")
    window.kill()
  }

  /// Only a copy is one: not a program that another kitty runs, and not a kitty that went to the background.
  @Test func copiesAreKnownByTheirParentAndTheKernel() throws {
    func check(_ status: String, parent: String, _ expected: Bool) throws {
      let table = folder("copies")
      try? FileManager.default.removeItem(atPath: table)
      try folder.write("copies/5/stat", status)
      try folder.write("copies/4/stat", "")
      try FileManager.default.createSymbolicLink(atPath: "\(table)/4/exe", withDestinationPath: parent)
      #expect(ProcessTable(root: table).isCopy(5, of: "kitty") == expected, "\(status)")
    }
    try check("5 (kitty) S 4 5 5 0 -1 4194368 0", parent: "/usr/bin/kitty", true)
    try check("5 (k) S 9 (t) S 4 5 5 0 -1 64 0", parent: "/usr/bin/kitty (deleted)", true)
    try check("5 (kitty) S 4 5 5 0 -1 4194304 0", parent: "/usr/bin/kitty", false)
    try check("5 (kitty) S 4 5 5 0 -1 4194368 0", parent: "/usr/bin/bash", false)
    try check("5 (kitty) S 1 5 5 0 -1 4194368 0", parent: "/usr/bin/kitty", false)
    try check("", parent: "/usr/bin/kitty", false)
  }

  /// A table of processes in which this test is kitty. It never expects the signal, so that it gets none in any case.
  @Test func helpersOfAProgramGetNothing() throws {
    let own = getpid()
    func check(_ arguments: [String], skipped: [Int32]) {
      let table = folder("proc")
      try? FileManager.default.removeItem(atPath: table)
      let process = "\(table)/\(own)"
      try? FileManager.default.createDirectory(atPath: process, withIntermediateDirectories: true)
      try? FileManager.default.createSymbolicLink(
        atPath: "\(process)/exe", withDestinationPath: "/usr/bin/kitty (deleted)")
      try? Data((["kitty"] + arguments).joined(separator: "\0").utf8).write(to: URL(filePath: "\(process)/cmdline"))
      let processes = ProcessTable(root: table)
      let outcome = ProgramSignal.Outcome(reached: 0, skipped: skipped)
      #expect(processes.processes(running: "kitty") == [own])
      #expect(ProgramSignal.kitty.send(to: processes) == outcome, "\(arguments)")
      #expect(ProgramSignal.kitty.send(to: processes, only: [own]) == outcome, "\(arguments)")
      #expect(ProcessTable(root: table, user: effectiveUser + 1).processes(running: "kitty") == [])
    }
    check(["+kitten", "icat"], skipped: [])
    check(["@", "ls"], skipped: [])
    check(["+open", "x"], skipped: [own])
    check(["--session", "x"], skipped: [own])
    check([], skipped: [own])
  }

  @Test func masksOfAllThreadsCount() throws {
    func check(_ masks: [(blocked: String, caught: String)], _ expected: Bool) throws {
      let table = folder("masks")
      try? FileManager.default.removeItem(atPath: table)
      for (number, mask) in masks.enumerated() {
        try folder.write(
          "masks/5/task/\(number)/status", "Name:\tx\nSigBlk:\t\(mask.blocked)\nSigCgt:\t\(mask.caught)\n")
      }
      #expect(ProcessTable(root: table).isReady(5, for: SIGUSR1) == expected)
    }
    let none = "0000000000000000"
    let signal = "0000000000000200"
    try check([(none, signal)], true)
    try check([(signal, none)], true)
    try check([(none, none)], false)
    try check([(none, signal), (none, none)], false)
    try check([(none, signal), (signal, none)], true)
    try check([], false)
  }

  // MARK: Sockets

  @Test func socketsOfThisUserAlone() throws {
    func check(_ mode: mode_t, user: UInt32, listener: UInt32 = effectiveUser, trusted: Bool) throws {
      let directory = folder("tmux-\(user)")
      try? FileManager.default.removeItem(atPath: directory)
      try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
      #expect(chmod(directory, mode) == 0)
      // The peer of a socket is the user of listen(2).
      let script = """
        import os, socket, sys
        s = socket.socket(socket.AF_UNIX)
        s.bind(sys.argv[1])
        if os.geteuid() != int(sys.argv[2]): os.setuid(int(sys.argv[2]))
        s.listen()
        print(1, flush=True)
        sys.stdin.read()
        """
      let server = try Child("/usr/bin/env", ["python3", "-c", script, "\(directory)/default", "\(listener)"])
      _ = try server.line()
      let found = ServerSockets.tmux(in: folder.path, user: user)
      #expect(found.trusted == (trusted ? ["\(directory)/default"] : []))
      #expect(found.skipped.isEmpty == trusted)
      server.kill()
    }
    try check(0o700, user: effectiveUser, trusted: true)
    // Others may put a socket there; or the directory is somebody else's.
    try check(0o755, user: effectiveUser, trusted: false)
    try check(0o700, user: effectiveUser + 1, trusted: false)
    // A second user listens at a socket of this user.
    guard effectiveUser == 0 else { return }
    try check(0o700, user: effectiveUser, listener: 65534, trusted: false)
  }

  @Test func aSocketThatNobodyListensAtIsPassedOverInSilence() throws {
    let directory = folder("tmux-\(effectiveUser)")
    try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
    #expect(chmod(directory, 0o700) == 0)
    let server = try Child(
      "/usr/bin/env",
      [
        "python3", "-c",
        "import socket,sys; s=socket.socket(socket.AF_UNIX); s.bind(sys.argv[1]); print(1, flush=True)",
        "\(directory)/default",
      ])
    _ = try server.line()
    server.wait()
    let found = ServerSockets.tmux(in: folder.path)
    #expect(found.trusted == [] && found.skipped.allSatisfy(\.isEmpty))
  }

  // MARK: Terminals

  @Test func onlyTerminalsOfEmulatorsGetBytes() throws {
    let bytes = Array("\u{1b}]10;#010203\u{1b}\\\u{1b}]11;#040506\u{1b}\\".utf8)
    let sequences = TerminalWriting.sequences(of: bytes)
    #expect(sequences.count == 2 && sequences.joined().elementsEqual(bytes))
    // A pseudoterminal. A program of this name has its other side, and prints the bytes that arrive there.
    try copyPython(to: "liveryemulator")
    // The kernel passes bytes on a little later, so that a mark ends them.
    let script = """
      import os, sys, termios, tty
      main, other = os.openpty()
      tty.setraw(other)
      print(os.ttyname(other), flush=True)
      sys.stdin.readline()
      termios.tcflow(other, termios.TCOON)
      os.write(other, b"end")
      found = b""
      while not found.endswith(b"end"): found += os.read(main, 4096)
      print(found[:-3].hex(), flush=True)
      """
    func check(
      _ programs: [String], before: String = "pass", _ outcome: TerminalWriting.Outcome, _ expected: String
    ) throws {
      let lines = script.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
      let emulator = try Child(
        folder("liveryemulator"), ["-c", (lines[..<3] + [before] + lines[3...]).joined(separator: "\n")])
      #expect(try emulator.line().hasPrefix("/dev/pts/"))
      #expect(TerminalWriting(programs: programs).write(sequences) == outcome)
      try emulator.write("\n")
      #expect(try emulator.line() == expected)
      emulator.wait()
    }
    let hex = bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    try check(["liveryemulator"], .init(reached: 1, skipped: 0), hex)
    try check(["script", "tmux: server"], .init(reached: 0, skipped: 0), "")
    // A terminal that its user has stopped, as Ctrl-S does, and one whose buffer is full: no sequence is cut.
    let emulator = ["liveryemulator"]
    try check(
      emulator, before: "termios.tcflow(other, termios.TCOOFF)", .init(reached: 0, skipped: 1), "")
    // The kernel passes the written bytes on a little later, so that there may be room again.
    let fill = """
      import select
      os.set_blocking(other, False)
      refused = 0
      while refused < 4:
        try:
          os.write(other, b"x")
          refused = 0
        except BlockingIOError:
          refused += 1
          select.select([], [], [], 0.05)
      os.write = lambda other, bytes: None
      os.read = lambda main, count: b"end"
      """
    try check(emulator, before: fill, .init(reached: 0, skipped: 1), "")
    // A terminal of a different user.
    guard effectiveUser == 0 else { return }
    try check(emulator, before: "os.fchown(other, 65534, -1)", .init(reached: 0, skipped: 0), "")
  }
}

/// A child process whose lines can be waited for.
private final class Child {
  private let process = Process()
  private let input = Pipe()
  private let output = Pipe()
  private var unread: [UInt8] = []

  init(_ path: String, _ arguments: [String]) throws {
    process.executableURL = URL(filePath: path)
    process.arguments = arguments
    process.standardInput = input
    process.standardOutput = output
    try process.run()
  }

  deinit { kill() }

  var identifier: Int32 { process.processIdentifier }

  func line() throws -> String {
    while true {
      if let end = unread.firstIndex(of: UInt8(ascii: "\n")) {
        defer { unread.removeSubrange(...end) }
        return String(decoding: unread[..<end], as: UTF8.self)
      }
      let bytes = output.fileHandleForReading.availableData
      guard !bytes.isEmpty else { throw CocoaError(.fileReadUnknown) }
      unread += bytes
    }
  }

  func write(_ text: String) throws { try input.fileHandleForWriting.write(contentsOf: Data(text.utf8)) }

  func kill() {
    if process.isRunning { Glibc.kill(process.processIdentifier, SIGKILL) }
    process.waitUntilExit()
  }

  func wait() { process.waitUntilExit() }
}

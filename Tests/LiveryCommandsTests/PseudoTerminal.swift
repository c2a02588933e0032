// SPDX-License-Identifier: GPL-2.0-or-later

import Foundation
import Glibc
import TestSupport

/// A command on a pseudo-terminal of its own, which controls it as a real one would: pty(7).
final class PseudoTerminal {
  /// The failure of a command.
  struct Failure: Error, CustomStringConvertible {
    var description: String
  }

  /// All that was written to the terminal.
  private(set) var output = ""
  private let terminal: Int32
  /// The other end, which is kept open: the last output may be lost when it closes.
  private let line: Int32
  private var process: pid_t = 0
  private var seen = 0

  /// Runs a command of the shell in a session of its own.
  init(_ command: String, columns: Int, rows: Int) throws {
    terminal = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
    // unlockpt(3) and ptsname(3), which Swift does not import: TIOCSPTLCK and TIOCGPTN of ioctl_tty(2).
    var lock: Int32 = 0
    var number: UInt32 = 0
    guard terminal >= 0, ioctl(terminal, 0x4004_5431, &lock) == 0, ioctl(terminal, 0x8004_5430, &number) == 0 else {
      throw Failure(description: "there is no pseudo-terminal")
    }
    let name = "/dev/pts/\(number)"
    line = open(name, O_RDWR | O_NOCTTY | O_CLOEXEC)
    var size = winsize(ws_row: UInt16(rows), ws_col: UInt16(columns), ws_xpixel: 0, ws_ypixel: 0)
    _ = ioctl(terminal, UInt(TIOCSWINSZ), &size)
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    // The first terminal that the leader of a session opens becomes its own.
    posix_spawn_file_actions_addopen(&actions, 0, name, O_RDWR, 0)
    posix_spawn_file_actions_adddup2(&actions, 0, 1)
    posix_spawn_file_actions_adddup2(&actions, 0, 2)
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    // The command starts without the signals that the tests block or ignore.
    var signals = sigset_t()
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    sigfillset(&signals)
    posix_spawnattr_setsigdefault(&attributes, &signals)
    let newSession = 0x80  // POSIX_SPAWN_SETSID
    posix_spawnattr_setflags(
      &attributes, Int16(newSession | Int(POSIX_SPAWN_SETSIGMASK) | Int(POSIX_SPAWN_SETSIGDEF)))
    let words: [String] = ["sh", "-c", command]
    var arguments = words.map { strdup($0) } + [nil]
    defer { for argument in arguments { free(argument) } }
    guard posix_spawn(&process, "/bin/sh", &actions, &attributes, &arguments, environ) == 0 else {
      throw Failure(description: "the command cannot be run")
    }
  }

  deinit {
    kill(process, SIGKILL)
    close(line)
    close(terminal)
  }

  /// Waits until a text was written since the last wait, for a minute at most.
  func wait(for text: String) throws {
    while true {
      let new = output.dropFirst(seen)
      if let found = new.range(of: text) {
        seen = output.distance(from: output.startIndex, to: found.upperBound)
        return
      }
      guard readMore() else { throw Failure(description: "`\(text)` was never written, but \(new.debugDescription)") }
    }
  }

  private func readMore() -> Bool {
    guard isReadable(terminal, within: 60_000) else { return false }
    var bytes = [UInt8](repeating: 0, count: 65_536)
    let count = read(terminal, &bytes, bytes.count)
    guard count > 0 else { return false }
    pending += bytes.prefix(count)
    // A scalar may come in two halves.
    while let text = String(validating: pending, as: UTF8.self) ?? nil {
      output += text
      pending = []
      break
    }
    return true
  }

  private var pending: [UInt8] = []

  func press(_ keys: String) {
    _ = keys.withCString { write(terminal, $0, strlen($0)) }
  }

  func send(_ signal: Int32) { kill(process, signal) }

  /// Whether keys come line by line and are shown, as a shell wants it.
  var isInLineMode: Bool {
    var attributes = termios()
    tcgetattr(terminal, &attributes)
    return attributes.c_lflag & tcflag_t(ICANON | ECHO) == tcflag_t(ICANON | ECHO)
  }

  enum Change: Equatable { case exited(Int32), killed(Int32), stopped }

  /// Waits until the command ends or stops. Wait for its output first: a full terminal blocks it.
  func waitForChange() -> Change {
    var status: Int32 = 0
    while waitpid(process, &status, WUNTRACED) < 0, errno == EINTR {}
    if status & 0xFF == 0x7F { return .stopped }
    return status & 0x7F == 0 ? .exited(status >> 8 & 0xFF) : .killed(status & 0x7F)
  }
}

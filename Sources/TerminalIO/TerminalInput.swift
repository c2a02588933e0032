// SPDX-License-Identifier: MIT

import CLinux
import Glibc
package import LinuxIO

/// The keyboard of the controlling terminal, key by key and without echo: termios(3).
///
/// `restore`, and at the latest the end of this value, restores the settings of the terminal.
package struct TerminalInput: ~Copyable {
  /// Readable when a key was pressed.
  package let descriptor: FileDescriptor
  private let original: termios

  /// Opens /dev/tty, independently of the standard streams. The settings change with `enableKeyInput`.
  package init() throws(SystemError) {
    let path = "/dev/tty"
    let descriptor = try LinuxIO.descriptor(
      withPath(path) { SystemCalls.open($0, O_RDWR | O_NOCTTY | O_NONBLOCK | O_CLOEXEC) }, of: "open", path: path)
    var attributes = termios()
    try value(SystemCalls.terminalAttributes(descriptor.raw, &attributes), of: "tcgetattr", path: path)
    self.descriptor = descriptor
    original = attributes
  }

  deinit {
    livery_rescue_keyboard(-1, nil)
    var attributes = original
    _ = SystemCalls.setTerminalAttributes(descriptor.raw, &attributes)
  }

  /// Delivers keys at once and without echo. No key stops the output. The keys for interrupt and suspend still send their
  /// signals, the key for quit does not. A fatal signal restores the terminal first.
  package borrowing func enableKeyInput() throws(SystemError) {
    var attributes = original
    attributes.c_lflag &= ~tcflag_t(ICANON | ECHO)
    attributes.c_iflag &= ~tcflag_t(IXON)
    withUnsafeMutableBytes(of: &attributes.c_cc) { characters in
      characters[Int(VMIN)] = 1
      characters[Int(VTIME)] = 0
      characters[Int(VQUIT)] = 0  // _POSIX_VDISABLE
    }
    var before = original
    livery_rescue_keyboard(descriptor.raw, &before)
    try value(SystemCalls.setTerminalAttributes(descriptor.raw, &attributes), of: "tcsetattr", path: "/dev/tty")
  }

  /// Restores the earlier settings of the terminal.
  package borrowing func restore() throws(SystemError) {
    livery_rescue_keyboard(-1, nil)
    var attributes = original
    try value(SystemCalls.setTerminalAttributes(descriptor.raw, &attributes), of: "tcsetattr", path: "/dev/tty")
  }

  /// The bytes of the pressed keys, at most 256. Empty if no key was pressed.
  package borrowing func read() throws(SystemError) -> [UInt8] {
    let raw = descriptor.raw
    var keys: [UInt8] = []
    // The kernel fills `answer` bytes of the scratch space; only these are read.
    let answer = withUnsafeTemporaryAllocation(byteCount: 256, alignment: 1) { scratch in
      let answer = SystemCalls.read(raw, scratch)
      if answer > 0 { keys.append(contentsOf: scratch.prefix(answer)) }
      return answer
    }
    if answer != -Int(EAGAIN) { try value(answer, of: "read", path: "/dev/tty") }
    return keys
  }
}

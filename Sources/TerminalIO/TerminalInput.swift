// SPDX-License-Identifier: MIT

import CLinux
import Glibc
package import LinuxIO

/// The keyboard of the controlling terminal, key by key and without echo: termios(3).
///
/// The terminal's way before comes back with `restore`, and at the latest with the end of this value.
package struct TerminalInput: ~Copyable {
  /// Readable when a key was pressed.
  package let descriptor: FileDescriptor
  private let original: termios

  /// Opens /dev/tty, whatever the standard streams are. The terminal is as it was until `takeKeys`.
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

  /// Keys come at once and are not shown, and none of them stops the output. Those that interrupt and suspend still send their
  /// signals; the one that quits with a core dump does not. A fatal signal restores the terminal first.
  package borrowing func takeKeys() throws(SystemError) {
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

  /// Makes the terminal what it was before.
  package borrowing func restore() throws(SystemError) {
    livery_rescue_keyboard(-1, nil)
    var attributes = original
    try value(SystemCalls.setTerminalAttributes(descriptor.raw, &attributes), of: "tcsetattr", path: "/dev/tty")
  }

  /// The bytes of the keys that were pressed, at most 256; empty when none was.
  package borrowing func read() throws(SystemError) -> [UInt8] {
    let raw = descriptor.raw
    var keys: [UInt8] = []
    // The kernel fills `answer` bytes of the scratch space; only these are looked at.
    let answer = withUnsafeTemporaryAllocation(byteCount: 256, alignment: 1) { scratch in
      let answer = SystemCalls.read(raw, scratch)
      if answer > 0 { keys.append(contentsOf: scratch.prefix(answer)) }
      return answer
    }
    if answer != -Int(EAGAIN) { try value(answer, of: "read", path: "/dev/tty") }
    return keys
  }
}

// SPDX-License-Identifier: MIT

import CLinux
import Glibc
import LinuxIO

extension SystemCalls {
  static func terminalAttributes(_ descriptor: Int32, _ attributes: inout termios) -> Int {
    repeating(.terminalAttributes) { tcgetattr(descriptor, &attributes) }
  }

  static func setTerminalAttributes(_ descriptor: Int32, _ attributes: inout termios) -> Int {
    repeating(.setTerminalAttributes) { tcsetattr(descriptor, TCSANOW, &attributes) }
  }
}

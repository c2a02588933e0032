// SPDX-License-Identifier: MIT

import Glibc
package import LinuxIO

extension UnixStream {
  /// Ends sending; reading goes on: shutdown(2).
  package borrowing func endSending() throws(SystemError) {
    guard Glibc.shutdown(descriptor.raw, Int32(SHUT_WR)) == 0 else {
      throw SystemError(call: "shutdown", errno: Errno(rawValue: errno))
    }
  }
}

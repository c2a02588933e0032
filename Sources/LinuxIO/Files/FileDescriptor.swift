// SPDX-License-Identifier: MIT

import Glibc

/// An open file, socket or kernel object; closed when its one owner lets go of it.
///
/// The number stays inside the targets that make system calls; `scripts/check-tree` checks it.
package struct FileDescriptor: ~Copyable, Sendable {
  package let raw: Int32

  /// Takes over a number that nobody else closes.
  package init(owning raw: Int32) {
    self.raw = raw
  }

  deinit {
    // close(2) frees the number whatever it answers; a second attempt could close somebody else's.
    _ = SystemCalls.close(raw)
  }

  /// Sets O_NONBLOCK by fcntl(2).
  package borrowing func makeNonBlocking() throws(SystemError) {
    let flags = try value(SystemCalls.getFlags(raw), of: "fcntl")
    try value(SystemCalls.setFlags(raw, Int32(flags) | O_NONBLOCK), of: "fcntl")
  }
}

// SPDX-License-Identifier: MIT

import Glibc

/// An open file, socket or kernel object. Its single owner closes it at the end of its life.
///
/// The number stays inside the targets that make system calls; `scripts/check-tree` checks it.
package struct FileDescriptor: ~Copyable, Sendable {
  package let raw: Int32

  /// Takes ownership of a number that no other code closes.
  package init(owning raw: Int32) {
    self.raw = raw
  }

  deinit {
    // close(2) frees the number even if it fails. A second call could close a descriptor of other code.
    _ = SystemCalls.close(raw)
  }

  /// Sets O_NONBLOCK by fcntl(2).
  package borrowing func makeNonBlocking() throws(SystemError) {
    let flags = try value(SystemCalls.getFlags(raw), of: "fcntl")
    try value(SystemCalls.setFlags(raw, Int32(flags) | O_NONBLOCK), of: "fcntl")
  }
}

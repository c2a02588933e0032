// SPDX-License-Identifier: MIT

import CLinux
import Glibc
import LinuxIO

/// The side of a pseudoterminal in which programs run, opened for output only: pty(7). It never becomes the terminal of this process,
/// and no write to it waits.
package struct Pseudoterminal: ~Copyable {
  private let descriptor: FileDescriptor

  /// Nil for a terminal that is gone or belongs to a different user.
  ///
  /// - Parameter number: that of /dev/pts.
  package init?(number: UInt32) {
    let path = "/dev/pts/\(number)"
    guard let status = try? linkStatus(path), status.user == effectiveUser else { return nil }
    let flags = O_WRONLY | O_NOFOLLOW | O_NOCTTY | O_NONBLOCK | O_CLOEXEC
    guard
      let descriptor = try? LinuxIO.descriptor(
        withPath(path) { SystemCalls.open($0, flags) }, of: "open", path: path)
    else { return nil }
    // The name may belong to a new terminal by now.
    guard livery_is_pseudoterminal(descriptor.raw, number) == 1 else { return nil }
    self.descriptor = descriptor
  }

  /// Writes bytes by one call. Returns false if the terminal did not take all of them: it is stopped, or its buffer is full.
  package borrowing func write(_ bytes: [UInt8]) -> Bool {
    let number = descriptor.raw
    return bytes.withUnsafeBytes { SystemCalls.write(number, $0) } == bytes.count
  }
}

// SPDX-License-Identifier: MIT

import Glibc
package import LinuxIO

/// The standard input as a stream of bytes that an event loop waits for.
package struct StandardInput: ~Copyable {
  /// Shared with other programs and therefore blocking: a read waits for input.
  package let descriptor: FileDescriptor

  package init() throws(SystemError) {
    descriptor = try LinuxIO.descriptor(
      SystemCalls.duplicate(STDIN_FILENO, from: STDERR_FILENO + 1), of: "fcntl", path: "standard input")
  }

  private static let maximumBytes = 1 << 16

  /// The next bytes; nil at the end.
  package borrowing func read() throws(SystemError) -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: Self.maximumBytes)
    let count = try value(
      bytes.withUnsafeMutableBytes { SystemCalls.read(descriptor.raw, $0) }, of: "read", path: "standard input")
    return count == 0 ? nil : Array(bytes.prefix(count))
  }
}

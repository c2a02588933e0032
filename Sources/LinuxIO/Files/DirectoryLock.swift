// SPDX-License-Identifier: MIT

import Glibc

/// Exclusive use of a directory: flock(2) on the directory itself for the lifetime of this value.
package struct DirectoryLock: ~Copyable, Sendable {
  private let descriptor: FileDescriptor
  /// Milliseconds between two attempts.
  private static let pause = 5

  /// Nil if another process keeps the lock. Errors: those of open(2) and flock(2).
  ///
  /// - Parameter wait: milliseconds. The usual ones are for a process that was killed and is still exiting.
  package init?(_ path: String, wait: Int = 200) throws(SystemError) {
    let directory = try LinuxIO.descriptor(
      withPath(path) { SystemCalls.open($0, O_RDONLY | O_DIRECTORY | O_CLOEXEC, 0) }, of: "open", path: path)
    var answer = SystemCalls.lock(directory.raw, LOCK_EX | LOCK_NB)
    for _ in 0..<wait / Self.pause where answer == -Int(EWOULDBLOCK) {
      _ = Glibc.poll(nil, 0, Int32(Self.pause))
      answer = SystemCalls.lock(directory.raw, LOCK_EX | LOCK_NB)
    }
    if answer == -Int(EWOULDBLOCK) { return nil }
    try value(answer, of: "flock", path: path)
    descriptor = directory
  }
}

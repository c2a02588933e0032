// SPDX-License-Identifier: MIT

import Glibc

/// A lock file beside a path, locked with flock(2) for the lifetime of this value. A crash releases it.
struct PathLock: ~Copyable, Sendable {
  private let path: String
  private let descriptor: FileDescriptor

  /// Locks `target.lock`, or fails with `addressInUse` when another process holds it.
  init(for target: String) throws(SystemError) {
    path = "\(target).lock"
    while true {
      let file = try LinuxIO.descriptor(
        withPath(path) { SystemCalls.open($0, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0o600) }, of: "open",
        path: path)
      let answer = SystemCalls.lock(file.raw, LOCK_EX | LOCK_NB)
      if answer == -Int(EWOULDBLOCK) {
        throw SystemError(call: "flock", errno: .addressInUse, path: target, detail: "another process listens there")
      }
      try value(answer, of: "flock", path: path)
      // Its last holder may have removed the name between open and flock. Such a lock has no effect.
      let held = try fileStatus(file, path: path).identity
      if let named = try? linkStatus(path), named.identity == held {
        descriptor = file
        return
      }
    }
  }

  deinit {
    try? removeFile(path)
  }
}

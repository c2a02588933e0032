// SPDX-License-Identifier: MIT

import Glibc

/// A lock file beside a path, locked with flock(2) for the lifetime of this value. A crash releases it. The file has the number
/// of the process that holds it.
package struct PathLock: ~Copyable, Sendable {
  private let path: String
  private let descriptor: FileDescriptor

  /// Locks `target.lock`, or fails with `addressInUse`, naming the process that holds it.
  package init(for target: String) throws(SystemError) {
    path = "\(target).lock"
    while true {
      let file = try LinuxIO.descriptor(
        withPath(path) { SystemCalls.open($0, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0o600) }, of: "open",
        path: path)
      let answer = SystemCalls.lock(file.raw, LOCK_EX | LOCK_NB)
      if answer == -Int(EWOULDBLOCK) {
        throw SystemError(call: "flock", errno: .addressInUse, path: target, detail: Self.holder(file))
      }
      try value(answer, of: "flock", path: path)
      // Its last holder may have removed the name between open and flock. Such a lock has no effect.
      let held = try fileStatus(file, path: path).identity
      if let named = try? linkStatus(path), named.identity == held {
        try value(SystemCalls.truncate(file.raw, 0), of: "ftruncate", path: path)
        try writeAll(Array("\(getpid())\n".utf8), to: file, path: path)
        descriptor = file
        return
      }
    }
  }

  /// The holder of the lock, by the content of the file.
  private static func holder(_ file: borrowing FileDescriptor) -> String {
    var digits: [UInt8] = [UInt8](repeating: 0, count: 20)
    let count = digits.withUnsafeMutableBytes { SystemCalls.read(file.raw, $0) }
    let number = Int(String(decoding: digits.prefix(max(count, 0)).prefix { $0 >= 0x30 && $0 <= 0x39 }, as: UTF8.self))
    return number.map { "process \($0) uses it" } ?? "another process uses it"
  }

  deinit {
    try? removeFile(path)
  }
}

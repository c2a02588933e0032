// SPDX-License-Identifier: MIT

import Glibc

/// Reads a generated file of the kernel, as below /proc, whose size is 0. Bytes beyond `limit` are left out.
package func readKernelFile(_ path: String, limit: Int) throws(SystemError) -> [UInt8] {
  let file = try descriptor(
    withPath(path) { SystemCalls.open($0, O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY) }, of: "open", path: path)
  var bytes = [UInt8](repeating: 0, count: limit)
  var filled = 0
  while filled < limit {
    let answer = bytes.withUnsafeMutableBytes { buffer in
      SystemCalls.read(file.raw, UnsafeMutableRawBufferPointer(rebasing: buffer[filled...]))
    }
    guard try value(answer, of: "read", path: path) > 0 else { break }
    filled += answer
  }
  bytes.removeLast(limit - filled)
  return bytes
}

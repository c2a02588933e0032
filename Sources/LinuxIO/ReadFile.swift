// SPDX-License-Identifier: MIT

import Glibc

/// Reads a regular file whole, as it is at one moment: read again when it changed meanwhile.
///
/// Never hangs: a FIFO is not waited for. Errors tell apart `tooManyLinks`, `fileTooLarge` (more than `limit` bytes),
/// `isDirectory`, `noDeviceOrAddress` (a FIFO, socket or device) and `busy` (it changed during each of five attempts).
package func readFile(_ path: String, limit: Int) throws(SystemError) -> [UInt8] {
  for _ in 0..<5 {
    if let bytes = try readUnchanged(path, limit: limit) { return bytes }
  }
  throw SystemError(call: "read", errno: .busy, path: path, detail: "it changes faster than it can be read")
}

/// One attempt; nothing when the file changed under it.
private func readUnchanged(_ path: String, limit: Int) throws(SystemError) -> [UInt8]? {
  let file = try descriptor(
    withPath(path) { SystemCalls.open($0, O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY) }, of: "open", path: path)
  let before = try fileStatus(file, path: path)
  switch before.kind {
  case .regular: break
  case .directory: throw SystemError(call: "open", errno: .isDirectory, path: path)
  case .link, .fifo, .socket, .device:
    throw SystemError(call: "open", errno: .noDeviceOrAddress, path: path, detail: "it is no regular file")
  }
  guard before.size <= limit else {
    throw SystemError(call: "read", errno: .fileTooLarge, path: path, detail: "\(before.size) bytes, limit \(limit)")
  }

  // One byte more than expected, so that a full buffer shows that the file has grown.
  var answer = 0
  let bytes = [UInt8](unsafeUninitializedCapacity: Int(before.size) + 1) { buffer, count in
    answer = readUntilEnd(file, into: UnsafeMutableRawBufferPointer(buffer))
    // The kernel has filled this many bytes.
    count = max(answer, 0)
  }
  try value(answer, of: "read", path: path)
  guard bytes.count == Int(before.size), try fileStatus(file, path: path) == before else { return nil }
  return bytes
}

private func readUntilEnd(_ file: borrowing FileDescriptor, into buffer: UnsafeMutableRawBufferPointer) -> Int {
  var filled = 0
  while filled < buffer.count {
    let answer = SystemCalls.read(file.raw, UnsafeMutableRawBufferPointer(rebasing: buffer[filled...]))
    guard answer > 0 else { return answer < 0 ? answer : filled }
    filled += answer
  }
  return filled
}

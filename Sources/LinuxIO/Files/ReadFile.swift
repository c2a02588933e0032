// SPDX-License-Identifier: MIT

import Glibc

/// The content of a file, with its status at that time.
package struct FileReading: Sendable {
  package let bytes: [UInt8]
  package let status: FileStatus
  /// Whether every later write changes the status. Within a tick of the file system's clock a write may not.
  package let isSettled: Bool
}

/// Reads a whole regular file. Reads again if the file changed meanwhile. A file that is replaced or removed meanwhile is read
/// as it was before.
///
/// Never blocks on a FIFO. Errors: `tooManyLinks`, `fileTooLarge` (more than `limit` bytes), `isDirectory`,
/// `noDeviceOrAddress` (a FIFO, socket or device), `busy` (changed during each of five attempts).
package func readFile(_ path: String, limit: Int) throws(SystemError) -> [UInt8] {
  try reading(of: path, limit: limit).bytes
}

/// Reads a file like `readFile`, with its status.
package func reading(of path: String, limit: Int) throws(SystemError) -> FileReading {
  for _ in 0..<5 {
    let file = try descriptor(
      withPath(path) { SystemCalls.open($0, O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY) }, of: "open", path: path)
    if let reading = try readUnchanged(file, path, limit: limit) { return reading }
  }
  throw changesTooFast(path)
}

/// An open directory. Files read through it lie below it, even if names and links change meanwhile.
package struct OpenDirectory: ~Copyable {
  private let directory: FileDescriptor

  /// Errors: those of open(2), and `notDirectory`.
  package init(_ path: String) throws(SystemError) {
    directory = try descriptor(withPath(path) { SystemCalls.openDirectory($0) }, of: "open", path: path)
  }

  /// Reads a file like `readFile`, by openat2(2). A path that leads out of the directory is an error. A kernel without the
  /// call fails for each path.
  package borrowing func reading(of path: String, limit: Int) throws(SystemError) -> FileReading {
    for _ in 0..<5 {
      let number = directory.raw
      let file = try descriptor(withPath(path) { SystemCalls.openBelow(number, $0) }, of: "openat2", path: path)
      if let reading = try readUnchanged(file, path, limit: limit) { return reading }
    }
    throw changesTooFast(path)
  }
}

func changesTooFast(_ path: String) -> SystemError {
  SystemError(call: "read", errno: .busy, path: path, detail: "it changes faster than it can be read")
}

/// One attempt. Nil if the content of the file changed meanwhile.
func readUnchanged(
  _ file: borrowing FileDescriptor, _ path: String, limit: Int
) throws(SystemError) -> FileReading? {
  var now = timespec()
  // File systems take their timestamps from this clock.
  clock_gettime(CLOCK_REALTIME_COARSE, &now)
  let before = try fileStatus(file, path: path)
  switch before.kind {
  case .regular: break
  case .directory: throw SystemError(call: "open", errno: .isDirectory, path: path)
  case .link, .fifo, .socket, .device:
    throw SystemError(call: "open", errno: .noDeviceOrAddress, path: path, detail: "it is not a regular file")
  }
  guard before.size <= limit else {
    throw SystemError(call: "read", errno: .fileTooLarge, path: path, detail: "\(before.size) bytes, limit \(limit)")
  }

  // One byte more than expected: one call then shows that the file has no more bytes.
  let size = Int(before.size)
  var answer = 0
  let bytes = [UInt8](unsafeUninitializedCapacity: size + 1) { buffer, count in
    answer = read(file, atLeast: size, into: UnsafeMutableRawBufferPointer(buffer))
    // The kernel has filled this number of bytes.
    count = max(answer, 0)
  }
  try value(answer, of: "read", path: path)
  guard bytes.count == size, try fileStatus(file, path: path).hasContent(of: before) else { return nil }
  let start = Int64(now.tv_sec) * 1_000_000_000 + Int64(now.tv_nsec)
  return FileReading(bytes: bytes, status: before, isSettled: before.changed < start)
}

/// Reads until the buffer is full or the file ends. Returns the number of bytes, or the negated error number.
private func read(
  _ file: borrowing FileDescriptor, atLeast size: Int, into buffer: UnsafeMutableRawBufferPointer
) -> Int {
  var filled = 0
  repeat {
    let answer = SystemCalls.read(file.raw, UnsafeMutableRawBufferPointer(rebasing: buffer[filled...]))
    guard answer > 0 else { return answer < 0 ? answer : filled }
    filled += answer
  } while filled < size
  return filled
}

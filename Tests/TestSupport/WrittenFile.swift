// SPDX-License-Identifier: MIT

import Foundation
package import LinuxIO
import Synchronization

/// A file that a test writes, and that no other process has open.
///
/// A process that some test starts gets a copy of the descriptors of all tests: until it runs its program, and of those without
/// `O_CLOEXEC` for longer. The kernel reports the end of writing, `IN_CLOSE_WRITE`, when the last copy is closed, so that a
/// daemon that starts afterwards could be told of a file that was written before. These files are open in a thread that has a
/// descriptor table of its own, of which no process gets a copy.
package final class WrittenFile {
  private let path: String
  private var descriptor: Int32

  /// Opens a file, and makes it where there is none.
  ///
  /// - Parameter isEmptied: whether what it contains is removed; else the first bytes are written over.
  package init(_ path: String, isEmptied: Bool = true) throws(SystemError) {
    self.path = path
    let flags = O_WRONLY | O_CREAT | (isEmptied ? O_TRUNC : 0)
    descriptor = try Int32(DescriptorThread.shared.call("open", path) { Int(open(path, flags, 0o666)) })
  }

  deinit { try? close() }

  package func write(_ text: String) throws(SystemError) { try write(Array(text.utf8)) }

  package func write(_ bytes: [UInt8]) throws(SystemError) {
    let descriptor = descriptor
    var written = 0
    while written < bytes.count {
      let start = written
      written += try DescriptorThread.shared.call("write", path) {
        bytes[start...].withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      }
    }
  }

  /// Closes it, if it is open.
  package func close() throws(SystemError) {
    guard descriptor >= 0 else { return }
    let open = descriptor
    descriptor = -1
    _ = try DescriptorThread.shared.call("close", path) { Int(Glibc.close(open)) }
  }
}

/// A thread with a descriptor table of its own. It makes the calls of all `WrittenFile`s, one at a time.
private final class DescriptorThread: Sendable {
  static let shared = DescriptorThread()

  private struct Call {
    var body: @Sendable () -> Int = { 0 }
    var result = 0
    var error: Int32 = 0
  }

  private let turn = Mutex(())
  private let call = Mutex(Call())
  private let begin = DispatchSemaphore(value: 0)
  private let end = DispatchSemaphore(value: 0)

  /// close_range(2), which the C library's module leaves out.
  private static let closeRange = unsafeBitCast(
    dlsym(nil, "close_range"), to: (@convention(c) (UInt32, UInt32, Int32) -> Int32).self)
  /// CLOSE_RANGE_UNSHARE of linux/close_range.h.
  private static let unsharing: Int32 = 1 << 1

  private init() {
    Thread.detachNewThread { [self] in
      let isOwn = Self.closeRange(UInt32(STDERR_FILENO + 1), .max, Self.unsharing) == 0
      precondition(isOwn, "close_range(2): CLOSE_RANGE_UNSHARE needs Linux 5.9")
      while true {
        begin.wait()
        let body = call.withLock { $0.body }
        let result = body()
        let error = errno
        call.withLock { ($0.result, $0.error) = (result, error) }
        end.signal()
      }
    }
  }

  /// Makes a call, again while a signal interrupts it. A negative result is an error.
  func call(_ name: String, _ path: String, _ body: @escaping @Sendable () -> Int) throws(SystemError) -> Int {
    let (result, error) = turn.withLock { _ in
      var answer: (Int, Int32)
      repeat {
        call.withLock { $0.body = body }
        begin.signal()
        end.wait()
        answer = call.withLock { ($0.result, $0.error) }
      } while answer.0 < 0 && answer.1 == EINTR
      return answer
    }
    guard result >= 0 else { throw SystemError(call: name, errno: Errno(rawValue: error), path: path) }
    return result
  }
}

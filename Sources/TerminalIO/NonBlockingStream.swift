// SPDX-License-Identifier: MIT

import Glibc
package import LinuxIO

/// Writes to a standard stream without waiting for its reader.
///
/// O_NONBLOCK belongs to the open file, which other processes share, so it is never set on the stream itself. A pipe or
/// terminal is opened again through /proc/self/fd, and that open file is non-blocking. send(2) with MSG_DONTWAIT writes to a
/// socket. For other files, and for those that cannot be opened again, poll(2) precedes each write of at most PIPE_BUF bytes,
/// which a pipe with space takes whole. Another process that writes to the same pipe in between can still block this write.
package struct NonBlockingStream: ~Copyable, Sendable {
  package enum Outcome: Hashable, Sendable {
    /// Everything is written.
    case written
    case noSpace
    case readerGone
    case failed(SystemError)
  }

  private let number: Int32
  private let own: FileDescriptor?

  /// PIPE_BUF of pipe(7): a pipe takes up to this number of bytes whole or not at all.
  private static let maximumWrite = 4096

  package init(_ stream: StandardStream) { self.init(number: stream.number) }

  init(number: Int32) {
    self.number = number
    own = Self.openAgain(number)
  }

  private static func openAgain(_ number: Int32) -> FileDescriptor? {
    var status = stat()
    guard fstat(number, &status) == 0, status.st_mode & S_IFMT == S_IFIFO || isatty(number) == 1 else { return nil }
    return try? descriptor(
      SystemCalls.open("/proc/self/fd/\(number)", O_WRONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY), of: "open")
  }

  /// Writes bytes as far as there is space, and removes them.
  package func write(_ bytes: inout ArraySlice<UInt8>) -> Outcome {
    while !bytes.isEmpty {
      let answer = bytes.withUnsafeBytes { writeNow($0) }
      switch answer {
      case -Int(EAGAIN): return .noSpace
      case -Int(EPIPE): return .readerGone
      default:
        do throws(SystemError) {
          bytes = bytes.dropFirst(try value(answer, of: "write"))
        } catch {
          return .failed(error)
        }
      }
    }
    return .written
  }

  private func writeNow(_ bytes: UnsafeRawBufferPointer) -> Int {
    switch own {
    case .some(let own): return SystemCalls.write(own.raw, bytes)
    case nil: break
    }
    let answer = SystemCalls.send(number, bytes)
    guard answer == -Int(ENOTSOCK) else { return answer }
    var request = pollfd(fd: number, events: Int16(POLLOUT), revents: 0)
    guard SystemCalls.poll(&request, 0) > 0 else { return -Int(EAGAIN) }
    return SystemCalls.write(number, UnsafeRawBufferPointer(rebasing: bytes.prefix(Self.maximumWrite)))
  }

  /// Makes the loop report this token when there is space, until `unregister`. A regular file always has space, and cannot be
  /// registered.
  package func register(with loop: EventLoop, token: UInt64) throws(SystemError) {
    switch own {
    case .some(let own): try loop.register(own, token: token, for: .writing)
    case nil: try loop.register(foreignDescriptor: number, token: token, for: .writing)
    }
  }

  package func unregister(from loop: EventLoop) throws(SystemError) {
    switch own {
    case .some(let own): try loop.remove(own)
    case nil: try loop.remove(foreignDescriptor: number)
    }
  }
}

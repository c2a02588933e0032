// SPDX-License-Identifier: MIT

import Glibc
package import LinuxIO
import Synchronization

/// Writes whole lines to a standard stream without ever waiting for its reader. Lines that do not fit are dropped and
/// counted. The count is written before the next line that fits.
///
/// O_NONBLOCK belongs to the open file, which other processes share, so it is never set on the stream itself. A pipe or
/// terminal is opened again through /proc/self/fd, and that open file is non-blocking. send(2) with MSG_DONTWAIT writes to a
/// socket. For other files, and for those that cannot be opened again, poll(2) precedes each write of at most PIPE_BUF bytes,
/// which a pipe with space takes whole. Another process that writes to the same pipe in between can still block this write.
package final class LineOutput: Sendable {
  package enum Outcome: Hashable, Sendable {
    /// Written, or begun: `flush` writes the rest.
    case written
    /// There is no space, or writing fails.
    case lost
    /// The reader is gone.
    case readerGone
  }

  private struct State {
    /// The rest of a line that was begun.
    var rest: ArraySlice<UInt8> = []
    var lost = 0
  }

  private let number: Int32
  private let own: FileDescriptor?
  /// Makes the line with the number of lost lines.
  private let notice: @Sendable (Int) -> [UInt8]
  private let state = Mutex(State())

  /// PIPE_BUF of pipe(7): a pipe takes up to this number of bytes whole or not at all.
  private static let maximumWrite = 4096

  /// - Parameter notice: makes the line with the number of lost lines.
  package convenience init(_ stream: StandardStream, notice: @escaping @Sendable (Int) -> [UInt8]) {
    self.init(number: stream.number, notice: notice)
  }

  init(number: Int32, notice: @escaping @Sendable (Int) -> [UInt8]) {
    self.number = number
    self.notice = notice
    own = Self.openAgain(number)
  }

  private static func openAgain(_ number: Int32) -> FileDescriptor? {
    var status = stat()
    guard fstat(number, &status) == 0, status.st_mode & S_IFMT == S_IFIFO || isatty(number) == 1 else { return nil }
    return try? descriptor(
      SystemCalls.open("/proc/self/fd/\(number)", O_WRONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY), of: "open")
  }

  /// Whether lines were lost or a line is half written, so that `flush` has work when there is space.
  package var isBehind: Bool { state.withLock { !$0.rest.isEmpty || $0.lost > 0 } }

  /// - Parameter line: a line with its end.
  @discardableResult
  package func write(_ line: [UInt8]) -> Outcome {
    state.withLock { state in
      var outcome = writeRest(&state)
      // The notice goes with a line that fits. Alone, it would take the space of a longer line.
      if outcome == .written { outcome = begin(state.lost > 0 ? notice(state.lost) + line : line, &state) }
      state.lost = outcome == .written ? 0 : state.lost + 1
      return outcome
    }
  }

  /// Writes the rest of a line that was begun, and the number of lost lines, as far as there is space.
  @discardableResult
  package func flush() -> Outcome {
    state.withLock { flush(&$0) }
  }

  private func flush(_ state: inout State) -> Outcome {
    let outcome = writeRest(&state)
    guard outcome == .written, state.lost > 0 else { return outcome }
    let noticed = begin(notice(state.lost), &state)
    if noticed == .written { state.lost = 0 }
    return noticed
  }

  /// A line is lost only if none of its bytes was written, and only while no earlier line is half written.
  private func begin(_ line: [UInt8], _ state: inout State) -> Outcome {
    guard state.rest.isEmpty else { return .lost }
    state.rest = line[...]
    let outcome = writeRest(&state)
    if state.rest.count < line.count { return .written }
    state.rest = []
    return line.isEmpty ? .written : outcome
  }

  /// Writes the rest as far as there is space. Returns `written` when nothing is left.
  private func writeRest(_ state: inout State) -> Outcome {
    while !state.rest.isEmpty {
      let answer = state.rest.prefix(Self.maximumWrite).withUnsafeBytes { writeNow($0) }
      guard answer > 0 else { return answer == -Int(EPIPE) ? .readerGone : .lost }
      state.rest = state.rest.dropFirst(answer)
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
    return SystemCalls.write(number, bytes)
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

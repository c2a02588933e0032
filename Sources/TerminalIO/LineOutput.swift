// SPDX-License-Identifier: MIT

import Glibc
package import LinuxIO
import Synchronization

/// Writes whole lines to a standard stream and never waits for whoever reads it: what has no room is dropped and counted, and
/// the count is written before the next line that has room.
///
/// O_NONBLOCK belongs to the open file, which other processes share, so it is never set on the stream itself. A pipe or terminal
/// is opened once more through /proc/self/fd, and that open file is non-blocking. A socket is written to by send(2) with
/// MSG_DONTWAIT. Anything else, and what may not be opened again, is asked by poll(2) before each write of at most PIPE_BUF bytes,
/// which a pipe that has room takes whole; another process that writes to the same pipe in between can still make that wait.
package final class LineOutput: Sendable {
  package enum Outcome: Hashable, Sendable {
    /// Written, or begun and to be ended by `flush`.
    case written
    /// There is no room, or it cannot be written.
    case lost
    /// Nobody reads any more, and nobody can begin to.
    case readerGone
  }

  private struct State {
    /// What is left of a line that was begun.
    var rest: ArraySlice<UInt8> = []
    var lost = 0
  }

  private let number: Int32
  private let own: FileDescriptor?
  /// Makes the line that tells how many were lost.
  private let notice: @Sendable (Int) -> [UInt8]
  private let state = Mutex(State())

  /// Bytes that a pipe takes whole or not at all: PIPE_BUF of pipe(7).
  private static let most = 4096

  /// - Parameter notice: makes the line that tells how many were lost.
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

  /// Something was lost or is half written, so that `flush` has something to do once there is room.
  package var isBehind: Bool { state.withLock { !$0.rest.isEmpty || $0.lost > 0 } }

  /// - Parameter line: with its end.
  @discardableResult
  package func write(_ line: [UInt8]) -> Outcome {
    state.withLock { state in
      var outcome = goOn(&state)
      // The count comes with a line that has room, so that a short one does not take the place of each long one.
      if outcome == .written { outcome = begin(state.lost > 0 ? notice(state.lost) + line : line, &state) }
      state.lost = outcome == .written ? 0 : state.lost + 1
      return outcome
    }
  }

  /// Ends a line that was begun, and tells how many were lost, as far as there is room.
  @discardableResult
  package func flush() -> Outcome {
    state.withLock { catchUp(&$0) }
  }

  private func catchUp(_ state: inout State) -> Outcome {
    let outcome = goOn(&state)
    guard outcome == .written, state.lost > 0 else { return outcome }
    let told = begin(notice(state.lost), &state)
    if told == .written { state.lost = 0 }
    return told
  }

  /// Only a line of which nothing was written is lost, and only while nothing is left of the one before.
  private func begin(_ line: [UInt8], _ state: inout State) -> Outcome {
    guard state.rest.isEmpty else { return .lost }
    state.rest = line[...]
    let outcome = goOn(&state)
    if state.rest.count < line.count { return .written }
    state.rest = []
    return line.isEmpty ? .written : outcome
  }

  /// `written` when nothing is left.
  private func goOn(_ state: inout State) -> Outcome {
    while !state.rest.isEmpty {
      let answer = state.rest.prefix(Self.most).withUnsafeBytes { writeNow($0) }
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

  /// Has the loop report this token when there is room, until `unregister`. A regular file has room always, and cannot be
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

// SPDX-License-Identifier: MIT

import Glibc
package import LinuxIO
import Synchronization

/// Writes whole lines to a standard stream without ever waiting for its reader. Lines that do not fit are dropped and
/// counted. The count is written before the next line that fits. `NonBlockingStream` has the one case in which a write can wait.
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

  private let stream: NonBlockingStream
  /// Makes the line with the number of lost lines.
  private let notice: @Sendable (Int) -> [UInt8]
  private let state = Mutex(State())

  /// - Parameter notice: makes the line with the number of lost lines.
  package convenience init(_ stream: StandardStream, notice: @escaping @Sendable (Int) -> [UInt8]) {
    self.init(number: stream.number, notice: notice)
  }

  init(number: Int32, notice: @escaping @Sendable (Int) -> [UInt8]) {
    stream = NonBlockingStream(number: number)
    self.notice = notice
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
    switch stream.write(&state.rest) {
    case .written: .written
    case .readerGone: .readerGone
    case .noSpace, .failed: .lost
    }
  }

  /// Makes the loop report this token when there is space, until `unregister`. A regular file always has space, and cannot be
  /// registered.
  package func register(with loop: EventLoop, token: UInt64) throws(SystemError) {
    try stream.register(with: loop, token: token)
  }

  package func unregister(from loop: EventLoop) throws(SystemError) { try stream.unregister(from: loop) }
}

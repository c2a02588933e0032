// SPDX-License-Identifier: GPL-2.0-or-later

import JSONText
import LinuxIO
import ProcessIO
import Reporting
import StyledText
import ThemeEngine
import ThemeModel
import WatchRendering

/// Runs the command of `livery watch --exec`, one at a time. Generations published meanwhile become one delta.
///
/// The command reads the same as with `livery subscribe --exec`: the snapshot first, then deltas.
final class GenerationCommand {
  private let text: String
  private let output: ChildProcess.Output
  private let loop: EventLoop
  private let tokens: (ended: UInt64, output: UInt64)
  private var child: ChildProcess?
  /// The snapshot that the command got last.
  private var given: Snapshot?
  private var newest: Snapshot?
  private(set) var status = CommandStatus()

  /// - Parameters:
  ///   - output: captured when there is a screen.
  ///   - tokens: of the loop, for `commandEnded` and `readOutput`.
  init(_ text: String, output: ChildProcess.Output, on loop: EventLoop, tokens: (ended: UInt64, output: UInt64)) {
    self.text = text
    self.output = output
    self.loop = loop
    self.tokens = tokens
  }

  /// Runs the command for a new generation, or remembers it until the running command ends.
  func offer(_ snapshot: Snapshot) {
    newest = snapshot
    startIfIdle()
  }

  /// Starts the command if none is running and there is a new generation.
  func startIfIdle() {
    guard child == nil, let newest, newest.generation != given?.generation else { return }
    tail = []
    guard let line = line(to: newest) else {
      status = CommandStatus(
        phase: .failed(
          "the values of generation \(newest.generation) are longer than \(Self.maximumLine) bytes as JSON"))
      return
    }
    given = newest
    do throws(SystemError) {
      let child = try ChildProcess(shell: text, input: line, output: output, hasOwnGroup: true)
      try loop.register(child.descriptor, token: tokens.ended, for: .reading)
      try child.watchOutput(in: loop, token: tokens.output)
      self.child = consume child
      status = CommandStatus(phase: .working)
    } catch {
      status = CommandStatus(phase: .failed("\(error)"))
    }
  }

  /// Bytes of a line of the command's input. Objects that refer to each other may unfold to any length.
  static let maximumLine = 128 << 20

  /// The delta to a snapshot, or the whole snapshot where the delta is longer than `maximumLine` bytes. Nil where both are longer.
  private func line(to snapshot: Snapshot) -> [UInt8]? {
    if let given,
      let delta = snapshot.delta(from: given, selecting: .everything, shorterThan: Self.maximumLine),
      let line = Self.line("delta", write: { delta.write(to: &$0) })
    {
      return line
    }
    var isWritten = false
    let line = Self.line("snapshot") { isWritten = snapshot.write(to: &$0, maximum: Self.maximumLine) }
    return isWritten ? line : nil
  }

  private static func line(_ event: String, write: (inout JSONWriter) -> Void) -> [UInt8]? {
    var writer = JSONWriter()
    writer.maximum = maximumLine
    writer.beginObject()
    writer.member("event", event)
    writer.key(event)
    write(&writer)
    writer.endObject()
    return writer.isFull ? nil : writer.drainBytes() + [UInt8(ascii: "\n")]
  }

  // MARK: Events

  /// Reads output, or its end.
  func readOutput() {
    if drainOutput() == .ended { child?.stopWatchingOutput(in: loop) }
    status.lines = lastLines
  }

  /// Takes the outcome of the command. `startIfIdle` starts the next one.
  func commandEnded() {
    var taken = drainOutput()
    // Bounded: background processes of the command may still print.
    var rounds = 0
    while taken == .some, rounds < 64 {
      taken = drainOutput()
      rounds += 1
    }
    if taken != .ended { child?.stopWatchingOutput(in: loop) }
    do throws(SystemError) {
      if let outcome = try child.take()?.wait() { status.phase = .ended(outcome) }
    } catch {
      status.phase = .failed("\(error)")
    }
    status.lines = lastLines
  }

  /// Asks a running command and its children to end, without waiting.
  func stop() { child?.terminate() }

  // MARK: Output

  private enum Taken { case some, nothing, ended }

  private static let maximumBytes = 4096
  private static let maximumLines = 3
  private var tail: [UInt8] = []

  private func drainOutput() -> Taken {
    guard let bytes = (try? child?.readOutput()) ?? nil else { return .ended }
    tail = Array((tail + bytes).suffix(Self.maximumBytes))
    return bytes.isEmpty ? .nothing : .some
  }

  private var lastLines: [String] {
    let text = String(decoding: tail, as: UTF8.self).withoutEscapeSequences
    let lines = text.split(whereSeparator: \.isNewline).map { $0.trimmingEnd }.filter { !$0.isEmpty }
    return lines.suffix(Self.maximumLines).map(\.expandingTabs)
  }
}

extension StringProtocol {
  fileprivate var trimmingEnd: String {
    lastIndex { !$0.isWhitespace }.map { String(self[...$0]) } ?? ""
  }
}

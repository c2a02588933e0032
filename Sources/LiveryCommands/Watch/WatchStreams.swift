// SPDX-License-Identifier: GPL-2.0-or-later

import CommandLineInterface
import JSONText
import LinuxIO
import Reporting
import StyledText
import TerminalIO
import ThemeModel

/// The streams of `livery watch`. Writing never waits for a reader: lines that do not fit are dropped.
final class WatchStreams {
  let console: Console
  private let output: LineOutput
  /// Whether the loop reports room for lines that could not be written yet.
  private var awaitsRoom = false

  /// - Parameter format: nil for a screen.
  init(_ console: Console, format: WatchFormat?) {
    let output = LineOutput(.output) { lost in
      switch format {
      case nil: []
      case .ndjson:
        Array((JSONValue.object(JSONObject([("event", "lost"), ("lines", .number(Double(lost)))])).text + "\n").utf8)
      case .concise: Array("\(counted(lost, "line")) could not be written\n".utf8)
      }
    }
    let errors = LineOutput(.error) { Array("livery: \(counted($0, "line")) could not be written\n".utf8) }
    self.output = output
    self.console = Console(
      program: console.program, output: console.output.writing(to: output), errors: console.errors.writing(to: errors),
      lead: console.lead)
  }

  /// Makes the loop report room if lines wait for it. A file always has room, and the loop cannot watch it.
  func awaitRoom(on loop: EventLoop, token: UInt64) {
    guard !awaitsRoom, output.isBehind else { return }
    awaitsRoom = (try? output.register(with: loop, token: token)) != nil
  }

  enum Outcome { case waiting, caughtUp, readerGone }

  /// Writes waiting lines.
  func catchUp(_ readiness: EventLoop.Readiness, on loop: EventLoop) -> Outcome {
    let isOver = output.flush() == .readerGone || readiness.contains(.hungUp)
    guard isOver || !output.isBehind else { return .waiting }
    awaitsRoom = false
    try? output.unregister(from: loop)
    return isOver ? .readerGone : .caughtUp
  }

  func flush() { output.flush() }
}

extension OutputStream {
  /// The same stream without waiting.
  fileprivate func writing(to lines: LineOutput) -> OutputStream {
    OutputStream(isTerminal: isTerminal, style: style, columns: { self.columns() }) { bytes in
      lines.write(bytes) == .readerGone ? .readerGone : .written
    }
  }
}

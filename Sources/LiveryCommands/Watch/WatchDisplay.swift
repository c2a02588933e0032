// SPDX-License-Identifier: GPL-2.0-or-later

import CommandLineInterface
import JSONText
import Reporting
import StyledText
import ThemeModel
import WatchRendering

/// The output of `livery watch`.
protocol WatchDisplay {
  /// The service listens and the bundle is loaded.
  func begin(_ state: WatchState)

  /// A generation was published.
  ///
  /// - Parameter delta: nil if more values changed than `livery watch` compares.
  func generation(_ state: WatchState, _ delta: Delta?)

  /// The consumers, the view or the window changed.
  func update(_ state: WatchState)

  /// An error occurred that is not a finding.
  func warn(_ state: WatchState, _ message: String)
}

/// One line a generation, then its findings, for editors and logs. Its form is stable.
struct WatchLines: WatchDisplay {
  let console: Console

  func begin(_ state: WatchState) {
    console.output.write(StyledLine("listening on \(state.socketPath)"))
    writeState(state)
  }

  func generation(_ state: WatchState, _ delta: Delta?) { writeState(state) }

  func update(_ state: WatchState) {}

  func warn(_ state: WatchState, _ message: String) { console.complain(message) }

  private func writeState(_ state: WatchState) {
    console.output.write(StyledLine(state.logLine))
    for diagnostic in state.findings.diagnostics {
      console.output.write(StyledLine(state.findings.conciseLine(diagnostic)))
    }
  }
}

/// One JSON object a generation, for programs.
struct WatchObjects: WatchDisplay {
  let console: Console

  func begin(_ state: WatchState) {
    let line: JSONValue = [
      "event": "listening", "bundle": .string(state.bundle), "socket": .string(state.socketPath),
    ]
    console.output.write(line.text + "\n")
    write(state, nil)
  }

  func generation(_ state: WatchState, _ delta: Delta?) { write(state, delta) }

  func update(_ state: WatchState) {}

  func warn(_ state: WatchState, _ message: String) { console.complain(message) }

  private func write(_ state: WatchState, _ delta: Delta?) {
    guard let line = line(state, delta) ?? line(state, nil) else { return }
    console.output.write(line)
  }

  /// Nil if the delta is too long. Programs then ask the socket for the state.
  private func line(_ state: WatchState, _ delta: Delta?) -> [UInt8]? {
    var writer = JSONWriter()
    writer.beginObject()
    writer.member("event", "generation")
    writer.member("generation", state.generation)
    writer.member("errors", state.findings.count(.error))
    writer.member("warnings", state.findings.count(.warning))
    if let milliseconds = state.milliseconds { writer.member("milliseconds", .number(milliseconds)) }
    if let delta {
      writer.key("delta")
      writer.maximum = GenerationCommand.maximumLine
      delta.write(to: &writer)
      if writer.isFull { return nil }
      writer.maximum = Int.max
    }
    writer.member("diagnostics", state.findings.diagnostics)
    writer.endObject()
    return writer.drainBytes() + [UInt8(ascii: "\n")]
  }
}

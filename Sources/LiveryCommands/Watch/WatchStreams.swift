// SPDX-License-Identifier: GPL-2.0-or-later

import JSONText
import LinuxIO
import TerminalIO
import ThemeModel

/// The streams of `livery watch`, which goes on serving programs while nobody reads them: what has no room is dropped.
struct WatchStreams {
  let console: Console
  let output: LineOutput

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
}

extension OutputStream {
  /// The same stream, written to without waiting.
  fileprivate func writing(to lines: LineOutput) -> OutputStream {
    OutputStream(isTerminal: isTerminal, style: style, columns: { self.columns() }) { bytes in
      lines.write(bytes) == .readerGone ? .readerGone : .written
    }
  }
}

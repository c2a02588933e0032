// SPDX-License-Identifier: GPL-2.0-or-later

package import ProcessIO
import StyledText

/// The status of the command that `--exec` runs after each generation.
package struct CommandStatus: Equatable {
  package enum Phase: Equatable {
    case idle
    case working
    case ended(ChildProcess.Outcome)
    case failed(String)
  }

  package var phase = Phase.idle
  /// The last lines of captured output.
  package var lines: [String] = []

  package init(phase: Phase = .idle, lines: [String] = []) {
    self.phase = phase
    self.lines = lines
  }

  /// The error message; nil without an error.
  package var complaint: String? {
    switch phase {
    case .idle, .working, .ended(.exited(0)): nil
    case .ended(.exited(let code)): "the command ended with \(code)"
    case .ended(.ended(bySignal: let signal)): "the command was ended by signal \(signal)"
    case .failed(let reason): "the command cannot be run: \(reason)"
    }
  }

  /// The status and the last line of the output; all its lines after an error.
  var screenLines: [StyledLine] {
    var line: StyledLine
    switch phase {
    case .idle: return []
    case .working: line = StyledLine("exec: working", .dim)
    case .ended(.exited(0)): line = StyledLine("exec: done", .help)
    case .ended, .failed:
      line = StyledLine("exec: \(complaint ?? "")", .error)
      return [line] + lines.map { StyledLine("  \($0)", .dim) }
    }
    if let last = lines.last { line.append(" · \(last)", .dim) }
    return [line]
  }
}

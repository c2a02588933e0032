// SPDX-License-Identifier: GPL-2.0-or-later

import ProcessIO

extension GenerationCommand.Status {
  /// What went wrong; nil when nothing did.
  var complaint: String? {
    switch phase {
    case .idle, .working, .ended(.exited(0)): nil
    case .ended(.exited(let code)): "the command ended with \(code)"
    case .ended(.ended(bySignal: let signal)): "the command was ended by signal \(signal)"
    case .failed(let reason): "the command cannot be run: \(reason)"
    }
  }

  /// A line that says how it is with the last line that it printed; more of these when it failed.
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

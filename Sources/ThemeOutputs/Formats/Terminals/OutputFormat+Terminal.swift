// SPDX-License-Identifier: GPL-2.0-or-later

import TextComparison

extension OutputFormat {
  /// A format of the colours of a terminal.
  static func terminal(
    name: String, comment: Comment?, summary: String, options: [Option], takeover: String, reload: Reload = .none,
    write: @escaping @Sendable (TerminalColors, OutputChoices) -> String
  ) -> OutputFormat {
    OutputFormat(
      name: name, group: .terminal, comment: comment, summary: summary, options: options, takeover: takeover,
      reload: reload
    ) { (request, choices) throws(OutputProblem) in
      write(try request.terminalColors(), choices)
    }
  }
}

// SPDX-License-Identifier: GPL-2.0-or-later

import TextComparison
import ThemeModel

extension OutputFormat {
  /// A format of the colours of a desktop.
  static func desktop(
    name: String, group: OutputGroup = .desktop, comment: Comment?, summary: String, options: [Option] = [],
    takeover: String, reload: Reload = .none,
    write: @escaping @Sendable (DesktopColors, OutputChoices) -> String
  ) -> OutputFormat {
    OutputFormat(
      name: name, group: group, comment: comment, summary: summary, options: options, takeover: takeover,
      reload: reload
    ) { (request, choices) throws(OutputProblem) in
      write(try request.desktopColors(), choices)
    }
  }
}

extension DesktopColors {
  /// The text that is muted, such as that of controls that are off.
  var mutedText: Color { terminal.foreground.mixed(0.6, over: terminal.background) }
}

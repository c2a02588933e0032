// SPDX-License-Identifier: GPL-2.0-or-later

/// The error that ends a command.
package struct CommandFailure: Error, Equatable {
  package var code: ExitCode
  /// One sentence without a full stop.
  package var message: String
  /// Further messages, a line each.
  package var others: [String]
  /// The way out.
  package var help: String?

  package init(_ code: ExitCode, _ message: String, others: [String] = [], help: String? = nil) {
    self.code = code
    self.message = message
    self.others = others
    self.help = help
  }
}

/// An invalid command line.
package struct UsageError: Error, Equatable {
  /// One sentence without a full stop.
  package let message: String
  /// The way out, such as the text to write instead.
  let suggestion: String?
  /// The command line that prints the help.
  let helpLine: String

  package func text(program: String) -> String {
    var text = "\(program): \(message)\n"
    if let suggestion { text += "  did you mean `\(suggestion)`?\n" }
    return text + "  see `\(helpLine)`\n"
  }
}

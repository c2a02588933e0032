// SPDX-License-Identifier: GPL-2.0-or-later

/// An invalid command line: what is wrong, and what to write instead.
package struct UsageError: Error, Equatable {
  /// One sentence without a full stop.
  package let message: String
  /// What may have been meant, as it would be written.
  let suggestion: String?
  /// The command line that prints the help.
  let helpLine: String

  package func text(program: String) -> String {
    var text = "\(program): \(message)\n"
    if let suggestion { text += "  did you mean `\(suggestion)`?\n" }
    return text + "  see `\(helpLine)`\n"
  }
}

// SPDX-License-Identifier: GPL-2.0-or-later

import StyledText

extension CommandTable {
  /// The manual page of the program in the language of man(7), with the words of its help.
  ///
  /// - Parameter date: of the version, as YEAR-MONTH-DAY.
  package func manualPage(version: String, date: String) -> String {
    ManualPage(table: self).text(version: version, date: date)
  }
}

private struct ManualPage {
  let table: CommandTable

  func text(version: String, date: String) -> String {
    let program = table.program
    let (section, meanings) =
      switch table.form {
      case .commands: (1, ExitCode.meanings)
      case .single: (8, ExitCode.meaningsOfDaemon)
      }
    var page = ".TH \(program.uppercased()) \(section) \"\(date)\" \"Livery \(version)\" \"Livery\"\n"
    page += ".SH NAME\n\(program) \\- \(roff(table.summary))\n"
    switch table.form {
    case .single(let command):
      page += ".SH SYNOPSIS\n\(synopsis(of: command))"
      page += ".SH DESCRIPTION\n" + command.details.map { "\(roff($0))\n" }.joined(separator: ".PP\n")
      page += ".SH OPERANDS\n\(operands(of: command)).SH OPTIONS\n\(options(of: command))"
      page += ".SH EXAMPLES\n\(examples(of: command))"
    case .commands:
      page += ".SH SYNOPSIS\n.B \(program)\n.I COMMAND\n[options]\n.SH COMMANDS\n"
      for command in table.commands {
        page += ".SS \(command.name)\n\(synopsis(of: command)).PP\n\(roff(command.summary)).\n"
        page += command.details.map { ".PP\n\(roff($0))\n" }.joined()
        page += operands(of: command) + options(of: command) + examples(of: command)
      }
    }
    page += ".SH EXIT STATUS\n" + meanings.map { entry("\($0.key.rawValue)", $0.value) }.joined()
    for section in table.manualSections {
      page += ".SH \(section.title)\n" + section.entries.map { entry($0.key, $0.value) }.joined()
    }
    page += ".SH SEE ALSO\n" + (program == "livery" ? ".BR liveryd (8),\n" : ".BR livery (1),\n")
    return page + ".BR livery.json (5),\n.BR livery\\-theme (5)\n"
  }

  private func synopsis(of command: Command) -> String {
    let operands = command.operands.map { " \(roff($0.usage))" }.joined()
    return ".B \(table.invocation(of: command))\n\(operands.isEmpty ? "" : ".I\(operands)\n")[options]\n"
  }

  private func operands(of command: Command) -> String {
    command.operands.map { entry($0.name, $0.summary, font: "I") }.joined()
  }

  private func options(of command: Command) -> String {
    command.options.map { entry($0.usage, $0.explanation) }.joined()
  }

  private func examples(of command: Command) -> String {
    command.examples.map { entry($0.line, $0.summary) }.joined()
  }

  private func entry(_ tag: String, _ text: String, font: String = "B") -> String {
    ".TP\n.\(font) \(roff(tag))\n\(roff(text))\n"
  }
}

/// A text with the special characters of troff escaped.
private func roff(_ text: String) -> String {
  let result = text.escaping(["\\": "\\e", "-": "\\-", "`": "\\(cq", "…": "..."])
  return result.hasPrefix(".") || result.hasPrefix("'") ? "\\&" + result : result
}

// SPDX-License-Identifier: GPL-2.0-or-later

import StyledText

extension CommandTable {
  /// The help of the program, or of one of its commands; ends with a line feed.
  ///
  /// - Parameter width: the cells of a line. Prose has at most 100; command lines are not wrapped.
  package func help(_ command: Command?, width: Int) -> String {
    let help = HelpText(table: self, width: min(width, 100))
    return switch (form, command) {
    case (.commands, nil): help.overview(of: commands)
    case (.single(let command), nil): help.page(of: command)
    case (_, let command?): help.page(of: command)
    }
  }

  var helpSummary: String { "Print this help" }
  var versionSummary: String { "Print the version of this program" }
}

private struct HelpText {
  let table: CommandTable
  let width: Int

  func overview(of commands: [Command]) -> String {
    let program = table.program
    var text = paragraph("\(program): \(table.summary)")
    text += section("Usage", ["\(program) COMMAND [options]"])
    text += section("Commands", columns(commands.map { ($0.name, $0.summary) }))
    text += section(
      "Options",
      columns([
        ("--help", "\(table.helpSummary); `\(program) help COMMAND` prints that of a command."),
        ("--version", "\(table.versionSummary)."),
      ]))
    for part in table.manualSections where part.title == "ENVIRONMENT" {
      text += section("Environment", columns(part.entries.map { ($0.key, $0.value) }))
    }
    text += section("Examples", lines(of: commands.compactMap(\.examples.first)))
    return String(text.dropLast())
  }

  func page(of command: Command) -> String {
    let invocation = table.invocation(of: command)
    var text = paragraph("\(invocation): \(command.summary)")
    text += section("Usage", [([invocation] + command.operands.map(\.usage) + ["[options]"]).joined(separator: " ")])
    for detail in command.details { text += paragraph(detail) }
    if !command.operands.isEmpty {
      text += section("Operands", columns(command.operands.map { ($0.name, $0.summary) }))
    }
    text += section("Options", columns(command.options.map { ($0.usage, $0.explanation) }))
    text += section("Examples", lines(of: command.examples))
    return String(text.dropLast())
  }

  private func paragraph(_ text: String) -> String { wrapped(text, width: width).joined(separator: "\n") + "\n\n" }

  private func section(_ title: String, _ lines: [String]) -> String {
    "\(title):\n" + lines.map { "  \($0)\n" }.joined() + "\n"
  }

  private func lines(of examples: [Command.Example]) -> [String] {
    examples.flatMap { [$0.line] + wrapped($0.summary, width: width - 6).map { "    \($0)" } }
  }

  /// Two columns, the second wrapped. After a first cell that is too wide the second cell begins on the next line.
  private func columns(_ rows: [(String, String)]) -> [String] {
    let limit = min(34, width / 3 + 1)
    let column = rows.map(\.0.count).filter { $0 <= limit }.max() ?? limit
    return rows.flatMap { first, second in
      let lines = wrapped(second, width: width - column - 4)
      let indent = String(repeating: " ", count: column + 2)
      let head = first.count <= limit ? first + String(indent.dropFirst(first.count)) + (lines.first ?? "") : first
      return [head] + (first.count <= limit ? lines.dropFirst() : lines[...]).map { indent + $0 }
    }
  }
}

extension Command.Operand {
  /// The operand in a usage line.
  var usage: String {
    switch occurrence {
    case .once: name
    case .optional: "[\(name)]"
    case .oneOrMore: "\(name)…"
    case .any: "[\(name)…]"
    }
  }
}

extension CommandOption {
  var usage: String {
    (letter.map { "-\($0), " } ?? "") + "--\(name)" + (value.map { " \($0.placeholder)" } ?? "")
  }

  var explanation: String {
    var text = summary
    if isRepeatable { text += " May be given more than once." }
    if let defaultValue { text += " Default: \(defaultValue)." }
    return text
  }
}

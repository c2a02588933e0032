// SPDX-License-Identifier: GPL-2.0-or-later

import StyledText

extension CommandTable {
  /// The help of the program, or of one of its commands; ends with a line feed.
  package func help(_ command: Command?) -> String {
    let help = HelpText(table: self)
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

  func overview(of commands: [Command]) -> String {
    let program = table.program
    var text = "\(program): \(table.summary)\n\n"
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
    var text = "\(invocation): \(command.summary)\n\n"
    text += section("Usage", [([invocation] + command.operands.map(\.usage) + ["[options]"]).joined(separator: " ")])
    for paragraph in command.details {
      text += wrapped(paragraph, width: 100).joined(separator: "\n") + "\n\n"
    }
    if !command.operands.isEmpty {
      text += section("Operands", columns(command.operands.map { ($0.name, $0.summary) }))
    }
    text += section("Options", columns(command.options.map { ($0.usage, $0.explanation) }))
    text += section("Examples", lines(of: command.examples))
    return String(text.dropLast())
  }

  private func section(_ title: String, _ lines: [String]) -> String {
    "\(title):\n" + lines.map { "  \($0)\n" }.joined() + "\n"
  }

  private func lines(of examples: [Command.Example]) -> [String] {
    examples.flatMap { [$0.line, "    \($0.summary)"] }
  }

  /// Two columns, the second wrapped. After a first cell that is too wide the second cell begins on the next line.
  private func columns(_ rows: [(String, String)]) -> [String] {
    let limit = 34
    let width = rows.map(\.0.count).filter { $0 <= limit }.max() ?? limit
    return rows.flatMap { first, second in
      let lines = wrapped(second, width: 100 - width - 4)
      let indent = String(repeating: " ", count: width + 2)
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

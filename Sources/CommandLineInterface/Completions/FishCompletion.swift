// SPDX-License-Identifier: GPL-2.0-or-later

import StyledText

extension CommandTable {
  /// A completion for fish.
  package var fishCompletion: String { FishCompletion(table: self).script }
}

private struct FishCompletion {
  let table: CommandTable

  var script: String {
    var script = "# fish completion for \(table.program); made by `livery completions fish`.\n"
    switch table.form {
    case .single(let command): script += completion(of: command, when: nil)
    case .commands:
      let commands = table.commands
      script += rule(when: "__fish_use_subcommand", "-f -l help", table.helpSummary)
      script += rule(when: "__fish_use_subcommand", "-f -l version", table.versionSummary)
      let names = commands.map(\.name).joined(separator: " ")
      script += rule(when: "__fish_use_subcommand", "-f -a help", table.helpSummary)
      script += rule(when: "__fish_seen_subcommand_from help", "-f -a '\(names)'", nil)
      for command in commands {
        script += rule(when: "__fish_use_subcommand", "-f -a \(command.name)", command.summary)
        script += completion(of: command, when: "__fish_seen_subcommand_from \(command.name)")
      }
    }
    return script
  }

  private func completion(of command: Command, when condition: String?) -> String {
    var script = ""
    for option in command.options {
      var words = "-l \(option.name)"
      if let letter = option.letter { words += " -s \(letter)" }
      switch option.value {
      case .choice(let choices): words += " -x -a '\(choices.joined(separator: " "))'"
      case .path: words += " -r -F"
      case .text, .count, .version, .assignment: words += " -x"
      case nil: break
      }
      script += rule(when: condition, words, option.summary)
    }
    for operand in command.operands where !operand.choices.isEmpty {
      script += rule(when: condition, "-f -a '\(operand.choices.joined(separator: " "))'", nil)
    }
    if command.operands.isEmpty { script += rule(when: condition, "-f", nil) }
    return script
  }

  private func rule(when condition: String?, _ words: String, _ description: String?) -> String {
    func quoted(_ text: String) -> String { "'\(text.escaping(["\\": "\\\\", "'": "\\'"]))'" }
    return "complete -c \(table.program)" + (condition.map { " -n \(quoted($0))" } ?? "") + " \(words)"
      + (description.map { " -d \(quoted($0))" } ?? "") + "\n"
  }
}

// SPDX-License-Identifier: GPL-2.0-or-later

import StyledText

/// A completion of several programs for zsh: a file `_livery` in a directory of `fpath`, or a file to source.
package func zshCompletion(of tables: [CommandTable]) -> String {
  let names = tables.map(\.program).joined(separator: " ")
  var script = "#compdef \(names)\n# zsh completion for \(names); made by `livery completions zsh`.\n"
  for table in tables { script += ZshFunction(table: table).script }
  script += "_livery() {\n  case $service in\n"
  for table in tables { script += "    \(table.program)) _livery_program_\(table.program) ;;\n" }
  return script + """
      esac
    }
    if [[ ${funcstack[1]} == _livery ]]; then _livery "$@"; else compdef _livery \(names); fi

    """
}

/// The function that completes one program.
private struct ZshFunction {
  let table: CommandTable

  var script: String {
    var script = "_livery_program_\(table.program)() {\n"
    switch table.form {
    case .single(let command): script += "  _arguments -s \(arguments(of: command))\n"
    case .commands:
      let commands = table.commands
      script += """
          local curcontext=$curcontext state line
          local -a commands
          _arguments -C '(- *)--help[\(table.helpSummary)]' '(- *)--version[\(table.versionSummary)]' '1:command:->command' \\
            '*::argument:->argument'
          case $state in
            command)
              commands=(

        """
      for command in commands { script += "        \(quoted("\(command.name):\(command.summary)"))\n" }
      script += """
                \(quoted("help:\(table.helpSummary)"))
              )
              _describe -t commands command commands ;;
            argument)
              case ${words[1]} in

        """
      for command in commands { script += "        \(command.name)) _arguments -s \(arguments(of: command)) ;;\n" }
      script += "        help) _arguments '1:command:(\(commands.map(\.name).joined(separator: " ")))' ;;\n"
      script += "      esac ;;\n  esac\n"
    }
    return script + "}\n"
  }

  private func arguments(of command: Command) -> String {
    (command.options.flatMap(specifications) + command.operands.enumerated().map(specification))
      .map { "\\\n          \($0)" }.joined()
  }

  /// One specification for each form of an option.
  private func specifications(of option: CommandOption) -> [String] {
    let forms = (option.letter.map { ["-\($0)"] } ?? []) + ["--\(option.name)"]
    let others = option.isRepeatable ? "*" : forms.count > 1 ? "(\(forms.joined(separator: " ")))" : ""
    let text = option.summary.escaping(["[": "\\[", "]": "\\]"])
    return forms.map { form in
      quoted("\(others)\(form)\(option.value == nil ? "" : "=")[\(text)]" + (option.value.map(action) ?? ""))
    }
  }

  private func action(of value: ValueForm) -> String {
    switch value {
    case .choice(let words): ":value:(\(words.joined(separator: " ")))"
    case .path(let name): ":\(name):_files"
    // Any value is possible: zsh shows the name and offers no choices.
    case .text(let name), .count(let name), .version(let name): ":\(name): "
    case .assignment: ":\(value.placeholder): "
    }
  }

  private func specification(number: Int, of operand: Command.Operand) -> String {
    let place =
      switch operand.occurrence {
      case .once: "\(number + 1):"
      case .optional: "\(number + 1)::"
      case .oneOrMore, .any: "*:"
      }
    let values = operand.choices.isEmpty ? "_files" : "(\(operand.choices.joined(separator: " ")))"
    return quoted("\(place)\(operand.name):\(values)")
  }

  private func quoted(_ text: String) -> String { "'\(text.escaping(["'": "'\\''"]))'" }
}

// SPDX-License-Identifier: GPL-2.0-or-later

extension CommandTable {
  /// A completion for bash: commands, options and their fixed values; file names for the rest.
  package var bashCompletion: String { BashCompletion(table: self).script }
}

private struct BashCompletion {
  let table: CommandTable

  var script: String {
    let program = table.program
    var script = """
      # bash completion for \(program); made by `livery completions bash`.
      _\(program)() {
        local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]} words=
        COMPREPLY=()

      """
    switch table.form {
    case .single(let command): script += completion(of: command)
    case .commands:
      let commands = table.commands
      let names = (commands.map(\.name) + ["help", "--help", "--version"]).joined(separator: " ")
      script += "  if ((COMP_CWORD == 1)); then COMPREPLY=($(compgen -W '\(names)' -- \"$word\")); return; fi\n"
      script += "  case ${COMP_WORDS[1]} in\n"
      for command in commands { script += "  \(command.name))\n\(completion(of: command))  ;;\n" }
      script += "  esac\n"
    }
    return script + "}\ncomplete -o filenames -F _\(program) \(program)\n"
  }

  private func completion(of command: Command) -> String {
    var script = "  case $before in\n"
    for option in command.options {
      switch option.value {
      case .choice(let choices):
        let words = choices.joined(separator: " ")
        script += "  --\(option.name)) COMPREPLY=($(compgen -W '\(words)' -- \"$word\")); return ;;\n"
      case .path: script += "  --\(option.name)) COMPREPLY=($(compgen -f -- \"$word\")); return ;;\n"
      case .text, .count, .version, .assignment: script += "  --\(option.name)) return ;;\n"
      case nil: break
      }
    }
    let options = command.options.map { "--\($0.name)" }.joined(separator: " ")
    let choices = command.operands.flatMap(\.choices)
    let operands = choices.isEmpty ? "-f" : "-W '\(choices.joined(separator: " "))'"
    return script + """
        esac
        if [[ $word == -* ]]; then COMPREPLY=($(compgen -W '\(options)' -- "$word")); return; fi
        COMPREPLY=($(compgen \(operands) -- "$word"))

      """
  }
}

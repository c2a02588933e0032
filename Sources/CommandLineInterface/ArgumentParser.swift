// SPDX-License-Identifier: GPL-2.0-or-later

import ProcessIO
import ThemeModel

/// A parsed command line.
package enum Invocation {
  case run(Command, Arguments)
  /// The help of a command; of the whole program without one.
  case help(Command?)
  case version
}

extension CommandTable {
  /// Parses a command line without the program's name: splits it into words and matches them with the table.
  package func parse(_ line: [String]) throws(UsageError) -> Invocation {
    switch form {
    case .single(let command):
      let words = split(line, for: command)
      if words.contains(where: { $0.isOption("version", written: "-V") }) { return .version }
      return try match(words, to: command)
    case .commands:
      guard let first = line.first else { throw failure("name a command") }
      switch first {
      case "--help", "-h": return .help(nil)
      case "--version", "-V": return .version
      case "help":
        guard let name = line.dropFirst().first(where: { !$0.hasPrefix("-") }) else { return .help(nil) }
        return .help(try command(name))
      default:
        if first.hasPrefix("-") { throw misplacedOption(first) }
        let command = try command(first)
        return try match(split(Array(line.dropFirst()), for: command), to: command)
      }
    }
  }

  /// The error for an option in place of a command: it is misspelt, or the command has to come first.
  private func misplacedOption(_ written: String) -> UsageError {
    let name = written.drop { $0 == "-" }.prefix { $0 != "=" }
    let isKnown = commands.contains { $0.options.contains { $0.name == name || "-\($0.letter ?? "-")" == written } }
    if isKnown { return failure("`\(written)` is before the command; write the command first, then its options") }
    return failure(
      "unknown option `\(written)`",
      suggestion: nearest(to: String(name), among: ["help", "version"]).map { "--\($0.name)" })
  }

  private func command(_ name: String) throws(UsageError) -> Command {
    if case .commands(let commands) = form, let command = commands.first(where: { $0.name == name }) {
      return command.make()
    }
    throw failure(
      "unknown command `\(name)`", suggestion: nearest(to: name, among: commands.map(\.name) + ["help"])?.name)
  }

  private func failure(_ message: String, suggestion: String? = nil, in command: Command? = nil) -> UsageError {
    UsageError(
      message: message, suggestion: suggestion, helpLine: "\(command.map { invocation(of: $0) } ?? program) --help")
  }
}

private enum Word {
  /// A flag with a value is an error, which `match` reports.
  case option(name: String, written: String, value: String?)
  case operand(String)

  func isOption(_ name: String, written text: String? = nil) -> Bool {
    switch self {
    case .option(let own, let written, _): own == name || written == text
    case .operand: false
    }
  }
}

extension CommandTable {
  /// Splits `--name value`, `--name=value`, `-v`, `-vh`, `-o value`, `-ovalue` and operands. Words after `--` are operands, and so are `-` and `-4`.
  private func split(_ line: [String], for command: Command) -> [Word] {
    var words: [Word] = []
    var rest = line[...]
    while let text = rest.popFirst() {
      if text == "--" {
        words += rest.map(Word.operand)
        break
      } else if text.hasPrefix("--") {
        let parts = text.dropFirst(2).split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        let name = parts.first.map(String.init) ?? ""
        var value = parts.count > 1 ? String(parts[1]) : nil
        if value == nil, command.options.contains(where: { $0.name == name && $0.value != nil }) {
          value = rest.popFirst()
        }
        words.append(.option(name: name, written: "--\(name)", value: value))
      } else if text.hasPrefix("-"), text != "-", !isNegativeNumber(text) {
        var letters = text.dropFirst()
        while let letter = letters.popFirst() {
          let option = command.options.first { $0.letter == letter }
          var value: String?
          if option?.value != nil {
            value = letters.isEmpty ? rest.popFirst() : String(letters)
            letters = ""
          }
          words.append(.option(name: option?.name ?? "", written: "-\(letter)", value: value))
        }
      } else {
        words.append(.operand(text))
      }
    }
    return words
  }

  /// No option is named by a digit.
  private func isNegativeNumber(_ text: String) -> Bool {
    text.utf8.dropFirst().first.map { (0x30...0x39).contains($0) } ?? false
  }

  /// `--help` has precedence over any error.
  private func match(_ words: [Word], to command: Command) throws(UsageError) -> Invocation {
    if words.contains(where: { $0.isOption("help") }) { return .help(command) }
    var operands: [String] = []
    var values: [String: [String]] = [:]
    for word in words {
      switch word {
      case .operand(let text): operands.append(text)
      case .option(let name, let written, let value):
        guard let option = command.options.first(where: { $0.name == name }) else {
          throw unknownOption(name, written: written, in: command)
        }
        try check(value, of: option, written: written, in: command)
        values[name, default: []].append(value ?? "")
      }
    }
    try check(operands, of: command)
    return .run(command, Arguments(command: command, operands: operands, values: values))
  }

  private func unknownOption(_ name: String, written: String, in command: Command) -> UsageError {
    let message = "`\(invocation(of: command))` has no option `\(written)`"
    // Other commands may have an option of this name.
    if let operand = command.operands.first(where: { $0.name.lowercased() == name }) {
      return failure("\(message); write \(operand.name) without an option before it", in: command)
    }
    let near = nearest(to: name, among: command.options.map(\.name))?.name
    return failure(message, suggestion: near.map { "--\($0)" }, in: command)
  }

  private func check(
    _ value: String?, of option: CommandOption, written: String, in command: Command
  ) throws(UsageError) {
    switch (option.value, value) {
    case (nil, nil): break
    case (nil, _?): throw failure("`\(written)` takes no value", in: command)
    case (let form?, nil): throw failure("`\(written)` needs a value: \(form.placeholder)", in: command)
    case (let form?, let value?):
      guard let complaint = form.complaint(about: value) else { break }
      var near: String?
      if case .choice(let choices) = form { near = nearest(to: value, among: choices)?.name }
      throw failure(
        "`\(written) \(value)` is not valid: \(complaint)", suggestion: near.map { "\(written) \($0)" }, in: command)
    }
  }

  private func check(_ operands: [String], of command: Command) throws(UsageError) {
    var needed: [String] = []
    var maximum: Int? = 0
    for operand in command.operands {
      switch operand.occurrence {
      case .once: (needed, maximum) = (needed + [operand.name], maximum.map { $0 + 1 })
      case .optional: maximum = maximum.map { $0 + 1 }
      case .oneOrMore: (needed, maximum) = (needed + [operand.name], nil)
      case .any: maximum = nil
      }
    }
    for (operand, text) in zip(command.operands, operands) where !operand.choices.isEmpty {
      guard !operand.choices.contains(text) else { continue }
      // When one word is missing, it may be this one.
      let usual = operands.count + 1 == needed.count ? operand.choices.first : nil
      let whole = usual.map { ([invocation(of: command), $0] + operands.map(shellQuoted)).joined(separator: " ") }
      throw failure(
        "`\(text)` is not a valid \(operand.name); use one of: \(operand.choices.joined(separator: ", "))",
        suggestion: nearest(to: text, among: operand.choices)?.name ?? whole, in: command)
    }
    if operands.count < needed.count {
      throw failure("`\(invocation(of: command))` needs \(needed[operands.count])", in: command)
    }
    if let maximum, operands.count > maximum {
      let taken =
        maximum == 0
        ? "no operands" : maximum == 1 ? "one \(command.operands[0].name)" : "at most \(maximum) operands"
      throw failure("`\(invocation(of: command))` takes \(taken); `\(operands[maximum])` is one too many", in: command)
    }
  }
}

// SPDX-License-Identifier: GPL-2.0-or-later

import ThemeModel

/// The arguments of one command after parsing: every value fits its option.
struct Arguments: Sendable {
  let command: Command
  let operands: [String]
  private let values: [String: [String]]

  /// - Parameter values: by the name of the option, in the order given; a flag has an empty text for each occurrence.
  init(command: Command, operands: [String], values: [String: [String]]) {
    self.command = command
    self.operands = operands
    self.values = values
  }

  func has(_ option: CommandOption) -> Bool { !all(option).isEmpty }

  /// The value that counts.
  subscript(option: CommandOption) -> String? { all(option).last }

  func all(_ option: CommandOption) -> [String] {
    precondition(command.options.contains { $0.name == option.name }, "\(command.name) has no --\(option.name)")
    return values[option.name] ?? []
  }

  func count(_ option: CommandOption) -> Int? { self[option].flatMap { Int($0) } }

  func choice<Choice: RawRepresentable<String>>(_ option: CommandOption, or fallback: Choice) -> Choice {
    self[option].flatMap { Choice(rawValue: $0) } ?? fallback
  }

  /// Whether there is any context option.
  var hasContext: Bool { CommandOption.context.contains(where: has) }

  /// What the context options say.
  var context: Context {
    Context(
      device: self[.device].flatMap { Context.Device(rawValue: $0) }, version: self[.contextVersion],
      language: self[.language], themes: all(.theme))
  }
}

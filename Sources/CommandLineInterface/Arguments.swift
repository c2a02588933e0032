// SPDX-License-Identifier: GPL-2.0-or-later

/// The arguments of a command after parsing. Each value is valid for its option.
package struct Arguments: Sendable {
  package let command: Command
  package let operands: [String]
  private let values: [String: [String]]

  /// - Parameter values: by the name of the option, in the order given. A flag has an empty text for each occurrence.
  package init(command: Command, operands: [String], values: [String: [String]]) {
    self.command = command
    self.operands = operands
    self.values = values
  }

  package func has(_ option: CommandOption) -> Bool { !all(option).isEmpty }

  /// The last value, which counts.
  package subscript(option: CommandOption) -> String? { all(option).last }

  package func all(_ option: CommandOption) -> [String] {
    precondition(command.options.contains { $0.name == option.name }, "\(command.name) has no --\(option.name)")
    return values[option.name] ?? []
  }

  /// The values of an option whose form is `assignment`, in the order given.
  package func assignments(_ option: CommandOption) -> [(name: String, value: String)] {
    all(option).compactMap(assignmentParts)
  }

  package func count(_ option: CommandOption) -> Int? { self[option].flatMap { Int($0) } }

  package func choice<Choice: RawRepresentable<String>>(_ option: CommandOption, or fallback: Choice) -> Choice {
    self[option].flatMap { Choice(rawValue: $0) } ?? fallback
  }
}

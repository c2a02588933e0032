// SPDX-License-Identifier: GPL-2.0-or-later

import CommandLineInterface
import JSONText
import StyledText
import TextComparison
import ThemeModel
import ThemeOutputs

extension Command {
  static let formats = Command(
    "formats", "List the formats that a theme can be exported in, or describe one",
    operands: [
      Operand("FORMAT", .optional, "Default: list all formats.", choices: OutputFormat.all.map(\.name))
    ],
    options: [.reportFormat],
    examples: [
      Example("livery formats", "A table of all formats."),
      Example("livery formats foot", "What foot needs, and the options of its format."),
    ], run: listFormats)
}

private func listFormats(_ arguments: Arguments, _ console: Console) throws(CommandFailure) -> ExitCode {
  guard let name = arguments.operands.first else {
    let formats = OutputFormat.all.map(\.json)
    try console.write(json: .array(formats), objects: formats, arguments) {
      let rows = OutputFormat.all.map { [$0.name, $0.group.rawValue, $0.summary] }
      console.output.write(table([["FORMAT", "GROUP", "WRITES"]] + rows))
    }
    return .fine
  }
  let format = try OutputFormat(named: name)
  try console.write(json: format.json, objects: [format.json], arguments) {
    console.output.write(columns(format.rows, indent: 0, width: console.output.width, console.output.style.depth))
  }
  return .fine
}

extension OutputFormat {
  /// The format of a name on the command line.
  init(named name: String) throws(CommandFailure) {
    guard let format = Self.all.first(where: { Bytewise($0.name) == Bytewise(name) }) else {
      throw CommandFailure(
        .usage, "`\(name)` is not a format",
        help: Suggestion.didYouMean(name, among: Self.all.map(\.name)) ?? "`livery formats` lists all formats")
    }
    self = format
  }

  fileprivate var json: JSONValue {
    let roles = group.roles
    return [
      "name": .string(name), "group": .string(group.rawValue), "summary": .string(summary),
      "roles": [
        "needed": .array(roles.needed.map(JSONValue.string)), "optional": .array(roles.optional.map(JSONValue.string)),
      ],
      "options": .array(
        options.map { option in
          [
            "name": .string(option.name), "choices": .array(option.choices.map(JSONValue.string)),
            "default": .string(option.usual), "summary": .string(option.summary),
          ]
        }),
      "policy": .string(policy), "takeover": .string(takeover),
    ]
  }

  /// A heading and a text for each fact.
  fileprivate var rows: [[StyledLine]] {
    let roles = group.roles
    var rows = [(name, summary)]
    if !roles.needed.isEmpty { rows.append(("roles", roles.needed.joined(separator: ", "))) }
    if !roles.optional.isEmpty { rows.append(("optional roles", roles.optional.joined(separator: ", "))) }
    for option in options {
      let values = option.choices.isEmpty ? "TEXT" : option.choices.joined(separator: "|")
      let usual = option.usual.isEmpty ? "" : "; default: \(option.usual)"
      rows.append(("--set \(option.name)=\(values)", option.summary + usual))
    }
    rows += [("policy", policy), ("taken over", takeover)]
    return rows.map { [StyledLine($0, .bold), StyledLine($1)] }
  }
}

// SPDX-License-Identifier: GPL-2.0-or-later

import CommandLineInterface
import JSONText
import LiveryProtocol
import Reporting
import StyledText
import TextComparison
import ThemeComposition
import ThemeModel

extension CommandOption {
  fileprivate static let className = CommandOption(
    "class", value: .text("CLASS"), "The element's class, with or without its module.")
  fileprivate static let container = CommandOption(
    "container", value: .text("CLASS"), isRepeatable: true,
    "The class of a container of the element, the nearest first.")
  fileprivate static let identifier = CommandOption(
    "identifier", value: .text("ID"), "The theme identifier that is set on it.")
  fileprivate static let styleID = CommandOption(
    "style", value: .text("STYLE"), isRepeatable: true, "A style that is asked for.")
  fileprivate static let elementID = CommandOption("element-id", value: .text("ID"), "Its elementId.")
  fileprivate static let state = CommandOption(
    "state", value: .text("STATE"), isRepeatable: true, "A state that is on, such as highlighted.")
  fileprivate static let change = CommandOption(
    "change", value: .text("JSON"), isRepeatable: true, "A change that was pushed: an object of properties.")
}

extension Command {
  static let compose = Command(
    "compose", "Show the properties of an element, and their layers",
    details: [
      AskedBundle.details,
      "Which options count depends on the bundle's dialect: class, identifier, state and change in redbeard; class, "
        + "container and style in oracle; style in giotto; element-id in inlthemes. Prints JSON where the output is not a "
        + "terminal. Ends with 1 when no style of the bundle applies.",
    ],
    options: [.className, .container, .identifier, .styleID, .elementID, .state, .change, .bundle, .json]
      + CommandOption.asking,
    examples: [
      Example(
        "livery compose --class RBButton --state highlighted --bundle Examples/aurora", "A button that is held down."),
      Example(
        "livery compose --class UILabel --container UITableViewCell --style title",
        "A label in a cell, from the running daemon."),
    ], run: composeElement)
}

private func composeElement(_ arguments: Arguments, _ console: Console) throws(CommandFailure) -> ExitCode {
  let element = try element(arguments)
  let bundle = try AskedBundle(arguments[.bundle], arguments, console)
  // No value has this path, so the snapshot has diagnostics only.
  let diagnostics = try bundle.snapshot(selecting: ["diagnostics"]).diagnostics ?? []
  let code = bundle.conclude(diagnostics, arguments, console)
  if code == .noBundle { return code }
  let composition = try bundle.composition(of: element)
  guard composition.layers.contains(where: { $0.layer.status != .missing }) else {
    throw try noLayer(of: arguments, in: bundle)
  }
  noteUnknownStates(arguments, composition, console)
  if console.output.isTerminal, !arguments.has(.json) {
    console.output.write(bundle.text(for: console).lines(composition))
  } else {
    var object = composition.object
    object["diagnostics"] = diagnostics.encoded
    console.output.write(JSONValue.object(object).pretty + "\n")
  }
  return code
}

/// The failure for an element without styles, with a suggestion.
private func noLayer(of arguments: Arguments, in bundle: AskedBundle) throws(CommandFailure) -> CommandFailure {
  let asked = [CommandOption.className, .identifier, .styleID, .elementID].flatMap(arguments.all)
  let ids = try bundle.snapshot(selecting: ["styles/*"]).styles.members.map(\.key)
  // Oracle's ids begin with `~` for a style, or are a chain of classes.
  let names = ids.map { id in String(id.drop { $0 == "~" }.prefix { $0 != ">" }) }
  let meant = asked.lazy.compactMap { Suggestion.didYouMean($0, among: names) }.first
  return CommandFailure(
    .findings, "no style of \(bundle.places.bundle) applies to \(asked.map { "`\($0)`" }.joined(separator: ", "))",
    help: meant ?? "`livery list 'styles/**'` lists the styles")
}

/// Reports states without effect, which may be misspelt.
private func noteUnknownStates(
  _ arguments: Arguments, _ composition: PlacedComposition, _ console: Console
) {
  let known = BytewiseSet(composition.layers.flatMap(\.layer.states))
  let others = composition.properties.members.filter(\.value.isObject).map(\.key)
  for state in arguments.all(.state) where !known.contains(state) {
    let meant = Suggestion.didYouMean(state, among: others + Array(known)).map { "; \($0)" } ?? ""
    console.complain("no style has anything for the state `\(state)`\(meant)")
  }
}

private func element(_ arguments: Arguments) throws(CommandFailure) -> Element {
  var element = Element(
    className: arguments[.className], containers: arguments.all(.container), identifier: arguments[.identifier],
    styles: arguments.all(.styleID), elementId: arguments[.elementID], states: arguments.all(.state))
  for text in arguments.all(.change) {
    guard let change = try? JSONValue(parsing: Array(text.utf8), maximumDepth: 64).object else {
      throw CommandFailure(
        .usage, "`\(text)` is not a change", help: "a change is an object, such as --change '{\"borderWidth\": 2}'")
    }
    element.changes.append(Value.members(of: change))
  }
  if element == Element() {
    throw CommandFailure(.usage, "no element is described", help: "describe one with --class, --style or --element-id")
  }
  return element
}

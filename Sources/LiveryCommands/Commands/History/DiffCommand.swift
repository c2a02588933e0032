// SPDX-License-Identifier: GPL-2.0-or-later

import CommandLineInterface
import JSONText
import LiveryProtocol
import Reporting
import StyledText
import TextComparison
import ThemeModel

private enum DiffFormat: String, CaseIterable, Sendable { case table, json, markdown }

extension CommandOption {
  fileprivate static let diffFormat = CommandOption(
    "format", value: .choice(of: DiffFormat.self), default: DiffFormat.table.rawValue,
    "How it is printed: markdown is a comment for a pull request.")
}

extension Command {
  static let diff = Command(
    "diff", "Show which values differ between two states of a theme",
    details: [
      "FROM and TO are each a generation of the running daemon (a number, see `livery log`), a bundle's directory, or git:REV for the "
        + "bundle at a revision of its repository. Without TO, a generation is compared with the newest one, a directory or a revision "
        + "with the files on disk. A directory whose name is a number is written ./NUMBER.",
      "A directory or a revision is resolved as `livery resolve` does it, without a daemon. A revision is read by `git ls-tree` and "
        + "`git cat-file` alone: no filter, no hook and no other program of the repository runs, and nothing is fetched.",
      "Ends with 0 when all values are equal, with 1 when they differ, with 3 when one of the states cannot be read, "
        + "or when neither has a theme or modifier that the options name. It also ends with 3 when no value differs, but a file of a "
        + "directory or a revision is left out or read in part because of an error (LV0001 to LV0013).",
    ],
    operands: [
      Operand("FROM", .once, "A generation, a directory, or git:REV."),
      Operand("TO", .optional, "The same. Default: the newest generation, or the files on disk."),
    ],
    options: [.select, .diffFormat, .bundle] + CommandOption.context + [.socket, .timeout],
    examples: [
      Example("livery diff 12", "From generation 12 to now."),
      Example("livery diff git:HEAD --bundle Examples/aurora", "The changed values since the last commit."),
      Example("livery diff git:origin/main Examples/aurora --format markdown", "For the review of a pull request."),
    ], run: diffStates)
}

private func diffStates(_ arguments: Arguments, _ console: Console) throws(CommandFailure) -> ExitCode {
  let difference: StateDifference
  do throws(CommandFailure) {
    difference = try StateDifference(arguments, console)
  } catch {
    // 1 says that they differ.
    var failure = error
    if failure.code == .findings { failure.code = .noBundle }
    throw failure
  }
  for note in difference.notes { console.complain(note) }
  switch arguments.choice(.diffFormat, or: DiffFormat.table) {
  case .json: console.output.write(difference.json)
  case .markdown:
    let title = "\(difference.from.markdown) → \(difference.to.markdown)"
    console.output.write(
      MarkdownChanges(
        title: title, changes: difference.changes, isOrderChanged: difference.order != nil,
        diagnostics: difference.diagnostics, notes: difference.notes.map { MarkdownText.code($0) }
      ).text)
  case .table:
    var title = StyledLine("\(difference.from.text) → \(difference.to.text)", .bold)
    let count = difference.changes.count
    title.append(count == 0 ? ": no value differs" : ": \(counted(count, "value")) differ\(count == 1 ? "s" : "")")
    console.output.write(title)
    console.output.write(
      ValueChange.rows(difference.changes, width: console.output.width, console.output.style.depth))
    if difference.order != nil { console.output.write("the order of styles differs\n") }
  }
  guard difference.isEmpty else { return .findings }
  return difference.isIncomplete ? .noBundle : .fine
}

extension StateDifference {
  /// `{"from", "to", "patch", "order"?, "diagnostics"}`.
  fileprivate var json: String {
    var writer = JSONWriter(.indented)
    writer.beginObject()
    writer.member("from", from.json)
    writer.member("to", to.json)
    writer.key("patch")
    writer.beginArray()
    for change in changes { change.operation.write(to: &writer) }
    writer.endArray()
    if let order { writer.member("order", .array(order.map(JSONValue.string))) }
    writer.member("diagnostics", .array(diagnostics.map(\.encoded)))
    writer.endObject()
    return String(decoding: writer.drainBytes(), as: UTF8.self) + "\n"
  }
}

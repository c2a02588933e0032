// SPDX-License-Identifier: GPL-2.0-or-later

import CommandLineInterface
import LiveryProtocol
import StyledText
import ThemeModel

extension CommandOption {
  fileprivate static let write = CommandOption("write", "Write the files. Without it they are only shown.")
  fileprivate static let force = CommandOption(
    "force", "Also overwrite files that differ from the newest generation.")
}

extension Command {
  static let undo = Command(
    "undo", "Bring the files of a bundle back to an earlier generation",
    details: [
      "Asks the running daemon, which keeps the bytes that each generation replaced. Prints the changes of the files; --write writes "
        + "them. GENERATION is a number that `livery log` lists. Default: the last generation whose files differ from the present "
        + "ones, so that a second undo is a redo. A generation that kept more last good states than the newest one, as after half a "
        + "save, or that could not read one of the files, is passed over, and has to be named.",
      "Files that were added since are removed, and removed files are written again. Each file is replaced in one step and keeps its "
        + "mode. While a file differs from the newest generation, nothing is written, unless --force is given; what no generation "
        + "has is lost then. Files outside of the "
        + "bundle, files with several names (hard links) and read-only files are never written. Values that were set at run time stay.",
      "Ends with 1 when the bytes of the generation are gone, or a file is not written.",
    ],
    operands: [
      Operand("GENERATION", .optional, "The number of a generation. Default: the last one with other files.")
    ],
    options: [.write, .force, .bundle, .socket, .timeout],
    examples: [
      Example("livery undo", "Show the changes that undo the last save."),
      Example("livery undo --write", "Undo the last save; a second time, redo it."),
      Example("livery undo 12 --write", "Go back to generation 12."),
    ], run: undoSave)
}

private func undoSave(_ arguments: Arguments, _ console: Console) throws(CommandFailure) -> ExitCode {
  var wanted: Int?
  if let operand = arguments.operands.first {
    guard let number = Int(operand), number >= 0 else {
      throw CommandFailure(.usage, "`\(operand)` is not a generation", help: "`livery log` lists them")
    }
    wanted = number
  }
  let served = try ServedBundle(arguments[.bundle], arguments)
  let (daemon, name) = (served.daemon, served.name)
  let history = ServedHistory(daemon: daemon, bundle: name, context: Context())
  // Earlier saves count.
  let before = try daemon.call(ThemeInterface.Sync { $0.bundle = name }).generation
  let directory = served.bundle?.path ?? ""
  let generation: Int
  if let wanted { generation = wanted } else { generation = try lastOther(history, console) }
  let files = try history.changedFiles(since: generation).files
  let plan = try UndoPlan(to: generation, files, of: history, in: directory, isForced: arguments.has(.force))

  let isWritten = arguments.has(.write) && plan.refused.isEmpty
  if isWritten { try plan.write() }
  for step in plan.steps {
    console.output.write(step.lines(isWritten ? "is" : "would be"))
  }
  for (path, reason) in plan.refused { console.complain("`\(path)` is left as it is: \(reason)") }
  guard plan.refused.isEmpty else {
    if arguments.has(.write) { console.complain("nothing is written") }
    return .findings
  }
  if plan.steps.isEmpty {
    console.output.write(
      "the newest generation has the files of generation \(generation); later edits that changed no value stay\n")
  } else if isWritten {
    let now = try daemon.call(ThemeInterface.Sync { $0.bundle = name }).generation
    let lost = plan.steps.filter(\.isInNoGeneration).map { "`\($0.path)`" }
    // Several files may be several generations.
    let way =
      lost.isEmpty
      ? "`livery undo \(before) --write` takes it back"
      : "what \(lost.joined(separator: ", ")) had in no generation is lost"
    console.output.write("generation \(now) has the files of generation \(generation); \(way)\n")
  } else {
    console.errors.write("nothing is written; `livery undo \(generation) --write` writes it, in \(directory)\n")
  }
  return .fine
}

/// The last generation whose files were other than they are now, and whole: half a save makes a generation that keeps last good states.
private func lastOther(_ history: ServedHistory, _ console: Console) throws(CommandFailure) -> Int {
  let generations = try history.generations()
  let held = generations.first?.held ?? 0
  var passed: (generation: Int, reason: String)?
  for generation in generations.dropFirst() {
    let files = try history.changedFiles(since: generation.generation).files
    if files.isEmpty { continue }
    let reason: String? =
      if let file = files.first(where: { $0.unreadable == true }) {
        "could not read `\(file.file)`"
      } else if (generation.held ?? 0) > held {
        "held back \(counted(generation.held ?? 0, "state")), as after half a save"
      } else {
        nil
      }
    if let reason {
      passed = passed ?? (generation.generation, reason)
      continue
    }
    if let passed { console.complain("generation \(passed.generation) is passed over: it \(passed.reason)") }
    return generation.generation
  }
  throw CommandFailure(
    .findings,
    passed.map { "of the generations with other files, the last one, \($0.generation), \($0.reason)" }
      ?? "no generation that the daemon keeps has other files",
    help: passed.map { "`livery undo \($0.generation)` leads to it all the same" }
      ?? "`livery log` lists the generations; values that were set at run time end with `livery reset`")
}

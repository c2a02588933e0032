// SPDX-License-Identifier: GPL-2.0-or-later

import CommandLineInterface
import LinuxIO
import Reporting
import StyledText
import TextComparison
import ThemeModel

extension CommandOption {
  fileprivate static let unsafe = CommandOption(
    "unsafe", "Also apply fixes that may change the meaning; check them with --diff first.")
  fileprivate static let diff = CommandOption(
    "diff", "Print the changes as a unified diff, and write nothing.")
}

extension Command {
  static let fix = Command(
    "fix", "Fix problems in a bundle's files automatically",
    details: [
      "Needs no daemon. Fixes missing commas, curly and single quotation marks, words such as True, keys without quotation "
        + "marks, semicolons, no-break spaces, colours of three digits, and misspelt names that can mean only one other: of "
        + "ids, constants, styles, types and aliases, and in livery.json of keys and the dialect. All other bytes stay as "
        + "they are.",
      "With --unsafe also other names with a single near one, texts that look like a constant or an alias, attributes of "
        + "INLThemes, colours as #rrggbb in flat themes and Giotto's styles, texts that mean a number or a boolean, and "
        + "commas between numbers.",
      "A fix is applied to a copy first, and written only when the copy has no new finding. Each file is replaced in one "
        + "step and keeps its mode. Files outside of the bundle, files with several names (hard links) and read-only files "
        + "are not written.",
      "While a file cannot be read or is missing, other names are not fixed: the file may declare unknown names. Ends with "
        + "1 when there are errors left; see --fail-on.",
    ],
    operands: [.bundle],
    options: [.unsafe, .diff, .failOn],
    examples: [
      Example("livery fix Examples/aurora --diff", "Show the changes."),
      Example("livery fix Examples/aurora", "Write it."),
    ], run: fixBundle)
}

private func fixBundle(_ arguments: Arguments, _ console: Console) throws(CommandFailure) -> ExitCode {
  let operand = arguments.bundleOperand
  let location = try BundleLocation(operand)
  let (files, fixing) = try console.waiting(for: "checking \(operand)") { () throws(CommandFailure) in
    let files: FilesToFix
    do throws(SystemError) {
      files = try FilesToFix(location)
    } catch {
      throw CommandFailure(.noBundle, "the bundle `\(operand)` cannot be read: \(error)")
    }
    return (files, files.fixing(arguments.has(.unsafe) ? .all : .safe, rootFile: location.rootFile))
  }

  let changed = fixing.changed.sorted { Bytewise($0.key) < Bytewise($1.key) }
  if arguments.has(.diff) {
    for (document, bytes) in changed {
      let path = (location.prefix + files.path(of: document)).drop { $0 == "/" }
      console.output.write(UnifiedDiff(path: String(path), old: files.originals[document] ?? [], new: bytes).bytes)
    }
  } else {
    try files.write(changed)
    for fix in fixing.applied { console.output.write(fix.line(prefix: location.prefix)) }
    console.output.write(summary(of: files.name, changed: changed.count, spared: fixing.spared.count))
  }
  for document in fixing.spared.sorted() {
    let reason = files.reasonToSpare(document) ?? "it may not be written"
    console.complain("`\(location.prefix)\(files.path(of: document))` is left as it is: \(reason)")
  }
  reportRemaining(fixing.remaining, of: files.name, isUnsafe: arguments.has(.unsafe), console)
  if fixing.remaining.leaveNothing { return .noBundle }
  let threshold = arguments.choice(.failOn, or: FailureThreshold.error)
  return threshold.isReached(by: fixing.remaining) ? .findings : .fine
}

private func summary(of bundle: String, changed: Int, spared: Int) -> StyledLine {
  var line = StyledLine("\(bundle): ", .bold)
  let text =
    if changed > 0 { "\(counted(changed, "file")) changed" } else { spared > 0 ? "nothing changed" : "nothing to fix" }
  line.append(text, .help)
  return line
}

/// - Parameter isUnsafe: whether unsafe fixes were tried as well.
private func reportRemaining(_ diagnostics: [Diagnostic], of bundle: String, isUnsafe: Bool, _ console: Console) {
  let counts = [Severity.error, .warning].map { severity in (severity, diagnostics.count { $0.severity == severity }) }
  let remaining = counts.filter { $0.1 > 0 }.map { counted($0.1, "\($0.0)") }
  if !remaining.isEmpty {
    console.complain("\(bundle) still has \(remaining.joined(separator: " and ")): see `livery check`")
  }
  let unsafe = diagnostics.count { $0.fix?.safe == false }
  if unsafe == 0 { return }
  console.complain(
    isUnsafe
      ? "\(counted(unsafe, "unsafe fix", plural: "unsafe fixes")) not applied: other errors come first, or new findings would follow"
      : "--unsafe fixes \(unsafe) more")
}

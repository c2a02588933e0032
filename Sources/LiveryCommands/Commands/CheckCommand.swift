// SPDX-License-Identifier: GPL-2.0-or-later

import ThemeEngine
import ThemeModel

extension CommandOption {
  fileprivate static let strict = CommandOption(
    "strict", "Also report what is accepted beyond plain JSON: trailing commas and comments.")
  fileprivate static let verbose = CommandOption(
    "verbose", letter: "v", "Also print which files were considered, on the stream of errors.")
}

extension Command {
  static let check = Command(
    "check", "Report what is wrong with bundles, with the code that is about",
    details: [
      "Needs no daemon. Ends with 1 when there are errors; see --fail-on.",
      "Without a context, the bundle is checked where nothing is known of the consumer and in each context that its "
        + "livery.json names; what is found in several of them is told once.",
    ],
    operands: [
      Operand(name: "BUNDLE", occurrence: .oneOrMore, summary: "The directories or root files of the bundles.")
    ],
    options: CommandOption.context + [.format, .failOn, .strict, .verbose],
    examples: [
      Example(line: "livery check Examples/aurora", summary: "Errors, warnings and hints."),
      Example(line: "livery check --format github --fail-on warning themes", summary: "For a continuous integration."),
    ], run: checkBundles)
}

private func checkBundles(_ arguments: Arguments, _ console: Console) throws(CommandFailure) -> ExitCode {
  let format = arguments.choice(.format, or: DiagnosticFormat.pretty)
  var checked: [BundleFindings] = []
  var isUnreadable = false
  for operand in arguments.operands {
    do throws(CommandFailure) {
      let bundle = try LoadedBundle(operand)
      if arguments.has(.verbose) { bundle.tellFiles(arguments.context, console) }
      let engine = bundle.engine
      let isStrict = arguments.has(.strict)
      let diagnostics =
        if arguments.hasContext {
          isStrict ? engine.checkStrictly(arguments.context) : engine.check(arguments.context)
        } else {
          isStrict ? engine.checkEverywhereStrictly() : engine.checkEverywhere()
        }
      checked.append(bundle.findings(diagnostics))
      if diagnostics.leaveNothing { isUnreadable = true }
    } catch {
      guard error.code == .noBundle else { throw error }
      // The other bundles are worth checking nevertheless.
      console.complain(error)
      isUnreadable = true
    }
  }
  console.output.write(format.text(checked, for: console.output.style, width: console.output.width))
  if format == .pretty { for findings in checked { console.output.write(summary(of: findings)) } }
  if isUnreadable { return .noBundle }
  let threshold = arguments.choice(.failOn, or: FailureThreshold.error)
  return threshold.isReached(by: checked.flatMap(\.diagnostics)) ? .findings : .fine
}

/// `aurora: 1 error, 2 warnings`.
private func summary(of findings: BundleFindings) -> StyledLine {
  var line = StyledLine("\(findings.bundle): ", .bold)
  let counts = Severity.allCases.sorted(by: >).map { ($0, findings.count($0)) }.filter { $0.1 > 0 }
  if counts.isEmpty { line.append("nothing to report", .help) }
  for (index, (severity, count)) in counts.enumerated() {
    if index > 0 { line.append(", ") }
    line.append(counted(count, "\(severity)"), severity.style)
  }
  return line
}

extension LoadedBundle {
  fileprivate func tellFiles(_ context: Context, _ console: Console) {
    let (tried, taken) = engine.rootCandidates(context)
    console.errors.write(StyledLine("\(engine.bundle): \(engine.dialectName ?? "unknown dialect")"))
    if !tried.isEmpty { console.errors.write(StyledLine("  root files tried: \(tried.joined(separator: ", "))")) }
    if !engine.themes.isEmpty { console.errors.write(StyledLine("  themes: \(engine.themes.joined(separator: ", "))")) }
    console.errors.write(StyledLine("  root file taken: \(taken ?? "none")"))
    console.errors.write(StyledLine("  \(counted(paths.count, "file")) considered:"))
    for path in paths { console.errors.write(StyledLine("    \(path)")) }
  }
}

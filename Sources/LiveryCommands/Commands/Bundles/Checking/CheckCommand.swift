// SPDX-License-Identifier: GPL-2.0-or-later

import CommandLineInterface
import LinuxIO
import ProcessIO
import Reporting
import StyledText
import TextComparison
import ThemeEngine
import ThemeModel

extension CommandOption {
  fileprivate static let strict = CommandOption(
    "strict",
    "Also report extensions of plain JSON: trailing commas and comments. Leave out tokens that lack a part.")
  fileprivate static let verbose = CommandOption(
    "verbose", letter: "v", "Also print which files and contexts were considered, on standard error.")
  fileprivate static let baseline = CommandOption(
    "baseline", value: .path("FILE"), "Report only findings that are not in this file.")
  fileprivate static let writeBaseline = CommandOption(
    "write-baseline", "Write all findings to the file of --baseline, for later checks.")
}

extension Command {
  static let check = Command(
    "check", "Report problems in bundles, showing the lines concerned",
    details: [
      "Needs no daemon. Ends with 1 when there are errors; see --fail-on.",
      "Without a context, the bundle is checked in all contexts: for each device, each root file and each theme. A finding of "
        + "several contexts is reported once, with these contexts.",
      "With --baseline, only new findings of an old bundle are reported: findings in the file are left out, even if their lines "
        + "have moved.",
    ],
    operands: [Operand("BUNDLE", .any, "The directories or root files of the bundles. Default: this directory.")],
    options: CommandOption.context + [.format, .failOn, .strict, .verbose, .baseline, .writeBaseline],
    examples: [
      Example("livery check Examples/aurora", "Errors, warnings and hints."),
      Example("livery check", "The bundle in this directory."),
      Example("livery check --format github --fail-on warning themes", "For continuous integration."),
      Example("livery check themes --baseline known.json --write-baseline", "Accept the present findings."),
    ], run: checkBundles)
}

private func checkBundles(_ arguments: Arguments, _ console: Console) throws(CommandFailure) -> ExitCode {
  let format = arguments.choice(.format, or: DiagnosticFormat.pretty)
  var baseline = try baseline(arguments)
  var checked: [BundleFindings] = []
  var unreadable: [UnreadableBundle] = []
  for operand in arguments.operands.isEmpty ? ["."] : arguments.operands {
    do throws(CommandFailure) {
      let (bundle, found) = try console.waiting(for: "checking \(operand)") { () throws(CommandFailure) in
        let bundle = try LoadedBundle(
          operand, isStrict: arguments.has(.strict), leavingOut: arguments[.baseline], untilExit: true)
        return (bundle, bundle.engine.report(on: arguments.hasContext ? .one(arguments.context) : .all))
      }
      var report = found
      if arguments.has(.verbose) { bundle.reportFiles(arguments.context, console) }
      if !arguments.has(.strict) { report = report.usual }
      bundle.reportContexts(report, isVerbose: arguments.has(.verbose), console)
      if let cause = report.diagnostics.first(where: \.leavesNothing) {
        unreadable.append(UnreadableBundle(name: operand, message: cause.message, isListed: true))
      }
      var findings = bundle.findings(report)
      findings.showsConsequences = arguments.has(.verbose)
      checked.append(findings)
    } catch {
      guard error.code == .noBundle else { throw error }
      // The other bundles are still checked.
      console.complain(error)
      unreadable.append(UnreadableBundle(name: operand, message: error.message, isListed: false))
    }
  }
  if let path = arguments[.baseline] {
    var names: BytewiseSet = []
    for findings in checked where !names.insert(findings.bundle) {
      throw CommandFailure(
        .usage, "two bundles are named `\(findings.bundle)`, and a baseline has findings by the names of bundles",
        help: "write { \"name\": \"NAME\" } in the livery.json of one, or check each with a baseline of its own")
    }
    if arguments.has(.writeBaseline) {
      for findings in checked { baseline.replace(with: findings) }
      try baseline.write(to: path)
      console.errors.write(StyledLine("\(counted(baseline.count, "finding")) written to \(path)"))
    }
    let gone = checked.indices.reduce(0) { $0 + baseline.removeKnown(outOf: &checked[$1]) }
    // The check of one context cannot find the known findings of other contexts.
    if gone > 0, !arguments.hasContext {
      console.complain(
        "\(counted(gone, "finding")) of the baseline no longer found; update it with --write-baseline")
    }
  }
  let output = console.output
  format.write(
    checked, unreadable: unreadable, for: output.style, width: output.width, workers: WorkerThreads()
  ) { output.write($0) }
  if format == .pretty {
    for findings in checked {
      console.output.write(summary(of: findings))
      if let line = nextSteps(findings) { console.output.write(line) }
    }
  }
  for findings in checked { reportUnchecked(findings, console) }
  if !unreadable.isEmpty { return .noBundle }
  let threshold = arguments.choice(.failOn, or: FailureThreshold.error)
  return checked.contains { $0.mostSevere.map { threshold.isReached(by: [$0]) } ?? false } ? .findings : .fine
}

/// The baseline of the options. With --write-baseline the file may be missing.
private func baseline(_ arguments: Arguments) throws(CommandFailure) -> Baseline {
  let isWritten = arguments.has(.writeBaseline)
  guard let path = arguments[.baseline] else {
    guard !isWritten else {
      throw CommandFailure(.usage, "--write-baseline needs to know where", help: "name the file with --baseline")
    }
    return Baseline()
  }
  guard !isWritten || !arguments.hasContext else {
    throw CommandFailure(
      .usage, "a baseline is written of all contexts",
      help: "leave out --device, --version, --language, --theme and --modifier")
  }
  do throws(CommandFailure) {
    return try Baseline(readingFrom: path)
  } catch {
    guard isWritten else { throw error }
    return Baseline()
  }
}

/// `aurora: 1 error, 2 warnings; 3 suppressed`.
private func summary(of findings: BundleFindings) -> StyledLine {
  var line = StyledLine("\(findings.bundle): ", .bold)
  let counts = Severity.allCases.sorted(by: >).map { ($0, findings.count($0)) }.filter { $0.1 > 0 }
  if counts.isEmpty { line.append("no problems found", .help) }
  for (index, (severity, count)) in counts.enumerated() {
    if index > 0 { line.append(", ") }
    line.append(counted(count, "\(severity)"), severity.style)
  }
  let known = findings.suppressed.count { $0.source == .baseline }
  let suppressed = findings.suppressed.count - known
  if suppressed > 0 { line.append("; \(suppressed) suppressed", .dim) }
  if known > 0 { line.append("; \(known) in the baseline", .dim) }
  let hidden = findings.diagnostics.count - findings.shown.count
  if hidden > 0 { line.append("; \(hidden) not shown that may follow from these, -v shows them", .dim) }
  return line
}

/// Reports the rules that were not checked, without the rule for unused suppressions, which depends on them.
private func reportUnchecked(_ findings: BundleFindings, _ console: Console) {
  if let first = findings.largeIDs.first {
    let others = findings.largeIDs.count == 1 ? "" : " and \(counted(findings.largeIDs.count - 1, "other id"))"
    console.complain(
      "\(findings.bundle): design rules are not checked in `\(first)`\(others), which unfold to too many values through references"
    )
  }
  let unchecked = findings.unchecked.filter { code in
    code != .unusedSuppression && !findings.rulesWithoutLargeIDs.contains(code)
  }
  let names = unchecked.map { "\($0.rawValue) (\($0.slug))" }
  guard let first = names.first, !findings.diagnostics.leaveNothing else { return }
  let list = findings.showsConsequences ? names.joined(separator: ", ") : "\(first) and \(names.count - 1) others"
  console.complain(
    "\(findings.bundle): rules about the whole bundle are not checked while findings may hide declarations or settings: \(list)"
  )
}

/// The commands that fix the findings and describe the first rule.
private func nextSteps(_ findings: BundleFindings) -> StyledLine? {
  guard let first = findings.mostSevere else { return nil }
  var parts: [String] = []
  let bundle = findings.name(of: "")
  let operand = findings.places.prefix.isEmpty ? "" : " \(shellQuoted(bundle))"
  if findings.safeFixCount > 0 { parts.append("`livery fix\(operand)` fixes \(findings.safeFixCount) of them") }
  parts.append("`livery explain \(first.code.rawValue)` describes the rule")
  return StyledLine("  \(parts.joined(separator: "; "))", .dim)
}

extension LoadedBundle {
  fileprivate func reportFiles(_ context: Context, _ console: Console) {
    let (tried, taken) = engine.rootCandidates(context)
    console.errors.write(StyledLine("\(engine.bundle): \(engine.dialectName?.rawValue ?? "unknown dialect")"))
    if !tried.isEmpty { console.errors.write(StyledLine("  root files tried: \(tried.joined(separator: ", "))")) }
    if !engine.themes.isEmpty { console.errors.write(StyledLine("  themes: \(engine.themes.joined(separator: ", "))")) }
    console.errors.write(StyledLine("  root file taken: \(taken.flatMap { $0.isEmpty ? nil : $0 } ?? "none")"))
    console.errors.write(StyledLine("  \(counted(paths.count, "file")) considered:"))
    console.errors.write(paths.map { StyledLine("    \($0)") })
  }

  /// Reports the checked contexts if `isVerbose`, and always the number of omitted ones.
  fileprivate func reportContexts(_ report: CheckReport, isVerbose: Bool, _ console: Console) {
    if isVerbose {
      console.errors.write(StyledLine("  \(counted(report.contexts.count, "context")) considered:"))
      let names = report.contexts.map { $0.text.isEmpty ? "the default context" : $0.text }
      console.errors.write(names.map { StyledLine("    \($0)") })
    }
    if let (checked, all) = report.permutations, all != String(checked) {
      // Of a long number the magnitude is enough.
      let count = all.utf8.count > 18 ? "at least 10^\(all.utf8.count - 1)" : all
      console.errors.write(StyledLine("\(engine.bundle): \(checked) of \(count) permutations checked", .dim))
    }
    if report.omittedContexts > 0 {
      console.complain(
        "\(engine.bundle) has \(counted(report.omittedContexts, "more context")) than one check covers; check them one by one "
          + "with --device, --version, --language, --theme and --modifier")
    }
  }
}

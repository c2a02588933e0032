// SPDX-License-Identifier: GPL-2.0-or-later

import CommandLineInterface
import LinuxIO
import LiveryConfiguration
import LiveryService
import Reporting
import StyledText
import ThemeWatch

extension CommandOption {
  static let checkConfiguration = CommandOption(
    "check-config",
    "Read the configuration, print its errors and bundles, and start nothing. Ends with 0 or 2."
  )
}

/// `liveryd --check-config`: reads the configuration as a start or a reload does.
///
/// Each line on standard error is `FILE:LINE:COLUMN: SEVERITY: MESSAGE; HELP`, for editors.
func checkConfiguration(_ arguments: Arguments, _ console: Console) throws(CommandFailure) -> ExitCode {
  let setup = try DaemonSetup(arguments, servesOneConnection: false)
  let configuration: DaemonConfiguration
  do throws(BadConfiguration) {
    configuration = try setup.configuration()
  } catch {
    for problem in error.problems { console.report("error", .error, problem) }
    return .usage
  }
  for note in configuration.notes { console.report("info", .info, note) }
  for warning in configuration.warnings { console.report("warning", .warning, warning) }
  guard configuration.bundles.count <= configuration.limits.bundles else {
    let error = DaemonError.tooManyBundles(limit: configuration.limits.bundles)
    console.report(
      "error", .error, ConfigurationProblem(place: configuration.bundles.last?.place, message: "\(error)"))
    return .usage
  }
  for bundle in configuration.bundles {
    guard let problem = problem(of: bundle) else { continue }
    console.report("warning", .warning, problem)
  }
  let rows = configuration.bundles.map { bundle in
    [bundle.name ?? "-", bundle.directory, bundle.place.map { "\($0)" } ?? "the command line"]
  }
  if !rows.isEmpty { console.output.write(table([["BUNDLE", "PATH", "FROM"]] + rows)) }
  return .fine
}

/// The problem of a bundle that this user cannot read, or that no daemon serves.
private func problem(of bundle: ConfiguredBundle) -> ConfigurationProblem? {
  do throws(SystemError) {
    try checkIsListable(bundle.directory)
    guard try realPath(bundle.directory) == "/" else { return nil }
    return ConfigurationProblem(
      place: bundle.place, message: "\(RootRefusal.fileSystemRoot)", help: "name a directory of themes")
  } catch {
    return ConfigurationProblem(
      place: bundle.place, message: "\(DaemonError.bundle(error))",
      help: "a start waits for it; a reload that adds it fails")
  }
}

extension Console {
  fileprivate func report(_ severity: String, _ style: StyledLine.Style, _ problem: ConfigurationProblem) {
    var line = StyledLine(problem.place.map { "\($0): " } ?? "")
    line.append("\(severity): ", style)
    line.append("\(problem.message)\(problem.help.map { "; \($0)" } ?? "")")
    errors.write(line)
  }
}

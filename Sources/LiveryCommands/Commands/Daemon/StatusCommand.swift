// SPDX-License-Identifier: GPL-2.0-or-later

import JSONText
import ThemeModel

extension Command {
  static let status = Command(
    "status", "Show what a daemon does, its work so far and its limits",
    options: [.socket, .timeout, .reportFormat, .metrics],
    examples: [
      Example(line: "livery status", summary: "The daemon's bundles, counters and limits."),
      Example(line: "livery status --format json", summary: "The same as JSON."),
      Example(line: "livery status --metrics", summary: "For Prometheus; docs/operating.md lists the names."),
    ], run: showStatus)
}

extension CommandOption {
  fileprivate static let metrics = CommandOption(
    "metrics", "Print measurements in the text format of Prometheus; --format does not count.")
}

private func showStatus(_ arguments: Arguments, _ console: Console) throws(CommandFailure) -> ExitCode {
  let daemon = try DaemonConnection(arguments)
  try daemon.checkService()
  let status = JSONValue.object(try daemon.call("Status"))
  if arguments.has(.metrics) {
    let bundles = try daemon.call("ListBundles")["bundles"]?.array ?? []
    let consumers = try daemon.call("ListConsumers")["consumers"]?.array ?? []
    for metric in Metric.all(status: status, bundles: bundles, consumers: consumers) {
      console.output.write(metric.text)
    }
    return .fine
  }
  switch arguments.choice(.reportFormat, or: ReportFormat.table) {
  case .json: console.output.write(status.pretty + "\n")
  case .ndjson: console.output.write(status.text + "\n")
  case .table:
    let bundles = try daemon.call("ListBundles")["bundles"]?.array ?? []
    for line in statusLines(status, bundles, socket: daemon.socketPath) { console.output.write(line) }
  }
  return .fine
}

/// The status as people read it.
func statusLines(_ status: JSONValue, _ bundles: [JSONValue], socket: String) -> [StyledLine] {
  var head = StyledLine("liveryd \(status["version"]?.string ?? "")", .bold)
  head.append(" · up \(durationText(seconds: status["uptime"]?.count ?? 0)) · \(socket)")
  let consumers = counted(status["consumers"]?.count ?? 0, "consumer")
  head.append(" · \(consumers) · \(status["watches"]?.count ?? 0) watched directories")
  if let memory = status["memory"] { head.append(" · \((memory.count + 500_000) / 1_000_000) MB") }
  let problems = (status["problems"]?.array ?? []).map { StyledLine($0.string ?? "", .warning) }
  return [head] + problems + [StyledLine()] + bundleTable(bundles) + [StyledLine()]
    + numbers("WORK SO FAR", status["counters"])
    + [StyledLine()] + numbers("LIMITS", status["limits"])
}

private func numbers(_ title: String, _ object: JSONValue?) -> [StyledLine] {
  table([[title]] + (object?.object?.members ?? []).map { [$0.key, $0.value.text] })
}

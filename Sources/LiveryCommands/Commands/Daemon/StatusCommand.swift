// SPDX-License-Identifier: GPL-2.0-or-later

import CommandLineInterface
import JSONText
import LiveryProtocol
import Reporting
import StyledText
import ThemeModel

extension Command {
  static let status = Command(
    "status", "Show the state, the work and the limits of a daemon",
    options: [.socket, .timeout, .reportFormat, .metrics],
    examples: [
      Example("livery status", "The daemon's bundles, counters and limits."),
      Example("livery status --format json", "The same as JSON."),
      Example("livery status --metrics", "For Prometheus; docs/operating.md lists the names."),
    ], run: showStatus)
}

extension CommandOption {
  fileprivate static let metrics = CommandOption(
    "metrics", "Print measurements in the text format of Prometheus; --format does not count.")
}

private func showStatus(_ arguments: Arguments, _ console: Console) throws(CommandFailure) -> ExitCode {
  let daemon = try DaemonConnection(arguments)
  try daemon.checkService()
  let status = try daemon.call(ThemeInterface.Status())
  if arguments.has(.metrics) {
    let bundles = try daemon.call(ThemeInterface.ListBundles()).bundles
    let consumers = try daemon.call(ThemeInterface.ListConsumers()).consumers
    for metric in Metric.all(status: status, bundles: bundles, consumers: consumers) {
      console.output.write(metric.text)
    }
    return .fine
  }
  try console.write(json: status.encoded, objects: [status.encoded], arguments) { () throws(CommandFailure) in
    let bundles = try daemon.call(ThemeInterface.ListBundles()).bundles
    var overlays: [String] = []
    for bundle in bundles where bundle.waits == nil {
      overlays += try daemon.overlays(of: bundle.name).map { "\($0.overlay) over \($0.file) of \(bundle.name)" }
    }
    console.output.write(statusLines(status, bundles, overlays: overlays, socket: daemon.socketPath))
  }
  return .fine
}

func statusLines(
  _ status: ThemeInterface.Status.Reply, _ bundles: [ThemeInterface.Bundle], overlays: [String], socket: String
) -> [StyledLine] {
  var head = StyledLine("liveryd \(status.version)", .bold)
  head.append(" · up \(durationText(seconds: status.uptime)) · \(socket)")
  let consumers = counted(status.consumers, "consumer")
  head.append(" · \(consumers) · \(status.watches) watched directories")
  if let memory = status.memory { head.append(" · \((memory + 500_000) / 1_000_000) MB") }
  let unsaved =
    overlays.isEmpty
    ? []
    : [StyledLine("unsaved texts are served: \(overlays.joined(separator: ", ")); see `livery overlays`", .warning)]
  let problems = status.problems.map { StyledLine($0, .warning) }
  return [head] + unsaved + problems + [StyledLine()] + bundleTable(bundles) + [StyledLine()]
    + numbers("WORK SO FAR", status.counters.object)
    + [StyledLine()] + numbers("LIMITS", status.limits.object)
}

private func numbers(_ title: String, _ object: JSONObject) -> [StyledLine] {
  table([[title]] + object.members.map { [$0.key, $0.value.text] })
}

// SPDX-License-Identifier: GPL-2.0-or-later

import CommandLineInterface
import JSONText
import LinuxIO
import LiveryProtocol
import Reporting

extension Command {
  static let consumers = Command(
    "consumers", "List the programs that follow a daemon's bundles",
    options: [.socket, .timeout, .reportFormat],
    examples: [
      Example(line: "livery consumers", summary: "A table of all consumers."),
      Example(line: "livery consumers --format ndjson", summary: "One JSON object a line, for scripts."),
    ], run: listConsumers)

  static let deregister = Command(
    "deregister", "End a consumer: its stream gets a last message",
    operands: [
      Operand(name: "ID", occurrence: .once, summary: "The consumer's id, as `livery consumers` lists it: c3 or 3.")
    ],
    options: [.socket, .timeout],
    examples: [Example(line: "livery deregister c3", summary: "End the consumer c3.")],
    run: { (arguments, console) throws(CommandFailure) in
      let daemon = try DaemonConnection(arguments)
      _ = try daemon.call(ThemeInterface.Deregister { $0.consumer = consumerID(arguments.operands[0]) })
      return .fine
    })
}

/// An id may be written without its letter.
private func consumerID(_ text: String) -> String {
  text.utf8.allSatisfy { (0x30...0x39).contains($0) } ? "c\(text)" : text
}

private func listConsumers(_ arguments: Arguments, _ console: Console) throws(CommandFailure) -> ExitCode {
  let daemon = try DaemonConnection(arguments)
  let reply = try daemon.call(ThemeInterface.ListConsumers())
  let consumers = reply.consumers
  switch arguments.choice(.reportFormat, or: ReportFormat.table) {
  case .json: console.output.write(reply.encoded.pretty + "\n")
  case .ndjson: for consumer in consumers { console.output.write(consumer.encoded.text + "\n") }
  case .table where consumers.isEmpty: console.errors.write("no consumers\n")
  case .table:
    let now = secondsSince1970()
    let head = ["CONSUMER", "NAME", "PID", "USER", "BUNDLE", "CONTEXT", "MODE", "GENERATION", "QUEUED", "CONNECTED"]
    for line in table([head] + consumers.map { row($0, now: now) }) { console.output.write(line) }
  }
  return .fine
}

private func row(_ consumer: ThemeInterface.Consumer, now: Int) -> [String] {
  let behind = consumer.generationCurrent - consumer.generationSeen
  return [
    consumer.consumer, consumer.name ?? "-", "\(consumer.pid)", "\(consumer.uid)", consumer.bundle,
    consumer.context.text, consumer.mode.rawValue,
    "\(consumer.generationSent)" + (behind > 0 ? ", \(behind) behind" : ""), "\(consumer.queuedBytes) B",
    durationText(seconds: now - consumer.connectedSince),
  ]
}

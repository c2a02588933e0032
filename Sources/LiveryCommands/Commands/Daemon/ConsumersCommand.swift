// SPDX-License-Identifier: GPL-2.0-or-later

import CommandLineInterface
import LinuxIO
import LiveryProtocol
import Reporting

extension Command {
  static let consumers = Command(
    "consumers", "List the programs that follow a daemon's bundles",
    options: [.socket, .timeout, .reportFormat],
    examples: [
      Example("livery consumers", "A table of all consumers."),
      Example("livery consumers --format ndjson", "One JSON object a line, for scripts."),
    ], run: listConsumers)

  static let deregister = Command(
    "deregister", "End a consumer: its stream gets a last message",
    operands: [Operand("ID", .once, "The consumer's id, as `livery consumers` lists it: c3 or 3.")],
    options: [.socket, .timeout],
    examples: [Example("livery deregister c3", "End the consumer c3.")],
    run: { (arguments, console) throws(CommandFailure) in
      let daemon = try DaemonConnection(arguments)
      _ = try daemon.call(ThemeInterface.Deregister { $0.consumer = consumerID(arguments.operands[0]) })
      return .fine
    })
}

/// Adds the letter to an id without one.
private func consumerID(_ text: String) -> String {
  text.utf8.allSatisfy { (0x30...0x39).contains($0) } ? "c\(text)" : text
}

private func listConsumers(_ arguments: Arguments, _ console: Console) throws(CommandFailure) -> ExitCode {
  let reply = try DaemonConnection(arguments).call(ThemeInterface.ListConsumers())
  try console.write(json: reply.encoded, objects: reply.consumers.map(\.encoded), arguments) {
    guard !reply.consumers.isEmpty else { return console.errors.write("no consumers\n") }
    let now = secondsSince1970()
    let head = ["CONSUMER", "NAME", "PID", "USER", "BUNDLE", "CONTEXT", "MODE", "GENERATION", "QUEUED", "CONNECTED"]
    console.output.write(table([head] + reply.consumers.map { row($0, now: now) }))
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

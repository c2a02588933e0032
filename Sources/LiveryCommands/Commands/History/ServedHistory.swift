// SPDX-License-Identifier: GPL-2.0-or-later

import CommandLineInterface
import LiveryProtocol
import Reporting
import TextComparison
import ThemeModel

/// Questions of several commands about earlier generations of a daemon's bundle.
struct ServedHistory {
  let daemon: DaemonConnection
  /// Nil for the only bundle.
  let bundle: String?
  let context: Context

  /// The generations, the newest first.
  func generations() throws(CommandFailure) -> [ThemeInterface.Generation] {
    try daemon.call(
      ThemeInterface.ListGenerations {
        $0.bundle = bundle
        $0.context = ThemeInterface.Context(context)
      }
    ).generations
  }

  func diff(
    from: Int, to: Int, selecting patterns: [String]
  ) throws(CommandFailure) -> ThemeInterface.Diff.Reply {
    try daemon.call(
      ThemeInterface.Diff {
        $0.bundle = bundle
        $0.context = ThemeInterface.Context(context)
        $0.from = from
        $0.to = to
        $0.select = patterns
      })
  }

  /// The changed values between two generations with their old values, and the answers for both directions.
  func changes(
    from: Int, to: Int, selecting patterns: [String]
  ) throws(CommandFailure) -> (
    changes: [ValueChange], forward: ThemeInterface.Diff.Reply, back: ThemeInterface.Diff.Reply
  ) {
    let forward = try diff(from: from, to: to, selecting: patterns)
    let back = try diff(from: to, to: from, selecting: patterns)
    return (ValueChange.changes(forward.patch, reverse: back.patch), forward, back)
  }

  /// Fails if the bundle lacks a theme or a modifier of the context.
  func checkContext() throws(CommandFailure) {
    guard !context.themes.isEmpty || !context.modifiers.isEmpty else { return }
    let findings = try snapshot(of: nil, selecting: ["-"]).diagnostics ?? []
    if let finding = findings.missingChoice(of: context) {
      throw CommandFailure(.findings, finding.message, help: finding.help)
    }
  }

  /// The state of a generation; nil for the newest one.
  func snapshot(
    of generation: Int?, selecting patterns: [String]
  ) throws(CommandFailure) -> ThemeInterface.Snapshot {
    try daemon.call(
      ThemeInterface.Resolve {
        $0.bundle = bundle
        $0.context = ThemeInterface.Context(context)
        $0.select = patterns
        $0.generation = generation
      }
    ).snapshot
  }
}

// SPDX-License-Identifier: GPL-2.0-or-later

import CommandLineInterface
import LiveryConnection
import Reporting
import TextComparison
import ThemeModel

/// Options of several commands.
extension CommandOption {
  static let device = CommandOption("device", value: .choice(of: Context.Device.self), "Resolve for this device.")
  /// The version of the platform. `--version` before a command prints the program's version.
  static let contextVersion = CommandOption(
    "version", value: .version("VERSION"), "Resolve for this version of the platform, such as 9.3.1.")
  static let language = CommandOption(
    "language", value: .text("LANGUAGE"), "Resolve for this language and region, such as en_gb.")
  static let theme = CommandOption(
    "theme", value: .text("THEME"), isRepeatable: true, "Choose this theme of the bundle; the first has precedence.")
  static let modifier = CommandOption(
    "modifier", value: .assignment(name: "NAME", value: "CONTEXT"), isRepeatable: true,
    "Choose this context of a modifier of design tokens; the last one for a NAME counts.")

  /// The options for a context.
  static let context: [CommandOption] = [.device, .contextVersion, .language, .theme, .modifier]

  static let select = CommandOption(
    "select", value: .text("PATTERN"), isRepeatable: true,
    "Only values at or below this path, such as styles/RBButton or constants/color-*.")
  static let socket = CommandOption(
    "socket", value: .path("PATH"), default: "LIVERY_SOCKET, else the daemon's socket, else that of a running watch",
    "The socket of the daemon.")
  static let timeout = CommandOption(
    "timeout", value: .count("SECONDS"), default: "\(VarlinkConnection.usualTimeout)",
    "How long to wait for the daemon's answer, or for the first line of a stream.")
  static let bundle = CommandOption(
    "bundle", value: .text("BUNDLE"), default: "that of this directory, else the daemon's only one",
    "The bundle's name, directory or root file.")
  static let format = CommandOption(
    "format", value: .choice(of: DiagnosticFormat.self), default: DiagnosticFormat.pretty.rawValue,
    "How findings are printed.")
  static func failOn(default defaultValue: String) -> CommandOption {
    CommandOption(
      "fail-on", value: .choice(of: FailureThreshold.self), default: defaultValue,
      "End with 1 when there is a finding of this severity or above.")
  }
  static let failOn = failOn(default: FailureThreshold.error.rawValue)
}

/// The severity of findings from which on a command fails.
enum FailureThreshold: String, CaseIterable, Sendable {
  case error, warning, info, never

  func isReached(by diagnostics: some Sequence<Diagnostic>) -> Bool { isReached(by: diagnostics.map(\.severity)) }

  func isReached(by severities: some Sequence<Severity>) -> Bool {
    Severity(rawValue: rawValue).map { threshold in severities.contains { $0 >= threshold } } ?? false
  }
}

extension Arguments {
  var hasContext: Bool { CommandOption.context.contains(where: has) }

  /// The context of the options.
  var context: Context {
    Context(
      device: self[.device].flatMap { Context.Device(rawValue: $0) }, version: self[.contextVersion],
      language: self[.language], themes: all(.theme),
      modifiers: BytewiseDictionary(assignments(.modifier).map { ($0.name, $0.value) }, uniquingKeysWith: { $1 }))
  }

  /// The operand for a bundle that is read here; by default the working directory.
  var bundleOperand: String { operands.first ?? "." }
}

extension Command.Operand {
  /// See `Arguments.bundleOperand`.
  static let bundle = Command.Operand(
    "BUNDLE", .optional, "A bundle's directory, or its root file. Default: this directory.")
  /// A bundle of a daemon.
  static func servedBundle(_ occurrence: Occurrence) -> Command.Operand {
    Command.Operand("BUNDLE", occurrence, "The bundle's name, directory or root file.")
  }
  static let addedBundle = Command.Operand("BUNDLE", .once, "A bundle's directory, or its root file.")
}

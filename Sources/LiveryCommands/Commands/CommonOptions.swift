// SPDX-License-Identifier: GPL-2.0-or-later

import CommandLineInterface
import LiveryConnection
import Reporting
import ThemeModel

/// Options that mean the same in every command that has them.
extension CommandOption {
  static let device = CommandOption("device", value: .choice(of: Context.Device.self), "Resolve for this device.")
  /// The version of a context; the program's own is asked for by `--version` in place of a command.
  static let contextVersion = CommandOption(
    "version", value: .version("VERSION"), "Resolve for this version of the platform, such as 9.3.1.")
  static let language = CommandOption(
    "language", value: .text("LANGUAGE"), "Resolve for this language and region, such as en_gb.")
  static let theme = CommandOption(
    "theme", value: .text("THEME"), isRepeatable: true, "Choose this theme of the bundle; the first has precedence.")

  /// What makes up a context.
  static let context: [CommandOption] = [.device, .contextVersion, .language, .theme]

  static let select = CommandOption(
    "select", value: .text("PATTERN"), isRepeatable: true,
    "Only what is at or below this path, such as styles/RBButton or constants/color-*.")
  static let socket = CommandOption(
    "socket", value: .path("PATH"), default: "LIVERY_SOCKET, else the daemon's socket, else that of a running watch",
    "The socket of the daemon.")
  static let timeout = CommandOption(
    "timeout", value: .count("SECONDS"), default: "\(VarlinkConnection.usualTimeout)",
    "How long to wait for the daemon's answer, or for the first line of a stream.")
  static let bundle = CommandOption(
    "bundle", value: .text("BUNDLE"), default: "the only one that the daemon serves",
    "The bundle's name, directory or root file.")
  static let askedBundle = CommandOption(
    "bundle", value: .text("BUNDLE"), default: "the only one that the daemon serves, or this directory",
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

/// From which severity on findings make a command fail.
enum FailureThreshold: String, CaseIterable, Sendable {
  case error, warning, info, never

  func isReached(by diagnostics: some Sequence<Diagnostic>) -> Bool { isReached(by: diagnostics.map(\.severity)) }

  func isReached(by severities: some Sequence<Severity>) -> Bool {
    switch self {
    case .never: false
    case .info: severities.contains { $0 >= .info }
    case .warning: severities.contains { $0 >= .warning }
    case .error: severities.contains { $0 >= .error }
    }
  }
}

extension Arguments {
  /// Whether there is any context option.
  var hasContext: Bool { CommandOption.context.contains(where: has) }

  /// What the context options say.
  var context: Context {
    Context(
      device: self[.device].flatMap { Context.Device(rawValue: $0) }, version: self[.contextVersion],
      language: self[.language], themes: all(.theme))
  }

  /// The bundle that the command line names, else the working directory.
  var bundleOperand: String { operands.first ?? "." }
}

extension Command.Operand {
  /// A bundle that is read here; see `Arguments.bundleOperand`.
  static let bundle = Command.Operand(
    name: "BUNDLE", occurrence: .optional, summary: "A bundle's directory, or its root file. Default: this directory.")
  static let addedBundle = Command.Operand(
    name: "BUNDLE", occurrence: .once, summary: "A bundle's directory, or its root file.")
}

// SPDX-License-Identifier: GPL-2.0-or-later

import BundleReading
import CommandLineInterface
import LinuxIO
import LiveryProtocol
import ProcessIO
import Reporting
import StyledText
import ThemeModel

extension CommandOption {
  fileprivate static let bundleName = CommandOption(
    "name", value: .text("NAME"), default: "the name in its manifest, else the last name of DIR",
    "The name of the bundle in this daemon.")
}

/// The bundles of a running daemon.
extension Command {
  static let bundles = Command(
    "bundles", "List the bundles of a running daemon",
    options: [.socket, .timeout, .reportFormat],
    examples: [
      Example("livery bundles", "A table of all bundles."),
      Example("livery bundles --format ndjson", "One JSON object a line, for scripts."),
    ], run: listBundles)

  static let add = Command(
    "add", "Add a bundle to a running daemon",
    details: [
      "Returns when it is loaded. It is served until the daemon ends or `livery remove`; `livery reload` leaves it as it is. "
        + "To serve it at each start, name it in the daemon's configuration.",
      "Ends with 1 when the daemon serves another bundle of that name, with 3 when it cannot read the directory.",
    ],
    operands: [.addedBundle], options: [.bundleName, .socket, .timeout],
    examples: [
      Example("livery add Examples/aurora", "Serve the bundle in this directory."),
      Example("livery add ~/themes/night --name preview", "Serve it under another name."),
    ], run: addBundle)

  static let remove = Command(
    "remove", "Remove a bundle from a running daemon",
    details: [
      "Its consumers get a last message. The daemon's files about it in the state directory stay; values that were set and "
        + "not saved are gone. A bundle of the daemon's configuration is back with the next `livery reload`."
    ],
    operands: [.servedBundle(.once)], options: [.socket, .timeout],
    examples: [Example("livery remove preview", "Stop serving this bundle.")],
    run: { (arguments, _) throws(CommandFailure) in
      let served = try ServedBundle(arguments.operands[0], arguments)
      _ = try served.daemon.call(ThemeInterface.RemoveBundle { $0.name = served.name ?? "" })
      return .fine
    })
}

private func listBundles(_ arguments: Arguments, _ console: Console) throws(CommandFailure) -> ExitCode {
  let reply = try DaemonConnection(arguments).call(ThemeInterface.ListBundles())
  try console.write(json: reply.encoded, objects: reply.bundles.map(\.encoded), arguments) {
    if reply.bundles.isEmpty {
      console.errors.write("no bundles\n")
    } else {
      console.output.write(bundleTable(reply.bundles))
    }
  }
  return .fine
}

func bundleTable(_ bundles: [ThemeInterface.Bundle]) -> [StyledLine] {
  table(
    [["BUNDLE", "DIALECT", "GENERATION", "FILES", "CONSUMERS", "ERRORS", "WARNINGS", "HELD", "PATH"]]
      + bundles.map { bundle in
        [
          bundle.name, bundle.dialect ?? "-", "\(bundle.generation)", "\(bundle.files)", "\(bundle.consumers)",
          "\(bundle.errors)", "\(bundle.warnings)", "\(bundle.held)",
          bundle.path + (bundle.waits == nil ? "" : " (is waited for)"),
        ]
      })
}

private func addBundle(_ arguments: Arguments, _ console: Console) throws(CommandFailure) -> ExitCode {
  if let name = arguments[.bundleName], !BundleName.isValid(name) {
    throw CommandFailure(.usage, "`\(name)` cannot be the name of a bundle", help: BundleName.rule)
  }
  // The variable of a script may be empty by mistake.
  guard !arguments.operands[0].isEmpty else {
    throw CommandFailure(.usage, "the path of the bundle is empty", help: "name its directory; this one is `.`")
  }
  let daemon = try DaemonConnection(arguments)
  let path = try pathForDaemon(arguments.operands[0])
  let call = ThemeInterface.AddBundle {
    $0.path = path
    $0.name = arguments[.bundleName]
  }
  let bundle = try daemon.call(call).bundle
  let dialect = bundle.dialect.map { "\($0), " } ?? ""
  console.output.write(
    "added \(bundle.name): \(dialect)\(counted(bundle.files, "file")), generation \(bundle.generation)\n")
  if dialect.isEmpty {
    console.complain("it cannot be served yet; `livery check \(shellQuoted(arguments.operands[0]))` says why")
  }
  return .fine
}

/// The absolute path with its links, since the daemon follows changed links.
private func pathForDaemon(_ operand: String) throws(CommandFailure) -> String {
  do throws(SystemError) {
    return try absolutePath(operand)
  } catch {
    throw CommandFailure(.noBundle, "`\(operand)` cannot be found: \(error)")
  }
}

// SPDX-License-Identifier: GPL-2.0-or-later

import CommandLineInterface
import JSONText
import LinuxIO
import LiveryProtocol
import Reporting
import TextComparison

extension CommandOption {
  fileprivate static let drop = CommandOption(
    "drop", value: .text("ID"), "Take back this text; its file counts again.")
}

extension Command {
  static let overlays = Command(
    "overlays", "List the unsaved texts that editors lay over files",
    details: [
      "While an editor shows its unsaved text in running programs, the daemon serves this text in place of the file. It ends with "
        + "the save, with the editor, or with --drop."
    ],
    operands: [.servedBundle(.optional)], options: [.drop, .socket, .timeout, .reportFormat],
    examples: [
      Example("livery overlays", "A table of those of all bundles."),
      Example("livery overlays --drop o3", "Serve the file again."),
    ], run: listOverlays)
}

private func listOverlays(_ arguments: Arguments, _ console: Console) throws(CommandFailure) -> ExitCode {
  let daemon: DaemonConnection
  let bundles: [String]
  if let operand = arguments.operands.first {
    let served = try ServedBundle(operand, arguments)
    daemon = served.daemon
    bundles = [served.name].compactMap(\.self)
  } else {
    daemon = try DaemonConnection(arguments)
    bundles = try daemon.call(ThemeInterface.ListBundles()).bundles.filter { $0.waits == nil }.map(\.name)
  }
  var overlays: [(bundle: String, overlay: ThemeInterface.Overlay)] = []
  for bundle in bundles { overlays += try daemon.overlays(of: bundle).map { (bundle, $0) } }
  if let name = arguments[.drop] {
    guard overlays.contains(where: { Bytewise($0.overlay.overlay) == Bytewise(name) }) else {
      throw CommandFailure(.findings, "no unsaved text is called `\(name)`", help: "`livery overlays` lists them")
    }
    _ = try daemon.call(ThemeInterface.DropOverlay { $0.overlay = name })
    return .fine
  }
  let objects = overlays.map { bundle, overlay in
    JSONValue.object(JSONObject([(key: "bundle", value: .string(bundle))] + overlay.object.members))
  }
  try console.write(json: ["overlays": .array(objects)], objects: objects, arguments) {
    guard !overlays.isEmpty else { return console.errors.write("no unsaved texts\n") }
    let now = secondsSince1970()
    let head = ["OVERLAY", "BUNDLE", "FILE", "PID", "USER", "BYTES", "SINCE", "FILE ON DISK"]
    console.output.write(
      table(
        [head]
          + overlays.map { bundle, overlay in
            [
              overlay.overlay, bundle, overlay.file, "\(overlay.pid)", "\(overlay.uid)", "\(overlay.bytes)",
              durationText(seconds: now - overlay.since), overlay.fileChanged ? "changed since" : "as before",
            ]
          }))
  }
  return .fine
}

extension DaemonConnection {
  /// The unsaved texts over files of a bundle.
  func overlays(of bundle: String) throws(CommandFailure) -> [ThemeInterface.Overlay] {
    try call(ThemeInterface.ListOverlays { $0.bundle = bundle }).overlays
  }
}

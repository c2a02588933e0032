// SPDX-License-Identifier: GPL-2.0-or-later

import Glibc
import JSONText
import TestSupport

/// A daemon with two schemes, a configuration of outputs, and a directory for their files.
final class ApplyWorkspace {
  let folder: ScratchDirectory
  private(set) var daemon: Program

  init() throws {
    folder = try ScratchDirectory()
    try folder.write("schemes/livery.json", #"{ "default": "dark" }"#)
    try folder.write("schemes/dark.yaml", scheme("101010"))
    try folder.write("schemes/light.yaml", scheme("f0f0f0"))
    try folder.write("out/.keep", "")
    daemon = try Self.daemon(in: folder)
  }

  deinit { daemon.kill() }

  private static func daemon(in folder: ScratchDirectory) throws -> Program {
    let daemon = try Program(
      Program.built("liveryd"),
      ["--socket", folder("s"), "--state-dir", folder("daemon"), "--log-level", "error", folder("schemes")])
    while try Program(Program.built("livery"), ["sync", "--socket", folder("s")]).end().code != 0 { sched_yield() }
    return daemon
  }

  /// Starts the daemon again, and waits until it answers.
  func startDaemon() throws { daemon = try Self.daemon(in: folder) }

  /// - Parameter outputs: the elements of the list.
  func configure(_ outputs: String) throws { try folder.write("outputs.json", "{ \"outputs\": [\(outputs)] }") }

  private var environment: [String: String] {
    ["XDG_STATE_HOME": folder("state"), "XDG_RUNTIME_DIR": folder.path, "HOME": folder.path]
  }

  /// `livery apply` with lines of JSON.
  func apply(_ arguments: String..., variables: [String: String] = [:]) throws -> Program {
    try Program(
      Program.built("livery"),
      ["apply", "--config", folder("outputs.json"), "--socket", folder("s"), "--format", "ndjson"] + arguments,
      environment: environment.merging(variables) { $1 })
  }

  /// `livery apply --once` as a person sees it.
  ///
  /// - Parameter socket: nil for a search as without the option.
  func applyOnce(
    _ arguments: [String] = [], socket: String? = "s", variables: [String: String] = [:]
  ) throws -> (output: String, end: (code: Int32, errors: String)) {
    let program = try Program(
      Program.built("livery"),
      ["apply", "--once", "--config", folder("outputs.json")] + (socket.map { ["--socket", folder($0)] } ?? [])
        + arguments,
      environment: environment.merging(variables) { $1 })
    return program.outputAndEnd()
  }

  /// The next line about an output, as `event message`.
  func next(_ program: Program, _ output: String) throws -> String {
    while true {
      let event = try program.event()
      guard event["output"]?.string == output else { continue }
      let message = event["message"]?.string.map { " \($0)" } ?? ""
      return (event["event"]?.string ?? "") + message
    }
  }

  /// Waits for an event of an output, and skips its earlier ones.
  func skip(_ program: Program, _ output: String, to event: String) throws {
    while try next(program, output) != event {}
  }

  func background() throws -> String? {
    try folder.text("out/kitty.conf").split(separator: "\n").first { $0.hasPrefix("background ") }
      .map { String($0.suffix(7)) }
  }

  var kitty: String { #"{ "name": "kitty", "format": "kitty", "file": "\#(folder("out/kitty.conf"))" }"# }
}

/// A scheme of base16 in which all slots but the first are equal.
func scheme(_ background: String) -> String {
  let slots = (0..<16).map { slot in
    "  base0\(String(slot, radix: 16, uppercase: true)): \(slot == 0 ? "\"#\(background)\"" : "\"#808080\"")\n"
  }
  return "name: Any\nauthor: Ann Author\npalette:\n\(slots.joined())"
}

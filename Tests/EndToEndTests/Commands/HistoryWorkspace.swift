// SPDX-License-Identifier: GPL-2.0-or-later

import Foundation
import JSONText
import TestSupport
import Testing

/// A daemon with a small bundle, and `livery` as an author runs it there.
final class HistoryWorkspace {
  let folder: ScratchDirectory
  let livery = Program.built("livery")
  private let daemon: Program

  init() throws {
    folder = try ScratchDirectory()
    try folder.write("aurora/theme.inc.json", #"{ "themes": ["colors.json", "buttons.json"] }"#)
    try folder.write("aurora/colors.json", "{\n  \"accent\": \"#ff0000\"\n}\n")
    let big = #""Big": { "inherits": "ref://Button", "x": 1 }"#
    try folder.write("aurora/buttons.json", "{ \"Button\": { \"color\": \"ref://accent\" }, \(big) }")
    daemon = try Program(
      Program.built("liveryd"), ["--socket", folder("s"), "--state-dir", folder("state"), folder("aurora")])
    let first = try Program(livery, ["subscribe", "--socket", folder("s"), "--reconnect", "--count", "1"])
    #expect(try first.event()["event"] == "snapshot")
  }

  deinit { daemon.kill() }

  func run(
    _ arguments: [String], code: Int32, _ location: SourceLocation = #_sourceLocation
  ) throws -> (output: String, errors: String) {
    let program = try Program(livery, arguments + ["--socket", folder("s")])
    let (output, end) = program.outputAndEnd()
    #expect(end.code == code, "\(arguments): \(output)\(end.errors)", sourceLocation: location)
    return (output, end.errors)
  }

  func output(
    _ arguments: String..., code: Int32 = 0, _ location: SourceLocation = #_sourceLocation
  ) throws -> String {
    let (output, errors) = try run(arguments, code: code, location)
    return output + errors
  }

  func save(_ color: String) throws {
    try folder.write("aurora/colors.json", "{\n  \"accent\": \"\(color)\"\n}\n")
    _ = try output("sync")
  }

  func colors() throws -> String { try folder.text("aurora/colors.json") }
}

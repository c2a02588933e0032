// SPDX-License-Identifier: GPL-2.0-or-later

import CommandLineInterface
import LinuxIO
import StyledText
import TerminalIO
import TestSupport

@testable import LiveryCommands

/// A temporary directory of a test, with small bundles.
final class ScratchBundles {
  private let directory: ScratchDirectory

  init() throws {
    directory = try ScratchDirectory()
    try makeBundle("good", #"{ "gap": 4, "box": { "margin": "ref://gap" } }"#)
    try makeBundle("bad", #"{ "gap": 4, "box": { "margin": "ref://gab" } }"#)
    try directory.write("empty/README", "no bundle")
  }

  var path: String { directory.path }

  func callAsFunction(_ name: String) -> String { directory(name) }

  func text(_ name: String) throws -> String { try directory.text(name) }

  func write(_ name: String, _ text: String) throws { try directory.write(name, text) }

  func link(_ name: String, to target: String) throws { try directory.link(name, to: target) }

  private func makeBundle(_ name: String, _ values: String) throws {
    try directory.write("\(name)/theme.inc.json", #"{ "include": [], "themes": ["values.json"] }"#)
    try directory.write("\(name)/values.json", "\(values)\n")
  }

  private final class Texts {
    var output = ""
    var errors = ""
  }

  /// Runs a command in this process.
  ///
  /// - Parameter failure: of every attempt to write data.
  func run(
    _ line: [String], failure: SystemError? = nil
  ) throws -> (code: ExitCode, output: String, errors: String) {
    let texts = Texts()
    let output = OutputStream(isTerminal: false, style: .plain, columns: { nil }) { (bytes) throws(SystemError) in
      if let failure { throw failure }
      texts.output += String(decoding: bytes, as: UTF8.self)
      return .written
    }
    let errors = OutputStream(isTerminal: false, style: .plain, columns: { nil }) { bytes in
      texts.errors += String(decoding: bytes, as: UTF8.self)
      return .written
    }
    let console = Console(program: "livery", output: output, errors: errors)
    let code = Program.livery.run(try Program.livery.table.parse(line), console)
    // The output names the directory, whose name is new each time.
    let strip = { (text: String) in text.replacing(self.path, with: "") }
    return (code, strip(texts.output), strip(texts.errors))
  }
}

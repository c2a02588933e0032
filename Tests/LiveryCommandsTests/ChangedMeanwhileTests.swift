// SPDX-License-Identifier: GPL-2.0-or-later

import CommandLineInterface
import LinuxIO
import StyledText
import TerminalIO
import Testing

@testable import LiveryCommands

/// `livery fix` beside a writer that saves a file after it was read: the save is never overwritten.
@Suite struct ChangedMeanwhileTests {
  private let bundles: ScratchBundles
  private let broken = #"{ "gap": 4, "box": { "margin": "ref://gap" "x": 1 } }"#

  init() throws {
    bundles = try ScratchBundles()
    try bundles.write("good/theme.inc.json", #"{ "themes": ["values.json", "more.json"] }"#)
    try bundles.write("good/values.json", broken)
    try bundles.write("good/more.json", "{ \"more\": 1 \"b\": 2 }")
  }

  /// Runs the whole command. Before each call of that kind, `write` may save a file.
  private func fix(beforeEach call: SystemCall, _ write: @escaping () throws -> Void) throws -> (
    code: ExitCode, errors: String
  ) {
    var errors = ""
    let silent = OutputStream(isTerminal: false, style: .plain, columns: { nil }) { _ in .written }
    let stream = OutputStream(isTerminal: false, style: .plain, columns: { nil }) { bytes in
      errors += String(decoding: bytes, as: UTF8.self)
      return .written
    }
    let console = Console(program: "livery", output: silent, errors: stream)
    let arguments = try Program.livery.table.parse(["fix", bundles("good")])
    let code = interceptingSystemCalls({
      do {
        if $0 == call { try write() }
      } catch {
        Issue.record(error)
      }
      return .none
    }) {
      Program.livery.run(arguments, console)
    }
    return (code, errors)
  }

  @Test func withoutAWriterBothFilesAreFixed() throws {
    let result = try fix(beforeEach: .realpath) {}
    #expect(result.code == .fine)
    #expect(try bundles.text("good/values.json") != broken)
    #expect(try bundles.text("good/more.json") == "{ \"more\": 1, \"b\": 2 }")
  }

  /// Paths are made absolute after the files were read: a save at that time differs from the read content.
  @Test func aFileThatIsSavedMeanwhileIsKept() throws {
    let bundles = bundles
    let broken = broken
    var saved = broken
    let result = try fix(beforeEach: .realpath) {
      saved += " "
      try bundles.write("good/values.json", saved)
    }
    #expect(saved != broken)
    #expect(result.code == .noBundle)
    #expect(result.errors.contains("`values.json` was changed meanwhile; nothing is written"), "\(result.errors)")
    #expect(try bundles.text("good/values.json") == saved)
    #expect(try bundles.text("good/more.json") == "{ \"more\": 1 \"b\": 2 }", "no other file is written either")
  }

  /// Each file is checked right before it is replaced: `more.json` is saved after the first file was replaced.
  @Test func aFileThatIsSavedWhileOthersAreWrittenIsKept() throws {
    let bundles = bundles
    var saved = broken
    let result = try fix(beforeEach: .rename) {
      saved += " "
      try bundles.write("good/values.json", saved)
    }
    #expect(result.code == .noBundle)
    #expect(result.errors.contains("`values.json` was changed meanwhile"), "\(result.errors)")
    #expect(try bundles.text("good/values.json") == saved)
    #expect(try bundles.text("good/more.json") == "{ \"more\": 1, \"b\": 2 }")
  }
}

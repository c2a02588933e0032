// SPDX-License-Identifier: GPL-2.0-or-later

import Foundation
import TestSupport
import Testing

/// docs/tutorial.md, run from its first command to its last. A comment before a block names its use: `run`, `expect`
/// (the following text is its output; a number is its exit status), `background` (it runs on once it has printed a
/// line), and `hidden`, a command in place of the reader's work in an editor.
@Suite(.hangLimit) final class TutorialTests {
  private let folder: ScratchDirectory
  private var directory: String
  /// The commands in the background, with the first line of each.
  private var running: [(program: Program, line: String)] = []

  init() throws {
    folder = try ScratchDirectory()
    directory = folder(".")
  }

  private static let page = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "docs/tutorial.md")

  private func start(_ command: String) throws -> Program {
    let programs = URL(filePath: Program.built("livery")).deletingLastPathComponent().path
    let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
    return try Program(
      "/bin/sh", ["-c", "cd '\(directory)' && unset LIVERY_SOCKET && \(command)"],
      environment: ["PATH": "\(programs):\(path)", "XDG_RUNTIME_DIR": folder("run"), "NO_COLOR": "1"])
  }

  private func run(_ command: String, printing expected: String? = nil, code: Int32 = 0) throws {
    if command.hasPrefix("cd ") {
      directory += "/\(command.dropFirst(3))"
      return
    }
    let (output, end) = try start(command).outputAndEnd()
    #expect(end.code == code, "\(command): \(output)\(end.errors)")
    if let expected { #expect(output == expected, "\(command): \(end.errors)") }
  }

  @Test func everyCommandDoesWhatThePageSays() throws {
    let steps = try String(contentsOf: Self.page, encoding: .utf8).components(separatedBy: "<!-- test: ").dropFirst()
    #expect(steps.count > 12)
    for step in steps {
      let instruction = step.prefix { $0 != "\n" }.replacing(" -->", with: "")
      let words = instruction.split(separator: " ", maxSplits: 1).map(String.init)
      func block(_ language: String) -> String? {
        step.components(separatedBy: "```\(language)\n").dropFirst().first?.components(separatedBy: "```").first
      }
      let commands = (block("sh") ?? "").split(separator: "\n").map(String.init)
      switch words[0] {
      case "hidden": try run(words[1])
      case "run": for command in commands { try run(command) }
      case "expect":
        try #require(commands.count == 1)
        try run(commands[0], printing: block("text") ?? "", code: words.count > 1 ? Int32(words[1]) ?? 0 : 0)
      case "background":
        try #require(commands.count == 1)
        let program = try start("exec \(commands[0])")
        running.append((program, try program.line()))
      default: Issue.record("`\(words[0])` is not a kind of step")
      }
    }
    try #require(running.count == 2)
    #expect(running[0].line.hasPrefix("listening on "))
    #expect(running[1].line == "#00695c")
    #expect(try running[1].program.line() == "#ad1457")
  }
}

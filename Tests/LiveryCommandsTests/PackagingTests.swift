// SPDX-License-Identifier: GPL-2.0-or-later

import LinuxIO
import LiveryService
import TestSupport
import Testing

@testable import LiveryCommands

/// What packages are made with: all of it comes from the command tables.
@Suite struct PackagingTests {
  @Test(arguments: [Program.livery, .liveryd]) func theManualHasEveryCommandAndOption(program: Program) {
    let page = program.table.manualPage(version: productVersion)
    #expect(page.hasPrefix(".TH \(program.table.program.uppercased()) "))
    for command in program.table.commands {
      #expect(page.contains("\n.B \(program.table.invocation(of: command))\n"), "\(command.name)")
      for option in command.options {
        #expect(page.contains("\\-\\-\(option.name.replacing("-", with: "\\-"))"), "\(command.name) \(option.name)")
      }
    }
    // A line that begins with a dot is a request; all of these are ours.
    let requests: Set<String> = ["TH", "SH", "SS", "PP", "TP", "B", "I", "BR"]
    for line in page.split(separator: "\n") where line.hasPrefix(".") || line.hasPrefix("'") {
      #expect(requests.contains(String(line.dropFirst().prefix { $0 != " " })), "\(line)")
    }
  }

  /// Completes a line in a bash that has read the completion.
  private func completed(_ words: [String]) throws -> [String] {
    let directory = try ScratchDirectory()
    let script = [Program.livery, .liveryd].map(\.table.bashCompletion).joined()
    try directory.write("completion", script)
    let list = words.map { "'\($0)'" }.joined(separator: " ")
    let function = words.first ?? ""
    let line = """
      source '\(directory("completion"))'; COMP_WORDS=(\(list)); COMP_CWORD=\(words.count - 1)
      cd '\(directory.path)'; _\(function); printf '%s\\n' "${COMPREPLY[@]}" > answer
      """
    try directory.write("script", line)
    #expect(try ChildProcess(shell: "exec bash '\(directory("script"))'", input: []).wait() == .exited(0))
    return try directory.text("answer").split(separator: "\n").map(String.init)
  }

  @Test func commandsOptionsAndValuesAreCompleted() throws {
    #expect(try completed(["livery", "chec"]) == ["check"])
    #expect(try completed(["livery", "check", "--fail"]) == ["--fail-on"])
    #expect(try completed(["livery", "check", "--fail-on", "w"]) == ["warning"])
    #expect(try completed(["livery", "check", "com"]) == ["completion"], "a file")
    #expect(try completed(["livery", "resolve", "--language", "com"]).isEmpty, "nobody knows the value")
    #expect(try completed(["liveryd", "--state"]) == ["--state-dir"])
    #expect(try completed(["liveryd", "--log-level", "e"]) == ["error"])
  }
}

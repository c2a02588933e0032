// SPDX-License-Identifier: GPL-2.0-or-later

import CommandLineInterface
import Glibc
import LinuxIO
import Reporting
import TestSupport
import Testing

@testable import LiveryCommands

/// A baseline replaces a baseline, and nothing else that is in its place.
@Suite struct BaselineFileTests {
  private let folder: ScratchDirectory
  private let baseline: Baseline

  init() throws {
    folder = try ScratchDirectory()
    baseline = try #require(Baseline(parsing: Array(#"{"baseline": 1, "findings": []}"#.utf8)))
  }

  private func check(_ name: String, isRefused words: String, _ location: SourceLocation = #_sourceLocation) {
    do throws(CommandFailure) {
      try baseline.write(to: folder(name))
      Issue.record("\(name) is written", sourceLocation: location)
    } catch {
      #expect(error.code == .usage && error.message.contains(words), "\(error)", sourceLocation: location)
    }
  }

  @Test func pipesAndLinks() throws {
    #expect(mkfifo(folder("pipe"), 0o600) == 0)
    check("pipe", isRefused: "is not a regular file")
    #expect(try linkStatus(folder("pipe")).kind == .fifo)
    #expect(symlink("nowhere", folder("dangling")) == 0)
    check("dangling", isRefused: "is a link that leads nowhere")
    #expect(try linkStatus(folder("dangling")).kind == .link)
    // The target of a link is written.
    try folder.write("real.json", "")
    #expect(symlink("real.json", folder("link")) == 0)
    try baseline.write(to: folder("link"))
    #expect(try linkStatus(folder("link")).kind == .link)
    #expect(try folder.text("real.json") == baseline.text)
  }

  @Test func otherFiles() throws {
    for text in ["[]", #"{"box": {"margin": 1}}"#, #"{"baseline": {}}"#, "{"] {
      try folder.write("a.json", text)
      check("a.json", isRefused: "is not a baseline, and is not replaced")
      #expect(try folder.text("a.json") == text)
    }
    // One of another version, too: to read it says that it has to be written again.
    for text in ["", baseline.text, #"{"baseline": 2, "findings": {}}"#] {
      try folder.write("a.json", text)
      try baseline.write(to: folder("a.json"))
      #expect(try folder.text("a.json") == baseline.text)
    }
  }
}

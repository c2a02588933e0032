// SPDX-License-Identifier: GPL-2.0-or-later

import Foundation
import JSONText
import TestSupport
import Testing

/// Kernels before 5.6 have no openat2(2), and some sandboxes refuse it: files are read by openat(2), with the same results.
@Suite struct OldKernelTests {
  private let folder: ScratchDirectory
  private let script = URL(filePath: #filePath).deletingLastPathComponent().appending(
    path: "Clients/without_openat2.py"
  )
  .path

  init() throws {
    folder = try ScratchDirectory()
    try folder.write(
      "bundle/theme.inc.json",
      #"{ "themes": ["palette.json", "linked.json", "below/x.json", "common.json", "secret.json", "gone.json", "pipe.json"] }"#
    )
    try folder.write("bundle/livery.json", #"{ "outside": ["../common"] }"#)
    try folder.write("bundle/palette.json", ##"{ "ink": "#102030" }"##)
    try folder.write("bundle/hidden/.data", #"{ "linked": 1 }"#)
    try folder.write("bundle/directory/x.json", #"{ "below": 2 }"#)
    try folder.write("common/a.json", #"{ "common": 3 }"#)
    try folder.write("secret.json", #"{ "secret": 4 }"#)
    try folder.link("bundle/linked.json", to: "hidden/.data")
    try folder.link("bundle/below", to: "directory")
    try folder.link("bundle/common.json", to: "../common/a.json")
    try folder.link("bundle/secret.json", to: "../secret.json")
    try folder.link("bundle/gone.json", to: "nowhere.json")
    mkfifo(folder("bundle/pipe.json"), 0o644)
  }

  private func outcome(_ command: [String]) throws -> (code: Int32, output: String) {
    let program = try Program(command[0], Array(command.dropFirst()))
    var output = ""
    while let line = try? program.line() { output += line + "\n" }
    return (program.end().code, output)
  }

  @Test(arguments: [ENOSYS, EPERM], [["resolve"], ["check", "--format", "json"]])
  func commandsSayTheSame(errno: Int32, command: [String]) throws {
    let command = [Program.built("livery")] + command + [folder("bundle")]
    let usual = try outcome(command)
    let here = try outcome(["/usr/bin/env", "python3", script, "\(errno)"] + command)
    #expect(here.output == usual.output)
    #expect(here.code == usual.code)
    for text in command[1] == "resolve" ? ["linked", "below", "common", "102030"] : ["secret.json", "gone.json"] {
      #expect(here.output.contains(text))
    }
    #expect(!here.output.contains("\"secret\":"))
  }

  @Test func savesAreSeen() throws {
    let socket = folder("socket")
    let arguments = ["python3", script, "\(ENOSYS)", Program.built("livery"), "watch", folder("bundle")]
    let watcher = try Program("/usr/bin/env", arguments + ["--socket", socket])
    #expect(try watcher.line().contains(socket))
    let subscriber = try Program(Program.built("livery"), ["subscribe", "--socket", socket])
    #expect(try subscriber.event()["event"] == "snapshot")
    for (file, id, value) in [("bundle/hidden/.data", "linked", 5), ("common/a.json", "common", 6)] {
      try folder.write(file, #"{ "\#(id)": \#(value) }"#)
      let patch = try #require(subscriber.event()["delta"]?["patch"]?.array)
      #expect(patch.contains { $0["path"]?.string == "/constants/\(id)" && $0["value"] == .number(Double(value)) })
    }
    watcher.interrupt()
    #expect(watcher.end().code == 0)
  }
}

// SPDX-License-Identifier: GPL-2.0-or-later

import CInotifyDescriptor
import Foundation
import JSONText
import LiveryConfiguration
import TestSupport
import Testing

@testable import LiveryService

/// When `Sync` answers, all earlier writes are published, also when events were lost.
@Suite(.serialized) struct SyncTests {
  let directory: ScratchDirectory

  init() throws {
    directory = try ScratchDirectory()
    try directory.write("bundle/theme.inc.json", #"{ "themes": ["theme.json", "a/other.json"] }"#)
    try directory.write("bundle/theme.json", #"{ "number": 0 }"#)
    try directory.write("bundle/a/other.json", #"{ "other": 0 }"#)
  }

  private func daemon(
    _ prepare: () -> Void = {}, _ change: (inout DaemonConfiguration) -> Void = { _ in }
  ) throws -> RunningDaemon {
    var configuration = DaemonConfiguration.inTest(directory, bundles: ["bundle"])
    change(&configuration)
    return try RunningDaemon(configuration) { prepare() }
  }

  private func constant(_ name: String, _ daemon: RunningDaemon) throws -> JSONValue? {
    try daemon.call("Resolve")["snapshot"]?["constants"]?[name]
  }

  /// A second process writes, calls Sync, and looks. LIVERY_BARRIERS is the number of rounds: 50,000 take minutes.
  @Test func nothingIsMissedByAnotherProcess() throws {
    let count = ProcessInfo.processInfo.environment["LIVERY_BARRIERS"].flatMap { Int($0) } ?? 2000
    let daemon = try daemon()
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    let script = SaveScript.folder.appending(path: "barriers.py").path
    process.arguments = ["python3", script, daemon.socket, directory("bundle"), "\(count)"]
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    #expect(text == "\(count) barriers, 0 missed\n")
    #expect(process.terminationStatus == 0)
  }

  /// The queue may overflow here, depending on the faster process. A different test requires an overflow.
  @Test func whatAnOverflowLostIsThere() throws {
    let daemon = try daemon()
    for round in 1...3 {
      // Two names in turn, since the kernel merges equal events that follow each other.
      for _ in 0..<10_000 {
        for name in ["x.tmp", "y.tmp"] { close(open(directory("bundle/\(name)"), O_WRONLY | O_CREAT, 0o644)) }
      }
      try directory.write("bundle/theme.json", #"{ "number": \#(round) }"#)
      try directory.write("bundle/a/other.json", #"{ "other": \#(round) }"#)
      _ = try daemon.call("Sync")
      #expect(try constant("number", daemon) == .number(Double(round)))
      #expect(try constant("other", daemon) == .number(Double(round)))
    }
  }

  @Test func whatCannotBeWatchedIsLookedAt() throws {
    let lines = Lines()
    let daemon = try daemon({ livery_inotify_grant_watches(0) }) { configuration in
      configuration.log = Log(level: .info) { if $0.contains("directories") { lines.append($0) } }
      configuration.timeouts.polling = 3600_000_000_000
    }
    for round in 1...20 {
      try directory.write("bundle/a/other.json", #"{ "other": \#(round) }"#)
      _ = try daemon.call("Sync")
      #expect(try constant("other", daemon) == .number(Double(round)))
    }
    let problems = try #require(daemon.call("Status")["problems"]?.array)
    #expect(problems.count == 1 && problems[0].string?.contains("fs.inotify.max_user_watches") ?? false)
    #expect(lines.all.count == 1 && lines.all[0].contains("fs.inotify.max_user_watches"), "reported once")
    livery_inotify_grant_watches(-1)
    _ = try daemon.call("Sync")
    #expect(try daemon.call("Status")["problems"] == [])
    #expect(lines.all.count == 2 && lines.all[1] == "<6>all directories are watched again\n")
  }

  /// Without Sync the daemon looks by itself.
  @Test func whatCannotBeWatchedIsLookedAtInTime() throws {
    let daemon = try daemon({ livery_inotify_refuse_instances(1_000_000) }) { $0.timeouts.polling = 1_000_000 }
    let follower = try Follower(daemon)
    for round in 1...5 {
      try directory.write("bundle/a/other.json", #"{ "other": \#(round) }"#)
      while follower.value("constants", "other") != .number(Double(round)) { try follower.take() }
    }
    let problems = try #require(daemon.call("Status")["problems"]?.array)
    #expect(problems.count == 1 && problems[0].string?.contains("fs.inotify.max_user_instances") ?? false)
  }
}

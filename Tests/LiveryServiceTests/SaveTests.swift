// SPDX-License-Identifier: GPL-2.0-or-later

import Foundation
import JSONText
import LiveryConfiguration
import LiveryConnection
import Synchronization
import TestSupport
import Testing

@testable import LiveryService

/// Each way of saving a file is one generation, with the right content and no state in between.
@Suite(.serialized) struct SaveTests {
  let directory: ScratchDirectory
  private let reads = Reads()

  /// The files that were read, from the daemon's log.
  final class Reads: Sendable {
    private let lines = Mutex<[String]>([])

    func note(_ line: String) {
      guard let names = line.split(separator: ": reads ", maxSplits: 1).last, line.contains(": reads ") else { return }
      let paths = names.dropLast().split(separator: ", ").map(String.init)
      lines.withLock { $0 += paths }
    }

    func take() -> [String] {
      lines.withLock { lines in
        defer { lines = [] }
        return lines
      }
    }
  }

  init() throws {
    directory = try ScratchDirectory()
    try directory.write("bundle/theme.inc.json", #"{ "themes": ["theme.json"] }"#)
    try directory.write("bundle/theme.json", ##"{ "ink": "#111111" }"##)
  }

  private func shell(_ script: String) throws {
    let process = Process()
    process.executableURL = URL(filePath: "/bin/bash")
    process.arguments = ["-ec", script]
    process.currentDirectoryURL = URL(filePath: directory("bundle"))
    let mine = [
      "GIT_CONFIG_GLOBAL": "/dev/null", "GIT_CONFIG_NOSYSTEM": "1", "GIT_AUTHOR_NAME": "a", "GIT_AUTHOR_EMAIL": "a@b",
      "GIT_COMMITTER_NAME": "a", "GIT_COMMITTER_EMAIL": "a@b", "LC_ALL": "C.UTF-8",
    ]
    process.environment = ProcessInfo.processInfo.environment.merging(mine) { $1 }
    let errors = Pipe()
    process.standardInput = FileHandle.nullDevice
    process.standardError = errors
    process.standardOutput = FileHandle.nullDevice
    try process.run()
    let text = errors.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    try #require(process.terminationStatus == 0, "\(script): \(String(decoding: text, as: UTF8.self))")
  }

  /// A daemon with long periods, so that the speed of the machine decides nothing.
  private func daemon(_ setup: String = "", _ change: (inout Timeouts) -> Void = { _ in }) throws -> RunningDaemon {
    var configuration = DaemonConfiguration.inTest(directory, bundles: ["bundle"])
    configuration.timeouts.grace = 60_000_000_000
    configuration.timeouts.lock = 60_000_000_000
    change(&configuration.timeouts)
    let reads = reads
    configuration.log = Log(level: .debug) { reads.note($0) }
    return try RunningDaemon(configuration) { try shell(setup) }
  }

  private func sync(_ daemon: RunningDaemon) throws -> Int {
    try Int(#require(daemon.call("Sync")["generation"]?.number))
  }

  @Test func thereAreCases() {
    #expect(SaveScript.all.count > 40)
    #expect(SaveScript.all.allSatisfy { !$0.saves.isEmpty && $0.saves.allSatisfy { !$0.script.isEmpty } })
  }

  @Test(arguments: SaveScript.all) func check(_ script: SaveScript) throws {
    guard script.missing.isEmpty else {
      print("skipped: \(script.testDescription): not installed: \(script.missing.joined(separator: ", "))")
      return
    }
    let daemon = try daemon(script.setup)
    let follower = try Follower(daemon)
    try #require(follower.codes.isEmpty)
    _ = reads.take()
    for save in script.saves {
      let before = try sync(daemon)
      try shell(save.script)
      guard let color = save.color else {
        #expect(try sync(daemon) == before)
        continue
      }
      // Without Sync, which would end the wait for incomplete files.
      repeat {
        try follower.take()
        #expect(follower.codes.isEmpty, "no consumer gets a state between two states")
      } while follower.value("constants", "ink", "$value", "hex")?.string != color
      let after = try sync(daemon)
      #expect(after > before)
      #expect(after <= before + save.maximumGenerations)
      #expect(follower.generation == after)
      #expect(follower.digest == (try daemon.call("Resolve")["snapshot"]?["digest"]?.string))
    }
    for path in reads.take() { #expect(script.mayRead(path), "`\(path)` was read") }
  }

  // MARK: Batches

  private func ink(_ follower: Follower) -> String? {
    follower.value("constants", "ink", "$value", "hex")?.string
  }

  private func parsed(_ daemon: RunningDaemon) throws -> Double {
    try #require(daemon.call("Status")["counters"]?["filesParsed"]?.number)
  }

  /// Returns when the daemon has taken over a file that was written before.
  private func waitForParsing(_ daemon: RunningDaemon, since before: Double) throws {
    while try parsed(daemon) == before {}
  }

  private func generation(_ daemon: RunningDaemon) throws -> Double {
    try #require(daemon.call("ListBundles")["bundles"]?.array?.first?["generation"]?.number)
  }

  @Test func nothingIsPublishedWhileGitHoldsItsLock() throws {
    try directory.write("bundle/theme.inc.json", #"{ "themes": ["theme.json", "other.json"] }"#)
    let daemon = try daemon("git init -q ..; echo '{ \"paper\": 1 }' > other.json")
    let follower = try Follower(daemon)
    let start = try generation(daemon)
    try shell("touch ../.git/index.lock")
    for round in 2...3 {
      let before = try parsed(daemon)
      try directory.write("bundle/theme.json", "{ \"ink\": \"#\(String(repeating: "\(round)", count: 6))\" }")
      try waitForParsing(daemon, since: before)
      #expect(try generation(daemon) == start, "it was taken over, and is not published")
    }
    try directory.write("bundle/other.json", #"{ "paper": 2 }"#)
    try shell("mv ../.git/index.lock ../.git/index")
    #expect(try follower.take() == "delta")
    #expect(ink(follower) == "#333333")
    #expect(follower.value("constants", "paper") == 2)
    #expect(try generation(daemon) == start + 1)
  }

  @Test func aLockThatStaysHoldsNothingBackForLong() throws {
    let daemon = try daemon("git init -q ..; touch ../.git/index.lock") { $0.lock = 20_000_000 }
    let follower = try Follower(daemon)
    for color in ["#222222", "#333333"] {
      try directory.write("bundle/theme.json", "{ \"ink\": \"\(color)\" }")
      #expect(try follower.take() == "delta")
      #expect(ink(follower) == color)
    }
    // A new lock is waited for again, until Sync ends the wait.
    let patient = try parsed(daemon)
    try shell("rm ../.git/index.lock; echo > ../.git/index.lock")
    try directory.write("bundle/theme.json", ##"{ "ink": "#444444" }"##)
    try waitForParsing(daemon, since: patient)
    _ = try sync(daemon)
    #expect(try follower.take() == "delta")
    #expect(ink(follower) == "#444444")
  }

  /// A writer that stops in the middle of a file holds back this file alone.
  @Test func aFileThatIsBeingWrittenWaitsAlone() throws {
    try directory.write("bundle/theme.inc.json", #"{ "themes": ["theme.json", "other.json"] }"#)
    try directory.write("bundle/other.json", #"{ "paper": 1 }"#)
    let daemon = try daemon { $0.writing = 60_000_000_000 }
    let follower = try Follower(daemon)
    let writer = Process()
    writer.executableURL = URL(filePath: "/bin/bash")
    writer.arguments = ["-c", ##"exec > "$0"; printf '{ "ink": '; kill -STOP $$; printf '"#222222" }'"##]
    writer.arguments?.append(directory("bundle/theme.json"))
    try writer.run()
    while try !String(contentsOfFile: "/proc/\(writer.processIdentifier)/stat", encoding: .utf8).contains(") T ") {}
    try directory.write("bundle/other.json", #"{ "paper": 2 }"#)
    #expect(try follower.take() == "delta")
    #expect(follower.value("constants", "paper") == 2)
    #expect(ink(follower) == "#111111")
    kill(writer.processIdentifier, SIGCONT)
    #expect(try follower.take() == "delta")
    #expect(ink(follower) == "#222222")
    #expect(follower.codes.isEmpty)
    writer.waitUntilExit()
  }

  /// A writer that never stops, and saves in between: each save is published. A reader of the file may see half
  /// of a write, so that only the bound is tested.
  @Test func aWriterThatNeverStopsStarvesNobody() throws {
    let daemon = try daemon { $0.grace = Timeouts().grace }
    let follower = try Follower(daemon)
    let writer = Process()
    writer.executableURL = URL(filePath: "/bin/bash")
    let script = #"cd "$0"; for i in {1..1000000}; do echo '{ "noise": 1 }' > noise.json; echo > noise.tmp; done"#
    writer.arguments = ["-c", script, directory("bundle")]
    try writer.run()
    for digit in 2...9 {
      let color = "#" + String(repeating: "\(digit)", count: 6)
      try directory.write("bundle/theme.json", "{ \"ink\": \"\(color)\" }")
      while ink(follower) != color { try follower.take() }
    }
    #expect(writer.isRunning)
    kill(writer.processIdentifier, SIGKILL)
    writer.waitUntilExit()
  }
}

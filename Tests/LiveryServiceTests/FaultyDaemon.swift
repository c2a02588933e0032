// SPDX-License-Identifier: GPL-2.0-or-later

import BundleReading
import Foundation
import JSONText
import LinuxIO
import LiveryConfiguration
import LiveryConnection
import Synchronization
import TestSupport
import Testing
import ThemeEngine
import ThemeModel

@testable import LiveryService

/// A daemon with a state directory and two bundles, of which it serves one or both; its clients; and the effects of a fault in its
/// system calls on them.
final class FaultyDaemon {
  private let plan = FaultPlan()
  private let directory: ScratchDirectory
  private let log = LogLines()
  private var daemon: RunningDaemon?
  private var follower: Follower?
  /// The errors that clients got since the last `checkTold`.
  private var troubles: [String] = []
  private var edits = 0
  /// The value that was set for the first bundle's constant.
  private var setting: JSONValue?

  /// A text long enough that whole snapshots are sent from files.
  private static let long = String(repeating: "x", count: 40_000)

  init() throws {
    // In memory: it is made often, and each save waits for the disk.
    directory = try ScratchDirectory(in: "/dev/shm")
    for name in ["one", "two"] {
      try directory.write("\(name)/theme.inc.json", #"{ "themes": ["values.json", "parts/more.json"] }"#)
      try directory.write("\(name)/values.json", #"{ "gap": 4 }"#)
      try directory.write(
        "\(name)/parts/more.json", #"{ "inset": "gap", "RBBox": { "width": "inset" }, "long": "\#(Self.long)" }"#)
    }
  }

  /// Reading it again finds both bundles and one alternately.
  private static func configuration(
    _ names: [String], in directory: ScratchDirectory, _ log: LogLines
  ) -> DaemonConfiguration {
    var configuration = DaemonConfiguration.inTest(directory, bundles: names)
    configuration.stateDirectory = directory("state")
    configuration.timeouts.grace = 1_000_000
    // A second passes with each line, so that the rate limit leaves out none.
    let clock = DrivenClock(step: 1_000_000_000).clock
    configuration.log = Log(level: .info, clock: clock) { line in log.lines.withLock { $0.append(line) } }
    configuration.reread = { Self.configuration(names.count == 1 ? ["one", "two"] : ["one"], in: directory, log) }
    return configuration
  }

  private func running() throws -> RunningDaemon { try #require(daemon) }

  // MARK: Life

  /// A fault may keep the daemon from starting; the next attempt succeeds.
  @discardableResult
  func start(_ fault: Fault?) throws -> [SystemCall: Int] {
    let configuration = Self.configuration(["one"], in: directory, log)
    plan.begin(fault)
    do {
      daemon = try RunningDaemon(configuration, intercepting: plan.decide)
      return plan.end()
    } catch {
      #expect(plan.hasStruck, "\(error)")
      troubles.append("\(error)")
      let counts = plan.end()
      daemon = try RunningDaemon(configuration, intercepting: plan.decide)
      return counts
    }
  }

  /// Consumers come and go, files are saved, a value is set and kept, the configuration is read again.
  @discardableResult
  func serve(_ fault: Fault?) throws -> [SystemCall: Int] {
    let daemon = try running()
    plan.begin(fault)
    var follower = try attempt { try Follower(daemon, ["bundle": "one"]) }
    func catchUp() throws {
      _ = try attempt { try daemon.call("Sync", ["bundle": "one"]) }
      let digest = try attempt { try self.digest(daemon) }
      try attempt {
        do {
          while follower.digest != digest {
            try follower.take()
            #expect(follower.value("constants", "gap") != nil && follower.value("styles", "RBBox") != nil, "last good")
          }
        } catch let error as ClientError {
          follower = try Follower(daemon, resuming: follower, bundle: "one")
          throw error
        }
      }
    }
    _ = try attempt { try Follower(daemon, ["bundle": "one", "mode": "snapshot"]) }
    try edit()
    try catchUp()
    try set(.number(Double(edits)))
    try catchUp()
    try directory.write("one/parts/new\(edits).json", "{}")
    try edit()
    try catchUp()
    _ = try attempt { try daemon.call("Reload") }
    self.follower = follower
    return plan.end()
  }

  /// Stops the daemon while a consumer follows. It ends, and the consumer gets the reason.
  @discardableResult
  func stop(_ fault: Fault?) throws -> [SystemCall: Int] {
    let daemon = try running()
    let consumer = try Follower(daemon, ["bundle": "one"])
    plan.begin(fault)
    daemon.stop()
    #expect(daemon.failure == nil)
    do {
      while try consumer.take() != "end" {}
    } catch let error as ClientError {
      troubles.append("\(error)")
    }
    self.daemon = nil
    return plan.end()
  }

  /// While no connection can be accepted, the existing ones are served; later all are accepted.
  func waitForDescriptors(_ shortage: Errno) throws {
    let daemon = try running()
    let witness = try Follower(daemon, ["bundle": "one"])
    let failures = 3
    plan.begin(shortage, ofNext: failures, .accept)
    let late = try (0..<8).map { _ in try daemon.register(["bundle": "one"]) }
    try edit()
    while witness.value("constants", "edge") != .number(Double(edits)) { try witness.take() }
    for connection in late { #expect(try connection.next() != nil) }
    let turns = plan.end()[.epollWait, default: 0]
    // A pause for each attempt, and a turn or two for each client and the save; one that does not pause has thousands.
    #expect(turns < 100, "\(turns)")
    let lines = log.lines.withLock { $0 }
    #expect(lines.count { $0.contains(shortage.text) } == 1, "\(lines)")
  }

  // MARK: Checks

  /// Calls succeed again: the served state is that of the files and the settings, and later changes arrive.
  /// Gives the generation.
  @discardableResult
  func check() throws -> Double {
    let daemon = try running()
    try set(setting ?? 7)
    let bundles = try #require(try daemon.call("ListBundles")["bundles"]?.array).compactMap { $0["name"]?.string }
    for name in bundles { try check(name) }

    // It comes without a call.
    let follower =
      try self.follower.map { try Follower(daemon, resuming: $0, bundle: "one") } ?? Follower(daemon, ["bundle": "one"])
    try edit()
    while follower.value("constants", "edge") != .number(Double(edits)) { try follower.take() }
    self.follower = nil
    let consumers = try #require(try daemon.call("ListConsumers")["consumers"]?.array)
    #expect(consumers.count == 1, "a consumer whose connection ended is gone")
    return Double(follower.generation)
  }

  private func check(_ name: String) throws {
    let daemon = try running()
    _ = try daemon.call("Sync", ["bundle": .string(name)])
    let snapshot = try #require(try daemon.call("Resolve", ["bundle": .string(name)])["snapshot"])
    let engine = try BundleContents(directory: directory(name)).engine(named: name, rootFile: nil)
    if name == "one", let setting { try engine.modifyConstant("gap", to: setting) }
    engine.publish()
    #expect(snapshot["digest"]?.string == engine.open(Context()).digest)
    #expect(snapshot["diagnostics"] == [])
  }

  /// Each fault that a client notices is explained, to the client or in the log; and the state directory has no remains.
  func checkTold(_ fault: Fault?) {
    let lines = log.lines.withLock { lines in
      defer { lines = [] }
      return lines
    }
    let reported = troubles + lines
    if let text = fault?.text, !troubles.isEmpty { #expect(reported.contains { $0.contains(text) }, "\(reported)") }
    troubles = []
    let left = (try? directory.names(in: "state"))?.filter { $0.hasPrefix(".") } ?? []
    #expect(left.isEmpty || fault?.call == .unlink)
  }

  // MARK: Clients

  private func edit() throws {
    edits += 1
    try directory.write("one/values.json", #"{ "gap": 4, "edge": \#(edits) }"#)
  }

  private func set(_ value: JSONValue) throws {
    let daemon = try running()
    _ = try attempt { try daemon.call("ModifyConstant", ["bundle": "one", "name": "gap", "value": ["value": value]]) }
    setting = value
    _ = try attempt { try daemon.call("SynchronizeModifications", ["bundle": "one"]) }
  }

  private func digest(_ daemon: RunningDaemon) throws -> String {
    try #require(try daemon.call("Resolve", ["bundle": "one"])["snapshot"]?["digest"]?.string)
  }

  /// A client that is not served tries again.
  private func attempt<Value>(_ body: () throws -> Value) throws -> Value {
    do {
      return try body()
    } catch let error as ClientError {
      guard plan.hasStruck else { throw error }
      troubles.append("\(error)")
      return try body()
    }
  }
}

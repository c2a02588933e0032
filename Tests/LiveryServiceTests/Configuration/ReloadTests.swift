// SPDX-License-Identifier: GPL-2.0-or-later

import Foundation
import JSONText
import LiveryConfiguration
import LiveryConnection
import Synchronization
import TestSupport
import Testing
import Varlink

@testable import LiveryService

/// Reading the configuration again while consumers follow.
@Suite(.serialized) struct ReloadTests {
  private let directory: ScratchDirectory

  init() throws {
    directory = try ScratchDirectory()
    for name in ["one", "two", "three"] {
      try directory.write("\(name)/theme.inc.json", #"{ "themes": ["values.json"] }"#)
      try directory.write("\(name)/values.json", #"{ "gap": 4 }"#)
    }
  }

  private func configure(_ text: String) throws { try directory.write("livery.json", text) }

  private func configuration() throws(BadConfiguration) -> DaemonConfiguration {
    let file = try ConfigurationFile.read(directory("livery.json"), home: nil)
    var configuration = DaemonConfiguration.inTest(directory)
    configuration.bundles = file.bundles ?? []
    configuration.limits = file.limits
    configuration.warnings = file.warnings
    if let level = file.logLevel { configuration.log = Log(level: level) { _ in } }
    configuration.stateDirectory = directory("state")
    let directory = directory
    configuration.reread = { () throws(BadConfiguration) in
      try ReloadTests(using: directory).configuration()
    }
    return configuration
  }

  private init(using directory: ScratchDirectory) { self.directory = directory }

  /// A daemon with the configuration of the file; the test holds the turn for the watcher.
  private func daemon() throws -> RunningDaemon { try RunningDaemon(try configuration(), watches: true) }

  private func names(_ daemon: RunningDaemon) throws -> [String] {
    try daemon.call("ListBundles")["bundles"]?.array?.compactMap { $0["name"]?.string } ?? []
  }

  @Test func bundlesComeAndGoAndOthersStay() throws {
    try configure(#"{ "bundles": { "a": { "path": "one" }, "b": { "path": "two" } } }"#)
    let daemon = try daemon()
    let stays = try Follower(daemon, ["bundle": "a"])
    let goes = try Follower(daemon, ["bundle": "b"])
    try configure(#"{ "bundles": { "c": { "path": "three" }, "a": { "path": "one" } } }"#)
    #expect(try daemon.call("Reload") == ["warnings": [], "added": ["c"], "removed": ["b"], "replaced": []])
    #expect(try names(daemon) == ["c", "a"])
    #expect(try goes.take() == "end")
    #expect(goes.reason == "the bundle `b` is not served any more")

    try directory.write("one/values.json", #"{ "gap": 5 }"#)
    #expect(try stays.take() == "delta")
    #expect(stays.value("constants", "gap") == 5)
    let new = try Follower(daemon, ["bundle": "c"])
    try directory.write("three/values.json", #"{ "gap": 6 }"#)
    #expect(try new.take() == "delta")
    try directory.write("two/values.json", #"{ "gap": 7 }"#)
    _ = try daemon.call("Sync", ["bundle": "a"])
    #expect(try daemon.call("Status")["consumers"] == 2)
  }

  @Test func aBundleThatMovesKeepsItsNameAndCountsOn() throws {
    try configure(#"{ "bundles": { "a": { "path": "one" } } }"#)
    let daemon = try daemon()
    let old = try Follower(daemon)
    try directory.write("one/values.json", #"{ "gap": 5 }"#)
    #expect(try old.take() == "delta")
    try configure(#"{ "bundles": { "a": { "path": "two" } } }"#)
    #expect(try daemon.call("Reload") == ["warnings": [], "added": [], "removed": [], "replaced": ["a"]])
    #expect(try old.take() == "end")
    let new = try Follower(daemon)
    #expect(new.value("constants", "gap") == 4)
    #expect(new.generation > old.generation, "generations never go back")
  }

  private func check(
    _ text: String, _ expected: [JSONValue], location: SourceLocation = #_sourceLocation
  ) throws {
    try configure(#"{ "bundles": { "a": { "path": "one" } } }"#)
    let daemon = try daemon()
    let follower = try Follower(daemon)
    try configure(text)
    let error = #expect(throws: ClientError.self, sourceLocation: location) { try daemon.call("Reload") }
    guard case .refused(let answer)? = error else {
      Issue.record("refused, not \(String(describing: error))", sourceLocation: location)
      return
    }
    #expect(answer.name == "io.livery.Theme.BadConfiguration", sourceLocation: location)
    let problems = answer.parameters["problems"]?.array ?? []
    #expect(problems.map { [$0["line"] ?? .null, $0["column"] ?? .null] } == expected, sourceLocation: location)
    #expect(problems.allSatisfy { $0["file"]?.string == directory("livery.json") }, sourceLocation: location)
    // Everything stays as it was.
    #expect(try names(daemon) == ["a"], sourceLocation: location)
    try directory.write("one/values.json", #"{ "gap": 8 }"#)
    #expect(try follower.take() == "delta", sourceLocation: location)
    try configure(#"{ "bundles": { "a": { "path": "one" }, "b": { "path": "two" } } }"#)
    _ = try daemon.call("Reload")
    #expect(try names(daemon) == ["a", "b"], "mended", sourceLocation: location)
  }

  @Test func aSlipLeavesAllAsItWas() throws { try check(#"{ "bundles": { "a" { "path": "one" } } }"#, [[1, 19]]) }

  /// All bundles would be removed.
  @Test func aMisspeltKeyLeavesAllAsItWas() throws {
    try check(#"{ "bundels": { "a": { "path": "one" } } }"#, [[1, 3]])
  }

  @Test func whatIsPassedOverIsAnswered() throws {
    try configure(#"{ "bundles": { "a": { "path": "one" } } }"#)
    let daemon = try daemon()
    try configure("{ \"bundles\": { \"a\": { \"path\": \"one\" } },\n  \"tint\": 1 }")
    let reply = try daemon.call("Reload")
    #expect(reply["added"] == [] && reply["removed"] == [])
    let warning = try #require(reply["warnings"]?.array?.first)
    #expect(warning["file"]?.string == directory("livery.json"))
    #expect(warning["line"] == 2 && warning["column"] == 3)
    #expect(warning["message"] == "unknown key `tint`, which is ignored")
  }

  @Test func aBundleThatIsNotThereLeavesAllAsItWas() throws {
    try check(
      "{ \"bundles\": {\n\"b\": { \"path\": \"two\" },\n\"c\": { \"path\": \"nowhere\" },\n\"d\": { \"path\": \"no\" } } }",
      [[3, 16], [4, 16]])
  }

  @Test func limitsHoldFromTheReloadOn() throws {
    try configure(#"{ "bundles": { "a": { "path": "one" } }, "limits": { "consumerName": 10 } }"#)
    let daemon = try daemon()
    _ = try Follower(daemon, ["name": "ten letter"])
    try configure(#"{ "bundles": { "a": { "path": "one" } }, "limits": { "consumerName": 9 } }"#)
    _ = try daemon.call("Reload")
    #expect(try daemon.call("Status")["limits"]?["consumerName"] == 9)
    let stream = try daemon.register(["name": "ten letter"])
    #expect(throws: ClientError.self) { try stream.next() }
  }

  /// A context of the configuration is open without a consumer, and stays open.
  @Test func contextsAreKeptAsTheConfigurationSays() throws {
    func configure(_ contexts: String) throws {
      try self.configure(
        #"{ "bundles": { "a": { "path": "one", "contexts": \#(contexts) } }, "limits": { "contexts": 2 } }"#)
    }
    try configure(#"{ "t": { "device": "pad" } }"#)
    let daemon = try daemon()
    let phone = try Follower(daemon, ["context": ["device": "phone"]])
    let full = ClientError.refused(.limitExceeded("contexts", 2))
    #expect(throws: full, "pad is open, though nobody is in it") { try daemon.call("Resolve") }
    // One user may have a quarter of the contexts, besides those that the configuration keeps open.
    #expect(try Follower(daemon, ["context": ["device": "pad"]]).generation == phone.generation)
    try configure("{}")
    _ = try daemon.call("Reload")
    #expect(try daemon.call("Resolve")["snapshot"]?["generation"] == .number(Double(phone.generation)))
  }

  @Test func aDaemonThatServesNothingIsGivenSomething() throws {
    try configure("{}")
    let daemon = try daemon()
    #expect(try names(daemon).isEmpty)
    try configure(#"{ "bundles": { "a": { "path": "one" } } }"#)
    _ = try daemon.call("Reload")
    #expect(try Follower(daemon).value("constants", "gap") == 4)
  }

  /// A bundle that is missing at the start is served when it appears; the others are served from the start.
  @Test func aBundleThatIsNotThereIsWaitedFor() throws {
    try configure(#"{ "bundles": { "a": { "path": "later/on" }, "b": { "path": "two" } } }"#)
    let lines = Mutex<[String]>([])
    let box = Box(lines)
    var configuration = try configuration()
    configuration.log = Log(level: .error) { line in box.value.withLock { $0.append(line) } }
    configuration.timeouts.polling = 1_000_000
    let daemon = try RunningDaemon(configuration)
    #expect(try names(daemon) == ["b", "a"])
    let line = try #require(box.value.withLock { $0 }.first)
    #expect(line.hasPrefix("<3>\(directory("livery.json")):1:31: the bundle cannot be read: "))
    let entry = try #require(try daemon.call("ListBundles")["bundles"]?.array?.last)
    #expect(entry["path"]?.string == directory("later/on"))
    #expect(entry["waits"]?.string?.contains("No such file or directory") ?? false, "\(entry)")
    let problem = "the bundle `a` waits for its directory: "
    #expect(try daemon.call("Status")["problems"]?.array?.first?.string?.hasPrefix(problem) ?? false)
    let error = #expect(throws: ClientError.self) { try daemon.call("Resolve", ["bundle": "a"]) }
    guard case .refused(let answer)? = error else { return }
    #expect(answer.name == "io.livery.Theme.BundleUnreadable")
    // Not before the directory is complete.
    try directory.write("made/on/theme.inc.json", #"{ "themes": ["values.json"] }"#)
    try directory.write("made/on/values.json", #"{ "gap": 9 }"#)
    try FileManager.default.moveItem(atPath: directory("made"), toPath: directory("later"))
    while try daemon.call("Status")["problems"] != [] {}
    let snapshot = try daemon.call("Resolve", ["bundle": "a"])["snapshot"]
    #expect(snapshot?["constants"]?["gap"] == 9)
    #expect(try daemon.call("ListBundles")["bundles"]?.array?.allSatisfy { $0["waits"] == nil } ?? false)
    _ = try daemon.call("Reload")
    #expect(try names(daemon) == ["a", "b"])
  }

  @Test func aDaemonWithoutConfigurationSaysSo() throws {
    let daemon = try RunningDaemon(.inTest(directory))
    let error = #expect(throws: ClientError.self) { try daemon.call("Reload") }
    guard case .refused(let answer)? = error else { return }
    #expect(answer.name == "org.varlink.service.MethodNotImplemented")
  }
}

private final class Box<Value: ~Copyable & Sendable>: Sendable {
  let value: Value
  init(_ value: consuming Value) { self.value = value }
}

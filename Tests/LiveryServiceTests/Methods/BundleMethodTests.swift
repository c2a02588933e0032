// SPDX-License-Identifier: GPL-2.0-or-later

import Foundation
import JSONText
import LiveryConfiguration
import LiveryConnection
import TestSupport
import Testing
import Varlink

@testable import LiveryService

/// Bundles that clients add and remove while the daemon runs.
@Suite(.serialized) struct BundleMethodTests {
  private let directory: ScratchDirectory

  init() throws {
    directory = try ScratchDirectory()
    for (name, gap) in [("one", 1), ("two", 2), ("three", 3)] {
      try directory.write("\(name)/theme.inc.json", #"{ "themes": ["values.json"] }"#)
      try save(name, gap: gap)
    }
    try directory.write("livery.json", #"{ "bundles": { "one": { "path": "one" } } }"#)
  }

  private init(using directory: ScratchDirectory) { self.directory = directory }

  private func save(_ name: String, gap: Int) throws {
    try directory.write("\(name)/values.json", #"{ "gap": \#(gap) }"#)
  }

  private func configuration() throws(BadConfiguration) -> DaemonConfiguration {
    let file = try ConfigurationFile.read(directory("livery.json"), home: nil)
    var configuration = DaemonConfiguration.inTest(directory)
    configuration.bundles = file.bundles ?? []
    configuration.limits = file.limits
    configuration.stateDirectory = directory("state")
    let directory = directory
    configuration.reread = { () throws(BadConfiguration) in try Self(using: directory).configuration() }
    return configuration
  }

  private func daemon(_ change: (inout DaemonConfiguration) -> Void = { _ in }) throws -> RunningDaemon {
    var configuration = try configuration()
    change(&configuration)
    return try RunningDaemon(configuration, watches: true)
  }

  @discardableResult
  private func add(_ path: String, as name: String? = nil, to daemon: RunningDaemon) throws -> JSONValue {
    var parameters = JSONObject([("path", .string(path))])
    parameters["name"] = name.map(JSONValue.string)
    return try #require(daemon.call("AddBundle", .object(parameters))["bundle"])
  }

  private func remove(_ name: String, from daemon: RunningDaemon) throws {
    #expect(try daemon.call("RemoveBundle", ["name": .string(name)]) == [:])
  }

  private func names(_ daemon: RunningDaemon) throws -> [String] {
    try daemon.call("ListBundles")["bundles"]?.array?.compactMap { $0["name"]?.string } ?? []
  }

  /// The next message of a consumer is of the save that is made now.
  private func expectToFollow(
    _ follower: Follower, _ name: String, gap: Int, _ location: SourceLocation = #_sourceLocation
  ) throws {
    try save(name, gap: gap)
    #expect(try follower.take(location) == "delta", sourceLocation: location)
    #expect(follower.value("constants", "gap") == .number(Double(gap)), sourceLocation: location)
  }

  @Test func anAddedBundleIsServed() throws {
    let daemon = try daemon()
    let first = try Follower(daemon)
    let bundle = try add(directory("two"), to: daemon)
    #expect(bundle["name"] == "two")
    #expect(bundle["path"] == .string(directory("two")))
    #expect(bundle["dialect"] == "redbeard")
    #expect(bundle["generation"] == 1)
    #expect(bundle["files"] == 2)
    #expect(try daemon.call("ListBundles")["bundles"]?.array?.last == bundle)
    let second = try Follower(daemon, ["bundle": "two"])
    #expect(second.value("constants", "gap") == 2)
    try expectToFollow(second, "two", gap: 5)
    try expectToFollow(first, "one", gap: 6)
  }

  private func files(_ daemon: RunningDaemon) throws -> [String] {
    try daemon.call("ListFiles", ["bundle": "one"])["files"]?.array?.compactMap(\.string) ?? []
  }

  @Test func theFilesOfABundleAreListed() throws {
    try directory.write("one/livery.json", #"{ "outside": ["../two"] }"#)
    try directory.write("one/notes", "no theme file")
    try directory.write("one/broken.json", "{")
    try directory.link("one/linked.json", to: "../two/values.json")
    let daemon = try daemon()
    #expect(try files(daemon) == ["broken.json", "linked.json", "livery.json", "theme.inc.json", "values.json"])
    // The generation is the one that has these files.
    try directory.write("one/broken.json", "{}")
    try directory.remove("one/linked.json")
    let generation = try daemon.call("Sync", ["bundle": "one"])["generation"]
    #expect(try daemon.call("ListFiles", ["bundle": "one"])["generation"] == generation)
    #expect(try files(daemon) == ["broken.json", "livery.json", "theme.inc.json", "values.json"])
    #expect(throws: ClientError.refused(.bundleNotFound("four"))) {
      try daemon.call("ListFiles", ["bundle": "four"])
    }
  }

  /// A name that is not UTF-8 is listed, with U+FFFD for its bytes, by a daemon that runs and by one that starts.
  @Test func aNameThatIsNotUTF8IsListed() throws {
    func path(_ name: String) -> [CChar] {
      Array(directory("one/").utf8CString.dropLast()) + [CChar(bitPattern: 0xFF)] + Array(name.utf8CString)
    }
    var daemon = try self.daemon()
    func check(_ expected: [String], _ location: SourceLocation = #_sourceLocation) throws {
      let all = (["theme.inc.json", "values.json"] + expected).sorted()
      _ = try daemon.call("Sync", ["bundle": "one"])
      #expect(try files(daemon) == all, "a running daemon", sourceLocation: location)
      daemon.stop()
      daemon = try self.daemon()
      #expect(try files(daemon) == all, "a daemon that starts", sourceLocation: location)
    }
    try check([])
    try directory.write("one/a.json", "{}")
    #expect(rename(directory("one/a.json"), path("a.json")) == 0)
    try check(["\u{FFFD}a.json"])
    #expect(rename(path("a.json"), path("b.json")) == 0)
    try check(["\u{FFFD}b.json"])
    #expect(unlink(path("b.json")) == 0)
    try check([])
  }

  @Test func aRootFileALinkAndANameAreTaken() throws {
    let daemon = try daemon()
    #expect(try add(directory("two/theme.inc.json"), to: daemon)["name"] == "two")
    try directory.link("current", to: "two")
    // The same directory may be served under several names.
    #expect(try add(directory("current") + "/", as: "preview", to: daemon)["path"] == .string(directory("two")))
    let preview = try Follower(daemon, ["bundle": "preview"])
    let second = try Follower(daemon, ["bundle": "two"])
    try expectToFollow(preview, "two", gap: 5)
    #expect(try second.take() == "delta")
    // The target of the link is checked after each change.
    try directory.link("next", to: "three")
    _ = rename(directory("next"), directory("current"))
    #expect(try preview.take() == "delta")
    #expect(preview.value("constants", "gap") == 3)
  }

  @Test func whatIsNoBundleYetBecomesOne() throws {
    try directory.write("later/readme", "")
    let daemon = try daemon()
    #expect(try add(directory("later"), to: daemon)["dialect"] == nil)
    let follower = try Follower(daemon, ["bundle": "later"])
    #expect(follower.codes == ["LV0012"])
    try directory.write("later/values.json", #"{ "gap": 4 }"#)
    try directory.write("later/theme.inc.json", #"{ "themes": ["values.json"] }"#)
    while follower.value("constants", "gap") != 4 { try follower.take() }
    #expect(follower.codes.isEmpty)
  }

  /// Nothing changes, and the one consumer notices nothing.
  private func refuse(
    _ parameters: JSONValue, _ error: CallError, _ location: SourceLocation = #_sourceLocation
  ) throws {
    try save("one", gap: 1)
    let daemon = try daemon { $0.limits.bundles = 2 }
    let follower = try Follower(daemon)
    let path = parameters["path"]?.string.map { JSONValue.string($0.replacing("@", with: directory.path)) }
    var parameters = try #require(parameters.object)
    parameters["path"] = path
    #expect(throws: ClientError.refused(error), sourceLocation: location) {
      try daemon.call("AddBundle", .object(parameters))
    }
    #expect(try names(daemon) == ["one"], sourceLocation: location)
    #expect(try daemon.call("Status")["bundles"] == 1, sourceLocation: location)
    try expectToFollow(follower, "one", gap: 9, location)
    // It is within the limit.
    try add(directory("two"), to: daemon)
  }

  @Test func aBundleThatCannotBeAddedChangesNothing() throws {
    let one = directory("one")
    try refuse(["path": "@/one"], .bundleExists("one", one))
    try refuse(["path": "@/two", "name": "one"], .bundleExists("one", one))
    try refuse(["path": "@/none"], .bundleUnreadable(directory("none"), "No such file or directory"))
    try directory.link("loop", to: "loop")
    try refuse(["path": "@/loop"], .bundleUnreadable(directory("loop"), "Too many levels of symbolic links"))
    try refuse(["path": "/dev/null"], .bundleUnreadable("/dev/null", "Not a directory"))
    try refuse(["path": "two"], .invalidParameter("path"))
    try refuse(["path": ""], .invalidParameter("path"))
    try refuse(["path": "@/two\u{0}"], .invalidParameter("path"))
    for name in ["", "a/b", "a\nb", String(repeating: "x", count: 256)] {
      try refuse(["path": "@/two", "name": .string(name)], .invalidParameter("name"))
    }
  }

  @Test func bundlesAreLimited() throws {
    let daemon = try daemon { $0.limits.bundles = 2 }
    try add(directory("two"), to: daemon)
    let refusal = ClientError.refused(.limitExceeded("bundles", 2))
    #expect(throws: refusal) { try add(directory("three"), to: daemon) }
    try remove("two", from: daemon)
    try add(directory("three"), to: daemon)
    #expect(try names(daemon) == ["one", "three"])
  }

  @Test func theConsumersOfARemovedBundleEnd() throws {
    let daemon = try daemon()
    try add(directory("two"), to: daemon)
    let stays = try Follower(daemon, ["bundle": "one"])
    let goes = try [Follower(daemon, ["bundle": "two"]), Follower(daemon, ["bundle": "two", "mode": "snapshot"])]
    let watches = try daemon.call("Status")["watches"]
    try remove("two", from: daemon)
    for follower in goes {
      #expect(try follower.take() == "end")
      #expect(follower.reason == "the bundle `two` is not served any more")
      #expect(try follower.connection.call("io.livery.Theme.Status")["consumers"] == 1, "the connection is free")
    }
    #expect(try daemon.call("Status")["watches"] != watches, "nothing of it is watched any more")
    #expect(throws: ClientError.refused(.bundleNotFound("two"))) { try Follower(daemon, ["bundle": "two"]) }
    #expect(throws: ClientError.refused(.bundleNotFound("two"))) { try remove("two", from: daemon) }
    try save("two", gap: 7)
    try expectToFollow(stays, "one", gap: 8)
    // The last bundle needs no name, and can be removed, too.
    #expect(try Follower(daemon).value("constants", "gap") == 8)
    try remove("one", from: daemon)
    #expect(try stays.take() == "end")
    #expect(throws: ClientError.refused(.bundleRequired([]))) { try Follower(daemon) }
  }

  /// Files that were written before the call are published first.
  @Test func nothingIsLostBeforeTheEnd() throws {
    let daemon = try daemon()
    let follower = try Follower(daemon)
    try save("one", gap: 9)
    _ = try daemon.call("Sync")
    try remove("one", from: daemon)
    #expect(try follower.take() == "delta")
    #expect(follower.value("constants", "gap") == 9)
    #expect(try follower.take() == "end")
  }

  @Test func whatIsKeptOfARemovedBundleHoldsAgain() throws {
    let daemon = try daemon()
    try add(directory("two"), to: daemon)
    let old = try Follower(daemon, ["bundle": "two"])
    _ = try daemon.call("ModifyConstant", ["bundle": "two", "name": "gap", "value": ["value": 20]])
    #expect(try old.take() == "delta")
    _ = try daemon.call("SynchronizeModifications", ["bundle": "two"])
    _ = try daemon.call("ModifyConstant", ["bundle": "two", "name": "gap", "value": ["value": 21]])
    #expect(try old.take() == "delta")
    try remove("two", from: daemon)
    try add(directory("two"), to: daemon)
    let new = try Follower(daemon, ["bundle": "two"])
    #expect(new.value("constants", "gap") == 20, "what was saved, and nothing else")
    #expect(new.generation > old.generation, "generations never go back")

    // Without anything in between it is the same generation, from which a consumer goes on.
    try remove("two", from: daemon)
    try add(directory("two"), to: daemon)
    let stream = try daemon.register([
      "bundle": "two", "since": ["generation": .number(Double(new.generation)), "digest": .string(new.digest)],
    ])
    let reply = try #require(try stream.next())
    #expect(reply["event"] == "delta")
    #expect(reply["delta"]?["patch"] == [])
  }

  @Test func aReloadLeavesWhatWasAddedAndBringsBackWhatWasRemoved() throws {
    let daemon = try daemon()
    try add(directory("two"), to: daemon)
    let added = try Follower(daemon, ["bundle": "two"])
    try remove("one", from: daemon)
    #expect(try names(daemon) == ["two"])
    _ = try daemon.call("Reload")
    #expect(try names(daemon) == ["one", "two"])
    try expectToFollow(added, "two", gap: 5)
    let back = try Follower(daemon, ["bundle": "one"])
    try expectToFollow(back, "one", gap: 6)
  }

  @Test func aReloadTakesOverWhatWasAdded() throws {
    let daemon = try daemon()
    try add(directory("two"), as: "two", to: daemon)
    let added = try Follower(daemon, ["bundle": "two"])
    try directory.write("livery.json", #"{ "bundles": { "two": { "path": "two" }, "one": { "path": "one" } } }"#)
    _ = try daemon.call("Reload")
    #expect(try names(daemon) == ["two", "one"])
    try expectToFollow(added, "two", gap: 5)
    try directory.write("livery.json", #"{ "bundles": { "one": { "path": "one" } } }"#)
    _ = try daemon.call("Reload")
    #expect(try added.take() == "end", "it is the configuration's by now")
    #expect(try names(daemon) == ["one"])
  }

  @Test func aConfigurationThatMeansAnotherBundleByTheNameIsRefused() throws {
    let daemon = try daemon()
    try add(directory("two"), as: "x", to: daemon)
    let added = try Follower(daemon, ["bundle": "x"])
    try directory.write("livery.json", #"{ "bundles": { "x": { "path": "three" } } }"#)
    let error = #expect(throws: ClientError.self) { try daemon.call("Reload") }
    guard case .refused(let answer)? = error else { return }
    #expect(answer.parameters["problems"]?.array?.first?["message"] == "two bundles are called `x`")
    #expect(try names(daemon) == ["one", "x"])
    try expectToFollow(added, "two", gap: 5)
  }

  /// A program that observes its own bundle keeps it.
  @Test func fixedBundlesStay() throws {
    let daemon = try daemon { $0.bundleChanges = .refused }
    for (method, parameters) in [("AddBundle", ["path": "/"]), ("RemoveBundle", ["name": "one"])]
      as [(String, JSONValue)]
    {
      #expect(throws: ClientError.refused(.methodNotImplemented("io.livery.Theme.\(method)"))) {
        try daemon.call(method, parameters)
      }
    }
    #expect(try names(daemon) == ["one"])
  }

  // MARK: Set values

  @Test func whatIsSetIsListed() throws {
    let daemon = try daemon()
    try directory.write("one/values.json", #"{ "gap": 1, "box": { "margin": 2, "on": { "alpha": 1 } } }"#)
    _ = try daemon.call("Sync")
    func expect(_ constants: JSONValue, _ styles: JSONValue, saved: Bool) throws {
      let expected: JSONValue = ["themes": [], "constants": constants, "styles": styles, "saved": .bool(saved)]
      #expect(try daemon.call("ListModifications") == expected)
    }
    try expect([:], [:], saved: true)
    _ = try daemon.call("ModifyConstant", ["name": "gap", "value": ["value": 4]])
    _ = try daemon.call("ModifyStyle", ["style": "box", "keyPath": "on/alpha", "value": ["value": 0.5]])
    _ = try daemon.call("SetStyleInheritance", ["style": "box", "inherits": true])
    let styles: JSONValue = ["box": ["inherits": true, "properties": ["on": ["alpha": 0.5]]]]
    try expect(["gap": 4], styles, saved: false)
    _ = try daemon.call("SynchronizeModifications")
    try expect(["gap": 4], styles, saved: true)
    _ = try daemon.call("ResetModifications")
    try expect([:], [:], saved: false)
    daemon.stop()
    let next = try self.daemon()
    #expect(try next.call("ListModifications")["saved"] == true)
    #expect(try next.call("ListModifications")["styles"] == styles)
  }
}

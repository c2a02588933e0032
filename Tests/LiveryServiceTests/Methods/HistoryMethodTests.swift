// SPDX-License-Identifier: GPL-2.0-or-later

import Foundation
import JSONText
import LinuxIO
import LiveryConfiguration
import LiveryConnection
import LiveryProtocol
import TestSupport
import Testing
import Varlink

@testable import LiveryService

/// Earlier generations over the socket.
@Suite(.serialized) struct HistoryMethodTests {
  private let directory: ScratchDirectory

  init() throws {
    directory = try ScratchDirectory()
    try directory.write("bundle/theme.inc.json", #"{ "themes": ["a.json", "b.json"] }"#)
    try directory.write("bundle/a.json", #"{ "a": 1 }"#)
    try directory.write("bundle/b.json", #"{ "b": 1 }"#)
  }

  private func daemon(_ change: (inout DaemonConfiguration) -> Void = { _ in }) throws -> RunningDaemon {
    var configuration = DaemonConfiguration.inTest(directory, bundles: ["bundle"])
    configuration.stateDirectory = directory("state")
    change(&configuration)
    return try RunningDaemon(configuration)
  }

  /// Saves a file; nil removes it. Returns the generation.
  @discardableResult
  private func save(_ daemon: RunningDaemon, _ file: String, _ text: String?) throws -> Int {
    if let text { try directory.write("bundle/\(file)", text) } else { try directory.remove("bundle/\(file)") }
    return try generation(daemon.call("Sync"))
  }

  private func generation(_ reply: JSONValue) throws -> Int { Int(try #require(reply["generation"]?.number)) }

  private func number(_ value: Int) -> JSONValue { .number(Double(value)) }

  private func kinds(_ daemon: RunningDaemon) throws -> [String] {
    try (daemon.call("ListGenerations")["generations"]?.array ?? []).compactMap { $0["kind"]?.string }
  }

  private func read(_ daemon: RunningDaemon, _ file: String, in generation: Int) throws -> String? {
    let reply = try daemon.call("ReadFile", ["file": .string(file), "generation": number(generation)])
    guard let content = reply["content"]?.string else { return nil }
    return Base64.decode(content).map { String(decoding: $0, as: UTF8.self) }
  }

  private func checkIsGone(
    _ daemon: RunningDaemon, _ generation: Int, _ location: SourceLocation = #_sourceLocation
  ) {
    for (method, parameters): (String, JSONValue) in [
      ("Resolve", ["generation": number(generation)]),
      ("Diff", ["from": number(generation), "to": number(generation)]),
      ("ListChangedFiles", ["generation": number(generation)]),
      ("ReadFile", ["generation": number(generation), "file": "a.json"]),
      ("Explain", ["generation": number(generation), "path": "constants/a"]),
    ] {
      #expect(throws: ClientError.refused(.noSuchGeneration(generation)), "\(method)", sourceLocation: location) {
        try daemon.call(method, parameters)
      }
    }
  }

  @Test func answersForEarlierGenerations() throws {
    let before = secondsSince1970()
    let daemon = try daemon()
    let first = try generation(daemon.call("Sync"))
    let second = try save(daemon, "a.json", "{\n \"a\": 2 }")
    let third = try generation(daemon.call("ModifyConstant", ["name": "b", "value": ["value": 5]]))
    let listed = try #require(daemon.call("ListGenerations")["generations"]?.array)
    #expect(listed.compactMap { $0["generation"] } == [third, second, first].map(number))
    #expect(listed.compactMap { $0["kind"]?.string } == ["set", "save", "start"])
    #expect(listed[1]["causes"] == [["file": "a.json", "line": 2, "column": 7]])
    #expect(listed[1]["changed"] == 1)
    #expect(listed[1]["held"] == 0)
    #expect(listed[2]["changed"] == nil)
    let time = try #require(listed[1]["time"]?.string.flatMap(ThemeInterface.Timestamp.init))
    #expect((before...secondsSince1970()).contains(time.secondsSince1970))

    let old = try #require(daemon.call("Resolve", ["generation": number(first)])["snapshot"])
    #expect(old["constants"] == ["a": 1, "b": 1])
    #expect(old["generation"] == number(first))
    let forward = try daemon.call("Diff", ["from": number(first), "to": number(third)])
    #expect(
      forward["patch"] == [
        ["op": "replace", "path": "/constants/a", "value": 2], ["op": "replace", "path": "/constants/b", "value": 5],
      ])
    #expect(forward["diagnostics"] == [])
    let selected = try daemon.call(
      "Diff", ["from": number(third), "to": number(first), "select": ["constants/b"]])
    #expect(selected["patch"] == [["op": "replace", "path": "/constants/b", "value": 1]])
    _ = try daemon.call("Explain", ["generation": number(third), "path": "constants/a"])
    // A value that was set since may have had a different declaration.
    #expect(throws: ClientError.refused(.noSuchGeneration(second))) {
      try daemon.call("Explain", ["generation": number(second), "path": "constants/a"])
    }
    checkIsGone(daemon, third + 1)
    checkIsGone(daemon, 0)
    checkIsGone(daemon, -1)
  }

  @Test func explainsAnEarlierGenerationWhereItsFilesSayAll() throws {
    let daemon = try daemon()
    let first = try generation(daemon.call("Sync"))
    let second = try save(daemon, "a.json", "{\n\n \"a\": 2 }")
    let third = try save(daemon, "a.json", "{")
    try save(daemon, "a.json", #"{ "b": 3 }"#)
    let step = { (generation: Int) in
      try daemon.call("Explain", ["generation": number(generation), "path": "constants/a"])["steps"]?.array?.first
    }
    #expect(try step(first)?["line"] == 1)
    #expect(try step(second)?["line"] == 3)
    #expect(try step(second)?["result"] == 2)
    // It keeps a last good state, which its files do not say.
    #expect(throws: ClientError.refused(.noSuchGeneration(third))) { try step(third) }
    #expect(throws: ClientError.self) {
      try daemon.call("Explain", ["generation": number(first), "path": "constants/nothing-like-it"])
    }
  }

  @Test func aDiffSaysWhatIsHeld() throws {
    let daemon = try daemon()
    let first = try generation(daemon.call("Sync"))
    let broken = try save(daemon, "a.json", "{")
    let reply = try daemon.call("Diff", ["from": number(first), "to": number(broken)])
    #expect(reply["held"] == 1)
    #expect(reply["patch"] == [])
    #expect(reply["diagnostics"]?.array?.first?["heldBack"] == true)
  }

  @Test func answersTheBytesOfFiles() throws {
    let daemon = try daemon()
    let first = try generation(daemon.call("Sync"))
    try save(daemon, "a.json", #"{ "a": 2 }"#)
    let third = try save(daemon, "b.json", nil)
    let last = try save(daemon, "c.json", #"{ "c": 1 }"#) > third ? third + 1 : third
    let files = try daemon.call("ListChangedFiles", ["generation": number(first)])
    #expect(files["newest"] == number(last))
    let reported = (files["files"]?.array ?? []).map { file in
      [file["file"]?.string, file["before"].map { _ in "was" }, file["now"].map { _ in "is" }].compactMap(\.self)
    }
    #expect(reported.prefix(2) == [["a.json", "was", "is"], ["b.json", "was"]])
    #expect(try read(daemon, "a.json", in: first) == #"{ "a": 1 }"#)
    #expect(try read(daemon, "a.json", in: third) == #"{ "a": 2 }"#)
    #expect(try read(daemon, "b.json", in: first) == #"{ "b": 1 }"#)
    #expect(try read(daemon, "b.json", in: third) == nil)
    #expect(try read(daemon, "../secret", in: first) == nil)
    // sha256sum of `{ "a": 1 }`.
    #expect(
      try daemon.call("ReadFile", ["file": "a.json", "generation": number(first)])["digest"]
        == files["files"]?.array?.first?["before"])
    #expect(throws: ClientError.refused(.invalidParameter("offset"))) {
      try daemon.call("ReadFile", ["file": "a.json", "generation": number(first), "offset": -1])
    }
  }

  @Test func aLongFileComesInPieces() throws {
    let long = #"{ "a": ""# + String(repeating: "0123456789", count: 1000) + #"" }"#
    try directory.write("bundle/a.json", long)
    let daemon = try daemon { $0.limits.message = 8192 }
    let first = try generation(daemon.call("Sync"))
    try save(daemon, "a.json", #"{ "a": 2 }"#)
    var bytes: [UInt8] = []
    var digests: Set<String> = []
    var calls = 0
    repeat {
      let reply = try daemon.call(
        "ReadFile", ["file": "a.json", "generation": number(first), "offset": number(bytes.count)])
      digests.insert(try #require(reply["digest"]?.string))
      #expect(reply["size"] == number(long.utf8.count))
      bytes += try #require(reply["content"]?.string.flatMap(Base64.decode))
      calls += 1
    } while bytes.count < long.utf8.count && calls < 10
    #expect(String(decoding: bytes, as: UTF8.self) == long)
    #expect(digests.count == 1)
    #expect(calls == 3)
    #expect(throws: ClientError.refused(.limitExceeded("message", 8192))) {
      try daemon.call("Diff", ["from": number(first + 1), "to": number(first)])
    }
  }

  /// An editor types, saves, types and closes without a save.
  @Test func whatUnsavedTextsDoIsOneGeneration() throws {
    let daemon = try daemon()
    let first = try generation(daemon.call("Sync"))
    let editor = try daemon.connect()
    for number in 2...5 { try editor.setOverlay("a.json", #"{ "a": \#(number) }"#) }
    #expect(try kinds(daemon) == ["overlay", "start"])
    #expect(try daemon.call("ListChangedFiles", ["generation": number(first)])["files"] == [])
    let saved = try save(daemon, "a.json", #"{ "a": 5 }"#)
    #expect(saved == first + 4)
    #expect(try kinds(daemon) == ["save", "start"])
    #expect(try read(daemon, "a.json", in: first) == #"{ "a": 1 }"#)
    #expect(try read(daemon, "a.json", in: saved) == #"{ "a": 5 }"#)
    try editor.setOverlay("a.json", #"{ "a": 6 }"#)
    try editor.setOverlay("a.json", nil)
    #expect(try kinds(daemon) == ["overlay", "save", "start"])
    checkIsGone(daemon, saved - 1)
  }

  @Test func aRestartAndARemovalBeginAnew() throws {
    var daemon = try daemon()
    let first = try generation(daemon.call("Sync"))
    let second = try save(daemon, "a.json", #"{ "a": 2 }"#)
    daemon.stop()
    daemon = try self.daemon()
    #expect(try kinds(daemon) == ["start"])
    checkIsGone(daemon, first)
    #expect(try generation(daemon.call("Sync")) == second)
    _ = try daemon.call("Resolve", ["generation": number(second)])
    try save(daemon, "a.json", #"{ "a": 3 }"#)
    #expect(try kinds(daemon) == ["save", "start"])
    _ = try daemon.call("RemoveBundle", ["name": "bundle"])
    _ = try daemon.call("AddBundle", ["path": .string(directory("bundle"))])
    #expect(try kinds(daemon) == ["start"])
    checkIsGone(daemon, second)
  }

  @Test func anotherContextHasItsOwnStates() throws {
    try directory.write("bundle/b.json", #"{ "b": 1, "b_iPad": 2 }"#)
    let daemon = try daemon()
    let first = try generation(daemon.call("Sync"))
    let pad: JSONValue = ["device": "pad"]
    let follower = try Follower(daemon, ["context": pad])
    let second = try save(daemon, "b.json", #"{ "b": 1, "b_iPad": 3 }"#)
    #expect(try follower.take() == "delta")
    let reply = try daemon.call("Diff", ["from": number(first), "to": number(second), "context": pad])
    #expect(reply["patch"] == [["op": "replace", "path": "/constants/b", "value": 3]])
    #expect(
      try daemon.call("ListGenerations", ["context": pad])["generations"]?.array?.compactMap { $0["changed"] } == [1])
    #expect(try daemon.call("ListGenerations")["generations"]?.array?.first?["changed"] == 0)
    #expect(throws: ClientError.refused(.noSuchGeneration(first))) {
      try daemon.call("Resolve", ["generation": number(first), "context": ["device": "phone"]])
    }
  }
}

// SPDX-License-Identifier: GPL-2.0-or-later

import JSONText
import LinuxIO
import LiveryConfiguration
import LiveryConnection
import TestSupport
import Testing
import ThemeModel
import Varlink

@testable import LiveryService

/// The limits of callers that may only read: each holds, its error names it, and other clients notice nothing.
@Suite(.serialized) struct CallerLimitTests {
  private let directory: ScratchDirectory
  private let time = DrivenClock()
  private let log = Lines()

  init() throws {
    directory = try ScratchDirectory()
    try directory.write("bundle/theme.inc.json", #"{ "themes": ["good.json", "values.json"] }"#)
    try directory.write("bundle/good.json", #"{ "good": 1 }"#)
    try directory.write("bundle/values.json", "{}")
  }

  private func daemon(_ change: (inout DaemonConfiguration) -> Void = { _ in }) throws -> RunningDaemon {
    var configuration = DaemonConfiguration.inTest(directory, bundles: ["bundle"])
    let log = log
    configuration.log = Log(level: .info) { log.append($0) }
    change(&configuration)
    return try RunningDaemon(configuration)
  }

  /// The limit that LimitExceeded names; `fine` without an error.
  private func outcome(_ body: () throws -> Void) throws -> String {
    do {
      try body()
      return "fine"
    } catch ClientError.refused(let error) where error.name == "io.livery.Theme.LimitExceeded" {
      return "\(error.parameters["limit"]?.string ?? "") \(Int(error.parameters["value"]?.number ?? 0))"
    }
  }

  private var closed: [String] { log.all.filter { $0.contains("is closed: ") } }

  // MARK: Patterns

  @Test func patterns() throws {
    let daemon = try daemon()
    func check(_ patterns: [String], _ expected: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
      let select = ["select": .array(patterns.map(JSONValue.string))] as JSONValue
      #expect(try outcome { _ = try daemon.call("Resolve", select) } == expected, sourceLocation: sourceLocation)
      #expect(try outcome { _ = try Follower(daemon, select) } == expected, sourceLocation: sourceLocation)
    }
    let anyPath = Array(repeating: "**", count: 128).joined(separator: "/")
    try check([anyPath], "fine")
    try check([anyPath + "/x"], "patternSegments 128")
    try check([String(repeating: "**/", count: 80_000) + "x"], "patternSegments 128")
    try check([String(repeating: "**/*/", count: 60) + "nothing"], "fine")
    let many = (0..<1024).map { "constants/id-\($0)" }
    try check(many, "fine")
    try check(many + ["constants/good"], "patterns 1024")
  }

  // MARK: Contexts

  @Test func textsOfAContext() throws {
    let daemon = try daemon()
    let consumer = try Follower(daemon)
    func check(_ context: JSONValue, _ expected: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
      for method in ["Resolve", "Compose", "Explain", "Check", "SetContext"] {
        var parameters = JSONObject([("context", context)])
        if method == "Compose" { parameters["element"] = [:] }
        if method == "Explain" { parameters["path"] = "constants/good" }
        if method == "SetContext" { parameters["consumer"] = .string(consumer.consumer) }
        let found = try outcome { _ = try daemon.call(method, .object(parameters)) }
        #expect(found == expected, "\(method)", sourceLocation: sourceLocation)
      }
      let found = try outcome { _ = try Follower(daemon, ["context": context]) }
      #expect(found == expected, sourceLocation: sourceLocation)
    }
    let long = String(repeating: "é", count: 128)
    let version = "1." + String(repeating: "9", count: 254)
    try check(["language": .string(long)], "fine")
    try check(["language": .string(long + "x")], "contextText 256")
    try check(["version": .string(version)], "fine")
    try check(["version": .string(version + "9")], "contextText 256")
    try check(["themes": [.string(long)]], "fine")
    try check(["themes": ["a", .string(long + "x")]], "contextText 256")
    try check(["themes": .array(Array(repeating: "a", count: 64))], "fine")
    try check(["themes": .array(Array(repeating: "a", count: 65))], "contextThemes 64")
    func modifiers(_ count: Int) -> JSONValue {
      ["modifiers": .object(JSONObject((0..<count).map { ("modifier \($0)", "a") }))]
    }
    try check(["modifiers": .object(JSONObject([(long, .string(long))]))], "fine")
    try check(["modifiers": ["a": .string(long + "x")]], "contextText 256")
    try check(["modifiers": .object(JSONObject([(long + "x", "a")]))], "contextText 256")
    try check(modifiers(64), "fine")
    try check(modifiers(65), "contextModifiers 64")
    // The last of several with one name counts.
    try check(["modifiers": .object(JSONObject(Array(repeating: ("a", "b"), count: 65)))], "fine")
  }

  @Test func aUserHoldsAQuarterOfTheContexts() throws {
    let daemon = try daemon { $0.limits.contexts = 12 }
    func follow(_ language: String) throws -> Follower {
      try Follower(daemon, ["context": ["language": .string(language)]])
    }
    var held = try ["a", "b", "c"].map(follow)
    #expect(try outcome { _ = try follow("d") } == "contextsPerUser 3")
    // One more in a context that the user is in is no further context, and a question holds none.
    held.append(try follow("a"))
    #expect(try outcome { _ = try daemon.call("Resolve", ["context": ["language": "d"]]) } == "fine")
    // A move from one context to a different one holds as many contexts as before.
    func move(_ index: Int) throws -> String {
      try outcome {
        _ = try daemon.call(
          "SetContext", ["consumer": .string(held[index].consumer), "context": ["language": "d"]])
      }
    }
    #expect(try move(0) == "contextsPerUser 3")
    #expect(try move(1) == "fine")
    _ = try daemon.call("Deregister", ["consumer": .string(held[2].consumer)])
    #expect(try outcome { held.append(try follow("e")) } == "fine")
    #expect(Limits().contextsPerUser == 64)
  }

  // MARK: Unfinished messages

  /// Sends without waiting for an answer.
  private func send(_ bytes: some Collection<UInt8>, _ stream: borrowing UnixStream) throws {
    let loop = try EventLoop()
    try loop.register(stream.descriptor, token: 1, for: .writing)
    var rest = Array(bytes)[...]
    while !rest.isEmpty {
      if case .sent(let count) = try stream.send(rest) { rest = rest.dropFirst(count) } else { _ = try loop.wait() }
    }
  }

  private func reply(_ stream: borrowing UnixStream) throws -> Reply {
    let loop = try EventLoop()
    try loop.register(stream.descriptor, token: 1, for: .reading)
    var answer: [UInt8] = []
    while answer.last != 0, try stream.read(into: &answer) != .end { if answer.last != 0 { _ = try loop.wait() } }
    return try Reply(message: answer.dropLast())
  }

  /// Waits until the daemon has closed the connection.
  private func waitForEnd(_ stream: borrowing UnixStream) throws {
    let loop = try EventLoop()
    try loop.register(stream.descriptor, token: 1, for: .reading)
    var answer: [UInt8] = []
    while let outcome = try? stream.read(into: &answer), outcome != .end { _ = try loop.wait() }
    #expect(answer.isEmpty)
  }

  @Test func aMessageHasThirtySeconds() throws {
    let daemon = try daemon { $0.clock = time.clock }
    let message = Call("io.livery.Theme.Status").message
    let slow = try UnixStream(connectingTo: daemon.socket)
    try send(message.prefix(10), slow)
    let other = try daemon.connect()
    _ = try other.call("io.livery.Theme.Status")
    time.advance(milliseconds: 29_999)
    // A further byte does not begin the time again.
    try send(message[10..<11], slow)
    _ = try other.call("io.livery.Theme.Status")
    #expect(closed.isEmpty)
    time.advance(milliseconds: 2)
    _ = try other.call("io.livery.Theme.Status")
    try waitForEnd(slow)
    #expect(closed.count == 1 && closed[0].contains("it does not finish a message, the limit `stalled` is reached"))
    // A message that is complete in time begins a new time, and a silent client is waited for.
    time.advance(milliseconds: 100_000)
    _ = try other.call("io.livery.Theme.Status")
    #expect(closed.count == 1)
  }

  @Test func aMessageThatIsWholeInTimeIsAnswered() throws {
    let daemon = try daemon { $0.clock = time.clock }
    let stream = try UnixStream(connectingTo: daemon.socket)
    let message = Call("io.livery.Theme.Status").message
    for _ in 0..<3 {
      try send(message.prefix(10), stream)
      _ = try daemon.call("Status")
      time.advance(milliseconds: 20_000)
      // The end of one and the begin of the next come at once.
      try send(message.dropFirst(10) + message.prefix(3), stream)
      #expect(try reply(stream).parameters["version"] != nil)
      time.advance(milliseconds: 20_000)
      _ = try daemon.call("Status")
      try send(message.dropFirst(3), stream)
      #expect(try reply(stream).parameters["version"] != nil)
    }
    #expect(closed.isEmpty)
  }

  @Test func unfinishedMessagesOfAUserAreBoundedTogether() throws {
    let daemon = try daemon()
    let half = Array(repeating: UInt8(ascii: " "), count: 1_000_000)
    var streams: [Held] = []
    for _ in 0..<16 {
      streams.append(Held(try UnixStream(connectingTo: daemon.socket)))
      try send(half, streams[streams.count - 1].stream)
    }
    _ = try daemon.call("Status")
    #expect(closed.isEmpty)
    let last = try UnixStream(connectingTo: daemon.socket)
    try? send(half, last)
    try waitForEnd(last)
    #expect(closed.count == 1 && closed[0].contains("the limit `unfinished`"), "\(closed)")
    // The calls of earlier connections are answered, and their bytes are free again.
    for held in streams.prefix(8) {
      try send([0], held.stream)
      try waitForEnd(held.stream)
    }
    let next = try UnixStream(connectingTo: daemon.socket)
    try send(half, next)
    _ = try daemon.call("Status")
    #expect(closed.count == 9, "eight made no sense")
    #expect(closed.count { $0.contains("`unfinished`") } == 1)
  }

  // MARK: Unread replies

  @Test func unreadRepliesOfAUserAreBoundedTogether() throws {
    try directory.write("bundle/good.json", #"{ "good": "\#(String(repeating: "x", count: 5_000_000))" }"#)
    let daemon = try daemon {
      $0.limits.unsent = 12_500_000
      $0.clock = time.clock
    }
    func resolve() throws -> String { try outcome { _ = try daemon.call("Resolve") } }
    func unread(_ call: Call) throws -> Held {
      let held = Held(try UnixStream(connectingTo: daemon.socket))
      try send(call.message, held.stream)
      _ = try daemon.call("Status")
      return held
    }
    // Of several consumers with one message it counts once.
    let register = Call("io.livery.Theme.Register", more: true)
    let followers = try (0..<8).map { _ in try unread(register) }
    #expect(try resolve() == "fine")
    let first = try unread(Call("io.livery.Theme.Resolve"))
    #expect(try resolve() == "unsent 12500000")
    // Short replies, and consumers that are sent the same message, go on.
    #expect(try outcome { _ = try daemon.call("Status") } == "fine")
    #expect(try outcome { _ = try Follower(daemon) } == "fine")
    #expect(try outcome { _ = try Follower(daemon, ["select": ["constants"]]) } == "unsent 12500000")
    // The message that was begun is whole, and its bytes are free again.
    #expect(try reply(first.stream).parameters["snapshot"] != nil)
    #expect(try resolve() == "fine")
    for held in followers { #expect(try reply(held.stream).parameters["event"] == "snapshot") }
    _ = try unread(Call("io.livery.Theme.Resolve"))
    let second = try unread(Call("io.livery.Theme.Resolve"))
    _ = try unread(Call("io.livery.Theme.Resolve"))
    // Connections that ended count no more.
    #expect(try resolve() == "fine")
    withExtendedLifetime(second) {}
    #expect(closed.isEmpty)
  }

  private final class Held {
    let stream: UnixStream
    init(_ stream: consuming UnixStream) { self.stream = stream }
  }

  // MARK: Findings

  @Test func aFileOfManyFindingsEndsNobody() throws {
    let daemon = try daemon()
    let select: JSONValue = ["select": ["constants/good"]]
    let follower = try Follower(daemon, select)
    try directory.write("bundle/values.json", "{" + String(repeating: "\"a\": 1,\n", count: 60_000) + "\"b\": 2}")
    _ = try daemon.call("Sync")
    #expect(try follower.take() == "diagnostics")
    func check(_ diagnostics: [JSONValue]?, sourceLocation: SourceLocation = #_sourceLocation) throws {
      let list = try #require(diagnostics, sourceLocation: sourceLocation)
      #expect(list.count == 1000, sourceLocation: sourceLocation)
      #expect(list.last?["code"] == "LV0014" && list.last?["severity"] == "info", sourceLocation: sourceLocation)
      #expect(list.dropLast().allSatisfy { $0["code"] == "LV0007" }, sourceLocation: sourceLocation)
    }
    try check(follower.diagnostics)
    try check(try Follower(daemon, select).diagnostics)
    try check(try daemon.call("Resolve", select)["snapshot"]?["diagnostics"]?.array)
    try check(try daemon.call("Check")["diagnostics"]?.array)
    try directory.write("bundle/values.json", "{}")
    _ = try daemon.call("Sync")
    #expect(try follower.take() == "diagnostics")
    #expect(follower.codes == [])
  }
}

// SPDX-License-Identifier: MIT

import JSONText
import LinuxIO
import LiveryConnection
import TestSupport
import Testing
import ThemeModel
import Varlink

@testable import LiveryClient

/// A client with a scripted daemon that runs, is killed and restarts.
@Suite struct ReconnectingSessionTests {
  // MARK: The usual

  @Test func connectsWhenFirstAsked() throws {
    let client = try PolledClient(select: ["constants/*"])
    #expect(try client.daemon.acceptIfAny() == nil)
    #expect(client.theme.number("constants/gap", default: 1) == 1)

    let update = try #require(client.theme.process())
    #expect(update.connection == .connecting && !update.snapshot.isReady)
    let (peer, call) = try client.welcome()
    #expect(call.method == "io.livery.Theme.Register" && call.more)
    #expect(
      .object(call.parameters) == [
        "bundle": "aurora", "name": "test", "context": [:], "select": ["constants/*"],
      ])

    try peer.send(Message.first)
    let next = try #require(client.theme.process())
    #expect(next.connection == .live && next.snapshot.generation == 4 && next.snapshot.dialect == "redbeard")
    #expect(next.changed.paths == ["constants/gap", "styles/A"])
    #expect(client.theme.number("constants/gap", default: 1) == 8)
    #expect(client.theme.process() == nil)
  }

  /// A new order is an update without new values; the digest stays, since it identifies the values.
  @Test func followsTheOrderOfStyles() throws {
    let directory = try ScratchDirectory()
    let client = try PolledClient(cache: .directory(directory("cache")))
    _ = client.theme.process()
    let (peer, _) = try client.welcome()
    try peer.send(Message.ordered(Message.first, ["A>B", "A>C"]))
    #expect(try #require(client.theme.process()).snapshot.styleOrder == ["A>B", "A>C"])
    try peer.send(Message.ordered(Message.delta(4, 5, "d4"), ["A>C", "A>B"]))
    let swapped = try #require(client.theme.process())
    #expect(swapped.connection == .live && swapped.changed.isEmpty && swapped.snapshot.generation == 5)
    #expect(swapped.snapshot.styleOrder == ["A>C", "A>B"])
    try peer.send(Message.delta(5, 6, "d6", Message.replace("/constants/gap", 9)))
    #expect(try #require(client.theme.process()).snapshot.styleOrder == ["A>C", "A>B"])
    #expect(try JSONValue(parsing: client.theme.snapshot.json)["order"] == ["A>C", "A>B"])

    client.world.advance(by: 1_000_000_000)
    _ = client.theme.process()
    let later = try PolledClient(client.daemon, cache: .directory(directory("cache")))
    #expect(try #require(later.theme.process()).snapshot.styleOrder == ["A>C", "A>B"])
    let (again, _) = try later.welcome()
    try again.send(Message.ordered(Message.first, ["A>B", "A>C"]))
    #expect(try #require(later.theme.process()).snapshot.styleOrder == ["A>B", "A>C"])
    try again.send(Message.ordered(Message.delta(4, 5, "d4"), []))
    #expect(try #require(later.theme.process()).snapshot.styleOrder == [])
  }

  @Test func followsDeltas() throws {
    let (client, peer) = try PolledClient.live()
    try peer.send(
      Message.delta(
        4, 6, "d6", Message.replace("/constants/gap", 9), ["op": "add", "path": "/styles/A/part", "value": ["x": nil]]))
    let update = try #require(client.theme.process())
    #expect(update.changed.paths == ["constants/gap", "styles/A/part"])
    #expect(update.changed.contains("styles/A") && !update.changed.contains("styles/A/on"))
    #expect(update.snapshot.generation == 6)
    #expect(update["styles/A/part/x"] == .null)
  }

  @Test func tellsOfDiagnostics() throws {
    let (client, peer) = try PolledClient.live()
    let list: JSONValue = [
      [
        "code": "LV0001", "severity": "error", "message": "m", "file": "f",
        "range": ["start": ["line": 3, "column": 5]],
        "help": "h",
      ], 7, ["code": "LV0002"],
    ]
    try peer.send(["consumer": "c1", "event": "diagnostics", "diagnostics": list])
    let update = try #require(client.theme.process())
    #expect(
      update.diagnostics == [
        Theme.Diagnostic(code: "LV0001", severity: .error, message: "m", file: "f", line: 3, column: 5, help: "h")
      ])
    #expect(update.changed.isEmpty)
  }

  /// A snapshot that comes in place of a delta has its findings within it.
  @Test func aLaterSnapshotHasItsFindings() throws {
    let (client, peer) = try PolledClient.live()
    try peer.send([
      "consumer": "c1", "event": "snapshot",
      "snapshot": [
        "bundle": "aurora", "dialect": "oracle", "context": [:], "generation": 5, "digest": "d5", "constants": [:],
        "styles": [:], "diagnostics": [["code": "LV1001", "severity": "error", "message": "m"]],
      ],
    ])
    let update = try #require(client.theme.process())
    #expect(update.diagnostics.map(\.code) == ["LV1001"] && update.snapshot.dialect == "oracle")
  }

  /// Two deltas between two reads are one update, and a value that came back does not count as changed.
  @Test func conflates() throws {
    let (client, peer) = try PolledClient.live()
    try peer.send(
      Message.delta(4, 5, "d5", Message.replace("/constants/gap", 9), Message.replace("/styles/A/on", false)))
    try peer.send(Message.delta(5, 6, "d6", Message.replace("/constants/gap", 8)))
    #expect(try #require(client.theme.process()).changed.paths == ["styles/A/on"])
    try peer.send(Message.delta(6, 7, "d7", Message.replace("/constants/gap", 9)))
    try peer.send(Message.delta(7, 8, "d6", Message.replace("/constants/gap", 8)))
    #expect(client.theme.process() == nil)
  }

  // MARK: Killed and restarted

  @Test func keepsItsValuesWhenTheDaemonIsGone() throws {
    let (client, peer) = try PolledClient.live()
    let lost = Theme.Timestamp(secondsSince1970: Int(client.world.environment.clock.now() / 1_000_000_000))
    client.daemon.stopListening()
    _ = consume peer
    let update = try #require(client.theme.process())
    #expect(update.connection == .stale(since: lost) && update.problem != nil && update.changed.isEmpty)
    #expect(client.theme.number("constants/gap", default: 1) == 8)
    for _ in 0..<5 { client.retry() }
    #expect(client.theme.connection == .stale(since: lost), "it is stale since the loss, not since the last attempt")
  }

  @Test func resumesWithWhatItHas() throws {
    let (client, peer) = try PolledClient.live()
    _ = consume peer
    _ = client.theme.process()
    client.retry()
    let (next, call) = try client.welcome()
    #expect(call.parameters["since"] == ["generation": 4, "digest": "d4"])
    try next.send(Message.delta(4, 4, "d4"))
    let update = try #require(client.theme.process())
    #expect(update.connection == .live && update.changed.isEmpty && update.problem == nil)
    try next.send(Message.delta(4, 5, "d5", Message.replace("/constants/gap", 9)))
    #expect(try #require(client.theme.process()).changed.paths == ["constants/gap"])
  }

  @Test func takesASnapshotOfADaemonThatLostItsState() throws {
    let (client, peer) = try PolledClient.live()
    _ = consume peer
    _ = client.theme.process()
    client.retry()
    let next = try client.welcome().peer
    try next.send(Message.snapshot(1, "d1", constants: ["gap": 8, "more": 1], styles: ["A": ["on": true]]))
    let update = try #require(client.theme.process())
    #expect(update.snapshot.generation == 1)
    #expect(update.changed.paths == ["constants/more"], "only what differs is new")
  }

  @Test func comesBackAfterAnEnd() throws {
    let (client, peer) = try PolledClient.live()
    try peer.send(Peer.reply(Message.end("the daemon ends"), continues: false))
    let update = try #require(client.theme.process())
    #expect(update.problem == "the daemon ends" && update.connection != .live)
    try peer.waitUntilClosed()
    client.retry()
    #expect(try client.welcome().call.parameters["since"] != nil)
  }

  @Test func asksAgainWhenNobodyAnswers() throws {
    let client = try PolledClient()
    _ = client.theme.process()
    let silent = try client.welcome().peer
    client.world.advance(by: 29_999_999_999)
    #expect(client.theme.process() == nil)
    #expect(try !silent.isClosed())
    client.world.advance(by: 1)
    let update = try #require(client.theme.process())
    #expect(update.problem == "the daemon does not answer" && update.connection == .connecting)
    try silent.waitUntilClosed()

    client.retry()
    let next = try client.welcome().peer
    try next.send(Message.first)
    #expect(client.theme.process()?.connection == .live)
    client.world.advance(by: 3_600_000_000_000)
    #expect(client.theme.process() == nil, "a daemon that has answered may be silent for ever")
    #expect(try !next.isClosed())
  }

  @Test func asksAgainWhenItIsRefused() throws {
    let client = try PolledClient()
    _ = client.theme.process()
    let peer = try client.welcome().peer
    var bytes: [UInt8] = []
    Reply(CallError("io.livery.Theme.BundleNotFound", JSONObject([("bundle", "aurora")]))).encode(into: &bytes)
    try peer.send(bytes)
    let update = try #require(client.theme.process())
    #expect(
      update.problem == "the daemon does not serve the bundle `aurora`"
        && update.connection == .rejected(.bundleNotFound))
    client.retry()
    #expect(try client.welcome().call.parameters["since"] == nil)
  }

  /// A deregistered client stays away until the program asks for a connection.
  @Test func staysAwayWhenItIsDeregistered() throws {
    let client = try PolledClient()
    _ = client.theme.process()
    let peer = try client.welcome().peer
    try peer.send(Message.first)
    #expect(client.theme.process()?.connection == .live)
    try peer.send(["event": "end", "reason": "deregistered by process 7"])
    let update = try #require(client.theme.process())
    #expect(update.connection == .rejected(.deregistered) && update.problem == "deregistered by process 7")
    #expect(update.snapshot.isReady)
    #expect(client.world.waits == [])
    client.world.advance(by: 3_600_000_000_000)
    #expect(client.theme.process() == nil)
    client.theme.reconnect()
    _ = client.theme.process()
    let next = try client.welcome()
    #expect(next.call.parameters["since"] != nil)
    try next.peer.send(Message.first)
    #expect(client.theme.process()?.connection == .live)
    client.theme.reconnect()
    #expect(client.theme.process() == nil, "nothing was ended")
  }

  @Test func waitsLongerAndLonger() throws {
    let client = try PolledClient()
    client.daemon.stopListening()
    _ = client.theme.process()
    for attempt in 1...60 {
      #expect(client.world.waits.count == attempt)
      let wait = try #require(client.world.waits.last)
      client.world.advance(by: wait - 1)
      _ = client.theme.process()
      #expect(client.world.waits.count == attempt, "not before its time")
      client.world.advance(by: 1)
      _ = client.theme.process()
    }
    let waits = client.world.waits
    #expect(waits.allSatisfy { (50_000_000...2_000_000_000).contains($0) })
    #expect(waits[0] <= 150_000_000 && waits.max() ?? 0 > 1_000_000_000)
    #expect(Set(waits).count > 50, "no two clients come at one time")
  }

  @Test func waitsShortlyAfterAGoodConnection() throws {
    let (client, peer) = try PolledClient.live()
    _ = consume peer
    // No connection lasts, so that the waits grow.
    for _ in 0..<20 {
      _ = client.theme.process()
      client.retry()
      try client.welcome().peer.send(Message.first)
      _ = client.theme.process()
    }
    _ = client.theme.process()
    #expect(client.world.waits.suffix(10).max() ?? 0 > 500_000_000)
    client.retry()
    let good = try client.welcome().peer
    try good.send(Message.first)
    _ = client.theme.process()
    client.world.advance(by: 2_000_000_000)
    _ = consume good
    _ = client.theme.process()
    #expect(try #require(client.world.waits.last) <= 150_000_000)
  }

  @Test func theDescriptorSaysWhenThereIsSomethingToDo() throws {
    let daemon = try ScriptedDaemon()
    let theme = try PolledTheme(Theme.Options(socket: daemon.socket, cache: .off))
    _ = theme.process()
    let peer = try daemon.accept()
    _ = try peer.call()
    #expect(!isReadable(theme.descriptor, within: 0))
    try peer.send(Message.first)
    #expect(isReadable(theme.descriptor, within: 0))
    #expect(theme.process()?.connection == .live)
    #expect(!isReadable(theme.descriptor, within: 0))
    // The end of a wait is work, too.
    daemon.stopListening()
    _ = consume peer
    #expect(theme.process()?.connection != .live)
    #expect(isReadable(theme.descriptor, within: 10_000))
    try daemon.listen()
    while try daemon.acceptIfAny() == nil {
      #expect(isReadable(theme.descriptor, within: 10_000))
      _ = theme.process()
    }
  }

  // MARK: Contexts and the cache

  @Test func changesItsContext() throws {
    let (client, peer) = try PolledClient.live()
    client.theme.setContext(Theme.Context(device: "pad", themes: ["night"], modifiers: ["size": "compact"]))
    try peer.waitUntilClosed()
    #expect(client.theme.number("constants/gap", default: 1) == 8)
    let (next, call) = try client.welcome()
    #expect(call.parameters["context"] == ["device": "pad", "themes": ["night"], "modifiers": ["size": "compact"]])
    #expect(call.parameters["since"] == nil)
    try next.send(Message.snapshot(4, "p4", constants: ["gap": 12], styles: ["A": ["on": true]]))
    let update = try #require(client.theme.process())
    #expect(update.changed.paths == ["constants/gap"] && update.connection == .live)
  }

  /// A context that is chosen before the first `process` is that of the first connection.
  @Test(arguments: [nil, "dark"]) func aContextMayBeChosenBeforeTheStart(theme: String?) throws {
    let client = try PolledClient()
    client.theme.setContext(Theme.Context(themes: theme.map { [$0] } ?? []))
    #expect(try client.daemon.acceptIfAny() == nil)
    _ = client.theme.process()
    let (peer, call) = try client.welcome()
    #expect(call.parameters["context"]?["themes"] == theme.map { [.string($0)] })
    try peer.send(Message.first)
    #expect(try #require(client.theme.process()).connection == .live)
  }

  @Test func aContextThatChangesDuringAWaitConnectsOnce() throws {
    let (client, peer) = try PolledClient.live()
    _ = consume peer
    _ = client.theme.process()
    client.theme.setContext(Theme.Context(device: "pad"))
    _ = try client.welcome()
    client.retry()
    #expect(try client.daemon.acceptIfAny() == nil)
  }

  @Test func startsWithWhatAnEarlierRunKept() throws {
    let directory = try ScratchDirectory()
    let earlier = try PolledClient(cache: .directory(directory("cache")))
    _ = earlier.theme.process()
    try earlier.welcome().peer.send(Message.first)
    _ = earlier.theme.process()
    earlier.world.advance(by: 1_000_000_000)
    _ = earlier.theme.process()
    let names = try directory.names(in: "cache")
    #expect(names.count == 1)

    earlier.daemon.stopListening()
    let later = try PolledClient(earlier.daemon, cache: .directory(directory("cache")))
    let update = try #require(later.theme.process())
    #expect(
      update.connection == .stale(since: Theme.Timestamp(secondsSince1970: 1_001)) && update.snapshot.generation == 4)
    #expect(later.theme.number("constants/gap", default: 1) == 8)
    try later.daemon.listen()
    later.retry()
    let (peer, call) = try later.welcome()
    #expect(call.parameters["since"] == nil, "a file is not what a daemon has said")
    try peer.send(Message.first)
    #expect(try #require(later.theme.process()).changed.isEmpty)

    // A different context is a different theme, and a damaged file is none.
    for context in [Theme.Context(device: "pad"), Theme.Context(modifiers: ["size": "compact"])] {
      let other = try PolledTheme(
        Theme.Options(bundle: "aurora", context: context, cache: .directory(directory("cache"))),
        environment: later.world.environment, search: SocketSearch(chosen: "/nowhere", directories: [], user: 0))
      #expect(try #require(other.process()).connection == .connecting)
    }
    let text = try directory.text("cache/\(names[0])")
    for length in stride(from: 0, to: text.utf8.count, by: 7) {
      try directory.write("cache/\(names[0])", String(text.utf8.prefix(length)) ?? "")
      let broken = try PolledClient(cache: .directory(directory("cache")))
      #expect(try #require(broken.theme.process()).connection == .connecting)
    }
  }
}

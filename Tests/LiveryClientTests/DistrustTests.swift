// SPDX-License-Identifier: MIT

import JSONText
import TestSupport
import Testing
import ThemeModel
import Varlink

@testable import LiveryClient

/// A client with a scripted daemon: upgraded, slow and lying.
@Suite struct DistrustTests {
  // MARK: Upgraded and slow

  @Test func passesOverWhatItDoesNotKnow() throws {
    let (client, peer) = try PolledClient.live()
    try peer.send(["consumer": "c1", "event": "weather", "weather": ["sun": true]])
    var delta = Message.delta(4, 5, "d5", ["op": "replace", "path": "/constants/gap", "value": 9, "because": "so"])
    delta = adding("colour", 7, to: delta)
    try peer.send(delta)
    var bytes = Peer.reply(Message.delta(5, 6, "d6", Message.replace("/styles/A/on", false)))
    bytes.replaceSubrange(0..<1, with: Array(#"{"trace":[1,{"x":null}],"#.utf8))
    try peer.send(bytes)
    let update = try #require(client.theme.process())
    #expect(update.changed.paths == ["constants/gap", "styles/A/on"] && update.connection == .live)
  }

  private func adding(_ key: String, _ value: JSONValue, to json: JSONValue) -> JSONValue {
    var object = json.object ?? JSONObject()
    object[key] = value
    return .object(object)
  }

  @Test func waitsForTheRestOfAMessage() throws {
    let (client, peer) = try PolledClient.live()
    for byte in Peer.reply(Message.delta(4, 5, "d5", Message.replace("/constants/gap", 9))) {
      #expect(client.theme.process() == nil)
      try peer.send([byte])
    }
    #expect(try #require(client.theme.process()).changed.paths == ["constants/gap"])
  }

  @Test func isConnectingWhileTheDaemonSaysNothing() throws {
    let client = try PolledClient()
    _ = client.theme.process()
    _ = try client.welcome()
    client.retry()
    #expect(client.theme.connection == .connecting)
    #expect(try client.daemon.acceptIfAny() == nil, "one connection is enough")
  }

  // MARK: Lying

  @Test(
    arguments: [
      Message.delta(3, 5, "d5", Message.replace("/constants/gap", 9)),
      Message.delta(4, 3, "d5", Message.replace("/constants/gap", 9)),
      Message.delta(4, 5, "d5", Message.replace("/constants/none", 9)),
      Message.delta(4, 5, "d5", ["op": "remove", "path": "/constants"]),
      Message.delta(4, 5, "d5", Message.replace("/constants/gap", 9), "nonsense"),
      // A digest that stays when the content changes, and a digest that changes when the content stays.
      Message.delta(4, 5, "d4", Message.replace("/constants/gap", 9)), Message.delta(4, 5, "d5"),
      Message.delta(4, 5, "d5", Message.replace("/constants/gap", 8)), Message.delta(4, 5, ""),
      Message.snapshot(5, ""), Message.snapshot(5, "d5", constants: [1]), Message.snapshot(5, "d5", styles: nil),
      ["event": "delta", "delta": ["bundle": "aurora", "from": "4", "to": 5, "digest": "d5", "patch": []]],
      [
        "event": "delta",
        "delta": [
          "bundle": "other", "from": 4, "to": 5, "digest": "d5", "patch": [Message.replace("/constants/gap", 9)],
        ],
      ],
      ["event": "delta", "delta": ["bundle": "aurora", "from": 4, "to": 5.5, "digest": "d5", "patch": []]],
      ["event": "delta", "delta": ["bundle": "aurora", "from": 4, "to": 5, "digest": 5, "patch": [:]]],
      ["event": "delta"], ["event": "snapshot", "snapshot": []], ["event": 7], [:],
    ] as [JSONValue])
  func registersAnewAfterALie(lie: JSONValue) throws {
    try checkLie(Peer.reply(lie))
  }

  @Test(arguments: [
    "{]", "[]", "7", "", "{\"parameters\":7}", "{\"parameters\":{\"event\":\"delta\"", "\u{FFFD}", "null",
  ])
  func registersAnewAfterNonsense(text: String) throws {
    try checkLie(Array(text.utf8) + [0])
  }

  private func checkLie(_ bytes: [UInt8]) throws {
    let (client, peer) = try PolledClient.live()
    try peer.send(bytes)
    let update = try #require(client.theme.process())
    #expect(update.connection != .live && update.problem != nil && update.changed.isEmpty)
    #expect(client.theme.number("constants/gap", default: 1) == 8)
    try peer.waitUntilClosed()
    client.retry()
    let (honest, call) = try client.welcome()
    #expect(call.parameters["since"] == nil, "it does not go on from there")
    try honest.send(Message.snapshot(9, "d9", constants: ["gap": 10]))
    #expect(try #require(client.theme.process()).connection == .live)
    #expect(client.theme.number("constants/gap", default: 1) == 10)
  }

  @Test func noDeltaComesFirst() throws {
    let client = try PolledClient()
    _ = client.theme.process()
    try client.welcome().peer.send(Message.delta(0, 1, "d1"))
    #expect(try #require(client.theme.process()).problem == "a delta came before the first snapshot")
  }

  @Test func aResumedStreamBeginsWhereItWas() throws {
    let (client, peer) = try PolledClient.live()
    _ = consume peer
    _ = client.theme.process()
    client.retry()
    try client.welcome().peer.send(Message.delta(4, 4, "other"))
    #expect(try #require(client.theme.process()).connection != .live)
    client.retry()
    #expect(try client.welcome().call.parameters["since"] == nil)
  }

  /// With a selection the digest covers more than the client has.
  @Test func aDigestMayChangeOutsideOfTheSelection() throws {
    let (client, peer) = try PolledClient.live(select: ["constants/*"])
    try peer.send(Message.delta(4, 5, "d5"))
    #expect(client.theme.process() == nil)
    #expect(client.theme.connection == .live && client.theme.snapshot.digest == "d5")
  }
}

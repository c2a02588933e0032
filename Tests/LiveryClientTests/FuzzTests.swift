// SPDX-License-Identifier: MIT

import JSONText
import TestSupport
import Testing
import ThemeModel

@testable import LiveryClient

/// A daemon with arbitrary messages: the client never traps, never loses its state, and accepts the next honest daemon.
@Suite struct FuzzTests {
  private static let styles: JSONValue = ["A": ["on": true, "part": ["x": 1]], "B": ["text": "b"]]
  private static let messages: [JSONValue] = [
    Message.snapshot(
      4, "d4", constants: ["gap": 8], styles: styles, diagnostics: [["code": "LV1001", "message": "m"]]),
    Message.delta(4, 5, "d5", Message.replace("/constants/gap", 9), ["op": "remove", "path": "/styles/A/part/x"]),
    Message.delta(
      5, 6, "d6", ["op": "add", "path": "/styles/C", "value": ["$type": "image", "$value": ["name": "n"]]]),
    ["consumer": "c1", "event": "diagnostics", "diagnostics": []],
  ]

  @Test(arguments: 0..<40) func anyBytes(seed: UInt64) throws {
    var random = SplitMix(seed: seed)
    let client = try PolledClient()
    _ = client.theme.process()
    for _ in 0..<25 {
      let peer = try client.welcome().peer
      for _ in 0..<Int.random(in: 1...6, using: &random) where try !peer.isClosed() {
        let before = client.theme.snapshot
        // It may be closed from now on: see `waitUntilClosed`.
        _ = try? peer.send(Self.lie(&random))
        _ = client.theme.process()
        let now = client.theme.snapshot
        #expect(now.isReady || !before.isReady, "no lie takes away what is there")
        #expect(now.values.keys == (now.isReady ? ["constants", "styles"] : []))
      }
      // Half a message stays behind, and the daemon is gone.
      _ = try? peer.send(Array(Self.lie(&random).dropLast(2)))
      _ = consume peer
      _ = client.theme.process()
      client.retry()
    }
    // After any messages, it accepts the true state.
    let honest = try client.welcome().peer
    try honest.send(Message.snapshot(77, "d77", constants: ["gap": 10]))
    _ = client.theme.process()
    #expect(client.theme.connection == .live)
    #expect(client.theme.snapshot.values == ["constants": ["gap": 10], "styles": [:]])
  }

  /// A message, most often with something done to it.
  private static func lie(_ random: inout SplitMix) -> [UInt8] {
    if random.happens(onceIn: 12) {
      return (0..<Int.random(in: 1...300, using: &random)).map { _ in UInt8.random(in: 0...255, using: &random) }
    }
    var message = random.one(of: messages)
    for _ in 0..<Int.random(in: 0...2, using: &random) { message = mutated(message, &random) }
    var bytes = Peer.reply(message)
    for _ in 0..<(random.happens(onceIn: 3) ? 2 : 0) {
      let place = Int.random(in: bytes.indices, using: &random)
      switch Int.random(in: 0..<3, using: &random) {
      case 0: bytes[place] = UInt8.random(in: 0...255, using: &random)
      case 1: bytes.remove(at: place)
      default: bytes.insert(random.one(of: Array("{}[]\",:0\0".utf8)), at: place)
      }
    }
    return bytes
  }

  /// The same with one value somewhere in it replaced, taken away or doubled.
  private static func mutated(_ value: JSONValue, _ random: inout SplitMix) -> JSONValue {
    let others: [JSONValue] = [
      nil, true, -1, 4, 1e300, "", "/constants/gap", [], [:], ["$type": "color", "$value": 7],
    ]
    switch value {
    case .object(var object) where !object.members.isEmpty && !random.happens(onceIn: 8):
      let place = Int.random(in: object.members.indices, using: &random)
      switch Int.random(in: 0..<10, using: &random) {
      case 0: object.members.remove(at: place)
      case 1: object.members.append(object.members[place])
      default: object.members[place].value = mutated(object.members[place].value, &random)
      }
      return .object(object)
    case .array(var elements) where !elements.isEmpty && !random.happens(onceIn: 8):
      let place = Int.random(in: elements.indices, using: &random)
      switch Int.random(in: 0..<6, using: &random) {
      case 0: elements.remove(at: place)
      case 1: elements.append(elements[place])
      default: elements[place] = mutated(elements[place], &random)
      }
      return .array(elements)
    case .null, .bool, .number, .string, .array, .object: return random.one(of: others)
    }
  }
}

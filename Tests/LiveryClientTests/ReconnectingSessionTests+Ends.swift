// SPDX-License-Identifier: MIT

import TestSupport
import Testing

@testable import LiveryClient

/// What stays when a theme is closed, or after an invalid message.
extension ReconnectingSessionTests {
  @Test func keepsWhatItHasWhenItIsClosed() throws {
    let directory = try ScratchDirectory()
    let (client, peer) = try PolledClient.live(cache: .directory(directory("cache")))
    client.theme.close()
    try peer.waitUntilClosed()
    #expect(try directory.names(in: "cache").count == 1)
    let update = try #require(client.theme.process())
    #expect(update.connection == .closed && update.snapshot.generation == 4)
    #expect(client.retry() == nil)
    #expect(try client.daemon.acceptIfAny() == nil)
  }

  @Test func aClosedThemeDoesNotReconnect() throws {
    let (client, peer) = try PolledClient.live()
    try peer.send(Message.end("deregistered by user 0"))
    _ = client.theme.process()
    #expect(client.theme.connection == .rejected(.deregistered))
    client.theme.close()
    client.theme.reconnect()
    _ = client.retry()
    #expect(client.theme.connection == .closed)
    #expect(try client.daemon.acceptIfAny() == nil)
  }

  /// A state that came after an invalid message is stored, too, although none could be stored in between.
  @Test func storesTheStateAfterAnInvalidMessage() throws {
    let directory = try ScratchDirectory()
    let (client, peer) = try PolledClient.live(cache: .directory(directory("cache")))
    try peer.send(Message.delta(7, 8, "d8"))
    _ = client.theme.process()
    client.retry()
    #expect(try !directory.names().contains("cache"))
    let next = try client.welcome().peer
    try next.send(Message.first)
    _ = client.theme.process()
    client.retry()
    #expect(try directory.names(in: "cache").count == 1)
  }
}

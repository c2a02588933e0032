// SPDX-License-Identifier: MIT

import JSONText
import LiveryClient
import Testing
import ThemeModel
import Varlink

/// Themes on the client's own thread, with a scripted daemon.
@Suite struct ThemeTests {
  @Test func followsADaemon() async throws {
    let daemon = try ScriptedDaemon()
    let theme = Theme(Theme.Options(bundle: "aurora", socket: daemon.socket, cache: .off))
    #expect(try daemon.acceptIfAny() == nil)
    #expect(theme.detail("constants/gap", default: 1.0).origin == .defaulted(.notReady))
    let peer = try daemon.acceptWaiting().peer
    try peer.send(Message.snapshot(4, "d4", constants: ["gap": 8]))
    #expect(await theme.ready()?.generation == 4)
    var reader = theme.updates.makeAsyncIterator()
    #expect(await reader.next()?.connection == .live)
    try peer.send(Message.delta(4, 5, "d5", Message.replace("/constants/gap", 9)))
    #expect(await reader.next()?.changed.paths == ["constants/gap"])
    #expect(theme.number("constants/gap", default: 1) == 9)
    _ = consume peer
    while let update = await reader.next(), update.connection == .live {}
    let again = try daemon.acceptWaiting()
    #expect(again.call.parameters["since"] == ["generation": 5, "digest": "d5"])
    try again.peer.send(Message.delta(5, 5, "d5"))
    while let update = await reader.next(), update.connection != .live {}
    theme.setContext(Theme.Context(device: "pad"))
    let pad = try daemon.acceptWaiting()
    #expect(pad.call.parameters["context"] == ["device": "pad"])
    theme.close()
    while let update = await reader.next() { #expect(update.number("constants/gap", default: 1) == 9) }
    #expect(theme.connection == .closed)
  }

  @Test func oneThreadServesAHundredThemes() async throws {
    let daemon = try ScriptedDaemon()
    let themes = (0..<100).map { _ in Theme(Theme.Options(socket: daemon.socket, cache: .off)) }
    for theme in themes { theme.connect() }
    var peers: [Peer] = []
    for number in themes.indices {
      let peer = try daemon.accept()
      _ = try peer.call()
      try peer.send(Message.snapshot(1, "d1", constants: ["gap": .number(Double(number))]))
      peers.append(peer)
    }
    var gaps: Set<Int> = []
    for theme in themes { gaps.insert(await theme.ready()?.integer("constants/gap", default: -1) ?? -1) }
    #expect(gaps == Set(0..<100))
    for peer in peers { try peer.send(Message.delta(1, 2, "d2", Message.replace("/constants/gap", 1_000))) }
    for theme in themes {
      for await update in theme.updates where update.integer("constants/gap", default: 0) == 1_000 { break }
    }
  }
}

// SPDX-License-Identifier: GPL-2.0-or-later

import Testing

@testable import LiveryService

@Suite struct EventTests {
  @Test(arguments: [
    Event.connecting, .acceptingAgain, .connection(ConnectionNumber(value: 1)),
    .connection(ConnectionNumber(value: 1 << 56 - 1)), .files, .signal, .bundleDue(0),
    .bundleDue(63), .stopTimedOut, .initialMessageExpired,
  ])
  func travelsAsAToken(_ event: Event) {
    #expect(Event(token: event.token) == event)
    #expect(event.token >= 1 << 56)
  }

  @Test(arguments: [0, 1, 1 << 56 - 1, .max - 1])
  func leavesOtherTokensToOthers(_ token: UInt64) {
    #expect(Event(token: token) == .foreign)
  }
}

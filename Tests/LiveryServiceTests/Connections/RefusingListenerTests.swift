// SPDX-License-Identifier: GPL-2.0-or-later

import Glibc
import TestSupport
import Testing

@testable import LinuxIO
@testable import LiveryService

@Suite struct RefusingListenerTests {
  private let directory: ScratchDirectory
  private let time = DrivenClock()

  init() throws {
    directory = try ScratchDirectory()
  }

  @Test func whoeverComesIsTurnedAwayUntilTheTimeIsOver() throws {
    let listener = try UnixListener(path: directory("socket"), mode: 0o600)
    try RefusingListener(listener.duplicate(), clock: time.clock).refuseAll()

    let first = try UnixStream(connectingTo: directory("socket"))
    let second = try UnixStream(connectingTo: directory("socket"))
    let refusing = try RefusingListener(listener.duplicate(), clock: time.clock)
    time.advance(milliseconds: 7_001)
    try refusing.refuseAll()
    for stream in [first.descriptor.raw, second.descriptor.raw] {
      var byte: UInt8 = 0
      #expect(recv(stream, &byte, 1, 0) == 0, "the other side is closed")
    }
    #expect(try listener.accept() == nil)
  }
}

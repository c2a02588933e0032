// SPDX-License-Identifier: GPL-2.0-or-later

import LinuxIO
import Testing

@testable import LiveryService

@Suite struct OutboxTests {
  /// Sends slices through a socket whose reader takes them in pieces, and expects what went in to come out.
  private func check(_ slices: [[UInt8]], piece: Int) throws {
    let pair = try UnixStream.pair()
    var outbox = Outbox()
    for slice in slices { outbox.append(slice[...]) }
    let expected = slices.flatMap { $0 }
    #expect(outbox.count == expected.count)

    var received: [UInt8] = []
    while true {
      let before = outbox.count
      let progress = try outbox.send(to: pair.first)
      #expect(progress == (outbox.count < before))
      guard case .bytes = try pair.second.read(into: &received, most: piece) else { break }
    }
    #expect(outbox.isEmpty)
    #expect(received == expected)
  }

  @Test func sendsAllInOrder() throws {
    try check([], piece: 10)
    try check([[1], [], [2, 3]], piece: 1)
    try check((0..<100).map { [UInt8](repeating: UInt8($0), count: $0) }, piece: 7)
  }

  @Test func goesOnWhereAFullSocketStopped() throws {
    let large = (0..<1_000_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    try check([[1, 2, 3], large, [4], large, [5]], piece: 60_000)
  }
}

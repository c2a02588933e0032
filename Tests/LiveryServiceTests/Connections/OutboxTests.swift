// SPDX-License-Identifier: GPL-2.0-or-later

import LinuxIO
import Testing

@testable import LiveryService

@Suite(.serialized) struct OutboxTests {
  init() { ignoreBrokenPipeSignal() }

  private func bytes(_ count: Int, _ seed: Int = 0) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: ($0 + seed) &* 31 &+ $0 / 256) }
  }

  /// Sends through a socket that is read in pieces, and expects the same bytes at its end.
  private func check(
    piece: Int, of expected: [UInt8], _ fill: (inout Outbox, borrowing UnixStream) throws -> Void,
    _ location: SourceLocation = #_sourceLocation
  ) throws {
    let pair = try UnixStream.pair()
    var outbox = Outbox()
    try fill(&outbox, pair.first)
    var received: [UInt8] = []
    while received.count < expected.count {
      let before = outbox.count
      let progress = try outbox.send(to: pair.first)
      #expect(progress == (outbox.count < before), sourceLocation: location)
      guard case .bytes = try pair.second.read(into: &received, maximum: piece) else { break }
    }
    #expect(outbox.isEmpty, sourceLocation: location)
    #expect(received == expected, sourceLocation: location)
    #expect(try pair.second.read(into: &received) == .wouldBlock, sourceLocation: location)
  }

  @Test func sendsAllInOrder() throws {
    try check(piece: 10, of: []) { _, _ in }
    let own = (0..<100).map { [UInt8](repeating: UInt8($0), count: $0) }
    try check(piece: 7, of: own.flatMap { $0 }) { outbox, _ in
      for slice in own { outbox.append(slice[...]) }
      #expect(outbox.count == 4950)
    }
    try check(piece: 7, of: [1, 2, 3, 4]) { outbox, stream in
      outbox.append([1, 2])
      outbox.append(SharedBytes([0, 3]), from: 1)
      outbox.append(SharedBytes([4]), from: 1)
      outbox.append([4])
      #expect(outbox.count == 4)
    }
  }

  @Test func goesOnWhereAFullSocketStopped() throws {
    let large = bytes(1_000_000)
    let shared = SharedBytes(large[...])
    try check(piece: 60_000, of: [1, 2] + large + [4] + large + [5] + large) { outbox, stream in
      outbox = try Outbox.rest(afterSending: [1, 2], shared, to: stream) ?? Outbox()
      outbox.append([4])
      outbox.append(large[...])
      outbox.append([5])
      outbox.append(shared)
    }
  }

  /// Copied messages, messages of two pieces and messages in a file arrive whole, wherever the kernel divides them.
  @Test(arguments: [1, 300, 984, 985, 5000, 32_767, 32_768, 40_000])
  func aMessageIsWholeWhereverItIsSplit(_ count: Int) throws {
    let head = bytes(40, 7)
    let body = bytes(count)
    let shared = SharedBytes(body[...])
    let splits = Array(1...44) + stride(from: 45, to: count + 40, by: 1 + count / 60) + [count + 39]
    for split in splits where split < count + 40 {
      var isFirst = true
      var left = split
      func decide(_ call: SystemCall) -> Interception {
        guard call == .send || call == .sendFile else { return .none }
        // The rest after the first part is sent as usual.
        guard isFirst, left > 0 else { return isFirst ? .failure(.wouldBlock) : .none }
        defer { left -= count >= 32_768 && left > 40 ? 40 : left }
        return .atMost(left)
      }
      try check(piece: 60_000, of: head + body) { outbox, stream in
        outbox = try #require(
          try interceptingSystemCalls(decide) { try Outbox.rest(afterSending: head, shared, to: stream) })
        isFirst = false
        #expect(outbox.count == count + 40 - split)
      }
    }
  }

  @Test func whoTakesNothingIsOwedAll() throws {
    let pair = try UnixStream.pair()
    let rest = try interceptingSystemCalls({ _ in .failure(.wouldBlock) }) {
      try Outbox.rest(afterSending: [1], SharedBytes([2, 3]), to: pair.first)
    }
    var outbox = try #require(rest)
    #expect(outbox.count == 3)
    let broken = interceptingSystemCalls({ _ in .failure(.brokenPipe) }) {
      do throws(SystemError) {
        _ = try outbox.send(to: pair.first)
        return false
      } catch {
        return error.errno == .brokenPipe
      }
    }
    #expect(broken)
  }
}

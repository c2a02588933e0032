// SPDX-License-Identifier: MIT

import Glibc
import TestSupport
import Testing

@testable import LinuxIO

@Suite(.serialized) struct SharedBytesTests {
  private let large = (0..<1_000_000).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 / 256) }

  private let directory: ScratchDirectory

  init() throws {
    ignoreBrokenPipeSignal()
    directory = try ScratchDirectory()
  }

  private func isFile(_ bytes: SharedBytes) -> Bool {
    switch bytes.place {
    case .memory: false
    case .file: true
    }
  }

  /// Sends the bytes to several peers, and expects each to get exactly these.
  private func check(_ bytes: SharedBytes, are expected: [UInt8], peers: Int = 1) throws {
    for peer in 0..<peers {
      let pair = try UnixStream.pair()
      var received: [UInt8] = []
      var offset = 0
      while received.count < expected.count {
        if offset < bytes.count, case .sent(let count) = try pair.first.send(bytes, from: offset) { offset += count }
        guard case .bytes = try pair.second.read(into: &received, maximum: 100_000) else { break }
      }
      #expect(received == expected, "peer \(peer)")
    }
  }

  @Test(arguments: [0, 1, 32_767, 32_768, 1_000_000]) func arriveAsTheyAre(count: Int) throws {
    // A slice that does not begin at the start of its array.
    let bytes = SharedBytes(([0] + large.prefix(count)).dropFirst(), within: FileBudget(maximum: 1))
    #expect(bytes.count == count)
    #expect(isFile(bytes) == (count >= SharedBytes.minimumInFile))
    try check(bytes, are: Array(large.prefix(count)), peers: 3)
  }

  /// Bytes stay in memory if the kernel gives no file.
  @Test(arguments: [SystemCall.memoryFile, .lseek, .write]) func doWithoutAFile(_ call: SystemCall) throws {
    for errno in [ENOMEM, EMFILE, ENOSPC] {
      let bytes = interceptingSystemCalls({ $0 == call ? .failure(Errno(rawValue: errno)) : .none }) {
        SharedBytes(large[...], within: FileBudget(maximum: 1))
      }
      #expect(!isFile(bytes))
      try check(bytes, are: large)
    }
  }

  @Test func areWrittenInParts() throws {
    var most = [1, 100_000, 7]
    let bytes = interceptingSystemCalls({ $0 == .write ? most.popLast().map { .atMost($0) } ?? .none : .none }) {
      SharedBytes(large[...])
    }
    #expect(isFile(bytes) && most.isEmpty)
    try check(bytes, are: large)
  }

  /// Descriptors are few: further bytes stay in memory until a file is released.
  @Test func theNumberOfFilesIsLimited() throws {
    let budget = FileBudget(maximum: 2)
    func make(_ count: Int) -> [SharedBytes] { (0..<count).map { _ in SharedBytes(large[...], within: budget) } }
    do {
      let many = make(4)
      #expect(many.map(isFile) == [true, true, false, false])
      try check(many[2], are: large)
    }
    #expect(make(2).allSatisfy(isFile))
  }

  /// A peer that does not read gets a large message at once, as far as the system allows. Its send buffer is not larger
  /// afterwards.
  @Test func theSendBufferGrowsForAMomentOnly() throws {
    let pair = try UnixStream.pair()
    func room() -> Int32 {
      var number: Int32 = 0
      #expect(SystemCalls.socketOption(pair.first.descriptor.raw, SO_SNDBUF, &number) == 0)
      return number
    }
    let sent = try pair.first.send(SharedBytes(large[...], within: FileBudget(maximum: 1)), from: 0)
    #expect(room() == 212_992)
    guard case .sent(let count) = sent else {
      Issue.record("nothing was sent")
      return
    }
    #expect(count >= 212_992)
    #expect(try pair.first.send([1]) == .wouldBlock)

    let refused = try interceptingSystemCalls({ $0 == .setsockopt ? .failure(.outOfMemory) : .none }) {
      let other = try UnixStream.pair()
      return try other.first.send(SharedBytes(large[...], within: FileBudget(maximum: 1)), from: 0)
    }
    guard case .sent(let less) = refused else {
      Issue.record("nothing was sent")
      return
    }
    #expect(less > 0)
  }

  @Test func aClosedPeerIsAnErrorAndNoSignal() throws {
    let bytes = SharedBytes(large[...], within: FileBudget(maximum: 1))
    let listener = try UnixListener(path: directory("s"), mode: 0o600)
    _ = try UnixStream(connectingTo: directory("s"))
    guard let stream = try listener.accept() else {
      Issue.record("no connection")
      return
    }
    let alone = failure { () throws(SystemError) in _ = try stream.send(bytes, from: 9) }
    #expect(alone?.errno == .brokenPipe)
    #expect(alone?.call == "sendfile")
    let behind = failure { () throws(SystemError) in _ = try stream.send([1], bytes) }
    #expect(behind?.call == "send")
  }
}

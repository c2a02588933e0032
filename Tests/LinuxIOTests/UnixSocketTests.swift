// SPDX-License-Identifier: MIT

import Glibc
import TestSupport
import Testing

@testable import LinuxIO

@Suite struct UnixSocketTests {
  let directory: ScratchDirectory

  init() throws {
    directory = try ScratchDirectory()
  }

  /// Waits for one descriptor. The minute bounds a failure only.
  private func wait(_ descriptor: borrowing FileDescriptor, for interest: EventLoop.Interest) throws {
    let loop = try EventLoop()
    try loop.register(descriptor, token: 1, for: interest)
    loop.setDeadline(2, at: MonotonicClock.system.now() + 60_000_000_000)
    let ready = try loop.wait()
    #expect(ready.map(\.token) == [1])
  }

  @Test func bytesGoBothWays() throws {
    let path = directory("s")
    let listener = try UnixListener(path: path, mode: 0o600)
    #expect(try listener.accept() == nil)
    let client = try UnixStream(connectingTo: path)
    try wait(listener.descriptor, for: .reading)
    guard let server = try listener.accept() else {
      Issue.record("no connection")
      return
    }

    #expect(try client.send(Array("one ".utf8), SharedBytes(Array("two".utf8)[...])) == .sent(7))
    var received: [UInt8] = Array("> ".utf8)
    try wait(server.descriptor, for: .reading)
    #expect(try server.read(into: &received) == .bytes(7))
    #expect(received == Array("> one two".utf8))
    #expect(try server.read(into: &received) == .wouldBlock)

    #expect(try server.send(Array("back".utf8)) == .sent(4))
    try server.endSending()
    received = []
    #expect(try client.read(into: &received, maximum: 3) == .bytes(3))
    #expect(try client.read(into: &received, maximum: 3) == .bytes(1))
    #expect(try client.read(into: &received) == .end)
    #expect(received == Array("back".utf8))
  }

  @Test func credentialsOfThePeer() throws {
    let path = directory("s")
    let listener = try UnixListener(path: path, mode: 0o600)
    let client = try UnixStream(connectingTo: path)
    let server = try listener.accept()
    let expected = PeerCredentials(process: getpid(), user: geteuid(), group: getegid())
    #expect(try server?.peerCredentials() == expected)
    #expect(try client.peerCredentials() == expected)
  }

  @Test func aFullBufferTakesAPartAndThenNothing() throws {
    let pair = try UnixStream.pair()
    let chunk = (0..<1_000_000).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 / 256) }
    guard case .sent(let count) = try pair.first.send(chunk + chunk) else {
      Issue.record("nothing was sent")
      return
    }
    #expect(count > 0 && count < 2 * chunk.count)
    var rest = (chunk + chunk)[count...]
    while case .sent(let more) = try pair.first.send(rest) { rest = rest.dropFirst(more) }
    #expect(try pair.first.send(rest) == .wouldBlock)

    var received: [UInt8] = []
    while received.count < 2 * chunk.count {
      while case .bytes = try pair.second.read(into: &received) {}
      if case .sent(let more) = try pair.first.send(rest), more > 0 { rest = rest.dropFirst(more) }
    }
    #expect(received == chunk + chunk)
  }

  @Test func aClosedPeerIsAnErrorAndNoSignal() throws {
    let listener = try UnixListener(path: directory("s"), mode: 0o600)
    _ = try UnixStream(connectingTo: directory("s"))
    guard let server = try listener.accept() else {
      Issue.record("no connection")
      return
    }
    // A program that another test starts in the same moment has a copy of the client's descriptor until it is executed.
    try wait(server.descriptor, for: .reading)
    let error = failure { () throws(SystemError) in _ = try server.send([1]) }
    #expect(error?.errno == .brokenPipe)
    #expect(error?.call == "send")
  }

  @Test func connectingWithoutAListenerFails() throws {
    let path = directory("absent")
    let error = failure { () throws(SystemError) in _ = try UnixStream(connectingTo: path) }
    #expect(error == SystemError(call: "connect", errno: .noSuchFile, path: path))
  }

  @Test(arguments: [(107, nil), (108, Errno.nameTooLong)] as [(Int, Errno?)])
  func pathsUpToTheKernelsLimit(length: Int, expected: Errno?) throws {
    let prefix = directory("")
    let path = prefix + String(repeating: "x", count: length - prefix.utf8.count)
    #expect(failure { () throws(SystemError) in _ = try UnixListener(path: path, mode: 0o600) }?.errno == expected)
  }

  @Test func thePeersGroupsAreKnown() throws {
    let pair = try UnixStream.pair()
    let peer = try pair.first.peerCredentials()
    var own = [gid_t](repeating: 0, count: 1024)
    let count = getgroups(Int32(own.count), &own)
    #expect(peer.otherGroups.sorted() == own.prefix(Int(count)).sorted())
    #expect(peer.isMember(of: getegid()))
    #expect(!peer.isMember(of: 4_000_000_000))
  }
}

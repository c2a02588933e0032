// SPDX-License-Identifier: MIT

import Glibc
import Synchronization
import TestSupport
import Testing

@testable import LinuxIO

@Suite struct UnixListenerTests {
  let directory: ScratchDirectory
  let path: String

  init() throws {
    directory = try ScratchDirectory()
    path = directory("livery.sock")
  }

  private func bindingError() -> SystemError? {
    failure { () throws(SystemError) in _ = try UnixListener(path: path, mode: 0o600) }
  }

  /// The socket of a killed daemon: bound, closed, and its name not removed.
  private func leaveDeadSocket(type: Int32 = Int32(SOCK_STREAM.rawValue)) throws {
    let number = socket(AF_UNIX, type, 0)
    let address = try SocketAddress(path, for: "bind")
    #expect(address.with { Int(bind(number, $0, $1)) } == 0)
    close(number)
  }

  @Test(arguments: [0o600, 0o660, 0o666] as [UInt32])
  func modeIsExact(mode: UInt32) throws {
    let listener = try UnixListener(path: path, mode: mode)
    #expect(try linkStatus(path).mode == mode)
    #expect(try linkStatus(path).kind == .socket)
    _ = consume listener
  }

  @Test func nothingIsLeftBehind() throws {
    do {
      let listener = try UnixListener(path: path, mode: 0o600)
      #expect(try directory.names() == ["livery.sock", "livery.sock.lock"])
      _ = consume listener
    }
    #expect(try directory.names() == [])
  }

  @Test func aSecondListenerIsRefused() throws {
    let first = try UnixListener(path: path, mode: 0o600)
    let error = bindingError()
    #expect(error?.errno == .addressInUse)
    #expect(error?.path == path)
    #expect(error?.detail == "process \(getpid()) uses it")
    #expect(try directory.names() == ["livery.sock", "livery.sock.lock"])
    // The first listener still works.
    _ = try UnixStream(connectingTo: path)
    #expect(try first.accept() != nil)
  }

  @Test func aListenerWithoutLockIsRefusedToo() throws {
    let first = try UnixListener(path: path, mode: 0o600)
    try removeFile("\(path).lock")
    #expect(bindingError()?.errno == .addressInUse)
    _ = try UnixStream(connectingTo: path)
    #expect(try first.accept() != nil)
  }

  @Test func aDeadSocketIsTakenOver() throws {
    try leaveDeadSocket()
    try directory.write("livery.sock.lock", "")
    let listener = try UnixListener(path: path, mode: 0o600)
    _ = try UnixStream(connectingTo: path)
    #expect(try listener.accept() != nil)
  }

  @Test func oneOfManyListenersWins() throws {
    try leaveDeadSocket()
    let path = path
    let outcomes = Mutex<[Errno?]>([])
    let everyoneTried = try Waker()
    let threads = (0..<8).map { _ in
      OwnThread {
        var listener: UnixListener?
        let error = failure { () throws(SystemError) in listener = try UnixListener(path: path, mode: 0o600) }
        let count = outcomes.withLock {
          $0.append(error?.errno)
          return $0.count
        }
        if count == 8 { everyoneTried.wake() }
        // The winner keeps the socket while the others try.
        if listener != nil { try? waitUntilReadable(everyoneTried) }
      }
    }
    for thread in threads { thread.join() }
    let errors = outcomes.withLock { $0 }
    #expect(errors.filter { $0 == nil }.count == 1)
    #expect(errors.filter { $0 == .addressInUse }.count == 7)
    #expect(try directory.names() == [])
  }

  @Test func otherKindsOfFilesStay() throws {
    try directory.write("livery.sock", "precious")
    let error = bindingError()
    #expect(error?.errno == .notSocket)
    #expect(error?.path == path)
    #expect(try readFile(path, limit: 100) == Array("precious".utf8))
    #expect(try directory.names() == ["livery.sock"])
  }

  @Test func aSocketThatReplacedOursIsNotRemoved() throws {
    do {
      let listener = try UnixListener(path: path, mode: 0o600)
      try removeFile(path)
      try leaveDeadSocket()
      _ = consume listener
    }
    #expect(try directory.names() == ["livery.sock"])
  }

  @Test func inheritedSocketsAreTold() throws {
    let number = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    let address = try SocketAddress(path, for: "bind")
    #expect(address.with { Int(bind(number, $0, $1)) } == 0)
    #expect(listen(number, 1) == 0)
    switch try InheritedSocket(number: number) {
    case .listener(let listener):
      #expect(try listener.accept() == nil, "it has become non-blocking")
      _ = try UnixStream(connectingTo: path)
      #expect(try listener.accept() != nil)
    case .stream:
      Issue.record("it listens")
    }
    #expect(try directory.names() == ["livery.sock"], "the name belongs to its maker")

    var pair: [Int32] = [-1, -1]
    #expect(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &pair) == 0)
    defer { close(pair[1]) }
    switch try InheritedSocket(number: pair[0]) {
    case .listener:
      Issue.record("it is connected")
    case .stream(let stream):
      #expect(write(pair[1], "x", 1) == 1)
      var bytes: [UInt8] = []
      #expect(try stream.read(into: &bytes) == .bytes(1))
      #expect(try stream.read(into: &bytes) == .wouldBlock)
    }
  }

  @Test func otherDescriptorsAreNotInherited() throws {
    var pipes: [Int32] = [-1, -1]
    #expect(pipe(&pipes) == 0)
    let datagram = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue), 0)
    for number in [pipes[0], datagram] {
      let error = failure { () throws(SystemError) in _ = try InheritedSocket(number: number) }
      #expect(error?.errno == .notSocket)
      #expect(fcntl(number, F_GETFD) >= 0, "it stays open")
    }
    for number in pipes + [datagram] { close(number) }
  }
}

private func waitUntilReadable(_ waker: Waker) throws(SystemError) {
  let loop = try EventLoop()
  try loop.register(waker.descriptor, token: 1, for: .reading)
  loop.setDeadline(2, at: MonotonicClock.system.now() + 60_000_000_000)
  _ = try loop.wait()
}

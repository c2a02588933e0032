// SPDX-License-Identifier: MIT

import CLinux
import Glibc

/// Who is at the other end of a socket, as the kernel saw it when they connected.
package struct PeerCredentials: Hashable, Sendable {
  package internal(set) var process: Int32 = 0
  package internal(set) var user: UInt32 = 0
  package internal(set) var group: UInt32 = 0
  /// Those that the peer belongs to besides.
  package internal(set) var otherGroups: [UInt32] = []

  package func isMember(of group: UInt32) -> Bool { self.group == group || otherGroups.contains(group) }
}

/// One end of a connection over a Unix stream socket; never blocks.
package struct UnixStream: ~Copyable, Sendable {
  package enum ReadOutcome: Hashable, Sendable {
    /// So many bytes were appended, at least one.
    case bytes(Int)
    case wouldBlock
    /// The other side sends nothing more.
    case end
  }

  package enum SendOutcome: Hashable, Sendable {
    /// The kernel took so many bytes. Fewer than were there are all that it takes for now.
    case sent(Int)
    case wouldBlock
  }

  package let descriptor: FileDescriptor

  init(owning descriptor: consuming FileDescriptor) {
    self.descriptor = descriptor
  }

  /// Connects to a listener, waiting while its backlog is full: connect(2).
  ///
  /// - Parameter seconds: for which it waits; the error is `wouldBlock` then. Nil: as long as it takes.
  package init(connectingTo path: String, within seconds: Int? = nil) throws(SystemError) {
    let address = try SocketAddress(path, for: "connect")
    let socket = try LinuxIO.descriptor(SystemCalls.socket(Int32(SOCK_CLOEXEC.rawValue)), of: "socket")
    let raw = socket.raw
    if let seconds {
      // unix(7) does not say it: connect(2) waits for as long as a send may.
      var time = timeval(tv_sec: seconds, tv_usec: 0)
      // The kernel copies the value within the call.
      _ = setsockopt(raw, SOL_SOCKET, SO_SNDTIMEO, &time, socklen_t(MemoryLayout<timeval>.size))
    }
    try value(address.with { SystemCalls.connect(raw, $0, $1) }, of: "connect", path: path)
    try socket.makeNonBlocking()
    descriptor = socket
  }

  /// Connects to a listener at once or not at all: a full backlog is the error `wouldBlock`.
  package init(connectingAtOnceTo path: String) throws(SystemError) {
    let address = try SocketAddress(path, for: "connect")
    let socket = try LinuxIO.descriptor(
      SystemCalls.socket(Int32(SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)), of: "socket")
    let raw = socket.raw
    try value(address.with { SystemCalls.connect(raw, $0, $1) }, of: "connect", path: path)
    descriptor = socket
  }

  /// Two ends that are connected to each other: socketpair(2).
  package static func pair() throws(SystemError) -> Pair {
    var first: Int32 = -1
    var second: Int32 = -1
    try value(SystemCalls.socketPair(&first, &second), of: "socketpair")
    return Pair(
      first: UnixStream(owning: FileDescriptor(owning: first)),
      second: UnixStream(owning: FileDescriptor(owning: second)))
  }

  package struct Pair: ~Copyable {
    package var first: UnixStream
    package var second: UnixStream
  }

  /// Appends what there is, at most `most` bytes, to the caller's buffer: recv(2).
  package borrowing func read(into buffer: inout [UInt8], most: Int = 65_536) throws(SystemError) -> ReadOutcome {
    let raw = descriptor.raw
    // The kernel fills `answer` bytes of the scratch space; only these are looked at.
    let answer = withUnsafeTemporaryAllocation(byteCount: most, alignment: 1) { scratch in
      let answer = SystemCalls.receive(raw, scratch)
      if answer > 0 { buffer.append(contentsOf: scratch.prefix(answer)) }
      return answer
    }
    if answer == -Int(EAGAIN) { return .wouldBlock }
    let count = try value(answer, of: "recv")
    return count == 0 ? .end : .bytes(count)
  }

  /// Sends as much as the kernel takes now: send(2), no SIGPIPE.
  package borrowing func send(_ bytes: ArraySlice<UInt8>) throws(SystemError) -> SendOutcome {
    let raw = descriptor.raw
    return try Self.outcome(bytes.withUnsafeBytes { SystemCalls.send(raw, $0) }, of: "send")
  }

  package borrowing func send(_ bytes: [UInt8]) throws(SystemError) -> SendOutcome { try send(bytes[...]) }

  /// Sends a part of bytes that others are sent, too, as much as the kernel takes now: send(2) or sendfile(2).
  ///
  /// - Precondition: the process ignores SIGPIPE (`ignoreBrokenPipeSignal`).
  package borrowing func send(_ bytes: SharedBytes, from offset: Int) throws(SystemError) -> SendOutcome {
    switch bytes.place {
    case .memory(let slice): return try send(slice.dropFirst(offset))
    case .file(let file):
      let count = bytes.count - offset
      if count > Self.usualRoom { makeRoom(for: count) }
      let answer = SystemCalls.sendFile(descriptor.raw, file.raw, from: SharedBytes.beginning + offset, count)
      if count > Self.usualRoom { makeRoom(for: Self.usualRoom) }
      return try Self.outcome(answer, of: "sendfile")
    }
  }

  /// What a socket takes that nobody reads: as much as Linux has it without being told.
  private static let usualRoom = 212_992

  /// Lets the socket take so many bytes, as far as net.core.wmem_max goes: SO_SNDBUF. More than usual only for the moment in
  /// which it takes those of a file, which are no memory of its own: a peer that reads nothing is to hold no more.
  private borrowing func makeRoom(for count: Int) {
    // The kernel doubles the number. Where it does not take it, the room that there is will do.
    _ = SystemCalls.setSocketOption(descriptor.raw, SO_SNDBUF, to: Int32(clamping: count / 2))
  }

  /// Sends a beginning and bytes that others are sent, too, as much of both as the kernel takes now. It is one system call,
  /// or two for bytes that are so many that a second is nothing to them.
  ///
  /// - Precondition: as for one part.
  package borrowing func send(_ beginning: [UInt8], _ bytes: SharedBytes) throws(SystemError) -> SendOutcome {
    switch bytes.place {
    case .memory(let slice):
      let count = beginning.count + slice.count
      let answer =
        count <= Self.copiedCount ? sendCopied(beginning, slice, count) : sendVectors(beginning, slice)
      return try Self.outcome(answer, of: "send")
    case .file:
      let outcome = try send(beginning)
      guard outcome == .sent(beginning.count), case .sent(let count) = try send(bytes, from: 0) else { return outcome }
      return .sent(beginning.count + count)
    }
  }

  /// Up to so many bytes it costs the kernel more to look at two pieces than it costs us to make one of them.
  private static let copiedCount = 1024

  private borrowing func sendCopied(_ first: [UInt8], _ second: ArraySlice<UInt8>, _ count: Int) -> Int {
    let raw = descriptor.raw
    // The first `count` bytes of the scratch space are written here; only these are sent.
    return withUnsafeTemporaryAllocation(byteCount: Self.copiedCount, alignment: 1) { scratch in
      scratch.copyBytes(from: first)
      UnsafeMutableRawBufferPointer(rebasing: scratch[first.count...]).copyBytes(from: second)
      return SystemCalls.send(raw, UnsafeRawBufferPointer(rebasing: scratch[..<count]))
    }
  }

  private borrowing func sendVectors(_ first: [UInt8], _ second: ArraySlice<UInt8>) -> Int {
    let raw = descriptor.raw
    return first.withUnsafeBytes { first in
      second.withUnsafeBytes { second in
        // sendmsg only reads through these pointers, during the call; the C structure has no constant ones.
        withUnsafeTemporaryAllocation(of: iovec.self, capacity: 2) { vectors in
          vectors.initializeElement(
            at: 0, to: iovec(iov_base: UnsafeMutableRawPointer(mutating: first.baseAddress), iov_len: first.count))
          vectors.initializeElement(
            at: 1, to: iovec(iov_base: UnsafeMutableRawPointer(mutating: second.baseAddress), iov_len: second.count))
          var message = msghdr()
          message.msg_iov = vectors.baseAddress
          message.msg_iovlen = vectors.count
          return SystemCalls.send(raw, &message)
        }
      }
    }
  }

  private static func outcome(_ answer: Int, of call: String) throws(SystemError) -> SendOutcome {
    if answer == -Int(EAGAIN) { return .wouldBlock }
    return .sent(try value(answer, of: call))
  }

  /// Tells the other side that nothing more comes; reading goes on: shutdown(2).
  package borrowing func endSending() throws(SystemError) {
    try value(SystemCalls.shutdown(descriptor.raw, Int32(SHUT_WR)), of: "shutdown")
  }

  /// Ends the connection in both directions: a loop that watches it reports a hang-up, now if it has not before.
  package borrowing func hangUp() {
    // The only error that can come of it says that this is so already.
    _ = SystemCalls.shutdown(descriptor.raw, Int32(SHUT_RDWR))
  }

  /// SO_PEERCRED and SO_PEERGROUPS.
  package borrowing func peerCredentials() throws(SystemError) -> PeerCredentials {
    var credentials = PeerCredentials()
    try value(SystemCalls.peerCredentials(descriptor.raw, &credentials), of: "getsockopt")
    credentials.otherGroups = try peerGroups()
    return credentials
  }

  /// Asks again with as much room as the kernel wants when the peer has more groups than most.
  private borrowing func peerGroups() throws(SystemError) -> [UInt32] {
    var groups = [gid_t](repeating: 0, count: 32)
    var count = 0
    var answer = SystemCalls.peerGroups(descriptor.raw, &groups, &count)
    if answer == -Int(ERANGE) {
      groups = [gid_t](repeating: 0, count: count)
      answer = SystemCalls.peerGroups(descriptor.raw, &groups, &count)
    }
    // Without the option, before Linux 4.13, only the group that the peer runs as is known.
    if answer == -Int(ENOPROTOOPT) { return [] }
    try value(answer, of: "getsockopt")
    return Array(groups.prefix(count))
  }
}

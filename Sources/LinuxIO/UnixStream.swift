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
    /// The kernel took so many bytes, of all slices together.
    case sent(Int)
    case wouldBlock
  }

  /// The most slices that one `send` looks at.
  private static let mostSlices = 16

  package let descriptor: FileDescriptor

  init(owning descriptor: consuming FileDescriptor) {
    self.descriptor = descriptor
  }

  /// Connects to a listener, waiting while its backlog is full: connect(2).
  package init(connectingTo path: String) throws(SystemError) {
    let address = try SocketAddress(path, for: "connect")
    let socket = try LinuxIO.descriptor(SystemCalls.socket(Int32(SOCK_CLOEXEC.rawValue)), of: "socket")
    let raw = socket.raw
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

  /// Sends the slices one after the other, as much as the kernel takes now: sendmsg(2), no SIGPIPE.
  ///
  /// Looks at the first 16 slices; the caller comes again with what is left.
  package borrowing func send(_ slices: [ArraySlice<UInt8>]) throws(SystemError) -> SendOutcome {
    let raw = descriptor.raw
    var vectors: [iovec] = []
    let answer = Self.withVectors(slices.prefix(Self.mostSlices), &vectors) { vectors in
      var message = msghdr()
      return vectors.withUnsafeMutableBufferPointer { buffer in
        message.msg_iov = buffer.baseAddress
        message.msg_iovlen = buffer.count
        return SystemCalls.send(raw, &message)
      }
    }
    if answer == -Int(EAGAIN) { return .wouldBlock }
    return .sent(try value(answer, of: "sendmsg"))
  }

  package borrowing func send(_ bytes: [UInt8]) throws(SystemError) -> SendOutcome {
    try send([bytes[...]])
  }

  /// Opens the storage of one slice after the other, so that all pointers hold during the call inside.
  private static func withVectors(
    _ slices: ArraySlice<ArraySlice<UInt8>>, _ vectors: inout [iovec], _ call: (inout [iovec]) -> Int
  ) -> Int {
    guard let slice = slices.first else { return call(&vectors) }
    return slice.withUnsafeBytes { bytes in
      // sendmsg only reads through this pointer; the C structure has no constant one.
      vectors.append(iovec(iov_base: UnsafeMutableRawPointer(mutating: bytes.baseAddress), iov_len: bytes.count))
      return withVectors(slices.dropFirst(), &vectors, call)
    }
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

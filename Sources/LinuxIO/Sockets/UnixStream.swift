// SPDX-License-Identifier: MIT

import CLinux
import Glibc

/// The process at the other end of a socket, as of the time of the connect.
package struct PeerCredentials: Hashable, Sendable {
  package internal(set) var process: Int32 = 0
  package internal(set) var user: UInt32 = 0
  package internal(set) var group: UInt32 = 0
  /// The supplementary groups of the peer.
  package internal(set) var otherGroups: [UInt32] = []

  package func isMember(of group: UInt32) -> Bool { self.group == group || otherGroups.contains(group) }
}

/// One end of a connection over a Unix stream socket. It never blocks.
package struct UnixStream: ~Copyable, Sendable {
  package enum ReadOutcome: Hashable, Sendable {
    /// This number of bytes was appended, at least one.
    case bytes(Int)
    case wouldBlock
    /// The peer has closed its sending side.
    case end
  }

  package enum SendOutcome: Hashable, Sendable {
    /// The kernel took this number of bytes. If bytes are left, it takes no more now.
    case sent(Int)
    case wouldBlock
  }

  package let descriptor: FileDescriptor

  init(owning descriptor: consuming FileDescriptor) {
    self.descriptor = descriptor
  }

  /// Connects to a listener, and waits while its backlog is full: connect(2).
  ///
  /// - Parameter seconds: the maximum wait, after which the error is `wouldBlock`. Nil waits without limit.
  package init(connectingTo path: String, within seconds: Int? = nil) throws(SystemError) {
    let address = try SocketAddress(path, for: "connect")
    let socket = try LinuxIO.descriptor(SystemCalls.socket(Int32(SOCK_CLOEXEC.rawValue)), of: "socket")
    let raw = socket.raw
    if let seconds {
      // connect(2) has the timeout of send(2), which unix(7) does not mention.
      var time = timeval(tv_sec: seconds, tv_usec: 0)
      // The kernel copies the value during the call.
      _ = setsockopt(raw, SOL_SOCKET, SO_SNDTIMEO, &time, socklen_t(MemoryLayout<timeval>.size))
    }
    try value(address.with { SystemCalls.connect(raw, $0, $1) }, of: "connect", path: path)
    try socket.makeNonBlocking()
    descriptor = socket
  }

  /// Connects to a listener without waiting. A full backlog is the error `wouldBlock`.
  package init(connectingAtOnceTo path: String) throws(SystemError) {
    let address = try SocketAddress(path, for: "connect")
    let socket = try LinuxIO.descriptor(
      SystemCalls.socket(Int32(SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)), of: "socket")
    let raw = socket.raw
    try value(address.with { SystemCalls.connect(raw, $0, $1) }, of: "connect", path: path)
    descriptor = socket
  }

  /// Two connected ends: socketpair(2).
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

  /// Appends the bytes that are there to the caller's buffer, up to a maximum: recv(2).
  package borrowing func read(into buffer: inout [UInt8], maximum: Int = 65_536) throws(SystemError) -> ReadOutcome {
    let raw = descriptor.raw
    // The kernel fills `answer` bytes of the scratch space; only these are read.
    let answer = withUnsafeTemporaryAllocation(byteCount: maximum, alignment: 1) { scratch in
      let answer = SystemCalls.receive(raw, scratch)
      if answer > 0 { buffer.append(contentsOf: scratch.prefix(answer)) }
      return answer
    }
    if answer == -Int(EAGAIN) { return .wouldBlock }
    let count = try value(answer, of: "recv")
    return count == 0 ? .end : .bytes(count)
  }

  /// Sends as many bytes as the kernel takes now: send(2), without SIGPIPE.
  package borrowing func send(_ bytes: ArraySlice<UInt8>) throws(SystemError) -> SendOutcome {
    let raw = descriptor.raw
    return try Self.outcome(bytes.withUnsafeBytes { SystemCalls.send(raw, $0) }, of: "send")
  }

  package borrowing func send(_ bytes: [UInt8]) throws(SystemError) -> SendOutcome { try send(bytes[...]) }

  /// Sends as many shared bytes as the kernel takes now: send(2) or sendfile(2).
  ///
  /// - Precondition: the process ignores SIGPIPE (`ignoreBrokenPipeSignal`).
  package borrowing func send(_ bytes: SharedBytes, from offset: Int) throws(SystemError) -> SendOutcome {
    switch bytes.place {
    case .memory(let slice): return try send(slice.dropFirst(offset))
    case .file(let file):
      let count = bytes.count - offset
      if count > Self.defaultSendBuffer { setSendBuffer(to: count) }
      let answer = SystemCalls.sendFile(descriptor.raw, file.raw, from: SharedBytes.beginning + offset, count)
      if count > Self.defaultSendBuffer { setSendBuffer(to: Self.defaultSendBuffer) }
      return try Self.outcome(answer, of: "sendfile")
    }
  }

  /// The default send buffer of Linux in bytes.
  private static let defaultSendBuffer = 212_992

  /// Enlarges the send buffer to this number of bytes, as far as net.core.wmem_max allows: SO_SNDBUF. The buffer is larger
  /// than usual only while it takes pages of a file, which cost no socket memory, so that a peer that does not read holds no
  /// more memory than usual.
  private borrowing func setSendBuffer(to count: Int) {
    // The kernel doubles the number. If it refuses, the present buffer is used.
    _ = SystemCalls.setSocketOption(descriptor.raw, SO_SNDBUF, to: Int32(clamping: count / 2))
  }

  /// Sends a header and shared bytes, as much of both as the kernel takes now. Takes one system call, or two if the shared
  /// bytes are in a file.
  ///
  /// - Precondition: as for `send(_:from:)`.
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

  /// Up to this number of bytes, copying both pieces into one is cheaper than a system call with two pieces.
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
        // sendmsg only reads through these pointers, during the call; the C structure has no constant pointers.
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

  /// Ends the connection in both directions: shutdown(2). A loop that watches it reports a hang-up.
  package borrowing func hangUp() {
    // The only possible error is that the connection has ended already.
    _ = SystemCalls.shutdown(descriptor.raw, Int32(SHUT_RDWR))
  }

  /// The options SO_PEERCRED and SO_PEERGROUPS.
  package borrowing func peerCredentials() throws(SystemError) -> PeerCredentials {
    var credentials = PeerCredentials()
    try value(SystemCalls.peerCredentials(descriptor.raw, &credentials), of: "getsockopt")
    credentials.otherGroups = try peerGroups()
    return credentials
  }

  /// Repeats the call with the size that the kernel asks for, if the peer has more groups than expected.
  private borrowing func peerGroups() throws(SystemError) -> [UInt32] {
    var groups = [gid_t](repeating: 0, count: 32)
    var count = 0
    var answer = SystemCalls.peerGroups(descriptor.raw, &groups, &count)
    if answer == -Int(ERANGE) {
      groups = [gid_t](repeating: 0, count: count)
      answer = SystemCalls.peerGroups(descriptor.raw, &groups, &count)
    }
    // Linux before 4.13 has no such option: only the peer's own group is known.
    if answer == -Int(ENOPROTOOPT) { return [] }
    try value(answer, of: "getsockopt")
    return Array(groups.prefix(count))
  }
}

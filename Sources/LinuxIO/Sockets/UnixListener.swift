// SPDX-License-Identifier: MIT

import CLinux
import Glibc

/// A Unix stream socket that waits for connections at a path.
///
/// The listener holds a lock on `PATH.lock` for its lifetime: if two daemons find the socket of a dead one, only one replaces
/// it. At the end it removes both names if they are still its own.
package struct UnixListener: ~Copyable, Sendable {
  /// The maximum number of connections that wait for accept. The kernel lowers it to net.core.somaxconn.
  private static let backlog: Int32 = 4096

  package let descriptor: FileDescriptor
  /// The bound name. Nil for an inherited socket, whose name belongs to the process that bound it.
  let name: SocketName?

  /// Binds and listens. The file has exactly this mode before the first connection is possible.
  ///
  /// - Parameter group: the group of the file, set before the group may connect. It must be a group of this process.
  ///
  /// Errors: `addressInUse` if a process listens at the path, `notSocket` if the path names a file of a different kind, which stays,
  /// `nameTooLong` for a path over 107 bytes.
  package init(path: String, mode: UInt32, group: UInt32? = nil) throws(SystemError) {
    let address = try SocketAddress(path, for: "bind")
    let lock = try PathLock(for: path)
    try Self.removeDeadSocket(path, address)

    let socket = try LinuxIO.descriptor(
      SystemCalls.socket(Int32(SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)), of: "socket")
    let raw = socket.raw
    // The mode of the descriptor before bind(2) limits that of the new file, so that the file is never more open. chmod then
    // sets the bits that the umask removed.
    try value(SystemCalls.changeMode(of: raw, group == nil ? mode : mode & 0o700), of: "fchmod", path: path)
    try value(address.with { SystemCalls.bind(raw, $0, $1) }, of: "bind", path: path)
    let name = SocketName(path: path, identity: try linkStatus(path).identity, lock: lock)
    if let group { try changeGroup(of: path, to: group) }
    try value(withPath(path) { SystemCalls.changeMode($0, mode) }, of: "chmod", path: path)
    try value(SystemCalls.listen(raw, Self.backlog), of: "listen", path: path)
    self.descriptor = socket
    self.name = consume name
  }

  /// Wraps a socket that already listens.
  init(inherited descriptor: consuming FileDescriptor) {
    self.descriptor = descriptor
    name = nil
  }

  /// A second descriptor of the same listener, without the name.
  borrowing func duplicate() throws(SystemError) -> UnixListener {
    UnixListener(inherited: try LinuxIO.descriptor(SystemCalls.duplicate(descriptor.raw), of: "fcntl"))
  }

  /// The next connection, non-blocking. Nil if none waits.
  ///
  /// `tooManyOpenFiles` leaves the connection waiting: stop listening for a while, or the loop spins.
  package borrowing func accept() throws(SystemError) -> UnixStream? {
    while true {
      let answer = SystemCalls.accept(descriptor.raw)
      switch answer {
      case -Int(EAGAIN): return nil
      case -Int(ECONNABORTED): continue
      default: return UnixStream(owning: try LinuxIO.descriptor(answer, of: "accept4"))
      }
    }
  }

  /// Removes the socket of a dead process. The caller holds the lock.
  private static func removeDeadSocket(_ path: String, _ address: SocketAddress) throws(SystemError) {
    let status: FileStatus
    do throws(SystemError) {
      status = try linkStatus(path)
    } catch {
      guard error.errno == .noSuchFile else { throw error }
      return
    }
    guard status.kind == .socket else {
      throw SystemError(call: "bind", errno: .notSocket, path: path, detail: "it stays as it is")
    }
    // A listener that does not use the lock answers, or has a full backlog. Only a refusal proves that it is dead.
    let probe = try LinuxIO.descriptor(
      SystemCalls.socket(Int32(SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)), of: "socket")
    let raw = probe.raw
    let answer = address.with { SystemCalls.connect(raw, $0, $1) }
    guard answer == -Int(ECONNREFUSED) || answer == -Int(ENOENT) else {
      throw SystemError(call: "bind", errno: .addressInUse, path: path, detail: "another process listens there")
    }
    try removeFileIfThere(path)
  }
}

// SPDX-License-Identifier: MIT

import CLinux
import Glibc

/// A Unix stream socket that waits for connections at a path.
///
/// Who binds holds a lock on `PATH.lock` as long as the listener lives, so that of two daemons that find the socket of a
/// dead one only one replaces it. The names of both files are removed when the listener goes, if they are still its own.
package struct UnixListener: ~Copyable, Sendable {
  /// Connections that may wait to be accepted; the kernel lowers it to net.core.somaxconn.
  private static let backlog: Int32 = 4096

  package let descriptor: FileDescriptor
  /// What was bound here; nothing for an inherited socket, whose name belongs to the one who made it.
  let name: SocketName?

  /// Binds and listens. The file gets exactly this mode before the first connection can be made.
  ///
  /// - Parameter group: gets the file, before others than its owner may connect; a group of this process.
  ///
  /// Errors: `addressInUse` when somebody listens there, `notSocket` when the path is another kind of file, which is
  /// left alone, `nameTooLong` for a path over 107 bytes.
  package init(path: String, mode: UInt32, group: UInt32? = nil) throws(SystemError) {
    let address = try SocketAddress(path, for: "bind")
    let lock = try PathLock(for: path)
    try Self.removeDeadSocket(path, address)

    let socket = try LinuxIO.descriptor(
      SystemCalls.socket(Int32(SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)), of: "socket")
    let raw = socket.raw
    // A mode that is set before bind(2) bounds that of the new file, so that it is at no time wider; chmod then gives
    // back what the umask took.
    try value(SystemCalls.changeMode(of: raw, group == nil ? mode : mode & 0o700), of: "fchmod", path: path)
    try value(address.with { SystemCalls.bind(raw, $0, $1) }, of: "bind", path: path)
    let name = SocketName(path: path, identity: try linkStatus(path).identity, lock: lock)
    if let group { try changeGroup(of: path, to: group) }
    try value(withPath(path) { SystemCalls.changeMode($0, mode) }, of: "chmod", path: path)
    try value(SystemCalls.listen(raw, Self.backlog), of: "listen", path: path)
    self.descriptor = socket
    self.name = consume name
  }

  /// Takes over a socket that already listens.
  init(inherited descriptor: consuming FileDescriptor) {
    self.descriptor = descriptor
    name = nil
  }

  /// The same listener once more, without the name.
  borrowing func duplicate() throws(SystemError) -> UnixListener {
    UnixListener(inherited: try LinuxIO.descriptor(SystemCalls.duplicate(descriptor.raw), of: "fcntl"))
  }

  /// The next connection, non-blocking; nothing when none waits.
  ///
  /// `tooManyOpenFiles` leaves it waiting: stop listening for a while, or the loop spins.
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

  /// Removes a socket that nobody listens on. The caller holds the lock.
  private static func removeDeadSocket(_ path: String, _ address: SocketAddress) throws(SystemError) {
    let status: FileStatus
    do throws(SystemError) {
      status = try linkStatus(path)
    } catch {
      guard error.errno == .noSuchFile else { throw error }
      return
    }
    guard status.kind == .socket else {
      throw SystemError(call: "bind", errno: .notSocket, path: path, detail: "it is left alone")
    }
    // A listener that does not know of the lock answers, or has a full backlog; only a refusal proves a dead one.
    let probe = try LinuxIO.descriptor(
      SystemCalls.socket(Int32(SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)), of: "socket")
    let raw = probe.raw
    let answer = address.with { SystemCalls.connect(raw, $0, $1) }
    guard answer == -Int(ECONNREFUSED) || answer == -Int(ENOENT) else {
      throw SystemError(call: "bind", errno: .addressInUse, path: path, detail: "another process listens there")
    }
    do throws(SystemError) {
      try removeFile(path)
    } catch {
      guard error.errno == .noSuchFile else { throw error }
    }
  }
}

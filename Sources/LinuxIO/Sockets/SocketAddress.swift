// SPDX-License-Identifier: MIT

package import CLinux
import Glibc

/// The address of a Unix socket, unix(7).
package struct SocketAddress {
  /// The maximum length of a path in bytes: `sun_path` without its NUL.
  static let maximumPathLength = MemoryLayout.size(ofValue: sockaddr_un().sun_path) - 1

  private var address = sockaddr_un()
  private var length = MemoryLayout<sockaddr_un>.size

  /// - Parameter call: the system call that gets the address. Errors name it.
  package init(_ path: String, for call: String) throws(SystemError) {
    guard !path.isEmpty, !path.utf8.contains(0) else {
      throw SystemError(call: call, errno: .invalidArgument, path: path)
    }
    guard path.utf8.count <= Self.maximumPathLength else {
      throw SystemError(
        call: call, errno: .nameTooLong, path: path,
        detail: "the path of a socket has at most \(Self.maximumPathLength) bytes, this one \(path.utf8.count)")
    }
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
  }

  /// An address in systemd's notation: `@` before the name of an abstract socket.
  package init(serviceManager name: String) throws(SystemError) {
    try self.init(name, for: "sendto")
    guard name.hasPrefix("@") else { return }
    withUnsafeMutableBytes(of: &address.sun_path) { $0[0] = 0 }
    // The length of the address bounds the name of an abstract socket. It has no NUL at its end.
    length = MemoryLayout<sockaddr_un>.offset(of: \.sun_path).map { $0 + name.utf8.count } ?? length
  }

  /// Passes the address to a system call, which reads it as the `sockaddr_un` that its family names.
  package func with(_ call: (UnsafePointer<sockaddr>, socklen_t) -> Int) -> Int {
    withUnsafePointer(to: address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        call($0, socklen_t(length))
      }
    }
  }
}

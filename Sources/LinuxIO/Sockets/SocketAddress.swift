// SPDX-License-Identifier: MIT

package import CLinux
import Glibc

/// The address of a Unix socket, unix(7).
package struct SocketAddress {
  /// Bytes that a path may have: `sun_path` less its NUL.
  static let longestPath = MemoryLayout.size(ofValue: sockaddr_un().sun_path) - 1

  private var address = sockaddr_un()
  private var length = MemoryLayout<sockaddr_un>.size

  /// - Parameter call: the one that the address is for, named in the error.
  package init(_ path: String, for call: String) throws(SystemError) {
    guard !path.isEmpty, !path.utf8.contains(0) else {
      throw SystemError(call: call, errno: .invalidArgument, path: path)
    }
    guard path.utf8.count <= Self.longestPath else {
      throw SystemError(
        call: call, errno: .nameTooLong, path: path,
        detail: "the path of a socket has at most \(Self.longestPath) bytes, this one \(path.utf8.count)")
    }
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
  }

  /// An address as systemd writes it: the name of an abstract socket stands after `@`.
  package init(serviceManager name: String) throws(SystemError) {
    try self.init(name, for: "sendto")
    guard name.hasPrefix("@") else { return }
    withUnsafeMutableBytes(of: &address.sun_path) { $0[0] = 0 }
    // The name of an abstract socket is as long as the address says; it ends with no NUL.
    length = MemoryLayout<sockaddr_un>.offset(of: \.sun_path).map { $0 + name.utf8.count } ?? length
  }

  /// Hands the address to a system call, which reads it as the `sockaddr_un` that its family names.
  package func with(_ call: (UnsafePointer<sockaddr>, socklen_t) -> Int) -> Int {
    withUnsafePointer(to: address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        call($0, socklen_t(length))
      }
    }
  }
}

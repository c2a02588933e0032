// SPDX-License-Identifier: MIT

import CLinux
import Glibc

/// A Unix stream socket that the parent process left open for this process.
package enum InheritedSocket: ~Copyable {
  case listener(UnixListener)
  case stream(UnixStream)

  /// Takes ownership of a descriptor by its number, and makes it non-blocking and close-on-exec. A descriptor that is not a
  /// Unix stream socket is an error and stays open.
  package init(number: Int32) throws(SystemError) {
    guard try Self.option(number, SO_DOMAIN) == AF_UNIX, try Self.option(number, SO_TYPE) == SOCK_STREAM.rawValue else {
      throw SystemError(
        call: "getsockopt", errno: .notSocket, detail: "descriptor \(number) is not a Unix stream socket")
    }
    let listens = try Self.option(number, SO_ACCEPTCONN) != 0
    try value(SystemCalls.closeOnExec(number), of: "fcntl")
    let descriptor = FileDescriptor(owning: number)
    try descriptor.makeNonBlocking()
    self =
      listens
      ? .listener(UnixListener(inherited: descriptor))
      : .stream(UnixStream(owning: descriptor))
  }

  /// A second descriptor of the same listener. Nil for a connection.
  package borrowing func duplicateListener() throws(SystemError) -> UnixListener? {
    switch self {
    case .listener(let listener): try listener.duplicate()
    case .stream: nil
    }
  }

  private static func option(_ number: Int32, _ option: Int32) throws(SystemError) -> Int32 {
    var answer: Int32 = 0
    try value(SystemCalls.socketOption(number, option, &answer), of: "getsockopt")
    return answer
  }
}

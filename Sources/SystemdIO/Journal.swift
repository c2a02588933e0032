// SPDX-License-Identifier: MIT

import CLinux
import Glibc
import LinuxIO

/// The journal of systemd, spoken to directly: sd_journal_send(3), one datagram an entry
/// (https://systemd.io/JOURNAL_NATIVE_PROTOCOL/).
package struct Journal: Sendable {
  private static let path = "/run/systemd/journal/socket"
  private let path: String

  /// - Parameter path: of the socket that takes entries.
  init(path: String) { self.path = path }

  /// The journal, when it is where the standard error of this process leads to: JOURNAL_STREAM names the device and the inode
  /// of the stream, systemd.exec(5). Nil when that is another file, or nobody said so.
  package static func ofStandardError() -> Journal? {
    var status = stat()
    guard let stream = environment("JOURNAL_STREAM"), fstat(STDERR_FILENO, &status) == 0,
      stream == "\(status.st_dev):\(status.st_ino)"
    else { return nil }
    return Journal(path: path)
  }

  /// Sends an entry, and never waits. False when it could not be sent, so that its text is to be written to the stream.
  ///
  /// - Parameter fields: names are capital letters, digits and underscores; line ends in values become blanks.
  package func send(_ fields: [(name: String, value: String)]) -> Bool {
    var bytes: [UInt8] = []
    for (name, value) in fields {
      bytes += name.utf8
      bytes.append(UInt8(ascii: "="))
      bytes += value.utf8.map { $0 == UInt8(ascii: "\n") ? UInt8(ascii: " ") : $0 }
      bytes.append(UInt8(ascii: "\n"))
    }
    guard let address = try? SocketAddress(path, for: "sendto"),
      let socket = try? descriptor(SystemCalls.datagramSocket(), of: "socket")
    else { return false }
    let raw = socket.raw
    // The kernel only reads these bytes, during the call.
    return bytes.withUnsafeBytes { buffer in
      address.with { SystemCalls.send(raw, buffer, to: $0, $1, Int32(MSG_DONTWAIT)) }
    } == bytes.count
  }
}

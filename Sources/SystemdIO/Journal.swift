// SPDX-License-Identifier: MIT

import CLinux
import Glibc
import LinuxIO

/// The journal of systemd: the protocol of sd_journal_send(3), one datagram for each entry
/// (https://systemd.io/JOURNAL_NATIVE_PROTOCOL/).
package struct Journal: Sendable {
  private static let path = "/run/systemd/journal/socket"
  private let path: String

  /// - Parameter path: the path of the journal's socket.
  init(path: String) { self.path = path }

  /// The journal, if the standard error of this process leads to it: JOURNAL_STREAM has the device and inode of the stream,
  /// systemd.exec(5). Nil otherwise.
  package static func ofStandardError() -> Journal? {
    var status = stat()
    guard let stream = environment("JOURNAL_STREAM"), fstat(STDERR_FILENO, &status) == 0,
      stream == "\(status.st_dev):\(status.st_ino)"
    else { return nil }
    return Journal(path: path)
  }

  /// Sends an entry without waiting. Returns false if it could not be sent; the caller then writes it to standard error.
  ///
  /// - Parameter fields: names consist of capital letters, digits and underscores. Line ends in values become blanks.
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

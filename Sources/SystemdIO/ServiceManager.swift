// SPDX-License-Identifier: MIT

import Glibc
package import LinuxIO

/// The service manager that started this process: the protocol of sd_notify(3).
///
/// A message is one datagram of lines `NAME=VALUE`. A message that cannot be sent is lost.
package struct ServiceManager: Sendable, Equatable {
  /// A path, or the name of an abstract socket after `@`.
  private let address: String
  /// The time in nanoseconds after which the manager restarts a silent process. Nil without a watchdog.
  package let watchdog: UInt64?
  /// Whether the manager stores descriptors for the next process of this service. systemd says so from version 254 on; for
  /// earlier versions the unit says so.
  package let keepsDescriptors: Bool

  /// Nil if no manager listens.
  ///
  /// - Parameters:
  ///   - process: the number of this process. A watchdog for another process is ignored.
  ///   - variable: looks up a variable of the environment.
  init?(process: Int32, variable: (String) -> String?) {
    guard let address = variable("NOTIFY_SOCKET"), address.hasPrefix("/") || address.hasPrefix("@") else { return nil }
    self.address = address
    let isForThisProcess = variable("WATCHDOG_PID").map { Int32($0) == process } ?? true
    let microseconds = variable("WATCHDOG_USEC").flatMap { UInt64($0) } ?? 0
    keepsDescriptors = variable("FDSTORE").flatMap { Int($0) }.map { $0 > 0 } ?? false
    watchdog =
      isForThisProcess && microseconds > 0 && microseconds < UInt64.max / 1000 ? microseconds * 1000 : nil
  }

  /// The manager of this process. Removes its variables, so that no child sends messages in the name of this process.
  package static func fromEnvironment() -> ServiceManager? {
    let manager = ServiceManager(process: processIdentifier, variable: environment)
    for name in ["NOTIFY_SOCKET", "WATCHDOG_USEC", "WATCHDOG_PID", "FDSTORE"] { unsetenv(name) }
    return manager
  }

  package enum Message: Sendable, Hashable {
    /// The start, or the reload, is complete.
    case ready
    /// The configuration is being read again; `ready` follows. The time is that of the monotonic clock in nanoseconds.
    case reloading(at: UInt64)
    case stopping
    case alive
    /// One line for people.
    case status(String)

    fileprivate var text: String {
      switch self {
      case .ready: "READY=1"
      case .reloading(let moment): "RELOADING=1\nMONOTONIC_USEC=\(moment / 1000)"
      case .stopping: "STOPPING=1"
      case .alive: "WATCHDOG=1"
      case .status(let text): "STATUS=\(String(text.map { $0.isNewline ? " " : $0 }))"
      }
    }
  }

  /// Sends messages as one datagram.
  package func send(_ messages: Message...) {
    let text = messages.map(\.text).joined(separator: "\n")
    try? sendDatagram([UInt8](text.utf8))
  }

  /// Stores a connection with the manager, which passes it to the next process of this service under this name.
  ///
  /// - Parameter name: ASCII without `:`, at most 255 bytes.
  package func keep(_ stream: borrowing UnixStream, as name: String) throws(SystemError) {
    let address = try SocketAddress(serviceManager: address)
    let socket = try descriptor(SystemCalls.datagramSocket(), of: "socket")
    let (raw, passed) = (socket.raw, stream.descriptor.raw)
    // During the call, the kernel reads these bytes and takes its own reference to the descriptor.
    let answer = Array("FDSTORE=1\nFDNAME=\(name)".utf8).withUnsafeBytes { buffer in
      address.with { SystemCalls.sendDescriptor(raw, buffer, to: $0, $1, passed) }
    }
    try value(answer, of: "sendmsg")
  }

  /// Asks the manager to close the stored connection of this name. Until then the connection stays open.
  package func release(_ name: String) {
    try? sendDatagram(Array("FDSTOREREMOVE=1\nFDNAME=\(name)".utf8))
  }

  private func sendDatagram(_ bytes: [UInt8]) throws(SystemError) {
    let name = try SocketAddress(serviceManager: address)
    let socket = try descriptor(SystemCalls.datagramSocket(), of: "socket")
    let raw = socket.raw
    // The kernel only reads these bytes, during the call.
    let answer = bytes.withUnsafeBytes { buffer in
      name.with { SystemCalls.send(raw, buffer, to: $0, $1) }
    }
    try value(answer, of: "sendto")
  }
}

// SPDX-License-Identifier: GPL-2.0-or-later

import CNATS
import FleetModel
import LinuxIO

extension ConnectionOptions {
  /// Milliseconds.
  private static let connectTimeout: Int64 = 2_000
  /// Milliseconds. Two lost pings end a connection.
  private static let pingInterval: Int64 = 2_000

  /// Connects to one of the servers.
  ///
  /// - Parameter closure: for callbacks.
  func connect(_ closure: UnsafeMutableRawPointer?, _ connection: inout OpaquePointer?) -> natsStatus {
    var made: OpaquePointer?
    var status = natsOptions_Create(&made)
    guard status == NATS_OK, let made else { return status }
    defer { natsOptions_Destroy(made) }
    func set(_ call: () -> natsStatus) { if status == NATS_OK { status = call() } }
    set { setServers(addresses.map(\.text), of: made) }
    set { natsOptions_SetName(made, name) }
    set { natsOptions_SetTimeout(made, Self.connectTimeout) }
    set { natsOptions_SetAllowReconnect(made, false) }
    set { natsOptions_SetIgnoreDiscoveredServers(made, true) }
    set { natsOptions_SetPingInterval(made, Self.pingInterval) }
    set { natsOptions_SetMaxPingsOut(made, 2) }
    set { natsOptions_SetNoEcho(made, true) }
    set { natsOptions_SetSendAsap(made, true) }
    set { natsOptions_SetClosedCB(made, onClosed, closure) }
    set { natsOptions_SetErrorHandler(made, onError, closure) }
    if hasTLS { set { natsOptions_SetSecure(made, true) } }
    if let file = authority { set { natsOptions_LoadCATrustedCertificates(made, file) } }
    if let certificate, let key { set { natsOptions_LoadCertificatesChain(made, certificate, key) } }
    if let file = credentials { set { natsOptions_SetUserCredentialsFromFiles(made, file, nil) } }
    if let file = nkey {
      let seed = (try? readFile(file, limit: 4_096)).map { String(decoding: $0, as: UTF8.self) } ?? ""
      let words = seed.split(whereSeparator: \.isWhitespace)
      // The file has the public key and the seed, in any order.
      let key = words.first { $0.hasPrefix("U") } ?? ""
      set { natsOptions_SetNKeyFromSeed(made, String(key), file) }
    }
    set { natsConnection_Connect(&connection, made) }
    return status
  }

  /// Why the server may have refused the certificate of this client; nil where it asks for none. A server that refuses it ends the
  /// connection, which libnats reports as an answer of no bytes.
  func certificateReason(for status: natsStatus) -> String? {
    guard hasTLS, status == NATS_PROTOCOL_ERROR || status == NATS_IO_ERROR,
      addresses.contains(where: { ServerGreeting(ofServerAt: $0.text)?.asksForCertificates ?? false })
    else { return nil }
    guard let certificate else { return "the server asks for a certificate: --tls-cert and --tls-key name it" }
    return "the server does not accept the certificate \(quoted(certificate)); its log has the reason"
  }

  /// Throws when a file has no certificate or key, or both do not belong together. Each later connection reads the files again: a
  /// renewed certificate needs no restart.
  func checkCertificates() throws(FleetFailure) {
    var made: OpaquePointer?
    guard natsOptions_Create(&made) == NATS_OK, let made else { return }
    defer { natsOptions_Destroy(made) }
    func check(_ files: String, _ status: natsStatus) throws(FleetFailure) {
      guard status == NATS_OK else { throw .usage("\(files) cannot be used: \(natsText(of: status))", help: nil) }
    }
    if let file = authority {
      try check("--tls-ca \(quoted(file))", natsOptions_LoadCATrustedCertificates(made, file))
    }
    if let certificate, let key {
      try check(
        "--tls-cert \(quoted(certificate)) with --tls-key \(quoted(key))",
        natsOptions_LoadCertificatesChain(made, certificate, key))
    }
  }
}

/// A status in words.
func natsText(of status: natsStatus) -> String {
  var last = status
  // A string of this thread, valid until its next call of libnats.
  let detail = nats_GetLastError(&last).map { String(cString: $0) } ?? ""
  let name = natsStatus_GetText(status).map { String(cString: $0) } ?? "unknown error"
  // The detail begins with a place in the source of the library.
  let place = detail.hasPrefix("(") ? detail.prefix { $0 != ")" }.count + 3 : 0
  let reason = String(quoted(String(detail.dropFirst(place))).dropFirst().dropLast())
  return reason.isEmpty || last != status || reason == name ? name : "\(name): \(reason)"
}

/// The library chooses among the addresses at random.
private func setServers(_ addresses: [String], of options: OpaquePointer) -> natsStatus {
  let texts = addresses.map { $0.utf8CString.map(\.self) }
  let bytes = texts.flatMap(\.self)
  return bytes.withUnsafeBufferPointer { buffer in
    // Each text ends with a NUL inside the buffer, which lives during the call.
    var start = buffer.baseAddress
    var pointers: [UnsafePointer<CChar>?] = []
    for text in texts {
      pointers.append(start)
      start = start?.advanced(by: text.count)
    }
    return natsOptions_SetServers(options, &pointers, Int32(pointers.count))
  }
}

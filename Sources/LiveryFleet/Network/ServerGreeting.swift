// SPDX-License-Identifier: GPL-2.0-or-later

import CServerGreeting
import FleetModel
import JSONText

/// The first message of a server, about itself. It comes before any message of the client and before TLS. libnats reads it, and does
/// not hand it out.
struct ServerGreeting {
  /// Nil for a text that is not a version.
  let version: ServerVersion?
  /// Whether a client needs a certificate.
  let asksForCertificates: Bool

  /// Nil for a server that does not answer within a second.
  init?(ofServerAt address: String) {
    // `nats://host:port`; an address of IPv6 is in brackets.
    let rest = String(address.drop { $0 != "/" }.drop { $0 == "/" })
    var (host, port) = (rest, "4222")
    if rest.utf8.last != UInt8(ascii: "]"), let colon = rest.utf8.lastIndex(of: UInt8(ascii: ":")) {
      (host, port) = (String(rest[..<colon]), String(rest[rest.utf8.index(after: colon)...]))
    }
    host.removeAll { $0 == "[" || $0 == "]" }
    var line = [CChar](repeating: 0, count: 16 << 10)
    let count = livery_server_greeting(host, port, 1_000, &line, UInt(line.count))
    let prefix = Array("INFO ".utf8)
    let bytes = line.prefix(max(count, 0)).map { UInt8(bitPattern: $0) }
    guard count > 0, bytes.starts(with: prefix),
      let greeting = try? JSONValue(parsing: Array(bytes.dropFirst(prefix.count)), maximumDepth: 16)
    else { return nil }
    version = greeting["version"]?.string.flatMap { ServerVersion($0) }
    asksForCertificates = greeting["tls_verify"]?.bool ?? false
  }
}

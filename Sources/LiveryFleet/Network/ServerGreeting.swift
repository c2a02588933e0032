// SPDX-License-Identifier: GPL-2.0-or-later

import CServerGreeting
import FleetModel
import JSONText

/// The version that a server names in its greeting; nil for one that does not answer within a second. libnats reads the greeting, and
/// does not hand it out.
func serverVersion(at address: String) -> ServerVersion? {
  // `nats://host:port`, as libnats has it: with a port.
  let rest = String(address.drop { $0 != "/" }.drop { $0 == "/" })
  guard let colon = rest.utf8.lastIndex(of: UInt8(ascii: ":")) else { return nil }
  let host = String(rest[..<colon].filter { $0 != "[" && $0 != "]" })
  let port = String(rest[rest.utf8.index(after: colon)...])
  var line = [CChar](repeating: 0, count: 16 << 10)
  let count = livery_server_greeting(host, port, 1_000, &line, UInt(line.count))
  let prefix = Array("INFO ".utf8)
  let bytes = line.prefix(max(count, 0)).map { UInt8(bitPattern: $0) }
  guard count > 0, bytes.starts(with: prefix),
    let greeting = try? JSONValue(parsing: Array(bytes.dropFirst(prefix.count)), maximumDepth: 16)
  else { return nil }
  return greeting["version"]?.string.flatMap { ServerVersion($0) }
}

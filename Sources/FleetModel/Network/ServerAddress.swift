// SPDX-License-Identifier: GPL-2.0-or-later

package import TextComparison

/// The address of a server: `nats://HOST[:PORT]` or `tls://HOST[:PORT]`.
package struct ServerAddress: Hashable, Sendable {
  @Bytewise package var text: String
  package let isLoopback: Bool
  package let hasTLS: Bool

  /// Addresses that are separated by commas.
  package static func list(_ text: String) throws(Refusal) -> [ServerAddress] {
    var addresses: [ServerAddress] = []
    for part in text.utf8.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false) {
      addresses.append(try ServerAddress(String(Substring(part)), after: addresses.first))
    }
    return addresses
  }

  /// - Parameter first: the scheme of the first address is that of the others: `nats://a,b`.
  private init(_ text: String, after first: ServerAddress?) throws(Refusal) {
    let schemes = ["nats://", "tls://"]
    var text = text
    if !schemes.contains(where: text.hasPrefix), let first, !text.utf8.contains(UInt8(ascii: "/")) {
      text = (first.hasTLS ? "tls://" : "nats://") + text
    }
    guard let scheme = schemes.first(where: text.hasPrefix) else {
      throw Refusal("the address \(quoted(text)) does not begin with nats:// or tls://")
    }
    let rest = text.utf8.dropFirst(scheme.utf8.count)
    // A command line is visible to every user of the machine.
    guard !rest.contains(UInt8(ascii: "@")) else {
      throw Refusal("the address has credentials in it: name a file with --creds or --nkey instead")
    }
    let host: Substring.UTF8View.SubSequence
    if rest.first == UInt8(ascii: "["), let end = rest.firstIndex(of: UInt8(ascii: "]")) {
      host = Substring(rest).utf8[rest.index(after: rest.startIndex)..<end]
    } else {
      host = Substring(rest).utf8.prefix { $0 != UInt8(ascii: ":") }
    }
    guard !host.isEmpty, rest.allSatisfy({ $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "/") }) else {
      throw Refusal("the address \(quoted(text)) has no valid host")
    }
    let name = String(Substring(host))
    isLoopback = name == "localhost" || name == "::1" || Self.isLoopbackNumber(name)
    hasTLS = scheme == "tls://"
    _text = Bytewise(text)
  }

  /// Whether a text is an address of IPv4 below 127.
  private static func isLoopbackNumber(_ name: String) -> Bool {
    let numbers = name.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
      .map { part in part.count <= 3 ? UInt8(String(Substring(part))) : nil }
    return numbers.count == 4 && numbers[0] == 127 && numbers.allSatisfy { $0 != nil }
  }
}

/// The names of buckets and mirrors.
package enum FleetName {
  /// Whether a text may name a bucket: NATS allows it, and it is short enough for the name of the bucket of reports.
  package static func isBucket(_ text: String) -> Bool {
    (1...56).contains(text.utf8.count) && text.utf8.allSatisfy { isWord($0) || $0 == UInt8(ascii: "-") }
  }

  /// Whether a text may name a mirror: letters, digits, `_`, `-`, and dots between them.
  package static func isMirror(_ text: String) -> Bool {
    guard (1...64).contains(text.utf8.count) else { return false }
    return text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false).allSatisfy { part in
      !part.isEmpty && part.allSatisfy { isWord($0) || $0 == UInt8(ascii: "-") }
    }
  }

  /// The nearest valid name of a mirror, for the name of a machine.
  package static func mirror(of host: String) -> String {
    let words = host.utf8.map {
      isWord($0) || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: ".") ? $0 : UInt8(ascii: "-")
    }
    let name = String(decoding: words.prefix(64), as: UTF8.self)
    return isMirror(name) ? name : "mirror"
  }

  /// The bucket of the reports of mirrors.
  package static func statusBucket(of bucket: String) -> String { "\(bucket)_status" }

  private static func isWord(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "_"): true
    default: false
    }
  }
}

// SPDX-License-Identifier: GPL-2.0-or-later

import JSONText

/// What the daemon holds to, whatever its clients and bundles do. The members bear the names of the interface's `Limits`.
package struct Limits: Sendable, Hashable {
  /// Bytes of a request; a longer one ends its connection.
  package var request = 1 << 20
  /// Levels of nesting in a request; one that is deeper ends its connection.
  package var depth = 64
  /// Bytes of one message to a client: other implementations take no more. A longer reply is an error, a longer event ends
  /// its consumer; `select` is the way out.
  package var message = 16 << 20
  /// One more is answered with an error and closed.
  package var connections = 4096
  package var connectionsPerUser = 1024
  /// Seconds for which a client may leave what it was sent unread, before its connection is closed.
  package var stalled = 30
  /// More are not started with.
  package var bundles = 64
  /// Distinct contexts of a bundle that are open at a time.
  package var contexts = 256
  /// Published snapshots of a context that a consumer can resume from.
  package var resume = 64
  /// Bytes of a consumer's name.
  package var consumerName = 256
  /// Bytes of a theme file where its bundle's manifest says nothing; a longer one is a finding.
  package var file = 64 << 20
  /// Bytes, as JSON, of all that is set at run time in a bundle; what would exceed them is refused.
  package var modifications = 8 << 20

  package init() {}

  /// A consumer's stream occupies its connection.
  static let consumersPerConnection = 1

  var json: JSONValue {
    func count(_ value: Int) -> JSONValue { .number(Double(value)) }
    return [
      "request": count(request), "depth": count(depth), "message": count(message), "connections": count(connections),
      "connectionsPerUser": count(connectionsPerUser), "consumersPerConnection": count(Self.consumersPerConnection),
      "stalled": count(stalled), "bundles": count(bundles), "contexts": count(contexts), "resume": count(resume),
      "consumerName": count(consumerName), "file": count(file), "modifications": count(modifications),
    ]
  }
}

// SPDX-License-Identifier: GPL-2.0-or-later

import BundleReading
import ThemeModel

/// The limits of the daemon for its clients and bundles. The members have the names of the interface's `Limits`.
package struct Limits: Sendable, Hashable {
  /// Bytes of a request; a longer one ends its connection.
  package var request = 1 << 20
  /// Levels of nesting in a request; one that is deeper ends its connection.
  package var depth = 64
  /// Bytes of one message to a client, the maximum of other implementations. A longer reply is an error, a longer event ends its
  /// consumer; `select` is the way out.
  package var message = 16 << 20
  /// Bytes of the one message that waits for a consumer that reads slowly, besides the one that it reads. A longer one ends
  /// the consumer.
  package var queue = 8 << 20
  /// Bytes of messages that wait for the connections of one user; a further long message is an error, or ends its consumer. The only
  /// one of a user may have any length.
  package var unsent = 256 << 20
  /// A further connection gets an error and is closed.
  package var connections = 4096
  package var connectionsPerUser = 1024
  /// Seconds for which a client may leave messages unread, and seconds from the first byte of a message to its last,
  /// before its connection is closed.
  package var stalled = 30
  /// A daemon with more bundles does not start.
  package var bundles = 64
  /// Distinct contexts of a bundle that are open at a time.
  package var contexts = 256
  /// Published snapshots of a context that a consumer can resume from.
  package var resume = 64
  /// Bytes of a consumer's name.
  package var consumerName = 256
  /// Bytes of a theme file where its bundle's manifest says nothing; a longer one is a finding.
  package var file = BundleReader.maximumFileSize
  /// Bytes, as JSON, of all values set at run time in a bundle; a call that would exceed them is refused.
  package var modifications = 8 << 20
  /// Unsaved texts over the files of a bundle.
  package var overlays = 64
  /// Bytes of all unsaved texts of a user.
  package var overlayBytes = 64 << 20
  /// Generations of a bundle that the history has.
  package var history = 64
  /// Bytes of replaced files that the history of a bundle has. Of older generations it has the states alone.
  package var historyBytes = 64 << 20

  package init() {}

  /// The limits that a configuration may set, by the names that they have there.
  enum Key: String, CaseIterable {
    case request, depth, message, queue, unsent, connections, connectionsPerUser, stalled, bundles, contexts, resume,
      consumerName, file
    case modifications, overlays, overlayBytes, history, historyBytes

    var member: WritableKeyPath<Limits, Int> {
      switch self {
      case .request: \.request
      case .depth: \.depth
      case .message: \.message
      case .queue: \.queue
      case .unsent: \.unsent
      case .connections: \.connections
      case .connectionsPerUser: \.connectionsPerUser
      case .stalled: \.stalled
      case .bundles: \.bundles
      case .contexts: \.contexts
      case .resume: \.resume
      case .consumerName: \.consumerName
      case .file: \.file
      case .modifications: \.modifications
      case .overlays: \.overlays
      case .overlayBytes: \.overlayBytes
      case .history: \.history
      case .historyBytes: \.historyBytes
      }
    }

    /// The valid values. The least one suffices for a client.
    var range: ClosedRange<Int> {
      switch self {
      case .request, .message, .queue, .unsent, .file: 4096...1 << 30
      // Files of the state directory are read up to 16 MiB.
      case .modifications: 0...8 << 20
      case .depth: 8...512
      case .connections, .connectionsPerUser: 1...1 << 20
      case .stalled: 1...86_400
      case .bundles, .contexts: 1...65_536
      case .overlays: 0...65_536
      case .overlayBytes, .historyBytes: 0...1 << 30
      // One reply lists them all.
      case .history: 0...1024
      case .resume: 0...65_536
      case .consumerName: 1...4096
      }
    }
  }

  /// A consumer's stream occupies its connection.
  package static let consumersPerConnection = 1
  /// Bytes of each text in a context.
  package static let contextText = 256
  /// Themes that a context names.
  package static let contextThemes = Context.maximumThemes
  /// Modifiers that a context names.
  package static let contextModifiers = Context.maximumModifiers

  /// Bytes of a request that lays a text over a file.
  package var overlayRequest: Int { max(16 << 20, request) }

  /// Contexts of a bundle in which one user has consumers. The rest is for other users.
  package var contextsPerUser: Int { max(contexts / 4, 1) }

  /// Bytes of incomplete messages on all connections of one user. One message of the maximum length always fits.
  package var unfinished: Int { max(16 << 20, request) }
}

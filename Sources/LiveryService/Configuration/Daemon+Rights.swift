// SPDX-License-Identifier: GPL-2.0-or-later

import LinuxIO
import LiveryConfiguration
import Varlink

/// Rights to bundles and to what concerns all of them.
extension Daemon {
  /// Admits users that may change all bundles: the daemon's own user, root and the configured group.
  func admit(_ peer: PeerCredentials) throws(CallError) {
    guard mayDoAll(peer) || isInGroup(peer) else { throw .permissionDenied }
  }

  /// Admits users that may change a bundle for others.
  func admit(_ peer: PeerCredentials, toChange bundle: BundleHost) throws(CallError) {
    guard mayChange(bundle.rights, peer) else { throw .permissionDenied }
  }

  func mayRead(_ bundle: BundleHost, _ peer: PeerCredentials) -> Bool { mayRead(bundle.rights, peer) }

  func mayRead(_ rights: BundleRights, _ peer: PeerCredentials) -> Bool {
    guard let readers = rights.readers else { return true }
    return readers.contains(peer) || mayChange(rights, peer)
  }

  /// Ends the streams of consumers that the new configuration excludes.
  func endExcluded() {
    for consumer in consumers.values where !mayRead(consumer.bundle, consumer.connection.credentials) {
      end(consumer, reason: excluded(from: consumer.bundle.name))
    }
  }

  /// Why a stream ends.
  func excluded(from bundle: String) -> String {
    "the configuration does not let this user follow the bundle `\(bundle)` any more"
  }

  private func mayChange(_ rights: BundleRights, _ peer: PeerCredentials) -> Bool {
    mayDoAll(peer) || (rights.editors?.contains(peer) ?? isInGroup(peer))
  }

  private func mayDoAll(_ peer: PeerCredentials) -> Bool { peer.user == 0 || peer.user == effectiveUser }

  private func isInGroup(_ peer: PeerCredentials) -> Bool { configuration.group.map(peer.isMember) ?? false }
}

// SPDX-License-Identifier: GPL-2.0-or-later

import LinuxIO
import LiveryConfiguration
import Varlink

/// Decides which user may do what. The daemon's own user and root may read and change all bundles.
struct AccessControl {
  /// The group whose members may change bundles; nil for none.
  let group: UInt32?

  /// Admits users that may change all bundles: the daemon's own user, root and the configured group.
  func admit(_ peer: PeerCredentials) throws(CallError) {
    guard mayDoAll(peer) || isInGroup(peer) else { throw .permissionDenied }
  }

  /// Admits users that may change a bundle for others.
  func admit(_ peer: PeerCredentials, toChange bundle: BundleHost) throws(CallError) {
    guard mayChange(bundle, peer) else { throw .permissionDenied }
  }

  /// Admits the user of a consumer and root: to end it, or to move it to another context.
  func admit(_ peer: PeerCredentials, toEnd consumer: Consumer) throws(CallError) {
    guard peer.user == 0 || peer.user == consumer.connection.credentials.user else { throw .permissionDenied }
  }

  func mayChange(_ bundle: BundleHost, _ peer: PeerCredentials) -> Bool { mayChange(bundle.rights, peer) }

  func mayRead(_ bundle: BundleHost, _ peer: PeerCredentials) -> Bool { mayRead(bundle.rights, peer) }

  func mayRead(_ rights: BundleRights, _ peer: PeerCredentials) -> Bool {
    guard let readers = rights.readers else { return true }
    return readers.contains(peer) || mayChange(rights, peer)
  }

  /// Whether a user sees a consumer: users that may not read a bundle see only their own consumers of it.
  func maySee(_ consumer: Consumer, _ peer: PeerCredentials) -> Bool {
    mayRead(consumer.bundle, peer) || consumer.connection.credentials.user == peer.user
  }

  private func mayChange(_ rights: BundleRights, _ peer: PeerCredentials) -> Bool {
    mayDoAll(peer) || (rights.editors?.contains(peer) ?? isInGroup(peer))
  }

  private func mayDoAll(_ peer: PeerCredentials) -> Bool { peer.user == 0 || peer.user == effectiveUser }

  private func isInGroup(_ peer: PeerCredentials) -> Bool { group.map(peer.isMember) ?? false }
}

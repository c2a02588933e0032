// SPDX-License-Identifier: GPL-2.0-or-later

package import LinuxIO

/// Who may do what with a bundle, besides the daemon's own user and root, who may do everything.
package struct BundleRights: Sendable, Hashable {
  package struct People: Sendable, Hashable {
    package var users: Set<UInt32> = []
    package var groups: Set<UInt32> = []

    package init() {}

    package func contains(_ peer: PeerCredentials) -> Bool {
      users.contains(peer.user) || groups.contains(where: peer.isMember)
    }
  }

  /// Who may follow and ask; whoever may change it may do that, too. Nil: all who can connect.
  package var readers: People?
  /// Who may change what others get. Nil: the members of the daemon's group.
  package var editors: People?

  package init() {}
}

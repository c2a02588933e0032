// SPDX-License-Identifier: GPL-2.0-or-later

package import LinuxIO

/// The users and groups that may read and change a bundle. The daemon's own user and root may do everything.
package struct BundleRights: Sendable, Hashable {
  package struct People: Sendable, Hashable {
    package var users: Set<UInt32> = []
    package var groups: Set<UInt32> = []

    package init() {}

    package func contains(_ peer: PeerCredentials) -> Bool {
      users.contains(peer.user) || groups.contains(where: peer.isMember)
    }
  }

  /// May read the bundle, as all editors may. Nil: every user with access to the socket.
  package var readers: People?
  /// May change the bundle's values and themes. Nil: the members of the daemon's group.
  package var editors: People?

  package init() {}
}

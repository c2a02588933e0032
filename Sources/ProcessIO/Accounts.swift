// SPDX-License-Identifier: MIT

import Glibc

// The C functions return static records, which are read at once. The programs look accounts up on one thread.

/// The number of the group with this name: getgrnam(3).
package func groupIdentifier(named name: String) -> UInt32? {
  getgrnam(name)?.pointee.gr_gid
}

/// The name of a group: getgrgid(3).
package func groupName(_ number: UInt32) -> String? {
  getgrgid(number).map { String(cString: $0.pointee.gr_name) }
}

/// The number of the user with this name: getpwnam(3).
package func userIdentifier(named name: String) -> UInt32? {
  getpwnam(name)?.pointee.pw_uid
}

/// The name of a user: getpwuid(3).
package func userName(_ number: UInt32) -> String? {
  getpwuid(number).map { String(cString: $0.pointee.pw_name) }
}

/// A user with its groups, from the account databases.
package struct Account: Sendable, Hashable {
  package let name: String
  package let user: UInt32
  /// The primary group, which is one of `groups`.
  package let group: UInt32
  /// All groups of the user: getgrouplist(3). A process of the user may have others.
  package let groups: [UInt32]
  package let home: String

  /// Nil if no user has this number.
  package init?(user: UInt32) {
    guard let entry = getpwuid(user)?.pointee else { return nil }
    self.user = entry.pw_uid
    group = entry.pw_gid
    name = String(cString: entry.pw_name)
    home = String(cString: entry.pw_dir)
    var groups = [gid_t](repeating: 0, count: 64)
    var count = Int32(groups.count)
    if getgrouplist(name, entry.pw_gid, &groups, &count) < 0 {
      // The call has set the number of groups.
      groups = [gid_t](repeating: 0, count: Int(count))
      getgrouplist(name, entry.pw_gid, &groups, &count)
    }
    self.groups = Array(groups.prefix(Int(count)))
  }
}

/// The groups of this process, which may be fewer than its user has now: getgroups(2).
package func ownGroups() -> [UInt32] {
  var groups = [gid_t](repeating: 0, count: max(Int(getgroups(0, nil)), 0))
  let count = getgroups(Int32(groups.count), &groups)
  return [getegid()] + groups.prefix(max(Int(count), 0))
}

// SPDX-License-Identifier: MIT

import Glibc

// Records are read before anything else can replace them; these programs look accounts up on one thread.

/// The number of a group by its name: getgrnam(3). Nil when there is none.
package func groupIdentifier(named name: String) -> UInt32? {
  getgrnam(name)?.pointee.gr_gid
}

/// The name of a group: getgrgid(3). Nil when there is none of that number.
package func groupName(_ number: UInt32) -> String? {
  getgrgid(number).map { String(cString: $0.pointee.gr_name) }
}

/// The number of a user by its name: getpwnam(3). Nil when there is none.
package func userIdentifier(named name: String) -> UInt32? {
  getpwnam(name)?.pointee.pw_uid
}

/// The name of a user: getpwuid(3). Nil when there is none of that number.
package func userName(_ number: UInt32) -> String? {
  getpwuid(number).map { String(cString: $0.pointee.pw_name) }
}

/// A user as the machine's databases know it.
package struct Account: Sendable, Hashable {
  package let name: String
  package let user: UInt32
  /// The first group, which is one of `groups`.
  package let group: UInt32
  /// All of them, whatever groups a process of this user was started with: getgrouplist(3).
  package let groups: [UInt32]
  package let home: String

  /// Nil when there is no user of that number.
  package init?(user: UInt32) {
    guard let entry = getpwuid(user)?.pointee else { return nil }
    self.user = entry.pw_uid
    group = entry.pw_gid
    name = String(cString: entry.pw_name)
    home = String(cString: entry.pw_dir)
    var groups = [gid_t](repeating: 0, count: 64)
    var count = Int32(groups.count)
    if getgrouplist(name, entry.pw_gid, &groups, &count) < 0 {
      // The call has said how many there are.
      groups = [gid_t](repeating: 0, count: Int(count))
      getgrouplist(name, entry.pw_gid, &groups, &count)
    }
    self.groups = Array(groups.prefix(Int(count)))
  }
}

/// The groups of this process, which may be fewer than its user has by now: getgroups(2).
package func ownGroups() -> [UInt32] {
  var groups = [gid_t](repeating: 0, count: max(Int(getgroups(0, nil)), 0))
  let count = getgroups(Int32(groups.count), &groups)
  return [getegid()] + groups.prefix(max(Int(count), 0))
}

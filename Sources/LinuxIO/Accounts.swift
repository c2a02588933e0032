// SPDX-License-Identifier: MIT

import Glibc

/// The number of a group by its name: getgrnam(3). Nil when there is none.
package func groupIdentifier(named name: String) -> UInt32? {
  // The record is read before anything else can replace it; this program looks groups up on one thread.
  getgrnam(name)?.pointee.gr_gid
}

/// Gives a file to a group of this process: chown(2).
package func changeGroup(of path: String, to group: UInt32) throws(SystemError) {
  try value(withPath(path) { SystemCalls.changeGroup($0, group) }, of: "chown", path: path)
}

// SPDX-License-Identifier: MIT

import CLinux
import Glibc
package import LinuxIO

/// What somebody wants of a file or directory.
package enum FileUse: Sendable {
  case reading
  /// Going through a directory, not listing it.
  case searching
  /// Listing a directory and going through it.
  case listing
  /// Making and removing names in a directory.
  case changingNames

  fileprivate var mode: Int32 {
    switch self {
    case .reading: R_OK
    case .searching: X_OK
    case .listing: R_OK | X_OK
    case .changingNames: R_OK | W_OK | X_OK
    }
  }
}

/// Why a file cannot be used so, with the rights that count for this process now, access lists included: faccessat2(2). Nil
/// when it can.
package func accessError(_ path: String, for use: FileUse) -> Errno? {
  let answer = withPath(path) { path in
    faccessat(AT_FDCWD, path, use.mode, AT_EACCESS) == 0 ? 0 : -Int(errno)
  }
  return answer == 0 ? nil : Errno(rawValue: Int32(-answer))
}

/// Looks at files with the rights of another user, as the kernel sees them: setfsuid(2) and setgroups(2). Nil when this
/// process cannot take them on: it is neither root nor that user.
///
/// The groups are those of the whole process meanwhile: for programs of one thread.
package func withFileRights<Answer>(of account: Account, _ body: () -> Answer) -> Answer? {
  guard geteuid() != account.user else { return body() }
  guard geteuid() == 0 else { return nil }
  let groups = Array(ownGroups().dropFirst())
  defer {
    setfsuid(geteuid())
    setfsgid(getegid())
    setgroups(groups.count, groups)
  }
  guard setgroups(account.groups.count, account.groups) == 0 else { return nil }
  setfsgid(account.group)
  // The kernel takes root's rights to files away with it, and gives them back above.
  setfsuid(account.user)
  return body()
}

// SPDX-License-Identifier: MIT

import CLinux
import Glibc
package import LinuxIO

/// A kind of access to a file or directory.
package enum FileUse: Sendable {
  case reading
  /// Passing through a directory without listing it.
  case searching
  /// Listing a directory and passing through it.
  case listing
  /// Creating and removing names in a directory.
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

/// The error of an access with the effective rights of this process, access control lists included: faccessat2(2). Nil if the
/// access is allowed.
package func accessError(_ path: String, for use: FileUse) -> Errno? {
  let answer = withPath(path) { path in
    faccessat(AT_FDCWD, path, use.mode, AT_EACCESS) == 0 ? 0 : -Int(errno)
  }
  return answer == 0 ? nil : Errno(rawValue: Int32(-answer))
}

/// Runs `body` with the file rights of another user: setfsuid(2) and setgroups(2). Nil if this process is neither root nor
/// that user.
///
/// The groups of the whole process change meanwhile: for programs with one thread.
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
  // This also removes root's capabilities for files. The code above restores them.
  setfsuid(account.user)
  return body()
}

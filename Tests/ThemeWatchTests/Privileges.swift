// SPDX-License-Identifier: GPL-2.0-or-later

import Glibc
import LinuxIO
import Testing

/// Runs `body` with the rights of a user without access to everything: setfsuid(2), which applies to this thread and removes
/// the superuser's privileges for files.
func withoutPrivileges<Result>(_ body: () throws -> Result) throws -> Result {
  guard effectiveUser == 0 else { return try body() }
  typealias SetUser = @convention(c) (UInt32) -> Int32
  let symbol = try #require(dlsym(nil, "setfsuid"))
  let setUser = unsafeBitCast(symbol, to: SetUser.self)
  _ = setUser(65_534)
  defer { _ = setUser(0) }
  return try body()
}

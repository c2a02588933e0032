// SPDX-License-Identifier: MIT

import LinuxIO

/// The error that a call ends with; nothing when it succeeds.
func failure(of call: () throws(SystemError) -> Void) -> SystemError? {
  do throws(SystemError) {
    try call()
    return nil
  } catch {
    return error
  }
}

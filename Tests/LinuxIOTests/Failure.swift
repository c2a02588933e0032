// SPDX-License-Identifier: MIT

import LinuxIO

/// The error of a call. Nil if it succeeds.
func failure(of call: () throws(SystemError) -> Void) -> SystemError? {
  do throws(SystemError) {
    try call()
    return nil
  } catch {
    return error
  }
}

// SPDX-License-Identifier: MIT

import CLinux
import Glibc
import LinuxIO

extension SystemCalls {
  static func processDescriptor(_ process: pid_t) -> Int {
    repeating(.processDescriptor) { livery_process_descriptor(process) }
  }

  static func wait(for process: pid_t, _ status: inout Int32) -> Int {
    repeating(.wait) { waitpid(process, &status, 0) }
  }
}

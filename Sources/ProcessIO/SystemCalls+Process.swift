// SPDX-License-Identifier: MIT

import CLinux
import Glibc
package import LinuxIO

extension SystemCalls {
  static func processDescriptor(_ process: pid_t) -> Int {
    repeating(.processDescriptor) { livery_process_descriptor(process) }
  }

  static func wait(for process: pid_t, _ status: inout Int32) -> Int {
    repeating(.wait) { waitpid(process, &status, 0) }
  }
}

/// A descriptor of a process: pidfd_open(2). It still refers to the process when the kernel reuses the number.
package func processDescriptor(_ process: Int32) throws(SystemError) -> FileDescriptor {
  try descriptor(SystemCalls.processDescriptor(process), of: "pidfd_open")
}

/// Sends a signal to the process of a descriptor: pidfd_send_signal(2). Returns false if the process has ended or the signal is
/// refused.
package func signal(_ process: borrowing FileDescriptor, _ number: Int32) -> Bool {
  livery_signal_process(process.raw, number) == 0
}

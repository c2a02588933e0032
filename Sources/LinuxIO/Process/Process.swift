// SPDX-License-Identifier: MIT

import Glibc

package var processIdentifier: Int32 { getpid() }

/// The user whose rights this process has.
package var effectiveUser: UInt32 { geteuid() }

/// A variable of the environment; an empty one counts as set.
package func environment(_ name: String) -> String? {
  guard let text = getenv(name) else { return nil }
  return String(cString: text)
}

/// The working directory, absolute: getcwd(3).
package func currentDirectory() throws(SystemError) -> String {
  var path: UnsafeMutablePointer<CChar>?
  try value(SystemCalls.currentDirectory(&path), of: "getcwd")
  guard let text = path else { return "/" }
  // The string was allocated for us and ends with a NUL.
  defer { free(text) }
  return String(cString: text)
}

/// Lets this process open as many files as its hard limit allows, and answers how many these are: setrlimit(2). The usual
/// soft limit of 1,024 is for programs that call select(2).
package func raiseDescriptorLimit() -> Int {
  var limit = rlimit()
  guard SystemCalls.getDescriptorLimit(&limit) >= 0 else { return 1024 }
  var raised = rlimit(rlim_cur: limit.rlim_max, rlim_max: limit.rlim_max)
  if limit.rlim_cur < limit.rlim_max, SystemCalls.setDescriptorLimit(&raised) >= 0 { limit = raised }
  return Int(clamping: limit.rlim_cur)
}

/// Ends the process at once with this code.
package func endProcess(_ code: Int32) -> Never {
  exit(code)
}
